import { beforeAll, expect, it } from "vitest";
import { type CoreModule, percentile } from "../../core-wasm/binding/index.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { rangeMetrics } from "../../lib/metrics/range.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { build, builtin, openCore, runTo } from "./support.ts";

let core: CoreModule;

beforeAll(async () => {
  core = await openCore();
});

const SHARES = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999] as const;
const GREATEST_ERROR = 0.002;

/** Latencies from the log of every single packet. */
function sortedLatencies(machine: ReturnType<typeof build>, isPacket: number, from = 0): number[] {
  const log = machine.readLatencies(0);
  expect(log.lost).toBe(0);
  return [...log.endCycle]
    .map((end, index) =>
      log.isPacket[index] === isPacket && end > from ? end - (log.beginCycle[index] ?? 0) : Number.NaN,
    )
    .filter((latency) => !Number.isNaN(latency))
    .sort((a, b) => a - b);
}

function exactPercentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN;
}

it.each(["ring-overflow", "two-cores", "timer-network-disk"])(
  "percentiles of %s are within the stated error",
  async (id) => {
    const machine = build(core, await builtin(id), { latencyCapacity: 1 << 16 });
    runTo(machine, 2_000_000, 1_000_000);
    for (const [sorted, histogram] of [
      [sortedLatencies(machine, 1), machine.packetHistogram("receive")],
      [sortedLatencies(machine, 0), machine.interruptHistogram()],
    ] as const) {
      expect(sorted).toHaveLength(histogram.count);
      for (const share of SHARES) {
        const exact = exactPercentile(sorted, share);
        expect(Math.abs(percentile(histogram, share) - exact)).toBeLessThanOrEqual(GREATEST_ERROR * exact);
      }
    }
  },
);

async function overloaded(): Promise<Scenario> {
  const scenario = await builtin("napi-budget");
  const [source] = scenario.traffic;
  if (source?.kind !== "poisson") throw new Error("the scenario has other traffic");
  return { ...scenario, traffic: [{ ...source, rate: { framesPerSecond: 120_000 } }] };
}

it("p90, p99 and p99.9 differ even if a full ring makes all latencies nearly equal", async () => {
  const machine = build(core, await overloaded(), { latencyCapacity: 1 << 18 });
  runTo(machine, 20_000_000, 1_000_000);
  const sorted = sortedLatencies(machine, 1);
  const histogram = machine.packetHistogram("receive");
  expect(sorted).toHaveLength(histogram.count);
  const shown = [0.9, 0.99, 0.999].map((share) => percentile(histogram, share));
  const exact = [0.9, 0.99, 0.999].map((share) => exactPercentile(sorted, share));
  for (const [index, value] of shown.entries()) {
    expect(Math.abs(value - (exact[index] ?? 0))).toBeLessThanOrEqual(GREATEST_ERROR * (exact[index] ?? 0));
    if (index > 0 && exact[index] !== exact[index - 1]) expect(value).toBeGreaterThan(shown[index - 1] ?? 0);
  }
  expect(new Set(exact).size).toBe(3);
  expect((exact[2] ?? 0) / (exact[0] ?? 0)).toBeLessThan(1.001);
});

it("percentiles of a range count the latencies that ended in it", async () => {
  const scenario = await builtin("ring-overflow");
  const machine = build(core, scenario, { latencyCapacity: 1 << 16 });
  runTo(machine, 1_000_000, 1_000_000);
  const before = readMetrics(machine, scenario.machine);
  runTo(machine, 3_000_000, 1_000_000);
  const { receive } = rangeMetrics(before, readMetrics(machine, scenario.machine));
  const sorted = sortedLatencies(machine, 1, 1_000_000);
  expect(receive.latency.count).toBe(sorted.length);
  for (const [shown, share] of [
    [receive.latency.p50, 0.5],
    [receive.latency.p99, 0.99],
  ] as const) {
    const exact = exactPercentile(sorted, share);
    expect(Math.abs(shown - exact)).toBeLessThanOrEqual(GREATEST_ERROR * exact);
  }
});
