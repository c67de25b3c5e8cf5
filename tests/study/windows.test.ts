/** Windows of a capture: the events within each, its length, and one value of the means for each. */
import { expect, test } from "vitest";
import { pairedDifference } from "../../lib/metrics/paired.ts";
import { planStudy, type StudyPlan } from "../../lib/study/plan.ts";
import { rulesOf, shownColumns, shownPoints } from "../../lib/study/replicates.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { summarise } from "../../lib/study/summary.ts";
import { planSummary, summaryJson, summaryOf } from "../../lib/study/summaryJson.ts";
import { summaryNotes } from "../../lib/study/summaryNotes.ts";
import { studyWarnings } from "../../lib/study/warnings.ts";
import { withWindow } from "../../lib/study/windows.ts";
import { columnName } from "../../lib/sweep/column.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { parseStudy } from "../../scenarios/study/parse.ts";
import { builtin } from "../boundary/support.ts";
import { study } from "./support.ts";

/** Frames at these microseconds, with sizes that identify them. */
async function recorded(micros: readonly number[], traffic: object = {}): Promise<Scenario> {
  const base = await builtin("ring-overflow");
  const parsed = parseScenario({
    ...base,
    runCycles: 5_000_000,
    machine: { ...base.machine, clockHertz: 100e6 },
    traffic: [
      {
        ...{ kind: "trace", loop: "open", nic: base.machine.nics[0]?.name },
        events: {
          timesNanoseconds: micros.map((one) => 1000 * one),
          sizesBytes: micros.map((_, at) => 100 + at),
          directions: "r".repeat(micros.length),
          flows: micros.map((_, at) => at),
        },
        ...traffic,
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

const MICROS = [0, 999, 1000, 1500, 2100, 3990];
const WINDOWS = { kind: "windows", milliseconds: 1 } as const;
const CAPTURE = { scenarios: ["mine"], metrics: ["receive.loss in %"], axes: [WINDOWS] };

function planOf(scenario: Scenario, fields: Partial<Parameters<typeof study>[0]> = {}): StudyPlan {
  const planned = planStudy(study({ ...CAPTURE, ...fields }), new Map([["mine", scenario]]));
  if (!planned.ok) throw new Error(planned.errors.map(({ field, message }) => `${field}: ${message}`).join());
  return planned.plan;
}

const eventsOf = (scenario: Scenario | undefined) => {
  const one = scenario?.traffic[0];
  if (one?.kind !== "trace" || one.loop !== "open") throw new Error("no capture");
  return one.events;
};

test("each window has the events within it, from its own begin, and a run of its length", async () => {
  const plan = planOf(await recorded(MICROS));
  expect(plan.points.map(({ values }) => values)).toEqual([1, 2, 3, 4].map((window) => ({ window })));
  expect(plan.points.map(({ scenario }) => eventsOf(scenario).timesNanoseconds)).toEqual([
    [0, 999_000],
    [0, 500_000],
    [100_000],
    [990_000],
  ]);
  expect(plan.points.map(({ scenario }) => eventsOf(scenario).sizesBytes)).toEqual([
    [100, 101],
    [102, 103],
    [104],
    [105],
  ]);
  expect(eventsOf(plan.points[1]?.scenario)).toMatchObject({ directions: "rr", flows: [2, 3] });
  expect(plan.points.map(({ scenario }) => scenario.runCycles)).toEqual([1e5, 1e5, 1e5, 1e5]);
});

test("clock and scale change the length of a window, but a run length of the study stays", async () => {
  const lengths = ({ points }: StudyPlan) => points.slice(0, 2).map(({ scenario }) => scenario.runCycles);
  const capture = await recorded(MICROS, { timeScalePermille: 3000 });
  expect(lengths(planOf(capture))).toEqual([3e5, 3e5]);
  expect(lengths(planOf(capture, { set: { clockHertz: 50e6 } }))).toEqual([1.5e5, 1.5e5]);
  expect(lengths(planOf(capture, { set: { runCycles: 7000 } }))).toEqual([7000, 7000]);
});

test("a window is extracted once, whatever else the study varies", async () => {
  const capture = await recorded(MICROS);
  expect(withWindow(capture, 1, 2)).toBe(withWindow(capture, 1, 2));
  const plan = planOf(capture, {
    axes: [{ kind: "field", field: "rxRingFrames", name: "ring", values: [4, 8] }, WINDOWS],
  });
  const ofWindow = plan.points.filter(({ values }) => values.window === 2);
  expect(eventsOf(ofWindow[0]?.scenario).sizesBytes).toBe(eventsOf(ofWindow[1]?.scenario).sizesBytes);
});

test("bytes of frames stay with their window", async () => {
  const bytes = { lengthsBytes: [2, 0, 1, 3, 0, 1], base64: btoa("abcdefg") };
  const capture = await recorded(MICROS);
  const withBytes = {
    ...capture,
    traffic: [{ ...capture.traffic[0], events: { ...eventsOf(capture), bytes } }],
  } as Scenario;
  expect(eventsOf(withWindow(withBytes, 1, 2)).bytes).toEqual({ lengthsBytes: [1, 3], base64: btoa("cdef") });
});

const rowOf = (point: StudyRow["point"], seed: number, loss: number, offered = 100): StudyRow => ({
  ...{ study: "s", studyHash: "0", point, seed },
  metrics: { "receive.loss in %": loss, "receive.offered": offered },
  ...{ cycles: 1, stateHash: "h", program: "1", model: "1", command: "c" },
});

test("each window is one value of the means, with the mean over its seeds, and pairs are of one window", async () => {
  const plan = planOf(await recorded(MICROS), {
    axes: [{ kind: "field", field: "rxRingFrames", name: "ring", values: [4, 8] }, WINDOWS],
    seeds: { count: 2 },
  });
  const losses = { 4: [10, 20, 30, 60], 8: [4, 15, 26, 51] };
  const rows = plan.runs.map(({ point, seed }) => {
    const of = losses[point.values.ring as 4 | 8][Number(point.values.window) - 1] ?? 0;
    return rowOf(point.values, seed, of + (seed === 1 ? 1 : -1));
  });
  const summary = planSummary(plan, rows.toReversed());
  expect(shownColumns(plan)).toEqual(["ring"]);
  expect(shownPoints(plan).map(({ values }) => values)).toEqual([{ ring: 4 }, { ring: 8 }]);
  const [four] = summary.points.filter(({ point }) => point.ring === 4);
  expect(four).toMatchObject({ point: { ring: 4 }, seeds: [1, 2], runs: 8 });
  expect(four?.metrics["receive.loss in %"]).toMatchObject({ count: 4, mean: 30, basis: "windows" });
  expect(four?.metrics["receive.loss in %"]?.deviation).toBeCloseTo(21.602_468_99, 6);
  const difference = summary.differences[0]?.metrics["receive.loss in %"];
  const byHand = pairedDifference(losses[4], losses[8]);
  expect(Math.abs(difference?.difference ?? 0)).toBeCloseTo(6, 9);
  expect(difference).toMatchObject({ pairs: 4, halfWidth: byHand.halfWidth, verdict: byHand.verdict });
  expect(summaryNotes(plan, rows, summary)[0]).toContain("over 4 windows");
  const json = summaryJson(summaryOf(plan, rows, "c"));
  expect(json.points[0]).toMatchObject({ basis: "windows", runs: 8, seeds: 2 });
});

test("a study of windows has one seed without a warning, and no stop rule and no search", async () => {
  const capture = await recorded(MICROS);
  expect(studyWarnings(planOf(capture, { seeds: { count: 3 } }))).toEqual([]);
  const refusal = (fields: object) => {
    const read = parseStudy({ format: "irqscope-study", version: 1, name: "s", ...CAPTURE, ...fields });
    return read.ok ? "" : read.errors.map(({ field, message }) => `${field}: ${message}`).join("\n");
  };
  const stop = { metric: "receive.loss in %", halfWidth: 1 };
  expect(refusal({ stop })).toContain("stop: adds seeds, but the intervals are over windows");
  const search = { over: ["window"], goal: "minimize", of: "window" };
  expect(refusal({ search })).toContain("search: cannot be combined with an axis of kind windows");
  expect(refusal({ axes: [WINDOWS, { ...WINDOWS, name: "again" }] })).toContain(
    "axes[1]: must not be a second axis of",
  );
});

test("a study that has no windows is refused with a reason", async () => {
  const refused = (scenario: Scenario, axis: object = WINDOWS) => {
    const found = planStudy(
      study({ ...CAPTURE, axes: [axis as typeof WINDOWS] }),
      new Map([["mine", scenario]]),
    );
    return found.ok ? "" : found.errors.map(({ field, message }) => `${field}: ${message}`).join();
  };
  expect(refused(await builtin("ring-overflow"))).toBe(
    "axes[0]: needs traffic of kind trace, with loop open: a capture",
  );
  expect(refused(await recorded(MICROS), { ...WINDOWS, milliseconds: 2.5 })).toBe(
    "axes[0]: of 2.5 ms: the capture lasts 0.00399 s, and two windows are the least",
  );
});

test("the notes say where worstOf has no estimate, and why", async () => {
  const scenario = await builtin("ring-overflow");
  const maxima = ["receive.latency.maximum", "interrupt.latency.maximum"];
  const notesOf = (metrics: string[], count: number, maximumOf = (seed: number, _name: string) => seed) => {
    const plan = planOf(scenario, { axes: [], metrics, seeds: { count }, worstOf: 100 });
    const rows = plan.runs.map(({ point, seed }) => {
      const names = plan.metrics.map(columnName);
      const measured = Object.fromEntries(names.map((name) => [name, maximumOf(seed, name)]));
      return { ...rowOf(point.values, seed, 0), metrics: measured };
    });
    return summaryNotes(plan, rows, planSummary(plan, rows)).filter((note) => note.includes("worstOf"));
  };
  const missing = (count: number) => [
    `worstOf: ${count} of 2 maxima have no estimate of the latency that one of 100 runs exceeds. An estimate needs 20 independent runs whose maxima are not all equal.`,
  ];
  expect(notesOf(maxima, 20)).toEqual([]);
  expect(notesOf(maxima, 19)).toEqual(missing(2));
  expect(notesOf(maxima, 20, (seed, name) => (name.startsWith("receive") ? seed : 7))).toEqual(missing(1));
  expect(notesOf(["busy"], 20)).toEqual(["worstOf has no effect: no metric is a maximum of latencies."]);
});

const resampled = () => recorded(MICROS, { resample: { blockEvents: 2 } });

test("seeds that draw from one capture do not count as independent runs", async () => {
  const capture = await resampled();
  const axes = [{ kind: "field" as const, field: "rxRingFrames", name: "ring", values: [4, 8] }];
  const plan = planOf(capture, { axes, seeds: { count: 4 } });
  const rows = plan.runs.map(({ point, seed }) =>
    rowOf(
      point.values,
      seed,
      (point.values.ring === 4 ? 12 : 10) + (seed % 2) * (point.values.ring === 4 ? 2 : 1),
    ),
  );
  const summary = planSummary(plan, rows);
  const independent = summarise(rows, "ring");
  const loss = summary.points[0]?.metrics["receive.loss in %"];
  expect(loss).toMatchObject({ basis: "resampled", mean: 13 });
  expect(loss?.simulationError).toBe(independent.points[0]?.metrics["receive.loss in %"]?.halfWidth);
  expect(loss?.halfWidth).toBeGreaterThan(2 * (loss?.simulationError ?? 0));
  const of = (one: typeof summary) => one.differences[0]?.metrics["receive.loss in %"];
  // Differences -3 and -2 are shown by four independent seeds, and also by four replicates, whose range is wider by
  // sqrt(5).
  expect(of(summary)?.halfWidth).toBeCloseTo(Math.sqrt(5) * (of(independent)?.halfWidth ?? 0), 9);
  expect(of(summary)?.simulationError).toBe(of(independent)?.halfWidth);
  expect(summaryNotes(plan, rows, summary).join("\n")).toContain("more seeds do not make it narrower");
  const stop = { metric: "receive.loss in %", halfWidth: 1 };
  expect(() => planOf(capture, { axes, seeds: { count: 4 }, stop })).toThrow(
    "stop: adds seeds until an interval is narrow, and with resample no seed makes the range for such traffic narrower",
  );
  expect(rulesOf(plan).about("receive.loss in %", { ring: 4 }).amount).toEqual({
    ...{ kind: "share", of: "receive.offered" },
  });
});
