/** `--warm-up` of the short forms gives the numbers of an equal study and of `irqscope run`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testCommand } from "../support/command.ts";
import { long } from "../support/long.ts";

const command = testCommand();
const rowsIn = (name: string) =>
  readFileSync(join(command.folder, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const METRICS = ["receive.latency.p99 in us", "receive.loss in %", "interrupts"];
const SHOWN = METRICS.flatMap((metric) => ["--show", metric]);
const SET = ["--set", "runCycles=300000", "--set", "seed=1", "--set", "rxRingFrames=8,32"];
const STUDY = {
  format: "irqscope-study",
  version: 1,
  name: "warm",
  scenarios: ["ring-overflow"],
  set: { runCycles: 300_000 },
  warmUpCycles: 120_000,
  metrics: METRICS,
};

function studyRows(name: string, study: object): readonly Record<string, unknown>[] {
  command.file(`${name}.study.json`, JSON.stringify({ ...STUDY, ...study }));
  const verb = "search" in study ? "search" : "sweep";
  const { exitCode, errors } = command.run(verb, `${name}.study.json`, "--out", `${name}.jsonl`);
  expect(errors).toBe("");
  expect(exitCode).toBe(0);
  return rowsIn(`${name}.jsonl`);
}

describe("--warm-up excludes the first cycles from every number", () => {
  test("of a sweep, as in run and as warmUpCycles does in a study", () => {
    const study = studyRows("swept", {
      axes: [{ kind: "field", field: "rxRingFrames", values: [8, 32] }],
      seeds: { count: 1 },
    });
    const sweep = (...more: readonly string[]) =>
      JSON.parse(command.run("sweep", "ring-overflow", ...SET, ...SHOWN, ...more, "--json").output);
    const swept = sweep("--warm-up", "120k");
    expect(swept.warmUpCycles).toBe(120_000);
    expect(study).toHaveLength(2);
    for (const [index, row] of study.entries()) {
      const { metrics, cycles, stateHash } = swept.runs[index];
      expect({ metrics, cycles, stateHash }).toEqual({
        // A study also has the number of frames that a loss is a share of.
        metrics: Object.values(row.metrics as object).slice(0, metrics.length),
        cycles: row.cycles,
        stateHash: row.stateHash,
      });
    }
    const whole = sweep();
    expect(whole.runs[0].metrics).not.toEqual(swept.runs[0].metrics);
    expect(whole.runs[0].stateHash).toBe(swept.runs[0].stateHash);
    const run = [
      "run",
      "ring-overflow",
      "--set",
      "runCycles=300000",
      "--seed",
      "1",
      "--set",
      "rxRingFrames=32",
    ];
    const ran = JSON.parse(command.run(...run, ...SHOWN, "--warm-up", "120k", "--json").output);
    expect(ran.shown.map(({ value }: { value: unknown }) => value)).toEqual(swept.runs[1].metrics);
  });

  const ALSO_SEARCHES = long("A search runs the study that a sweep runs, here for 3 s of CPU.");
  test("of a search, in its rows and in the command that they name", ALSO_SEARCHES, () => {
    const study = studyRows("sought", {
      axes: [{ kind: "field", field: "rxRingFrames", values: "2..16" }],
      seeds: { count: 2 },
      search: { over: ["rxRingFrames"], goal: "minimize", of: "rxRingFrames", subjectTo: ["interrupts > 0"] },
    });
    const { errors } = command.run(
      ...["search", "ring-overflow", "--over", "rxRingFrames=2..16", "--minimize", "rxRingFrames"],
      ...["--where", "interrupts > 0", "--set", "runCycles=300000", "--seeds", "2", ...SHOWN],
      ...["--warm-up", "120k", "--out", "short.jsonl"],
    );
    expect(errors).toBe("");
    const short = rowsIn("short.jsonl");
    const numbers = (rows: readonly Record<string, unknown>[]) =>
      rows.map(({ point, seed, metrics, cycles, stateHash }) => ({
        point,
        seed,
        metrics,
        cycles,
        stateHash,
      }));
    expect(numbers(short)).toEqual(numbers(study));
    expect(short[0].command).toContain("--warm-up 120k");
  });

  test.each([
    [
      ["sweep", "ring-overflow", "--set", "runCycles=100000,200000", "--warm-up", "150k"],
      '--warm-up: must be below the length of the shortest run, 100000, not "150k"',
    ],
    [
      ["sweep", "ring-overflow", "--list", "--warm-up", "1"],
      "--list: only lists fields, so it cannot be combined with --warm-up",
    ],
    [["sweep", "contexts-ring-rate", "--warm-up", "1"], "--warm-up: is an option of the short form"],
    [["search", "contexts-ring-rate", "--warm-up", "1"], "--warm-up: is an option of the short form"],
    [
      [
        ...["search", "ring-overflow", "--over", "rxRingFrames=2..4", "--minimize", "rxRingFrames"],
        ...["--set", "runCycles=1000", "--warm-up", "1000"],
      ],
      "--warm-up: must be below the run length, 1000",
    ],
    [
      ["compile", "one-packet", "--cycles", "10", "--warm-up", "10"],
      "--warm-up: must be a whole number from 0 to 9",
    ],
  ])("--warm-up: %s is refused", (words, message) => {
    const { exitCode, output, errors } = command.run(...words);
    expect([exitCode, output]).toEqual([2, ""]);
    expect(errors).toContain(message);
  });
});
