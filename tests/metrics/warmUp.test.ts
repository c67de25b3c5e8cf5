/** Measurements after a warm-up, compared with the log of latencies and with a run without a warm-up. */
import { describe, expect, it } from "vitest";
import type { Machine } from "../../core-wasm/binding/index.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { measureAgain, measureRun } from "../../lib/metrics/measure.ts";
import { metricsOf, readMetrics } from "../../lib/metrics/metrics.ts";
import { measureSince } from "../../lib/metrics/since.ts";
import { build, builtin, openCore } from "../boundary/support.ts";

const core = await openCore();
const WARM_UP = 1_500_000;
const END = 4_000_000;

async function warmedUp(id: string) {
  const scenario = await builtin(id);
  const machine = build(core, scenario, { latencyCapacity: 1 << 16 });
  machine.step(WARM_UP);
  const before = measureAgain(machine);
  machine.step(END);
  return { scenario, machine, measured: measureSince(before, machine) };
}

/** Latencies of what ended after the warm-up, in cycles, ascending. */
function lengthsOf(
  machine: Machine,
  isMeant: (index: number, log: ReturnType<Machine["readLatencies"]>) => boolean,
) {
  const log = machine.readLatencies(0);
  expect(log.lost).toBe(0);
  return Array.from(log.number, (_, index) => index)
    .filter((index) => (log.endCycle[index] ?? 0) > WARM_UP && isMeant(index, log))
    .map((index) => (log.endCycle[index] ?? 0) - (log.beginCycle[index] ?? 0))
    .toSorted((a, b) => a - b);
}

describe.each(["ring-overflow", "timer-network-disk", "overload-three-contexts"])(
  "a run of %s with a warm-up",
  (id) => {
    it("has latencies only of what ended after the warm-up", async () => {
      const { scenario, machine, measured } = await warmedUp(id);
      const dictionary = dictionaryOf(scenario);
      const clock = scenario.machine.clockHertz;
      for (const [kind, isMeant] of [
        ["interrupt", (index, log) => log.isPacket[index] === 0],
        ["receive", (index, log) => log.isPacket[index] === 1 && log.direction[index] === 0],
      ] as const satisfies readonly (readonly [string, Parameters<typeof lengthsOf>[1]])[]) {
        const lengths = lengthsOf(machine, isMeant);
        expect(lengths.length).toBeGreaterThan(20);
        const cycles = (name: string) =>
          (dictionary.get(`${kind}.latency.${name}`)?.read(measured) ?? 0) * clock;
        const mean = lengths.reduce((sum, one) => sum + one, 0) / lengths.length;
        expect(cycles("mean")).toBeCloseTo(mean, 6);
        expect(cycles("maximum")).toBeCloseTo(lengths.at(-1) ?? 0, 6);
        for (const [name, share] of [["p50", 0.5] as const, ["p90", 0.9] as const]) {
          const exact = lengths[Math.ceil(share * lengths.length) - 1] ?? 0;
          expect(Math.abs(cycles(name) - exact)).toBeLessThanOrEqual(0.002 * exact);
        }
        expect(measured.latency?.[kind].count).toBe(lengths.length);
      }
    });

    it("reaches the same state hash, and both parts sum to the whole run", async () => {
      const { scenario, machine, measured } = await warmedUp(id);
      const plain = build(core, scenario);
      plain.step(WARM_UP);
      const first = measureRun(plain);
      plain.step(END);
      expect(machine.stateHash()).toBe(plain.stateHash());
      const report = metricsOf(machine, measured, scenario.machine);
      const whole = readMetrics(plain, scenario.machine);
      expect([report?.fromCycle, report?.cycle]).toEqual([WARM_UP, END]);
      expect((report?.interrupts ?? 0) + first.counters.interrupts).toBe(whole.interrupts);
      expect(report?.idleCycles ?? 0).toBeGreaterThanOrEqual(0);
      // A fill at the end is not a difference.
      expect(report?.receive.inFlight).toBe(whole.receive.inFlight);
      expect(report?.threads.map(({ readySince }) => readySince)).toEqual(
        whole.threads.map(({ readySince }) => readySince),
      );
    });
  },
);
