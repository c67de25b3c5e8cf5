import { expect, test } from "vitest";
import { runToOutcome } from "../../lib/papers/outcome.ts";
import { rowOf, type StudyRow } from "../../lib/study/row.ts";
import { seedsWanted } from "../../lib/study/seeds.ts";
import { differenceOf, summarise } from "../../lib/study/summary.ts";
import { openCore } from "../boundary/support.ts";
import { createRandom } from "../support/random.ts";
import { planned, study } from "./support.ts";

const row = (point: StudyRow["point"], seed: number, x: number | null): StudyRow => ({
  study: "s",
  studyHash: "0",
  point,
  seed,
  metrics: { x },
  cycles: 1,
  stateHash: "h",
  program: "1",
  model: "1",
  command: "c",
});

test("a summary has the means and t intervals computed by hand, in any order of rows", () => {
  // 1 to 5: mean 3, deviation sqrt(2.5), t(4) = 2.77645.
  const rows = [5, 1, 4, 2, 3].map((seed) => row({ ring: 8 }, seed, seed));
  const [point] = summarise(rows).points;
  expect(point).toMatchObject({ point: { ring: 8 }, seeds: [1, 2, 3, 4, 5] });
  expect(point?.metrics.x).toMatchObject({ count: 5, mean: 3 });
  expect(point?.metrics.x?.deviation).toBeCloseTo(Math.sqrt(2.5), 12);
  expect(point?.metrics.x?.halfWidth).toBeCloseTo(2.77645 * Math.sqrt(2.5 / 5), 4);
});

test("a missing value counts neither in the mean nor in the number", () => {
  const [point] = summarise([row({}, 1, 4), row({}, 2, null), row({}, 3, 6)]).points;
  expect(point?.metrics.x).toMatchObject({ count: 2, mean: 5 });
});

test("differences are taken along one column, in pairs of the same seed and other columns", () => {
  const rows = [1, 2, 3].flatMap((seed) => [
    row({ contexts: 1, ring: 4 }, seed, 10 * seed),
    row({ contexts: 1, ring: 8 }, seed, 100 * seed),
    row({ contexts: 2, ring: 4 }, seed, 10 * seed + seed),
    row({ contexts: 2, ring: 8 }, seed, 100 * seed),
  ]);
  const byContexts = summarise(rows);
  expect(byContexts.compared).toBe("contexts");
  expect(byContexts.differences.map(({ a, b }) => [a, b])).toEqual([
    [
      { contexts: 1, ring: 4 },
      { contexts: 2, ring: 4 },
    ],
    [
      { contexts: 1, ring: 8 },
      { contexts: 2, ring: 8 },
    ],
  ]);
  // Differences 1, 2, 3: mean 2, standard error 1 / sqrt(3), t(2) = 4.30265.
  const [first, second] = byContexts.differences;
  expect(first?.metrics.x).toMatchObject({ difference: 2, pairs: 3, sameSign: 3, verdict: "not-shown" });
  expect(first?.metrics.x?.halfWidth).toBeCloseTo(4.30265 / Math.sqrt(3), 4);
  expect(second?.metrics.x?.verdict).toBe("same");
  expect(summarise(rows, "ring").differences).toHaveLength(2);
  const unpaired = rows.filter(({ point, seed }) => point.contexts === 1 || seed > 3);
  expect(summarise(unpaired, "contexts").differences).toEqual([]);
});

test("about 95 % of the paired intervals of equal points contain 0", () => {
  const random = createRandom(20_261_127);
  const uniform = () => (random.integer(0, 2 ** 30 - 1) + 0.5) / 2 ** 30;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const studies = 1000;
  let held = 0;
  for (let at = 0; at < studies; at++) {
    const traffic = Array.from({ length: 10 }, () => 1000 + 300 * normal());
    const rows = (ring: number) => traffic.map((value, seed) => row({ ring }, seed, value + 10 * normal()));
    const { difference, halfWidth } = differenceOf(rows(1), rows(2)).metrics.x ?? {};
    if (Math.abs(difference ?? Number.NaN) <= (halfWidth ?? 0)) held++;
  }
  // In 1,000 trials with probability 0.95 the deviation is 6.9.
  expect(held).toBeGreaterThan(950 - 3 * 6.9);
  expect(held).toBeLessThan(950 + 3 * 6.9);
});

test("a point gets seeds until its interval is narrow, by its own values in seed order", () => {
  const of = study({
    scenarios: ["ring-overflow"],
    seeds: { count: 3 },
    stop: { metric: "x", halfWidth: 1, batch: 2, maximumSeeds: 8 },
  });
  expect(seedsWanted(of, [])).toBe(3);
  expect(seedsWanted(of, [1, 9])).toBe(3);
  // 1, 1.2, 1.4: ± 0.497.
  expect(seedsWanted(of, [1, 1.2, 1.4])).toBe(3);
  expect(seedsWanted(of, [1, 1.2, 1.4, 90, 90])).toBe(3);
  expect(seedsWanted(of, [1, 5, 9])).toBe(5);
  expect(seedsWanted(of, [1, 5, 9, 5, 5])).toBe(7);
  expect(seedsWanted(of, [1, 5, 9, 5, 5, 5, 5])).toBe(8);
  expect(seedsWanted(of, [1, 5, 9, 5, 5, 5, 5, 5])).toBe(8);
  expect(seedsWanted(of, [1, undefined, 1])).toBe(5);
  expect(seedsWanted(study({ scenarios: ["ring-overflow"] }), [])).toBe(10);
});

test("two real machines get the same traffic for the same seed", async () => {
  const plan = await planned({
    scenarios: ["ring-overflow"],
    set: { runCycles: 400_000 },
    axes: [{ kind: "field", field: "contexts", values: [1, 3] }],
    seeds: { count: 3 },
    metrics: ["receive.offered", "receive.loss in %", "receive.loss < 100 %", "send.latency.mean in us"],
  });
  const core = await openCore();
  const rows = plan.runs.map((run) => {
    const outcome = runToOutcome(core, run.scenario, 0);
    if (outcome === undefined) throw new Error("stopped");
    return rowOf(plan, run, outcome);
  });
  expect(rows[0]).toMatchObject({ study: "a study", point: { contexts: 1 }, seed: 1, cycles: 400_000 });
  expect(rows[0]?.metrics).toMatchObject({ "receive.loss < 100 %": 1, "send.latency.mean in us": null });
  const { differences } = summarise(rows);
  expect(differences[0]?.metrics["receive.offered"]?.verdict).toBe("same");
  expect(new Set(rows.map(({ stateHash }) => stateHash)).size).toBe(6);
});
