/** Bundles from others: verify names missing and additional rows, opens nothing but the ZIP file, and takes no more
 * memory than the plan of the study needs. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { beforeAll, describe, expect, it, test } from "vitest";
import { bundleOf } from "../../cli/study/bundle.ts";
import { expectStudy, type LoadedStudy, wholeStudy } from "../../cli/study/loadStudy.ts";
import { openBundle } from "../../cli/study/openBundle.ts";
import { sha256Of } from "../../lib/labs/digest.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { jsonLinesFormat } from "../../lib/study/rowFormat.ts";
import { testCommand } from "../support/command.ts";

const command = testCommand();

const STUDY = {
  format: "irqscope-study",
  version: 1,
  name: "crafted",
  scenarios: ["ring-overflow"],
  set: { runCycles: 20_000 },
  axes: [{ kind: "field", field: "rxRingFrames", name: "ring", values: [4, 8] }],
  seeds: { count: 3 },
  metrics: ["receive.delivered"],
};

let loaded: LoadedStudy;
let rows: readonly StudyRow[];
let files: Readonly<Record<string, Uint8Array>>;

beforeAll(async () => {
  const study = command.file("c.study.json", JSON.stringify(STUDY));
  const { exitCode, errors } = command.run("sweep", study, "--out", "c.jsonl");
  if (exitCode !== 0) throw new Error(errors);
  loaded = await expectStudy(join(command.folder, study));
  const format = jsonLinesFormat(loaded.plan);
  rows = readFileSync(join(command.folder, "c.jsonl"), "utf8")
    .split("\n")
    .flatMap((line) => format.read(line) ?? []);
  expect(rows).toHaveLength(6);
  files = unzipSync(bundleOf(loaded, rows, false));
}, 60_000);

/** The bundle that irqscope would make from these rows, with a matching summary and hashes. */
function withRows(name: string, of: readonly StudyRow[]): string {
  return command.file(name, bundleOf(loaded, of, false));
}

/** The bundle with these parts and matching hashes. */
function withParts(name: string, parts: Readonly<Record<string, Uint8Array>>, manifest: object = {}): string {
  const old = JSON.parse(strFromU8(files["manifest.json"] ?? new Uint8Array()));
  const hashes = Object.fromEntries(Object.entries(parts).map(([part, bytes]) => [part, sha256Of(bytes)]));
  const fitting = { ...old, sha256: { ...old.sha256, ...hashes }, ...manifest };
  const all = { ...files, "manifest.json": strToU8(JSON.stringify(fitting)), ...parts };
  return command.file(name, zipSync(all, { level: 9 }));
}

const oldHashes = (): object => JSON.parse(strFromU8(files["manifest.json"] ?? new Uint8Array())).sha256;
const rowsText = (): string => strFromU8(files["results.jsonl"] ?? new Uint8Array());
const studyJson = () => JSON.parse(strFromU8(files["study.json"] ?? new Uint8Array()));
const withStudy = (name: string, study: object, manifest: object = {}): string =>
  withParts(name, { "study.json": strToU8(JSON.stringify({ ...studyJson(), ...study })) }, manifest);

describe("irqscope verify, given rows that differ from the plan,", () => {
  test("reports the rows of an omitted seed, though summary and hashes are consistent", () => {
    const cherry = withRows(
      "cherry.zip",
      rows.filter(({ seed }) => seed !== 1),
    );
    const { exitCode, output } = command.run("verify", cherry);
    expect(exitCode).toBe(1);
    expect(output).toMatch(
      /^cherry\.zip: crafted: 4 of the 6 runs that the study asks for; missing: ring=4 seed=1, ring=8 seed=1; 4 of 4 runs run again: all have the same state hash and numbers; the summary matches the rows \(/,
    );
    const { output: json } = command.run("verify", cherry, "--json");
    expect(JSON.parse(json)).toMatchObject({
      ...{ asked: 6, runs: 4, missing: ["ring=4 seed=1", "ring=8 seed=1"], unasked: [] },
      summary: "same",
    });
    expect(command.run("report", cherry)).toMatchObject({
      ...{ exitCode: 2, output: "" },
      errors:
        "error: cherry.zip: results.jsonl: has 4 of the 6 runs that the study asks for; missing: ring=4 seed=1, ring=8 seed=1\n",
    });
  });

  test("names the lines of rows outside the study and of repeated rows", () => {
    const [first = ""] = rowsText().split("\n");
    const more = [first, first.replace('"seed":1', '"seed":77'), first.replace('"ring":4', '"ring":5')];
    const other = withParts("other.zip", {
      "results.jsonl": strToU8(rowsText() + more.map((line) => `${line}\n`).join("")),
    });
    expect(command.run("verify", other).errors).toContain("has 9 rows, and the manifest says 6");
    const told = withParts(
      "told.zip",
      { "results.jsonl": strToU8(rowsText() + more.map((line) => `${line}\n`).join("")) },
      { runs: 9 },
    );
    const { exitCode, output } = command.run("verify", told);
    expect(exitCode).toBe(1);
    expect(output).toContain("all 6 runs that the study asks for are present; 3 rows more");
    expect(output).toContain("\n  results.jsonl: line 7: is a run that occurred earlier\n");
    expect(output).toContain("\n  results.jsonl: line 8: is of a seed that the study does not have\n");
    expect(output).toContain(
      "\n  results.jsonl: line 9: belongs to a point that the study does not have: ring=5\n",
    );
    expect(command.run("report", told).errors).toContain("line 7: is a run that occurred earlier");
  });

  it.each<readonly [string, (text: string) => string, string]>([
    [
      "a number that the study does not measure",
      (text) => text.replace('"metrics":{', '"metrics":{"latency":1,'),
      "results.jsonl: line 1: is not a row of this study as irqscope writes it",
    ],
    [
      "another program",
      (text) => text.replaceAll(/"program":"/g, '"program":"9'),
      "results.jsonl: has a row of another version or command than the manifest",
    ],
    ["an empty line", (text) => `\n${text}`, "results.jsonl: line 1: is not a row of this study"],
    [
      "a row of another study",
      (text) => text.replace(/"studyHash":"./, '"studyHash":"_'),
      "results.jsonl: line 1: is of another study",
    ],
  ])("refuses %s", (_what, change, reason) => {
    const bad = withParts("bad.zip", { "results.jsonl": strToU8(change(rowsText())) });
    const { exitCode, errors } = command.run("verify", bad);
    expect(exitCode).toBe(2);
    expect(errors).toContain(`error: bad.zip: ${reason}`);
  });
});

describe("irqscope verify, given a name outside the ZIP file,", () => {
  it.each(["/etc/passwd", "../crafted.json", "pipe", "ring-overflow", "-"])("refuses %s", (from) => {
    if (!existsSync(join(command.folder, "pipe"))) command.shell("mkfifo pipe");
    for (const scenarios of [[from], [{ name: "x", from }]]) {
      const { exitCode, errors } = command.run("verify", withStudy("named.zip", { scenarios }));
      expect(exitCode).toBe(2);
      expect(errors).toBe(
        "error: named.zip: study.json: scenarios[0]: is not a scenario but the name of one\n",
      );
    }
  });

  it("refuses a linked file that a scenario names", () => {
    const [{ name, scenario }] = studyJson().scenarios;
    const routines = [{ name: "r", kind: "program", program: { elf: "file:pipe" } }];
    const scenarios = [{ name, scenario: { ...scenario, software: { ...scenario.software, routines } } }];
    const { exitCode, errors } = command.run("verify", withStudy("elf.zip", { scenarios }));
    expect(exitCode).toBe(2);
    expect(errors).toContain("names a file: the command irqscope reads it (irqscope embed)");
  });
});

describe("irqscope verify, given texts from a bundle,", () => {
  const ESCAPE = "\u001b[2J";
  it.each(["study", "command", "program", "model"])(
    "refuses control characters in %s of the manifest",
    (field) => {
      for (const character of [ESCAPE, "\u009b2J", "\u202e", "a\nb"]) {
        const { exitCode, errors } = command.run("verify", withParts("esc.zip", {}, { [field]: character }));
        expect(exitCode).toBe(2);
        expect(errors).toBe(`error: esc.zip: manifest.json: ${field}: holds a control character\n`);
      }
    },
  );

  it.each([
    [{ studyHash: "x" }, "studyHash: must be 16 of the digits 0 to 9 and a to f"],
    [{ runs: 0 }, "runs: must be at least 1"],
    [{ sha256: { "study.json": 5 } }, 'sha256["study.json"]: must be a text, not 5'],
    [{ sh256: {} }, 'sh256: is not a known field; did you mean "sha256"?'],
  ])("names the field of the manifest and what it allows: %j", (manifest, reason) => {
    const { exitCode, errors } = command.run("verify", withParts("field.zip", {}, manifest));
    expect([exitCode, errors]).toEqual([2, `error: field.zip: manifest.json: ${reason}\n`]);
  });

  it("refuses a file that no manifest of a bundle can list", () => {
    const more = withParts("more.zip", { "paper.pdf": strToU8("x") }, { sha256: oldHashes() });
    expect(command.run("verify", more)).toMatchObject({
      ...{ exitCode: 2, output: "" },
      errors: "error: more.zip: is not a bundle: has paper.pdf, which does not belong in a bundle\n",
    });
  });

  it("refuses a study whose name differs from the manifest", () => {
    expect(command.run("verify", withParts("name.zip", {}, { study: "another" })).errors).toBe(
      'error: name.zip: study.json: is called "crafted", and the manifest says "another"\n',
    );
  });

  it("escapes the name of the file", () => {
    writeFileSync(join(command.folder, `x${ESCAPE}.zip`), bundleOf(loaded, rows, false));
    const { exitCode, output } = command.run("verify", `x${ESCAPE}.zip`, "--sample", "1");
    expect(exitCode).toBe(0);
    expect(output).not.toContain("\u001b");
    expect(output).toMatch(/^x\\u001b\[2J\.zip: crafted: all 6 runs/);
    const json = command.run("verify", `x${ESCAPE}.zip`, "--sample", "1", "--json").output;
    expect(json).not.toContain("\u001b");
    expect(JSON.parse(json).file).toBe(`x${ESCAPE}.zip`);
  });
});

describe("irqscope verify, given runs of many cycles,", () => {
  const long = (runCycles: number): string => {
    const study = { ...studyJson(), set: { runCycles } };
    const { studyHash } = wholeStudy("long", study).plan;
    const lines = rowsText().replaceAll(/"studyHash":"\w+"/g, `"studyHash":"${studyHash}"`);
    const parts = { "study.json": strToU8(JSON.stringify(study)), "results.jsonl": strToU8(lines) };
    return withParts("long.zip", parts, { studyHash });
  };

  it("refuses more than 100G cycles in total before it runs any", () => {
    const refused = (runs: string, cycles: number, limit: number) => ({
      ...{ exitCode: 2, output: "" },
      errors: `error: long.zip: has ${runs} with ${cycles} cycles in total, above the limit of ${limit}; use --sample N to repeat fewer runs, or --cycles ${cycles} to repeat all\n`,
    });
    const file = long(1e12);
    expect(command.run("verify", file)).toEqual(refused("6 runs", 6e12, 100e9));
    expect(command.run("verify", file, "--sample", "1")).toEqual(refused("one run", 1e12, 100e9));
  });

  it("runs as many cycles as --cycles allows", () => {
    const file = withRows("short.zip", rows);
    const errors = command.run("verify", file, "--cycles", "119999").errors;
    expect(errors).toContain("has 6 runs with 120000 cycles in total, above the limit of 119999");
    expect(command.run("verify", file, "--cycles", "120k").exitCode).toBe(0);
    expect(command.run("verify", file, "--cycles", "119999", "--sample", "5").exitCode).toBe(0);
  });
});

/** Inflation stops at the limit of each part. The files would take 8 MB to 40 MB. */
describe("irqscope verify, given a part over its size limit,", () => {
  const blanks = (megabytes: number, byte: string) =>
    new Uint8Array(megabytes << 20).fill(byte.charCodeAt(0));
  it.each<readonly [string, Uint8Array, string]>([
    ["manifest.json", blanks(8, "["), "has manifest.json with more than 65536 bytes"],
    ["README.txt", blanks(8, " "), "has README.txt with more than 65536 bytes"],
    ["study.json", blanks(33, " "), "has study.json with more than 33554432 bytes"],
    ["results.jsonl", blanks(40, "\n"), "has results.jsonl with more than "],
  ])("refuses %s", async (part, bytes, reason) => {
    const file = withParts("bomb.zip", { [part]: bytes });
    const packed = new Uint8Array(readFileSync(join(command.folder, file)));
    expect(packed.length).toBeLessThan(bytes.length / 100);
    await expect(openBundle(file, packed)).rejects.toThrow(reason);
  });

  it.each<readonly [string, string, string]>([
    [
      "a line",
      `{"study":"${"x".repeat(200_000)}`,
      "results.jsonl: line 1: is longer than any row of this study",
    ],
    ["lines of nothing", "\n".repeat(200_000), "results.jsonl: line 1: is not a row of this study"],
  ])("refuses %s within the limit", async (_what, text, reason) => {
    const file = withParts("lines.zip", { "results.jsonl": strToU8(text) });
    const packed = new Uint8Array(readFileSync(join(command.folder, file)));
    await expect(openBundle(file, packed)).rejects.toThrow(reason);
  });
});

test("the report of an incomplete sweep names the missing rows", () => {
  const some = command.file("some.jsonl", rowsText().split("\n").slice(0, 4).join("\n").concat("\n"));
  const { exitCode, errors, output } = command.run("report", "c.study.json", "--rows", some);
  expect(exitCode).toBe(0);
  expect(errors).toBe(
    "warning: some.jsonl: has 4 of the 6 runs that the study asks for; missing: ring=8 seed=2, ring=8 seed=3\n",
  );
  expect(output).toContain("4 of the 6 that the study asks for");
  const more = command.file("more.jsonl", rowsText().replace('"ring":4', '"ring":5'));
  expect(command.run("report", "c.study.json", "--rows", more).errors).toContain(
    "more.jsonl: line 1: belongs to a point that the study does not have: ring=5",
  );
  expect(command.run("sweep", "c.study.json", "--out", more, "--resume").errors).toContain(
    "more.jsonl: line 1: belongs to a point that the study does not have: ring=5",
  );
});
