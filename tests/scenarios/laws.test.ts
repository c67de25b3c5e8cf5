/** The laws of docs/model.md, checked from outside on random scenarios: by the results of the core, not by its own
 * checks. */
import { describe, expect, test } from "vitest";
import {
  type CoreModule,
  createMachine,
  type Machine,
  SIM_PART_LIMIT,
} from "../../core-wasm/binding/index.ts";
import { type DirectionMetrics, type Metrics, readMetrics } from "../../lib/metrics/metrics.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { contextTotal } from "../../scenarios/software/contexts.ts";
import { fastCore, pageCore } from "../support/cores.ts";
import { long } from "../support/long.ts";
import { createRandom } from "../support/random.ts";
import { randomScenario } from "../support/randomScenario.ts";

const fast = await fastCore();
const page = await pageCore();

const SCENARIO_COUNT = 90;
const SEEDS = Array.from({ length: SCENARIO_COUNT }, (_, seed) => seed);

/** Together these seeds cover each setting of the 90 seeds (each choice of a field, each kind of step and of traffic)
 * and each metric above 0. A search among random sets of 23 seeds found them. */
const CHOSEN = [1, 3, 5, 9, 11, 16, 18, 35, 38, 43, 47, 49, 54, 55, 57, 58, 65, 66, 68, 79, 81, 83, 85];
/** The short list also runs these on the page's core. */
const CHOSEN_OF_PAGE = [54, 66];
const LEFT_OUT = SEEDS.filter((seed) => !CHOSEN_OF_PAGE.includes(seed));

const LONG = long(
  "Other random machines than the chosen ones may break a law that those keep; 88 machines take 60 s of CPU.",
);

const scenarios = new Map<number, Scenario>();

function scenarioOf(seed: number): Scenario {
  const known = scenarios.get(seed);
  if (known !== undefined) return known;
  const result = parseScenario(randomScenario(seed));
  if (!result.ok) throw new Error(`seed ${seed}: ${JSON.stringify(result.errors)}`);
  scenarios.set(seed, result.scenario);
  return result.scenario;
}

/** Cycles to check: adjacent at the start, then at growing distances. */
function stops(scenario: Scenario, seed: number): number[] {
  const random = createRandom(seed);
  const cycles: number[] = [];
  for (let cycle = 0; cycle < scenario.runCycles; cycle += random.integer(1, 1 + (cycle >> 2)))
    cycles.push(cycle);
  return [...cycles, scenario.runCycles];
}

function balance({ offered, delivered, dropped, inFlight }: DirectionMetrics): number {
  return offered - delivered - inFlight - dropped.reduce((sum, { count }) => sum + count, 0);
}

function expectBalanced(machine: Machine, scenario: Scenario, seed: number): Metrics {
  const metrics = readMetrics(machine, scenario.machine);
  const place = `seed ${seed}, cycle ${machine.cycle}`;
  expect(balance(metrics.receive), `${place}: receive`).toBe(0);
  expect(balance(metrics.send), `${place}: send`).toBe(0);
  const accounted = metrics.cyclesBy.reduce((sum, { cycles }) => sum + cycles, 0);
  expect(accounted, `${place}: cycles`).toBe(machine.cycle * contextTotal(scenario.machine));
  expect(metrics.idleCycles, `${place}: idle`).toBeGreaterThanOrEqual(0);
  return metrics;
}

/** The state of machines at their end, by seed. */
const ends = new Map<number, Metrics>();

function endOf(seed: number): Metrics {
  const known = ends.get(seed);
  if (known !== undefined) return known;
  const scenario = scenarioOf(seed);
  const machine = createMachine(fast, compileScenario(scenario));
  machine.step(scenario.runCycles);
  return expectBalanced(machine, scenario, seed);
}

describe("offered = delivered + dropped + in flight, and every cycle is accounted, at any cycle", () => {
  const expectLaws = (core: CoreModule, seed: number) => {
    const scenario = scenarioOf(seed);
    const machine = createMachine(core, compileScenario(scenario));
    for (const cycle of stops(scenario, seed)) {
      machine.step(cycle);
      const metrics = expectBalanced(machine, scenario, seed);
      expect(machine.checkInvariants(), `seed ${seed}, cycle ${cycle}`).toBe(0);
      if (cycle === scenario.runCycles) ends.set(seed, metrics);
    }
  };
  test.each(CHOSEN)("seed %i", (seed) => expectLaws(fast, seed));
  test.each(CHOSEN_OF_PAGE)("seed %i on the page's core", (seed) => expectLaws(page, seed));
  test.each(LEFT_OUT)("seed %i on the page's core", LONG, (seed) => expectLaws(page, seed));
});

describe("the parts of every latency sum to the whole", () => {
  const expectSums = (core: CoreModule, seed: number) => {
    const scenario = scenarioOf(seed);
    const machine = createMachine(core, compileScenario(scenario), { latencyCapacity: 1 << 14 });
    machine.step(scenario.runCycles);
    const records = machine.readLatencies(0);
    expect(records.lost).toBe(0);
    for (let record = 0; record < records.number.length; record++) {
      const parts = records.parts.subarray(record * SIM_PART_LIMIT, (record + 1) * SIM_PART_LIMIT);
      const whole = (records.endCycle[record] ?? 0) - (records.beginCycle[record] ?? 0);
      expect(parts.every((part) => part >= 0)).toBe(true);
      expect(
        parts.reduce((sum, part) => sum + part, 0),
        `seed ${seed}, record ${record}`,
      ).toBe(whole);
    }
    const { receive, send, interruptLatency } = readMetrics(machine, scenario.machine);
    expect(records.number.length).toBe(receive.latency.count + send.latency.count + interruptLatency.count);
    for (const { latency, parts } of [receive, send]) {
      if (latency.count === 0) continue;
      expect(parts.reduce((sum, { meanCycles }) => sum + meanCycles, 0)).toBeCloseTo(latency.mean, 6);
    }
    expect(receive.latency.count).toBe(receive.delivered);
    expect(send.latency.count).toBe(send.delivered);
  };
  test.each(CHOSEN)("seed %i", (seed) => expectSums(fast, seed));
  test.each(CHOSEN_OF_PAGE)("seed %i on the page's core", (seed) => expectSums(page, seed));
  test.each(LEFT_OUT)("seed %i on the page's core", LONG, (seed) => expectSums(page, seed));
});

test("the chosen scenarios have every kind of packet and cycle that the laws count", () => {
  const seen = { delivered: 0, sent: 0, interrupts: 0, saves: 0, saveless: 0, causes: new Set<string>() };
  for (const seed of CHOSEN) {
    const metrics = endOf(seed);
    seen.delivered += metrics.receive.delivered;
    seen.sent += metrics.send.delivered;
    seen.interrupts += metrics.interrupts;
    seen.saves += metrics.saves;
    if (metrics.saves === 0 && metrics.interrupts > 0) seen.saveless++;
    for (const { cause, count } of [...metrics.receive.dropped, ...metrics.send.dropped]) {
      if (count > 0) seen.causes.add(cause);
    }
  }
  expect(seen.delivered).toBeGreaterThan(1000);
  expect(seen.sent).toBeGreaterThan(100);
  expect(seen.interrupts).toBeGreaterThan(1000);
  expect(seen.saves).toBeGreaterThan(100);
  expect(seen.saveless).toBeGreaterThan(0);
  expect([...seen.causes].sort()).toEqual(
    expect.arrayContaining(["abandoned", "queue-full", "rx-ring-full"]),
  );
});
