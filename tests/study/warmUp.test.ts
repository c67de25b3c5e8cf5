/** The proposed warm-up of a run, compared with the best of all truncations, and with a queue that starts empty. */
import { expect, test } from "vitest";
import { mser5, transientBars, transientOf, transientWarnings } from "../../lib/study/warmUp.ts";
import { arrivals, captured } from "../support/captureCoverage.ts";
import { fastCore } from "../support/cores.ts";
import { createRandom } from "../support/random.ts";

const core = await fastCore();

test("a beginning that differs from the rest is excluded in batches of five", () => {
  const random = createRandom(3);
  const noise = () => random.integer(-100, 100) / 100;
  const settled = Array.from({ length: 200 }, (_, at) => 50 - 40 * Math.exp(-at / 12) + noise());
  const { count, isTooShort } = mser5(settled);
  expect(count % 5).toBe(0);
  expect(count).toBeGreaterThanOrEqual(25);
  expect(count).toBeLessThanOrEqual(70);
  expect(isTooShort).toBe(false);
  // By hand: for batches 0, 10, 10, 10 the error without the first is 0.
  const four = [0, 10, 10, 10].flatMap((one) => Array.from({ length: 5 }, () => one));
  expect(mser5(four).count).toBe(5);
  expect(mser5(Array.from({ length: 200 }, (_, at) => at)).isTooShort).toBe(true);
  expect(mser5([])).toEqual({ count: 0, isTooShort: false });
});

test("a queue at a load of 0.95 that starts empty gets a warning, and one at half the load does not", () => {
  const at = (load: number) => {
    // Ten cycles for each tenth of a nanosecond: arrivals at a load of 0.9, stretched.
    const times = arrivals("poisson", 3000, 11).map((time) => Math.round((time * 0.9) / load));
    const scenario = captured(times);
    const nics = scenario.machine.nics.map((nic) => ({ ...nic, rxRingFrames: 1024 }));
    const wide = { ...scenario, machine: { ...scenario.machine, nics } };
    const found = transientOf(core, wide);
    if (found === undefined) throw new Error("nothing ended");
    return { found, said: transientWarnings(found, wide.runCycles, 0).join("\n") };
  };
  const near = at(0.95);
  expect(near.found).toMatchObject({ kind: "receive", lostShare: 0 });
  expect(near.found.busyShare).toBeGreaterThan(0.9);
  expect(near.said).toMatch(/processors are busy for 9\d % of the time: near saturation/);
  const half = at(0.5);
  expect(half.found.busyShare).toBeLessThan(0.6);
  expect(half.said).not.toContain("near saturation");
  expect(transientBars(near.found)).toHaveLength(40);
});
