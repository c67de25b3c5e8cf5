import { describe, expect, it } from "vitest";
import { rangeData, rangeMetrics } from "../../../lib/metrics/range.ts";
import type { RangeEnds } from "../../../web/engine/protocol.ts";
import { rangeRows, rangeSummary } from "../../../web/timeline/rangeText.ts";
import { dataCsv } from "../../../web/ui/dataCsv.ts";
import { overflowing, scenarioFile } from "../scenarios/support.ts";
import { openEngine, type TestEngine } from "./support.ts";

const RUN = 1_300_000;

async function opened(scenario = overflowing({ runCycles: RUN })): Promise<TestEngine> {
  const engine = await openEngine();
  engine.load(scenario);
  return engine;
}

function ends(engine: TestEngine, from: number, to: number): RangeEnds {
  const { before, after } = engine.ask({ kind: "range", from, to }, "range");
  return { before, after };
}

describe("the statistics of a range", () => {
  it("equal those of the run for the whole run", async () => {
    const engine = await opened();
    const { before, after } = ends(engine, 0, RUN);
    expect(after.cycle).toBe(RUN);
    const range = rangeMetrics(before, after);
    expect(range).toMatchObject({
      receive: { offered: after.receive.offered, delivered: after.receive.delivered },
      interrupts: after.interrupts,
      layers: after.cyclesByLayer,
      idleCycles: after.idleCycles,
    });
    expect(range.interruptLatency.mean).toBeCloseTo(after.interruptLatency.mean, 9);
    expect(range.interruptLatency.count).toBe(after.interruptLatency.count);
  });

  it("of adjacent ranges sum up, and count each frame and interrupt once", async () => {
    const engine = await opened();
    const cuts = [0, 123_456, 400_001, 999_999, RUN];
    const parts = cuts.slice(1).map((to, index) => {
      const { before, after } = ends(engine, cuts[index] ?? 0, to);
      return rangeMetrics(before, after);
    });
    const { before, after } = ends(engine, 0, RUN);
    const whole = rangeMetrics(before, after);
    const sum = (of: (part: (typeof parts)[number]) => number) =>
      parts.reduce((all, part) => all + of(part), 0);
    for (const of of [
      (one: typeof whole) => one.receive.offered,
      (one: typeof whole) => one.receive.delivered,
      (one: typeof whole) => one.receive.dropped,
      (one: typeof whole) => one.receive.latency.count,
      (one: typeof whole) => one.receive.latency.count * one.receive.latency.mean,
      (one: typeof whole) => one.interrupts,
      (one: typeof whole) => one.instructions,
      (one: typeof whole) => one.idleCycles,
      (one: typeof whole) => one.layers.reduce((all, { cycles }) => all + cycles, 0),
    ])
      expect(sum(of)).toBeCloseTo(of(whole), 6);
    for (const part of parts) {
      const cycles =
        part.layers.reduce((all, one) => all + one.cycles, 0) + part.idleCycles + part.readyCycles;
      expect(cycles).toBe(part.toCycle - part.fromCycle);
    }
  });

  it("have percentiles among the values of the range", async () => {
    const engine = await opened(scenarioFile("papers/000-receive-one-context.json", { runCycles: 60_000 }));
    // By the core's records the first interrupt takes 100 cycles, and the next ones 104.
    const { before, after } = ends(engine, 2_400, 60_000);
    const { interruptLatency } = rangeMetrics(before, after);
    expect(interruptLatency.mean).toBe(104);
    expect(interruptLatency.p50).toBeGreaterThanOrEqual(104);
    expect(interruptLatency.p50).toBeLessThan(112);
  });

  it("wait for the frontier, and leave the picture unchanged", async () => {
    const engine = await opened();
    const before = engine.hashAt(10_000);
    expect(ends(engine, 20_000, 600_000).after.cycle).toBe(600_000);
    expect(engine.hashAt(10_000)).toBe(before);
  });

  it("contain no NaN, for an empty range too", async () => {
    const engine = await opened();
    for (const [from, to] of [
      [0, 1],
      [5, 5],
      [500_000, 500_100],
    ] as const) {
      const { before, after } = ends(engine, from, to);
      const range = rangeMetrics(before, after);
      for (const { name, value, note } of [...rangeRows(range, 1e8, []), ...rangeSummary(range)])
        expect(`${value} ${note}`, name).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it("give losses as a share of the packets that ended in it, not of those offered in it", async () => {
    const engine = await opened();
    const { before, after } = ends(engine, 0, 400_000);
    const range = rangeMetrics(before, after);
    // As many were lost as arrived, but four had arrived earlier, so not all of these were lost.
    const receive = { ...range.receive, offered: 300, dropped: 300, delivered: 4 };
    const told = [...rangeSummary({ ...range, receive }), ...rangeRows({ ...range, receive }, 1e8, [])];
    const losses = told.filter(({ name, isLoss }) => isLoss && name.endsWith("✕ lost"));
    expect(losses.map(({ value, note }) => `${value}, ${note}`.replace(/\s/g, " "))).toEqual([
      "300, 98.7 %",
      "300, 98.7 % of 304 that ended",
    ]);
  });

  it("in a file have the numbers of the table, with a line for each queue", async () => {
    const engine = await opened();
    const { before, after } = ends(engine, 100_000, 400_000);
    const range = rangeMetrics(before, after);
    const { columns, rows } = rangeData(range, 1e8, [{ name: "back, log" }]);
    expect(columns).toEqual(["metric", "value", "unit"]);
    const value = (name: string, unit: string) => rows.find((row) => row[0] === name && row[2] === unit)?.[1];
    expect(value("from", "cycle")).toBe(100_000);
    expect(value("receive.offered", "frames")).toBe(range.receive.offered);
    expect(value("receive.delivered_bytes", "bytes")).toBe(range.receive.deliveredBytes);
    expect(value("dropped.queue.back, log", "frames")).toBe(range.lost.queues[0]);
    expect(value("interrupt_latency.p50", "cycles")).toBe(range.interruptLatency.p50);
    // A percentile of too few latencies, shown as –, is an empty field.
    const few = { count: 15, mean: 100.5, p50: 100, p99: 104 };
    const lines = (interruptLatency: typeof few) =>
      dataCsv(rangeData({ ...range, interruptLatency }, 1e8, []))
        .split("\r\n")
        .filter((line) => line.startsWith("interrupt_latency"))
        .map((line) => line.split(",")[1]);
    expect(lines(few)).toEqual(["15", "100.5", "100", ""]);
    expect(lines({ ...few, count: 1 })).toEqual(["1", "100.5", "", ""]);
    expect(lines({ count: 0, mean: Number.NaN, p50: Number.NaN, p99: Number.NaN })).toEqual([
      "0",
      "",
      "",
      "",
    ]);
    // Each cycle of the processor belongs to a layer.
    const time = rows.filter(([name]) => /^(layer\.[^.]+|not_chosen|idle)$/.test(String(name)));
    expect(time.reduce((sum, [, cycles]) => sum + Number(cycles), 0)).toBe(300_000);
    expect(dataCsv({ columns, rows })).toContain('"dropped.queue.back, log",');
  });
});
