/** The user's own measures: which are accepted, which are refused and why, and how values are shown and saved. */
import { describe, expect, it } from "vitest";
import { measured } from "../../../cli/runMetrics.ts";
import { EXAMPLES, exampleColumns } from "../../../lib/sweep/column.ts";
import { BUILTIN_SCENARIOS } from "../../../scenarios/index.ts";
import {
  measureRows,
  measureText,
  newMeasure,
  suggestedMeasures,
} from "../../../web/simulate/metrics/measures.ts";
import { build, builtin, openCore } from "../../boundary/support.ts";

const ring = { ...(await builtin("ring-overflow")), runCycles: 2_000_000 };
const ran = measured(build(await openCore(), ring), ring, 0).measured;

describe("a typed measure", () => {
  it.each([
    ["", "enter a measure"],
    ["   ", "enter a measure"],
    ["nope.at.all", "at 1: no metric nope.at.all"],
    ["1 + interupts", "at 5: no metric interupts. Did you mean interrupts?"],
    ["ipc +", "at 6: expected a number, a metric or a bracket"],
    ["ipc in us", "does not measure us: it is a plain number"],
    ["ipc > 1 in %", "is a condition, which has no unit"],
    ["receive.rate", "receive.rate in Mb/s is already in the list"],
  ])("is refused at its field: %j", (text, message) => {
    expect(newMeasure(ring, text, ["receive.rate in Mb/s"])).toEqual({ ok: false, message });
  });

  it("is taken without surrounding blanks, even if another does not fit this scenario", () => {
    expect(newMeasure(ring, " receive.loss < 1 % ", ['nic["gone"].receive.loss'])).toEqual({
      ...{ ok: true, text: "receive.loss < 1 %" },
    });
  });

  it("may be any suggested one", () => {
    const names = suggestedMeasures(ring);
    expect(names).toContain("interrupt.latency.p99");
    for (const name of names) expect(newMeasure(ring, name, []).ok, name).toBe(true);
  });
});

it("each built-in scenario gets two or three example measures that fit", async () => {
  for (const { id } of BUILTIN_SCENARIOS) {
    const scenario = await builtin(id);
    const examples = exampleColumns(scenario);
    expect(examples.length, id).toBeGreaterThan(0);
    expect(examples.length, id).toBeLessThan(4);
    for (const key of examples)
      expect(newMeasure(scenario, EXAMPLES[key], []), `${id} ${key}`).toMatchObject({ ok: true });
  }
});

describe("the list of own measures", () => {
  const texts = [
    "interrupts",
    "interrupt.latency.p95",
    "receive.loss < 1 %",
    "send.latency.p50 in us",
    "disk.busy",
  ];
  const rows = measureRows(ring, texts, ran);

  it("has the value of each, or the reason why it does not fit", () => {
    expect(rows.map((row) => ("fault" in row ? row.fault : row.name))).toEqual([
      "interrupts",
      "interrupt.latency.p95 in us",
      "receive.loss < 1 %",
      "send.latency.p50 in us",
      "at 1: no metric disk.busy",
    ]);
    const shown = rows.flatMap((row) => ("fault" in row ? [] : [measureText(row)]));
    expect(shown[0]).toBe(String(ran.counters.interrupts));
    expect(shown[1]).toMatch(/^\d+\.\d+.µs$/);
    expect(shown.slice(2)).toEqual(["no", "–"]);
  });

  it("has no values before anything is counted", () => {
    const empty = measureRows(ring, texts, undefined);
    expect(empty.flatMap((row) => ("fault" in row ? [] : [measureText(row)]))).toEqual(["–", "–", "–", "–"]);
  });
});
