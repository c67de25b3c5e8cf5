/** Each number of a summary, of a paired difference and of a stop rule is compared with an independent computation or
 * with one by hand. A number without one fails. */
import { describe, expect, test } from "vitest";
import { rowKey, type StudyRow } from "../../lib/study/row.ts";
import { seedLimit, seedsWanted, stopValues, wideStill } from "../../lib/study/seeds.ts";
import { differenceOf, summarise } from "../../lib/study/summary.ts";
import { createRandom } from "../support/random.ts";
import { planned } from "./support.ts";

const METRIC = "interrupts";

const row = (point: StudyRow["point"], seed: number, value: number | null): StudyRow => ({
  ...{ study: "s", studyHash: "0", point, seed, metrics: { [METRIC]: value } },
  ...{ cycles: 1, stateHash: "h", program: "1", model: "1", command: "c" },
});

/** 97.5th percentiles of Student's t by degrees of freedom, from a printed table. */
const T = [Number.NaN, 12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306];

/** Mean square of the differences of all pairs of values: twice the variance, computed without a mean. */
function expectedOf(
  values: readonly number[],
): Readonly<Record<"count" | "mean" | "deviation" | "halfWidth", number>> {
  const count = values.length;
  const squares = values.flatMap((a, at) => values.slice(at + 1).map((b) => (a - b) ** 2));
  const variance = squares.reduce((sum, one) => sum + one, 0) / (count * (count - 1));
  return {
    count,
    mean: values.reduce((mean, value, at) => mean + (value - mean) / (at + 1), 0),
    deviation: Math.sqrt(variance),
    halfWidth: (T[count - 1] ?? Number.NaN) * Math.sqrt(variance / count),
  };
}

/** The further text of a summary for independent seeds of a plain number. */
function summaryOf(values: readonly number[], seeds: readonly number[]) {
  const { count, mean, deviation, halfWidth } = expectedOf(values);
  // Cumulants: n / ((n - 1)(n - 2)) times the third powers, divided by the cube of the deviation.
  const third = values.reduce((sum, one) => sum + (one - mean) ** 3, 0);
  const skewness = (count * third) / ((count - 1) * (count - 2)) / deviation ** 3;
  const spread = Math.sqrt((6 * count * (count - 1)) / ((count - 2) * (count + 1) * (count + 3)));
  const greatest = Math.max(...values);
  return {
    ...{ count, mean, deviation, halfWidth, low: mean - halfWidth, high: mean + halfWidth },
    ...{ simulationError: halfWidth, noneOf: undefined, basis: "seeds", worst: undefined },
    isSkewed: Math.abs(skewness) > 2.33 * spread,
    greatest: expect.objectContaining({
      value: greatest,
      row: expect.objectContaining({ seed: seeds[values.indexOf(greatest)] }),
    }),
  };
}

function expectNumbers(is: object, expected: Readonly<Record<string, unknown>>): void {
  expect(Object.keys(is).toSorted(), "each has a computation of its own").toEqual(
    Object.keys(expected).toSorted(),
  );
  for (const [name, value] of Object.entries(is)) {
    const should = expected[name];
    if (typeof should !== "number" || Number.isNaN(should)) expect(value, name).toEqual(should);
    else expect(Math.abs(Number(value) - should), name).toBeLessThanOrEqual(2e-5 * Math.abs(should));
  }
}

describe("a printed summary", () => {
  test.each([2, 3, 5, 9])("of %i seeds has mean and interval", (count) => {
    const random = createRandom(count);
    const values = Array.from({ length: count }, () => random.integer(900, 1_100));
    const rows = values.map((value, at) => row({ ring: 4 }, at + 1, value));
    const [point] = summarise([...rows, row({ ring: 4 }, 77, null)]).points;
    expect(point?.seeds).toEqual([...values.map((_, at) => at + 1), 77]);
    const seeds = values.map((_, at) => at + 1);
    expectNumbers(point?.metrics[METRIC] ?? {}, summaryOf(values, seeds));
  });

  test("of one seed has a mean and no interval", () => {
    const [point] = summarise([row({ ring: 4 }, 1, 5)]).points;
    const unknown = Number.NaN;
    expect(point?.metrics[METRIC]).toMatchObject({
      ...{ count: 1, mean: 5, deviation: unknown, halfWidth: unknown, simulationError: unknown },
      ...{ low: unknown, high: unknown, greatest: { value: 5 } },
    });
  });
});

describe("a paired difference in words", () => {
  /** Values by seed. */
  const A = { 1: 10, 2: 30, 3: 20, 4: null, 9: 500 };
  const rowsOf = (ring: number, values: Readonly<Record<number, number | null>>) =>
    Object.entries(values).map(([seed, value]) => row({ ring }, Number(seed), value));

  const CASES: readonly (readonly [
    string,
    Readonly<Record<number, number | null>>,
    readonly number[],
    string,
  ])[] = [
    // The rule stopped one point earlier: only the other has seeds 5 to 8.
    [
      "of points with unequal seeds",
      { 1: 11, 2: 32, 3: 23, 4: 7, 5: 900, 6: 800, 7: 1, 8: 2 },
      [1, 2, 3],
      "not-shown",
    ],
    ["in another order", { 3: 23, 8: 2, 1: 11, 2: 32 }, [1, 2, 3], "not-shown"],
    ["that goes down", { 1: 0, 2: 19.9, 3: 10.1 }, [1, 2, 3], "shown"],
    ["with one seed in common", { 3: 26, 5: 1, 6: 2 }, [3], "unknown"],
    ["with no seed in common", { 5: 1, 6: 2 }, [], "unknown"],
    ["with a pair that has one value", { 1: 12, 2: 31, 3: null, 4: 8 }, [1, 2], "not-shown"],
    ["of equal values", { 1: 10, 2: 30, 3: 20 }, [1, 2, 3], "same"],
  ];

  test.each(CASES)("%s", (_, b, seeds, verdict) => {
    const values: Readonly<Record<number, number | null>> = A;
    const ofA = seeds.map((seed) => values[seed] ?? Number.NaN);
    const ofB = seeds.map((seed) => b[seed] ?? Number.NaN);
    const differences = ofB.map((value, at) => value - (ofA[at] ?? 0));
    const { mean: difference, halfWidth } = expectedOf(differences);
    const meanOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
    const { metrics } = differenceOf(rowsOf(4, A), rowsOf(8, b));
    expectNumbers(metrics[METRIC] ?? {}, {
      ...{ meanA: meanOf(ofA), meanB: meanOf(ofB), pairs: seeds.length, verdict },
      difference: seeds.length === 0 ? Number.NaN : difference,
      halfWidth: seeds.length < 2 ? Number.NaN : halfWidth,
      simulationError: seeds.length < 2 ? Number.NaN : halfWidth,
      probability: verdict === "same" || verdict === "unknown" ? Number.NaN : expect.any(Number),
      sameSign: differences.filter((one) => one * difference > 0).length,
    });
  });

  test("is stated only for points with a common seed, and names which is subtracted", () => {
    const rows = [...rowsOf(4, A), ...rowsOf(8, { 1: 11, 5: 3 }), ...rowsOf(16, { 5: 1, 6: 2 })];
    const { differences, compared } = summarise(rows);
    expect(compared).toBe("ring");
    expect(differences.map(({ a, b, metrics }) => [a.ring, b.ring, metrics[METRIC]?.pairs])).toEqual([
      [4, 8, 1],
    ]);
  });
});

const stop = { metric: METRIC, halfWidth: 1, batch: 2, maximumSeeds: 5 };
const plan = await planned({
  scenarios: ["ring-overflow"],
  axes: [{ kind: "field", field: "rxRingFrames", values: [4, 8, 16], name: "ring" }],
  seeds: { first: 3, count: 2 },
  metrics: [METRIC],
  stop,
});

describe("a stop rule in words", () => {
  const NOTHING = [null, null, null, null, null];

  /** In words: from the least number of seeds onwards, one batch more as long as the interval is not known to be
   * narrow. */
  function wanted(values: readonly (number | null)[], least: number): number {
    const steps = [least, least + 2, least + 4].map((seeds) => Math.min(seeds, stop.maximumSeeds));
    const enough = steps.find((seeds) => {
      const known = values.slice(0, seeds);
      if (known.length < seeds) return true;
      const isNarrow = !known.includes(null) && expectedOf(known.map(Number)).halfWidth <= stop.halfWidth;
      // Equal values in all runs so far are no reason to stop.
      const areEqual = known.every((value) => value === known[0]);
      return (isNarrow && !areEqual) || seeds === stop.maximumSeeds;
    });
    return enough ?? stop.maximumSeeds;
  }

  const VALUES: readonly (readonly [string, readonly (number | null)[]])[] = [
    ["no run yet", []],
    ["one run, which has no interval", [4]],
    ["two runs that agree", [4, 4]],
    ["two runs that do not", [4, 9]],
    ["runs without a value", NOTHING],
    ["a first run without a value", [null, 4, 4, 4, 4]],
    ["a narrow interval after four", [4, 5, 4.5, 4.5, 9]],
    ["a wide one to the end", [4, 50, 4, 50, 4]],
  ];

  test.each(VALUES)("%s", (_, values) => {
    for (const least of [1, 2, 3]) {
      const study = { ...plan.study, seeds: { ...plan.study.seeds, count: least } };
      const known = values.map((value) => value ?? undefined);
      expect(seedsWanted(study, known), `from ${least} seeds on`).toBe(wanted(values, least));
    }
    expect(seedLimit(plan.study)).toBe(5);
  });

  /** Values by ring. */
  function rowsOf(values: Readonly<Record<number, readonly (number | null)[]>>): readonly StudyRow[] {
    return plan.points.flatMap(({ values: point }) =>
      (values[Number(point.ring)] ?? []).map((value, at) => row(point, 3 + at, value)),
    );
  }

  test("uses the values of a point's seeds up to the first missing one", () => {
    const rows = rowsOf({ 4: [1, null, 3], 8: [9, 9, 9, 9, 9] }).filter(
      ({ seed, point }) => seed !== 5 || point.ring !== 8,
    );
    const byKey = new Map(rows.map((one) => [rowKey(one), one]));
    const values = plan.points.map((point) =>
      stopValues(plan, point, (seed) => byKey.get(rowKey({ point: point.values, seed }))),
    );
    expect(values).toEqual([[1, undefined, 3], [9, 9], []]);
  });

  test("names points with all seeds and no narrow interval, or none", () => {
    const told = (values: Readonly<Record<number, readonly (number | null)[]>>) =>
      wideStill(plan, rowsOf(values)).map(({ values: { ring } }) => ring);
    expect(told({ 4: [4, 50, 4, 50, 4], 8: [4, 4.1, 4, 4.1, 4], 16: [4, 50, 4, 50] })).toEqual([4]);
    // Without a value there is no interval.
    expect(told({ 4: NOTHING, 8: [4, 4, null, 4, 4], 16: [4, 4, 4, 4, 4] })).toEqual([4, 8]);
  });

  test("names points of one seed, which never have an interval", () => {
    const one = { ...plan, study: { ...plan.study, stop: { ...stop, maximumSeeds: 1 } } };
    expect(wideStill(one, rowsOf({ 4: [4], 8: [], 16: [9] })).map(({ values: { ring } }) => ring)).toEqual([
      4, 16,
    ]);
  });
});
