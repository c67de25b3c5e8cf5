/** Intervals compared with values of scipy 1.x and statsmodels, and with what a mean of 0 allows. */
import { describe, expect, test } from "vitest";
import { gamma, returnLevel } from "../../lib/metrics/extremes.ts";
import { isSkewed, meanInterval, skewness, wilson } from "../../lib/metrics/intervals.ts";
import { holm, pairedDifference } from "../../lib/metrics/paired.ts";
import { type About, intervalOf, toldInterval } from "../../lib/study/interval.ts";
import { amountIn } from "../../lib/sweep/amount.ts";
import { builtin } from "../boundary/support.ts";
import { createRandom } from "../support/random.ts";

const LOSSES = [0.645, 0.21, 1.9, 0.4, 0.33, 0.9, 0.1, 1.2, 0.7, 0.5];
/** Percent. */
const share = (basis: About["basis"] = "seeds"): About => ({
  ...{ amount: { kind: "share", of: "receive.offered" }, one: 100, basis },
});
const positive = (basis: About["basis"]): About => ({
  ...{ amount: { kind: "positive" }, one: 1, basis },
});
const COUNT: About = { amount: { kind: "count" }, one: 1, basis: "seeds" };
const CONDITION: About = { amount: { kind: "condition" }, one: 1, basis: "seeds" };

describe("a confidence interval equals the published computation", () => {
  // statsmodels: proportion_confint(method="wilson").
  test.each([
    [0, 10, 0, 0.277_532_8],
    [10, 10, 0.722_467_2, 1],
    [5, 5, 0.565_517_5, 1],
    [3, 8, 0.136_844_3, 0.694_257_6],
    [1, 30, 0.005_908_6, 0.166_703_9],
  ])("of %i of %i conditions", (held, of, low, high) => {
    const ends = wilson(held, of);
    expect(ends.low).toBeCloseTo(low, 6);
    expect(ends.high).toBeCloseTo(high, 6);
    const values = Array.from({ length: of }, (_, at) => (at < held ? 1 : 0));
    expect(intervalOf(values, CONDITION)).toMatchObject(ends);
  });

  test.each([
    ['receive.drop["rx-ring-full"] / receive.offered', { kind: "share", of: "receive.offered" }],
    ["receive.dropped / receive.offered", { kind: "share", of: "receive.offered" }],
    ["100 % - receive.loss", { kind: "share", of: "receive.offered" }],
    ["1 - receive.loss", { kind: "share", of: "receive.offered" }],
    ["receive.delivered / receive.offered", { kind: "positive" }],
    ["receive.offered / receive.dropped", { kind: "positive" }],
    ["send.dropped / receive.offered", { kind: "positive" }],
    ["2 - receive.loss", { kind: "any" }],
  ])("of the share that %s is, or is not", async (text, amount) => {
    expect(amountIn(await builtin("ring-overflow"), text)).toEqual(amount);
  });

  test("of equal values, which rounding does not spread", () => {
    const equal = Array.from({ length: 9 }, () => 7.36);
    expect(intervalOf(equal, positive("seeds"))).toMatchObject({ mean: 7.36, deviation: 0, halfWidth: 0 });
  });

  test("of independent seeds: Student's t, with equal half-widths", () => {
    const found = intervalOf(LOSSES, positive("seeds"));
    expect(found.simulationError).toBeCloseTo(0.384_396_833_5, 9);
    expect(found.halfWidth).toBe(found.simulationError);
    expect(found.high).toBeCloseTo(0.6885 + 0.384_396_833_5, 9);
  });

  test("of replicates of one capture: the range is s, not s / sqrt(n), and more seeds do not narrow it", () => {
    const found = intervalOf(LOSSES, positive("resampled"));
    expect(found.simulationError).toBeCloseTo(0.384_396_833_5, 9);
    // scipy: t(9) · s · sqrt(1 + 1 / 10). There is no latency below 0.
    expect(found.halfWidth).toBeCloseTo(1.274_900_067_5, 9);
    expect(found).toMatchObject({ low: 0, basis: "resampled" });
    const many = intervalOf(Array.from({ length: 8 }, () => LOSSES).flat(), positive("resampled"));
    expect(many.simulationError).toBeLessThan(0.35 * found.simulationError);
    expect(many.halfWidth).toBeGreaterThan(0.8 * found.halfWidth);
  });

  test("of a share", () => {
    // Roots of (mean - p)² = t² · f · p (1 - p), by scipy.optimize.brentq.
    const { low, high } = intervalOf(LOSSES, share());
    expect(low).toBeCloseTo(0.396_399_585_6, 8);
    expect(high).toBeCloseTo(1.193_265_808_6, 8);
    const replicates = intervalOf(LOSSES, share("resampled"));
    expect(replicates.low).toBe(0);
    expect(replicates.high).toBeCloseTo(0.6885 + 1.274_900_067_5, 9);
  });

  test("of a count", () => {
    const found = intervalOf([3, 0, 7, 2, 1], COUNT);
    expect(found.low).toBeCloseTo(0.771_978_214, 8);
    expect(found.high).toBeCloseTo(8.756_723_799_9, 8);
  });

  test("of skewness, Holm, the probability of a paired difference and the gamma function", () => {
    expect(skewness([1, 2, 3, 4, 20])).toBeCloseTo(2.125_050_587_6, 9);
    expect(skewness(LOSSES)).toBeCloseTo(1.370_657_443_6, 9);
    expect(holm([0.01, 0.04, 0.03, 0.005, 0.2]).map((one) => Number(one.toFixed(9)))).toEqual([
      ...[0.04, 0.09, 0.09, 0.025, 0.2],
    ]);
    expect(holm([Number.NaN, 0.04])).toEqual([Number.NaN, 0.04]);
    const zeros = [0, 0, 0, 0, 0];
    expect(pairedDifference(zeros, [1, 2, 3, 4, 7]).probability).toBeCloseTo(0.029_866_968_4, 9);
    expect(pairedDifference(zeros, [1, -2, 3, 4, 0.5]).probability).toBeCloseTo(0.281_031_065_6, 9);
    for (const [x, value] of [
      [0.7, 1.298_055_332_647_6],
      [1.3, 0.897_470_696_306_3],
      [2.5, 1.329_340_388_179_1],
      [0.3, 2.991_568_987_687_6],
    ] as const)
      expect(gamma(x)).toBeCloseTo(value, 11);
  });

  test("of an extreme value: the fit of probability-weighted moments", () => {
    const maxima = [
      ...[109.06, 126.66, 116.44, 95.21, 97.78, 124.01, 80.11, 119.5, 117.8, 103.3, 97.87, 97.05],
      ...[96.25, 102.54, 104.56, 106.3, 164.82, 117.51, 108.95, 154.01, 94.85, 92.74, 108.56, 86.33],
    ];
    const found = returnLevel(maxima, 1000);
    // The exact equation of the moments gives a shape of 0.1201 and 240.94. Hosking's approximation is within 0.0009.
    expect(found?.shape).toBeCloseTo(0.12, 2);
    expect(Math.abs((found?.value ?? 0) - 240.94)).toBeLessThan(1.5);
    expect(found).toEqual(returnLevel(maxima, 1000));
    expect(returnLevel(maxima.slice(0, 19), 1000)).toBeUndefined();
    expect(
      returnLevel(
        maxima.map(() => 5),
        1000,
      ),
    ).toBeUndefined();
    expect(found?.high).toBeGreaterThan(164.82);
  });
});

describe("a confidence interval of equal runs", () => {
  test("follows the rule of three for no loss among many frames", () => {
    const found = intervalOf([0, 0, 0, 0], share(), [25_594, 25_594, 25_594, 25_594]);
    expect(found).toMatchObject({ mean: 0, low: 0, noneOf: 102_376 });
    expect(found.high).toBeCloseTo(0.002_93, 5);
    expect(toldInterval(found)).toEqual({ kind: "none", of: 102_376, below: found.high });
  });

  test("counts the frames of the one capture for any number of replicates", () => {
    const found = intervalOf([0, 0, 0, 0], share("resampled"), [1000, 1001, 999, 1000]);
    expect(found).toMatchObject({ noneOf: 1000 });
    expect(found.high).toBeCloseTo(0.3, 9);
  });

  test("has a simulation error by the rule of three, which more replicates reduce", () => {
    const found = intervalOf([0, 0, 0, 0], share("resampled"), [1000, 1001, 999, 1000]);
    expect(found.simulationError).toBeCloseTo(100 * (3 / 4000), 9);
    const count = intervalOf([0, 0, 0], { ...COUNT, basis: "resampled" });
    expect(count).toMatchObject({ low: 0, high: 3, simulationError: 1 });
    expect(intervalOf([5, 5, 5], { ...COUNT, basis: "resampled" }).simulationError).toBe(0);
  });

  test("counts the runs if nothing else is counted, and a count is below 3 of them", () => {
    // 1 - 0.05^(1/10).
    expect(
      intervalOf(
        LOSSES.map(() => 0),
        share(),
      ).high,
    ).toBeCloseTo(25.8866, 3);
    expect(
      intervalOf(
        LOSSES.map(() => 100),
        share(),
      ).low,
    ).toBeCloseTo(74.1134, 3);
    expect(intervalOf([0, 0, 0], COUNT)).toMatchObject({ low: 0, high: 1 });
  });

  test("is absent for a condition over replicates of one capture", () => {
    expect(intervalOf([1, 1, 1], { ...CONDITION, basis: "resampled" })).toMatchObject({
      ...{ low: Number.NaN, high: Number.NaN },
    });
  });
});

test("a confidence interval of a share stays within 0 and 1 for any values", () => {
  const random = createRandom(46);
  for (let at = 0; at < 2000; at++) {
    const count = random.integer(1, 12);
    const values = Array.from({ length: count }, () =>
      random.chance(60) ? 0 : random.chance(30) ? 100 : random.integer(0, 10_000) / 100,
    );
    for (const basis of ["seeds", "windows", "resampled"] as const) {
      const { mean, low, high } = intervalOf(values, share(basis));
      if (Number.isNaN(low)) continue;
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(100);
      expect(low).toBeLessThanOrEqual(mean + 1e-9);
      expect(high).toBeGreaterThanOrEqual(mean - 1e-9);
    }
  }
});

test("an outlier among ten values is reported, a plain sample is not", () => {
  expect(isSkewed([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])).toBe(true);
  expect(isSkewed([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe(false);
  expect(isSkewed([1, 2])).toBe(false);
  expect(isSkewed([4, 4, 4, 4])).toBe(false);
});

test("only intervals by Student's t are too narrow for skewed values", () => {
  const skewed = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  for (const about of [share(), COUNT, positive("seeds"), positive("windows")])
    expect(intervalOf(skewed, about).isSkewed).toBe(true);
  for (const about of [CONDITION, share("resampled"), positive("resampled")])
    expect(intervalOf(skewed, about).isSkewed).toBe(false);
});

/** 1,000 studies of ten seeds, in which this many seeds of a hundred lose frames of 2,000: how often the interval
 * covers the true share. */
test("the interval of a rare loss covers the truth where Student's t does not", () => {
  const random = createRandom(9);
  const frames = 2000;
  const studies = 1000;
  let [held, byT] = [0, 0];
  for (let at = 0; at < studies; at++) {
    // One seed of ten loses one frame: 0.005 % on average.
    const values = Array.from({ length: 10 }, () => (random.chance(10) ? 100 / frames : 0));
    const { low, high } = intervalOf(
      values,
      share(),
      values.map(() => frames),
    );
    if (low <= 0.005 && high >= 0.005) held += 1;
    const { mean, halfWidth } = meanInterval(values);
    if (Math.abs(mean - 0.005) <= halfWidth) byT += 1;
  }
  expect(held).toBeGreaterThan(0.93 * studies);
  expect(byT).toBeLessThan(0.7 * studies);
});

/** Maxima of 30 runs from a Gumbel distribution whose level for 1,000 runs is known. */
test("the interval of an extreme value covers it in most cases", () => {
  const random = createRandom(5);
  const uniform = () => (random.integer(0, 2 ** 30 - 1) + 0.5) / 2 ** 30;
  const truth = 100 - 12 * Math.log(-Math.log(0.999));
  const tries = 100;
  let held = 0;
  for (let at = 0; at < tries; at++) {
    const maxima = Array.from({ length: 30 }, () => 100 - 12 * Math.log(-Math.log(uniform())));
    const found = returnLevel(maxima, 1000);
    if (found !== undefined && found.low <= truth && truth <= found.high) held += 1;
  }
  expect(held).toBeGreaterThanOrEqual(80);
});
