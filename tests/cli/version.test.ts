/** One version, from package.json, in everything that irqscope prints and writes. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ASKED_NODE, tooOldText } from "../../cli/checkNode.ts";
import { VERSION } from "../../lib/origin.ts";
import { versionOf } from "../../tools/slimBundle.ts";
import { libraryFile } from "../../web/scenarios/library/library.ts";
import { figureSvg } from "../../web/ui/charts/figureSvg.ts";
import { testCommand } from "../support/command.ts";

const command = testCommand();
const root = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("the version is that of package.json, and the changelog begins with it", () => {
  expect(VERSION).toBe((JSON.parse(root("package.json")) as { version: string }).version);
  expect(JSON.parse(versionOf(root("package.json")))).toEqual({ version: VERSION });
  expect((JSON.parse(root("package-lock.json")) as { version: string }).version).toBe(VERSION);
  const headings = Array.from(root("CHANGELOG.md").matchAll(/^## (.*)$/gm), ([, heading = ""]) => heading);
  expect(headings[0]).toBe("[Unreleased]");
  expect(headings[1]).toMatch(new RegExp(`^\\[${VERSION.replaceAll(".", "\\.")}\\] - \\d{4}-\\d\\d-\\d\\d$`));
  expect(root("CITATION.cff")).toContain(`\nversion: ${VERSION}\n`);
});

test("the command prints its version, and its JSON holds it", () => {
  expect(command.run("--version").output).toBe(`${VERSION}\n`);
  expect(command.run("--help").output).toContain(`irqscope ${VERSION}:`);
  expect(command.json("run", "figure-4", "--cycles", "10")).toMatchObject({ irqscope: VERSION });
  expect(command.json("sweep", "figure-4", "--set", "runCycles=10")).toMatchObject({ irqscope: VERSION });
  expect(command.json("papers", "--only", "000-entry")).toMatchObject({ irqscope: VERSION });
});

test("files that the page saves hold the version", () => {
  expect(JSON.parse(libraryFile([]))).toMatchObject({ irqscope: VERSION });
  const figure = {
    title: "Interrupt latency",
    unit: "",
    data: { columns: [], rows: [] },
    drawing: { kind: "shares", segments: [] },
  } as unknown as Parameters<typeof figureSvg>[0];
  expect(figureSvg(figure, () => "#000")).toContain(`<desc>irqscope ${VERSION}</desc>`);
});

test.each([
  ["18.20.4", true],
  ["20.18.3", true],
  ["v20.19.0", false],
  ["21.7.3", true],
  ["22.11.0", true],
  ["22.12.0", false],
  ["25.0.0", false],
])("Node %s is refused as too old: %s", (version, isOld) => {
  expect(tooOldText(version) !== undefined).toBe(isOld);
});

test("a Node that is too old is refused in one sentence before anything else", () => {
  const engines = JSON.parse(root("package.json")) as { readonly engines: { readonly node: string } };
  expect(engines.engines.node).toBe(ASKED_NODE);
  // Like Node 18: its version number, and no newer array functions.
  const old = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.4" } });
    for (const name of ["toSorted", "toSpliced", "toReversed", "with"]) delete Array.prototype[name];`;
  const preload = `data:text/javascript,${encodeURIComponent(old)}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", preload, command.bundle, "run", "figure-4"],
    { encoding: "utf8" },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: "",
    stderr: "error: irqscope needs Node 20 from 20.19 on, or Node 22.12 or later; this is Node 18.20.4\n",
  });
});
