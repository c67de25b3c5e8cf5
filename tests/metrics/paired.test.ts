import { describe, expect, it } from "vitest";
import { compareMetrics } from "../../lib/metrics/compare.ts";
import { criticalT, shareWithin } from "../../lib/metrics/intervals.ts";
import { pairedDifference } from "../../lib/metrics/paired.ts";
import { runToOutcome } from "../../lib/papers/outcome.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { seedRows } from "../../web/compare/seedRuns.ts";
import { fastCore } from "../support/cores.ts";
import { createRandom } from "../support/random.ts";

/** Two-sided 95 % points of the t distribution, as printed in any table. */
const PRINTED: readonly (readonly [freedom: number, t: number])[] = [
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [4, 2.776],
  [7, 2.365],
  [15, 2.131],
  [30, 2.042],
  [31, 2.0395],
  [120, 1.98],
];

describe("the quantile of Student's t", () => {
  it.each(PRINTED)("with %i degrees of freedom is within %f at 95 %%", (freedom, t) => {
    expect(criticalT(0.95, freedom)).toBeCloseTo(t, 3);
    expect(shareWithin(t, freedom)).toBeCloseTo(0.95, 4);
  });

  it("equals the printed 90 % and 99 % points, and is 0 in the middle", () => {
    expect(criticalT(0.9, 7)).toBeCloseTo(1.895, 3);
    expect(criticalT(0.99, 7)).toBeCloseTo(3.499, 3);
    expect(shareWithin(0, 7)).toBe(0);
    expect(shareWithin(1, 1)).toBeCloseTo(0.5, 12);
  });
});

describe("a paired difference", () => {
  it("equals a computation by hand on five pairs", () => {
    // Differences 1, 2, 3, 4, 5: mean 3, deviation sqrt(2.5), standard error sqrt(0.5), t(4) = 2.7764.
    const found = pairedDifference([10, 10, 10, 10, 10], [11, 12, 13, 14, 15]);
    expect(found).toMatchObject({ meanA: 10, meanB: 13, difference: 3, pairs: 5, sameSign: 5 });
    expect(found.halfWidth).toBeCloseTo(2.77645 * Math.SQRT1_2, 4);
    expect(found.verdict).toBe("shown");
  });

  it("counts the seeds that agree with the mean, and none without a difference", () => {
    const found = pairedDifference([0, 0, 0, 0], [-4, -4, 0, 1]);
    expect(found).toMatchObject({ difference: -1.75, sameSign: 2, pairs: 4, verdict: "not-shown" });
  });

  it("is shown if it is small but constant, however much the seeds differ", () => {
    const a = [100, 900, 400, 1600, 20, 2500, 700, 3100];
    const b = a.map((value, index) => value - 1 - (index % 3) / 10);
    expect(pairedDifference(a, b)).toMatchObject({ sameSign: 8, verdict: "shown" });
    // The same values in another order are not paired by seed, and the spread of the seeds hides the difference.
    expect(pairedDifference(a, [...b].reverse()).verdict).toBe("not-shown");
  });

  it("has a verdict for equal pairs, equal differences, single seeds and runs without a value", () => {
    expect(pairedDifference([1, 2, 3], [1, 2, 3]).verdict).toBe("same");
    expect(pairedDifference([5, 5], [6, 6])).toMatchObject({ verdict: "shown", halfWidth: 0, sameSign: 2 });
    expect(pairedDifference([1], [2]).verdict).toBe("unknown");
    expect(pairedDifference([1, Number.NaN], [1, 2]).verdict).toBe("unknown");
    // The pairs differ but their means are equal: neither shown nor the same.
    expect(pairedDifference([1, 2], [2, 1])).toMatchObject({ verdict: "not-shown", sameSign: 0 });
  });
});

/** How often a difference counts as shown in this many comparisons of `pairs` seeds. */
function shareShown(pairs: number, differenceOf: (normal: () => number) => number): number {
  const random = createRandom(20_261_125 + pairs);
  const uniform = () => (random.integer(0, 2 ** 30 - 1) + 0.5) / 2 ** 30;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const comparisons = 4000;
  let shown = 0;
  for (let index = 0; index < comparisons; index++) {
    const traffic = Array.from({ length: pairs }, () => 1000 + 300 * normal());
    const other = traffic.map((value) => value + differenceOf(normal));
    if (pairedDifference(traffic, other).verdict === "shown") shown += 1;
  }
  return shown / comparisons;
}

describe.each([4, 8, 16, 32])("a paired difference over %i seeds", (pairs) => {
  it("is found between equal machines one time in twenty", () => {
    const share = shareShown(pairs, (normal) => 20 * normal());
    expect(share).toBeGreaterThan(0.04);
    expect(share).toBeLessThan(0.06);
  });
});

it("becomes visible at a smaller size with more seeds", () => {
  const shares = [4, 8, 16, 32].map((pairs) => shareShown(pairs, (normal) => 10 + 20 * normal()));
  // Power of the two-sided t-test for a difference of half a deviation, from tables: 0.11, 0.23, 0.46, 0.78.
  const tables = [0.11, 0.23, 0.46, 0.78];
  for (const [index, share] of shares.entries()) expect(share).toBeCloseTo(tables[index] ?? 0, 1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

const core = await fastCore();

async function rowsOverSeeds(ids: readonly [string, string], seeds: readonly number[]) {
  const [a, b] = await Promise.all(
    ids.map(async (id): Promise<Scenario> => {
      const result = await builtinScenario(id)?.load();
      if (!result?.ok) throw new Error(id);
      return { ...result.scenario, runCycles: 4_000_000 };
    }),
  );
  const measured = (scenario: Scenario | undefined, seed: number) => {
    const outcome = scenario && runToOutcome(core, { ...scenario, seed }, 0);
    if (scenario === undefined || outcome === undefined) throw new Error("nothing was run");
    return { metrics: outcome.wholeRun, clockHertz: scenario.machine.clockHertz };
  };
  return seedRows(seeds.map((seed) => compareMetrics(measured(a, seed), measured(b, seed))));
}

it("more contexts shorten the interrupt latency for every seed", async () => {
  const rows = await rowsOverSeeds(
    ["ring-overflow", "ring-overflow-three-contexts"],
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
  const mean = rows.find(({ key }) => key === "Interrupt latency: mean");
  expect(mean).toMatchObject({ sameSign: 8, pairs: 8, verdict: "shown" });
  expect(mean?.difference).toBeLessThan(0);
  expect(rows.find(({ key }) => key === "Received: offered")?.verdict).toBe("same");
});
