import { beforeAll, expect, it } from "vitest";
import { type CoreModule, percentile } from "../../core-wasm/binding/index.ts";
import { build, builtin, openCore, runTo } from "./support.ts";

let core: CoreModule;

beforeAll(async () => {
  core = await openCore();
});

/** Against the log of every single latency. */
it.each(["ring-overflow", "two-cores", "timer-network-disk"])("percentiles of %s are right", async (id) => {
  const machine = build(core, await builtin(id), { latencyCapacity: 1 << 16 });
  runTo(machine, 2_000_000, 1_000_000);
  const log = machine.readLatencies(0);
  expect(log.lost).toBe(0);
  const cycles = (wanted: number) =>
    [...log.endCycle]
      .map((end, index) => (log.isPacket[index] === wanted ? end - (log.beginCycle[index] ?? 0) : Number.NaN))
      .filter((latency) => !Number.isNaN(latency))
      .sort((a, b) => a - b);
  for (const [sorted, histogram] of [
    [cycles(1), machine.packetHistogram("receive")],
    [cycles(0), machine.interruptHistogram()],
  ] as const) {
    expect(sorted).toHaveLength(histogram.count);
    for (const share of [0.01, 0.1, 0.5, 0.9, 0.99, 0.999]) {
      const exact = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN;
      expect(Math.abs(percentile(histogram, share) - exact)).toBeLessThan(Math.max(1, exact / 32));
    }
  }
});
