/** Rows from others: which are accepted, the messages, and the longest allowed row. */
import { describe, expect, it } from "vitest";
import type { StudyPlan } from "../../lib/study/plan.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { rowFormat } from "../../lib/study/rowFormat.ts";
import { rowByteLimit, TakenRows } from "../../lib/study/takenRows.ts";
import { columnName } from "../../lib/sweep/column.ts";
import { planned } from "./support.ts";

const rowsOf = (plan: StudyPlan, value: number): readonly StudyRow[] =>
  plan.runs.map(({ point, seed }) => ({
    ...{ study: plan.study.name, studyHash: plan.studyHash, point: point.values, seed },
    metrics: Object.fromEntries(plan.metrics.map((metric) => [columnName(metric), value])),
    ...{ cycles: 5, stateHash: "0123456789abcdef", program: "1", model: "1", command: "irqscope sweep s" },
  }));

const FIELDS = {
  scenarios: ["ring-overflow"],
  axes: [{ kind: "field" as const, field: "rxRingFrames", name: "ring", values: [4, 8] }],
  seeds: { count: 2 },
  metrics: ["receive.loss in %", "interrupts"],
};

describe.each(["jsonl", "csv"] as const)("reading rows as %s", (kind) => {
  it.each<readonly [string, (line: string, plan: StudyPlan) => string, object]>([
    ["of a study", (line) => line, { kind: "twice", isSame: true, reason: "is a run that occurred earlier" }],
    [
      "with another result",
      (line) => line.replace("0123456789abcdef", "1123456789abcdef"),
      { kind: "twice", isSame: false, reason: "is a run that occurred earlier with another result" },
    ],
    [
      "of another study",
      (line, { studyHash }) => line.replace(studyHash, "0123456789abcdee"),
      { kind: "wrong", reason: expect.stringContaining("its hash is 0123456789abcdee, not ") },
    ],
    [
      "of a point that does not exist",
      (line) => (kind === "csv" ? line.replace(",4,1,", ",5,1,") : line.replace('"ring":4', '"ring":5')),
      { kind: "foreign", reason: "belongs to a point that the study does not have: ring=5" },
    ],
    [
      "of a seed that it does not have",
      (line) => (kind === "csv" ? line.replace(",4,1,", ",4,3,") : line.replace('"seed":1', '"seed":3')),
      { kind: "foreign", reason: "is of a seed that the study does not have" },
    ],
    [
      "of a seed that is not a number of a seed",
      (line) => (kind === "csv" ? line.replace(",4,1,", ",4,1.5,") : line.replace('"seed":1', '"seed":1.5')),
      { kind: "foreign", reason: "is of a seed that the study does not have" },
    ],
    [
      "with a number more",
      (line) =>
        kind === "csv" ? line.replace(",4,1,", ",4,1,99,") : line.replace('"metrics":{', '"metrics":{"x":9,'),
      { kind: "wrong", reason: expect.stringContaining("is not a row of this study") },
    ],
    ["that is not a row", () => "{", { kind: "wrong", reason: "is not a row of this study" }],
    [
      "nested without end",
      () => `${'{"point":'.repeat(2000)}{}${"}".repeat(2000)}`,
      { kind: "wrong", reason: "is not a row of this study" },
    ],
    ["without a character", () => "", { kind: "wrong", reason: "is not a row of this study" }],
  ])("refuses a line %s", async (_what, change, expected) => {
    const plan = await planned(FIELDS);
    const format = rowFormat(kind, plan);
    const lines = rowsOf(plan, 0.5).map((row) => format.line(row).slice(0, -1));
    const taken = new TakenRows(plan, format);
    for (const line of lines) expect(taken.take(line).kind).toBe("row");
    expect(taken.take(change(lines[0] ?? "", plan))).toMatchObject(expected);
    expect(taken.rows).toEqual(rowsOf(plan, 0.5));
  });

  it("accepts no row longer than the plan allows", async () => {
    const plan = await planned({
      ...FIELDS,
      axes: [
        {
          ...{ kind: "field" as const, field: "rxRingFrames", name: "\u{1f600}".repeat(20), values: [4, 8] },
          labels: ["é".repeat(80), '"'.repeat(80)],
        },
      ],
    });
    const format = rowFormat(kind, plan);
    const command = "\u0001".repeat(1000);
    for (const row of rowsOf(plan, -1.2345678901234567e-308)) {
      const line = format.line({ ...row, command, seed: Number.MAX_SAFE_INTEGER, cycles: 1e12 });
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(rowByteLimit(plan));
    }
    expect(rowByteLimit(plan)).toBeLessThan(32_768);
  });
});
