/** The runs that a study requests, given existing rows. A stop rule and a search request the same runs as when the rows
 * were made. */
import { describe, expect, it } from "vitest";
import { askedRuns, missingText } from "../../lib/study/askedRuns.ts";
import { runsOf, type StudyPlan, type StudyPoint } from "../../lib/study/plan.ts";
import { rowKey, type StudyRow } from "../../lib/study/row.ts";
import { completeRows, searchCases, searchStep } from "../../lib/study/search.ts";
import { pointSeedsWanted } from "../../lib/study/seeds.ts";
import { columnName } from "../../lib/sweep/column.ts";
import { planned } from "./support.ts";

type ValueOf = (point: StudyPoint, seed: number) => number;

function rowWith(plan: StudyPlan, point: StudyPoint, seed: number, value: number): StudyRow {
  return {
    ...{ study: plan.study.name, studyHash: plan.studyHash, point: point.values, seed },
    metrics: Object.fromEntries(plan.metrics.map((metric) => [columnName(metric), value])),
    ...{ cycles: 1, stateHash: "0123456789abcdef", program: "1", model: "1", command: "irqscope sweep s" },
  };
}

/** All runs of a point, batch by batch, as a stop rule requests them. */
function runPoint(plan: StudyPlan, point: StudyPoint, measuredAt: ValueOf): readonly StudyRow[] {
  const rows = new Map<number, StudyRow>();
  for (;;) {
    const wanted = pointSeedsWanted(plan, point, (seed) => rows.get(seed));
    const missing = runsOf(plan, point, 0, wanted).filter(({ seed }) => !rows.has(seed));
    if (missing.length === 0) return [...rows.values()];
    for (const { seed } of missing) rows.set(seed, rowWith(plan, point, seed, measuredAt(point, seed)));
  }
}

function runSearch(plan: StudyPlan, measuredAt: ValueOf): readonly StudyRow[] {
  const rows = new Map<string, StudyRow>();
  for (const one of searchCases(plan))
    for (;;) {
      const step = searchStep(plan, one, completeRows(plan, rows));
      if (step.kind === "done") break;
      for (const point of step.points)
        for (const row of runPoint(plan, point, measuredAt)) rows.set(rowKey(row), row);
    }
  return [...rows.values()];
}

const ringOf = ({ values }: StudyPoint): number => Number(values.rxRingFrames);
const RINGS = { kind: "field", field: "rxRingFrames" } as const;

describe("a study of all points and seeds", () => {
  const fields = {
    scenarios: ["ring-overflow"],
    axes: [{ ...RINGS, values: [4, 8, 16, 32] }],
    seeds: { count: 6 },
    metrics: ["receive.loss in %"],
  };

  it("requests each run, and names the missing ones", async () => {
    const plan = await planned(fields);
    const rows = plan.points.flatMap((point) => runPoint(plan, point, () => 1));
    expect(askedRuns(plan, rows, false)).toEqual({ count: 24, missing: [], unasked: [] });
    const without = rows.filter(({ seed }) => seed !== 1);
    expect(missingText(askedRuns(plan, without, false))).toBe(
      "20 of the 24 runs that the study asks for; missing: rxRingFrames=4 seed=1, rxRingFrames=8 seed=1, rxRingFrames=16 seed=1, rxRingFrames=32 seed=1",
    );
    expect(missingText(askedRuns(plan, [], false))).toMatch(
      /^0 of the 24 runs .* missing: rxRingFrames=4 seed=1, .* and 4 more$/,
    );
  });

  it("uses different seeds for each point if the study says so", async () => {
    const plan = await planned({ ...fields, commonSeeds: false });
    const rows = plan.points.flatMap((point) => runPoint(plan, point, () => 1));
    expect(new Set(rows.map(({ seed }) => seed)).size).toBe(24);
    expect(askedRuns(plan, rows, false)).toEqual({ count: 24, missing: [], unasked: [] });
    const moved = rows.map((row) => (row.seed === 24 ? { ...row, seed: 1 } : row));
    const { missing, unasked } = askedRuns(plan, moved, false);
    expect(missing).toEqual([{ point: { rxRingFrames: 32 }, seed: 24 }]);
    expect(unasked.map(({ seed }) => seed)).toEqual([1]);
  });
});

describe("a stop rule for seeds", () => {
  const fields = {
    scenarios: ["ring-overflow"],
    axes: [{ ...RINGS, values: [4, 8] }],
    seeds: { count: 4 },
    metrics: ["receive.latency.mean in us"],
    stop: { metric: "receive.latency.mean in us", halfWidth: 3, batch: 4, maximumSeeds: 16 },
  };
  /** The interval is narrow at the first ring, and stays wide at the second for any number of seeds. */
  const measuredAt: ValueOf = (point, seed) =>
    100 + (ringOf(point) === 4 ? 0.1 : 40) * (((seed * 7919) % 13) - 6);

  it("requests as many seeds for each point as its values need", async () => {
    const plan = await planned(fields);
    const rows = plan.points.flatMap((point) => runPoint(plan, point, measuredAt));
    expect(rows.filter(({ point }) => point.rxRingFrames === 4)).toHaveLength(4);
    expect(rows.filter(({ point }) => point.rxRingFrames === 8)).toHaveLength(16);
    expect(askedRuns(plan, rows, false)).toEqual({ count: 20, missing: [], unasked: [] });
  });

  it("reports omitted seeds, first or last", async () => {
    const plan = await planned(fields);
    const rows = plan.points.flatMap((point) => runPoint(plan, point, measuredAt));
    const last = askedRuns(
      plan,
      rows.filter(({ point, seed }) => point.rxRingFrames === 4 || seed <= 8),
      false,
    );
    expect(last.missing.map(({ seed }) => seed)).toEqual([9, 10, 11, 12]);
    const first = askedRuns(
      plan,
      rows.filter(({ point, seed }) => point.rxRingFrames === 4 || seed !== 2),
      false,
    );
    expect(first.missing).toEqual([{ point: { rxRingFrames: 8 }, seed: 2 }]);
    // With seed 2 they may be requested.
    expect(first.unasked).toEqual([]);
  });

  it("requests no seed after its end", async () => {
    const plan = await planned(fields);
    const [point] = plan.points;
    if (point === undefined) throw new Error("no point");
    const rows = plan.points.flatMap((one) => runPoint(plan, one, measuredAt));
    const more = [5, 6].map((seed) => rowWith(plan, point, seed, 100));
    const { unasked } = askedRuns(plan, [...rows, ...more], false);
    expect(unasked.map(({ seed }) => seed)).toEqual([5, 6]);
  });
});

describe("a search of a study", () => {
  const fields = {
    scenarios: ["ring-overflow"],
    axes: [{ ...RINGS, values: "1..64" }],
    seeds: { count: 2 },
    metrics: ["receive.loss in %"],
    search: {
      ...{ over: ["rxRingFrames"], goal: "minimize" as const, of: "rxRingFrames" },
      subjectTo: ["receive.loss == 0"],
    },
  };
  const measuredAt: ValueOf = (point) => (ringOf(point) >= 23 ? 1 : 0);

  it("requests only its points, where a sweep of the same study requests all", async () => {
    const plan = await planned(fields);
    const rows = runSearch(plan, measuredAt);
    expect(rows.length).toBeLessThan(40);
    expect(askedRuns(plan, rows, true)).toEqual({ count: rows.length, missing: [], unasked: [] });
    expect(askedRuns(plan, rows, false).missing).toHaveLength(128 - rows.length);
  });

  it("reports an omitted point, and judges nothing after it", async () => {
    const plan = await planned(fields);
    const rows = runSearch(plan, measuredAt).filter(({ point }) => point.rxRingFrames !== 64);
    expect(askedRuns(plan, rows, true)).toEqual({
      ...{ count: 4, unasked: [] },
      missing: [1, 2].map((seed) => ({ point: { rxRingFrames: 64 }, seed })),
    });
  });

  it("requests no point off its path", async () => {
    const plan = await planned(fields);
    const rows = runSearch(plan, measuredAt);
    const asked = new Set(rows.map(({ point }) => point));
    const beside = plan.points.find(({ values }) => !asked.has(values));
    if (beside === undefined) throw new Error("all were asked");
    const more = runPoint(plan, beside, measuredAt);
    expect(askedRuns(plan, [...rows, ...more], true).unasked).toEqual(more);
  });

  it.each([1, 2, 3, 4, 5])("over two columns requests the runs of its own rows (seed %i)", async (salt) => {
    const plan = await planned({
      ...fields,
      axes: [
        { ...RINGS, values: "1..12" },
        { kind: "field", field: "contexts", values: [1, 2, 3] },
      ],
      search: {
        over: ["rxRingFrames", "contexts"],
        goal: "minimize",
        of: "receive.loss in %",
        maximumPoints: 12,
      },
    });
    const rows = runSearch(plan, (point, seed) => ((point.number * 31 + seed * 17 + salt * 101) % 29) / 29);
    expect(askedRuns(plan, rows, true)).toEqual({ count: rows.length, missing: [], unasked: [] });
    const without = rows.slice(0, -1);
    expect(askedRuns(plan, without, true).missing.length).toBeGreaterThan(0);
  });
});
