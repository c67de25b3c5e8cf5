/** `irqscope report`: its pages, and what it refuses. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();

test("report writes a run as a page with the command and its state hash", () => {
  const { exitCode } = command.run(
    "report",
    "ring-overflow",
    "--cycles",
    "200k",
    "--set",
    "rxRingFrames=4",
    "-o",
    "run.html",
  );
  expect(exitCode).toBe(0);
  const page = readFileSync(join(command.folder, "run.html"), "utf8");
  expect(page).toContain("irqscope run ring-overflow --set rxRingFrames=4 --cycles 200k");
  const { stateHash } = command.json(
    "run",
    "ring-overflow",
    "--set",
    "rxRingFrames=4",
    "--cycles",
    "200000",
  ) as {
    readonly stateHash: string;
  };
  expect(page).toContain(stateHash);
});

test("report compares two runs on standard output", () => {
  const { output, exitCode } = command.run(
    "report",
    "ring-overflow",
    "ring-overflow-three-contexts",
    "--cycles",
    "200k",
  );
  expect(exitCode).toBe(0);
  expect(output).toMatch(/^<!doctype html>/);
  expect(output).toContain("In what they differ");
});

const STUDY = {
  format: "irqscope-study",
  version: 1,
  name: "small",
  scenarios: ["ring-overflow"],
  set: { runCycles: 60_000 },
  axes: [{ kind: "field", field: "contexts", values: [1, 2, 9] }],
  seeds: { first: 4, count: 2 },
  metrics: ["receive.loss in %"],
};

test("report writes the same page from rows and from a bundle, and a point of a study as a run", () => {
  const study = command.file(
    "small.study.json",
    JSON.stringify({ ...STUDY, axes: [{ ...STUDY.axes[0], values: [1, 2] }] }),
  );
  command.run("sweep", study, "--out", "rows.jsonl");
  command.run("bundle", study, "--rows", "rows.jsonl", "-o", "small.zip");
  const { output } = command.run("report", study, "--rows", "rows.jsonl");
  expect(output).toContain("irqscope sweep small.study.json");
  expect(command.run("report", "small.zip").errors).toBe("");
  const figures = (text: string) => /<h2>What came of it.*?<h2>To run it again/s.exec(text)?.[0];
  expect(figures(command.run("report", "small.zip").output)).toBe(figures(output));

  const rows = readFileSync(join(command.folder, "rows.jsonl"), "utf8").trim().split("\n");
  const second = JSON.parse(rows[3] ?? "");
  expect(second.point).toEqual({ contexts: 2 });
  const run = command.json("run", study, "--point", "2", "--seed", "5") as { readonly stateHash: string };
  expect(run.stateHash).toBe(second.stateHash);
  const page = command.run("report", study, "--point", "2", "--seed", "5", "--warm-up", "10k").output;
  expect(page).toContain(second.stateHash);
  expect(page).toContain("50,000 cycles after a warm-up of 10,000");
  const scenario = command.run("point", study, "2", "--seed", "5").output;
  expect(command.json("run", command.file("second.json", scenario))).toMatchObject({
    stateHash: second.stateHash,
  });
  expect(command.run("export", "packets", study, "--point", "2").output).toContain(",delivered,eth0,");
  expect(command.run("point", study).output).toMatch(/^1 +contexts=1\n2 +contexts=2\n$/);
}, 60_000);

test("run of a study's point reports an invalid machine, and settings take whole objects", () => {
  const study = command.file(
    "nine.study.json",
    JSON.stringify({ ...STUDY, axes: [{ ...STUDY.axes[0], field: "machine.core.contexts" }] }),
  );
  expect(command.run("run", study, "--point", "2").errors).toContain("point 2, machine.core.contexts=2: ");
  expect(command.run("run", study, "--point", "4").errors).toContain("must be a whole number from 1 to 3");
  expect(command.run("run", "contexts-ring-rate").errors).toContain("is a study; --point N takes one");
  const resampled = command.run(
    "run",
    "capture",
    "--cycles",
    "100k",
    "--set",
    'traffic[0].resample={"blockEvents":50}',
  );
  expect(resampled.errors).not.toContain("error");
  const plain = command.json("run", "capture", "--cycles", "2M") as { readonly stateHash: string };
  const other = command.json(
    "run",
    "capture",
    "--cycles",
    "2M",
    "--set",
    'traffic[0].resample={"blockEvents":5}',
  );
  expect(other).not.toMatchObject({ stateHash: plain.stateHash });
  expect(command.run("run", "capture", "--set", 'traffic[0].resample={"block":5}').errors).toContain(
    "--set: traffic[0].resample: traffic[0].resample",
  );
  expect(command.run("run", "capture", "--set", "traffic[0].resample={").errors).toContain(
    "traffic[0].resample: is",
  );
});

test("report lists missed deadlines, counts the rest, and names frames inside at the warm-up's end", () => {
  const args = [
    "ring-overflow",
    "--cycles",
    "1M",
    "--warm-up",
    "200k",
    "--set",
    "protocol.deadlineNanoseconds=8000",
  ];
  const report = command.json("run", ...args, "--misses", "4") as {
    readonly deadlines: readonly { readonly misses: number; readonly firstMissedFrom: number }[];
    readonly misses: readonly { readonly from: number; readonly cycles: number }[];
    readonly missesMore: number;
    readonly framesInsideAtWarmUp: number;
  };
  const [kept] = report.deadlines;
  expect(report.misses).toHaveLength(4);
  expect(report.misses[0]?.from).toBe(kept?.firstMissedFrom);
  expect(report.missesMore).toBe((kept?.misses ?? 0) - 4);
  const { output } = command.run("run", ...args);
  expect(output).toContain(
    `and ${((kept?.misses ?? 0) - 10).toLocaleString("en-US")} more; --misses N lists them`,
  );
  expect(output).toContain(`frames in the machine when the warm-up ended: ${report.framesInsideAtWarmUp};`);
  const before = command.json("run", "ring-overflow", "--cycles", "200k") as {
    readonly receive: { readonly inFlight: number };
  };
  expect(report.framesInsideAtWarmUp).toBe(before.receive.inFlight);
});

describe("report refuses", () => {
  test.each([
    ["", "SCENARIO (a file or the id of a built-in one) is missing"],
    ["ring-overflow napi-budget coalescing", '"coalescing" is unexpected'],
    ["contexts-ring-rate --rows x.txt", "must end with .jsonl, .csv or .parquet"],
    ["contexts-ring-rate --rows x.csv --seed 3", "--seed: is for runs"],
    ["contexts-ring-rate", "is a study; --point N"],
    ["ring-overflow --cycles 0", "--cycles: must be a whole number from 1"],
  ])("%s", (line, message) => {
    const { errors, exitCode } = command.run("report", ...line.split(" ").filter((word) => word !== ""));
    expect(exitCode).toBe(2);
    expect(errors).toContain(message);
  });
});
