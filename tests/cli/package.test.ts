/** The files of a release (tools/package.mjs), and the workflows that make it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { VERSION } from "../../lib/origin.ts";
import { testCommand } from "../support/command.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const command = testCommand();

describe("the npm package", () => {
  const place = join(command.folder, "installed");
  const folder = join(place, "node_modules/irqscope");
  const inPlace = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { cwd: place, encoding: "utf8" });

  beforeAll(() => {
    const out = join(command.folder, "packages");
    const tool = join(ROOT, "tools/package.mjs");
    execFileSync(process.execPath, [
      tool,
      "--out",
      out,
      "--cli",
      dirname(command.bundle),
      "--only",
      "command",
    ]);
    expect(readdirSync(out)).toEqual([`irqscope-${VERSION}.tgz`]);
    mkdirSync(place);
    writeFileSync(join(place, "package.json"), '{ "private": true, "type": "module" }');
    const tarball = join(out, `irqscope-${VERSION}.tgz`);
    inPlace("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", tarball);
  }, 120_000);

  test("has no dependencies, and holds the licences", () => {
    expect(readdirSync(join(place, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "irqscope",
    ]);
    expect(readdirSync(folder).sort()).toEqual([
      "LICENSE",
      "README.md",
      "THIRD-PARTY-LICENSES.txt",
      "core.mjs",
      "core_fast.wasm",
      "index.mjs",
      "irqscope.mjs",
      "machineWorker.mjs",
      "package.json",
      "scenario.schema.json",
      "scenarios",
      "study.schema.json",
      "types",
    ]);
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "irqscope", version: VERSION, bin: { irqscope: "irqscope.mjs" } });
  });

  test("installs the command", () => {
    expect(inPlace("npx", "--offline", "irqscope", "--version")).toBe(`${VERSION}\n`);
    const report = inPlace("npx", "--offline", "irqscope", "run", "one-packet", "--json");
    expect(JSON.parse(report)).toMatchObject({ brokenLaw: 0 });
  });

  test("has types with which a program runs a machine as the command does", () => {
    const program = `import { compile, loadScenario, metricsOf, openCore, reportOf, run } from "irqscope";
import { createMachine, type Machine } from "irqscope/core";

const scenario = await loadScenario("ring-overflow", { runCycles: 400_000, seed: 7 });
const machine: Machine = createMachine(await openCore(), compile(scenario));
machine.step(scenario.runCycles);
const loss: number | undefined = metricsOf(scenario, machine).get("receive.loss");
const { cycle } = reportOf(scenario, machine);
const { stateHash } = await run(JSON.parse(JSON.stringify(scenario)));
console.log(JSON.stringify({ cycle, loss, same: stateHash === machine.stateHash(), stateHash }));
`;
    writeFileSync(join(place, "mine.mts"), program);
    writeFileSync(join(place, "wrong.mts"), program.replace("machine: Machine", "machine: string"));
    const tsc = (file: string) =>
      inPlace(
        process.execPath,
        join(ROOT, "node_modules/typescript/bin/tsc"),
        ...["--strict", "--module", "nodenext", "--target", "es2022", "--types", "", file],
      );
    expect(tsc("mine.mts")).toBe("");
    expect(() => tsc("wrong.mts")).toThrow("Command failed");
    const mine: unknown = JSON.parse(inPlace(process.execPath, "mine.mjs"));
    const there = command.json("run", "ring-overflow", "--cycles", "400000", "--seed", "7") as {
      readonly stateHash: string;
    };
    expect(mine).toEqual({
      cycle: 400_000,
      loss: expect.any(Number),
      same: true,
      stateHash: there.stateHash,
    });
  }, 60_000);
});

describe.each(readdirSync(join(ROOT, ".github/workflows")))("the workflow %s", (name) => {
  const text = readFileSync(join(ROOT, ".github/workflows", name), "utf8");
  const lines = text.split("\n");

  test("uses actions of exact versions with the least permissions", () => {
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

  test("runs existing scripts and files, on a supported Node", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(join(ROOT, "package.json"), "utf8"),
    );
    for (const [, script = ""] of text.matchAll(/npm run ([\w:]+)/g))
      expect(scripts).toHaveProperty([script]);
    for (const [, path = ""] of text.matchAll(/(?:node|sh) ([\w./-]+\.mjs|\.ci\/run)/g))
      expect(readFileSync(join(ROOT, path), "utf8")).not.toBe("");
    for (const [, version = ""] of text.matchAll(/node-version: (\S+)/g)) expect(version).toBe("20.19.0");
    expect(text.match(/setup-node/g)?.length).toBe(text.match(/node-version/g)?.length);
    for (const [, version = ""] of text.matchAll(/pip install [\w-]+==(\S*)/g))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(text.match(/pip install(?! [\w-]+==)/g)).toBeNull();
  });
});

test("the release workflow waits for every check, and git works in the container of the checks", () => {
  const workflow = (name: string) => readFileSync(join(ROOT, ".github/workflows", name), "utf8");
  const jobs = workflow("release.yml")
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1);
  const needs = jobs.map((job) => [/^\w+/.exec(job)?.[0], /^ {4}(?:needs|uses): (.*)$/m.exec(job)?.[1]]);
  expect(needs.slice(-6)).toEqual([
    ["checks", "./.github/workflows/checks.yml"],
    ["build", "checks"],
    ["page", "build"],
    ["packages", "build"],
    ["npm", "packages"],
    ["pypi", "packages"],
  ]);
  for (const name of ["release.yml", "nightly.yml"])
    expect(workflow(name)).toContain("uses: ./.github/workflows/checks.yml\n    with:\n      list: all\n");
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
