/** Latencies after a warm-up, compared with the core's record of every packet. */
import { expect, test } from "vitest";
import { SIM_PART_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { measureRun } from "../../lib/metrics/measure.ts";
import { measureSince } from "../../lib/metrics/since.ts";
import { build, builtin, openCore } from "../boundary/support.ts";

const core = await openCore();

test.each([0, 700_001, 2_999_999])(
  "packets that ended after cycle %i are counted, with mean, percentiles and parts",
  async (from) => {
    const scenario = await builtin("ring-overflow");
    const machine = build(core, scenario, { latencyCapacity: 2 ** 16 });
    machine.step(from);
    const before = measureRun(machine);
    const recorded = machine.readLatencies(0).next;
    machine.step(3_000_000);
    const { latency, parts } = measureSince(before, machine);
    const { lost, beginCycle, endCycle, isPacket, parts: partCycles } = machine.readLatencies(recorded);
    expect(lost).toBe(0);
    const places = Array.from(isPacket.keys());
    for (const kind of ["receive", "interrupt"] as const) {
      const own = places.filter((at) => (isPacket[at] === 1) === (kind === "receive"));
      const lengths = own.map((at) => (endCycle[at] ?? 0) - (beginCycle[at] ?? 0)).toSorted((a, b) => a - b);
      const found = latency?.[kind];
      expect(found?.count).toBe(own.length);
      if (own.length === 0) continue;
      const sum = lengths.reduce((all, one) => all + one, 0);
      expect(found?.mean).toBeCloseTo(sum / own.length, 9);
      const close = (value: number | undefined, exact: number | undefined) => {
        expect(Math.abs((value ?? Number.NaN) - (exact ?? 0))).toBeLessThanOrEqual((exact ?? 0) / 512);
      };
      close(found?.minimum, lengths[0]);
      close(found?.maximum, lengths.at(-1));
      for (const [value, share] of [
        [found?.p50, 0.5],
        [found?.p90, 0.9],
        [found?.p99, 0.99],
      ] as const)
        close(value, lengths[Math.ceil(share * lengths.length) - 1]);
      for (const [index, { meanCycles }] of (parts?.[kind] ?? []).entries()) {
        const ofPart = own.reduce((all, at) => all + (partCycles[at * SIM_PART_LIMIT + index] ?? 0), 0);
        expect(meanCycles).toBeCloseTo(ofPart / own.length, 9);
      }
    }
  },
);
