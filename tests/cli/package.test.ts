/** What a release gives away (tools/package.mjs), and the workflows that make it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { VERSION } from "../../lib/version.ts";
import { testCommand } from "../support/command.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const command = testCommand();

test("the command's tarball runs where it is unpacked, and holds the licences", () => {
  const out = join(command.folder, "packages");
  const tool = join(ROOT, "tools/package.mjs");
  execFileSync(process.execPath, [tool, "--out", out, "--cli", dirname(command.bundle), "--only", "command"]);
  expect(readdirSync(out)).toEqual([`irqscope-${VERSION}.tgz`]);
  const place = join(command.folder, "unpacked");
  mkdirSync(place);
  execFileSync("tar", ["-xzf", join(out, `irqscope-${VERSION}.tgz`), "-C", place]);
  const folder = join(place, "package");
  expect(readdirSync(folder).sort()).toEqual([
    "LICENSE",
    "README.md",
    "THIRD-PARTY-LICENSES.txt",
    "core_fast.wasm",
    "irqscope.mjs",
    "package.json",
  ]);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "irqscope", version: VERSION, bin: { irqscope: "irqscope.mjs" } });
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [join(folder, "irqscope.mjs"), ...args], { encoding: "utf8" });
  expect(run("--version")).toBe(`${VERSION}\n`);
  expect(JSON.parse(run("run", "figure-4", "--json"))).toMatchObject({ brokenLaw: 0 });
}, 60_000);

describe.each(readdirSync(join(ROOT, ".github/workflows")))("workflow %s", (name) => {
  const text = readFileSync(join(ROOT, ".github/workflows", name), "utf8");
  const lines = text.split("\n");

  test("uses actions of an exact version, and asks for no more than it needs", () => {
    const used = lines.flatMap((line) => /^\s*(?:- )?uses: (.*)$/.exec(line)?.[1] ?? []);
    expect(used.length).toBeGreaterThan(0);
    for (const one of used)
      if (one.startsWith("./")) expect(readFileSync(join(ROOT, one), "utf8")).toContain("  workflow_call:");
      else expect(one).toMatch(/^actions\/[\w-]+@v\d+\.\d+\.\d+$/);
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    const more = lines.filter((line) => /^\s+[\w-]+: write$/.test(line)).map((line) => line.trim());
    expect(more).toEqual(
      name === "release.yml" ? ["pages: write", "id-token: write", "contents: write"] : [],
    );
    expect(text).not.toContain("github.event");
  });

  test("runs scripts and files that there are, on a Node that is wanted", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(join(ROOT, "package.json"), "utf8"),
    );
    for (const [, script = ""] of text.matchAll(/npm run ([\w:]+)/g))
      expect(scripts).toHaveProperty([script]);
    for (const [, path = ""] of text.matchAll(/(?:node|sh) ([\w./-]+\.mjs|\.ci\/run)/g))
      expect(readFileSync(join(ROOT, path), "utf8")).not.toBe("");
    expect(text).toContain("node-version: 20.19.0");
  });
});

test("a release waits for every check, and git works in the container of the checks", () => {
  const workflow = (name: string) => readFileSync(join(ROOT, ".github/workflows", name), "utf8");
  const jobs = workflow("release.yml")
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1);
  const needs = jobs.map((job) => [/^\w+/.exec(job)?.[0], /^ {4}(?:needs|uses): (.*)$/m.exec(job)?.[1]]);
  expect(needs.slice(-4)).toEqual([
    ["checks", "./.github/workflows/checks.yml"],
    ["build", "checks"],
    ["page", "build"],
    ["packages", "build"],
  ]);
  expect(workflow("checks.yml")).toMatch(/safe\.directory "\$GITHUB_WORKSPACE"\n {6}- run: sh \.ci\/run/);
});

test("CITATION.cff has the fields of CFF 1.2.0, and the date of the release", () => {
  const text = readFileSync(join(ROOT, "CITATION.cff"), "utf8");
  const fields = Object.fromEntries(
    Array.from(text.matchAll(/^([\w-]+):(?: (.*))?$/gm), ([, key = "", value]) => [key, value ?? ""]),
  );
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(["cff-version", "message", "title", "authors"]));
  expect(fields).toMatchObject({ "cff-version": "1.2.0", type: "software", license: "Apache-2.0" });
  const changes = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  expect(changes).toContain(`## [${VERSION}] - ${fields["date-released"]}`);
});
