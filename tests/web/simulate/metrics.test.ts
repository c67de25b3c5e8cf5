import { describe, expect, it } from "vitest";
import type { Distribution } from "../../../lib/metrics/distributions.ts";
import type { DirectionMetrics, Metrics } from "../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { flowRows, flowSegments } from "../../../web/simulate/metrics/FlowSection.tsx";
import {
  emptyTexts,
  latencyBefore,
  latencyViews,
  layerNote,
  layerShares,
} from "../../../web/simulate/metrics/metricsText.ts";
import { machineInfo } from "../../../web/simulate/stage/machineInfo.ts";
import { overflowing } from "../scenarios/support.ts";

const NONE: Distribution = {
  count: 0,
  mean: Number.NaN,
  minimum: Number.NaN,
  maximum: Number.NaN,
  p50: Number.NaN,
  p90: Number.NaN,
  p99: Number.NaN,
  p999: Number.NaN,
  buckets: [],
};

const IDLE: DirectionMetrics = {
  offered: 0,
  offeredBytes: 0,
  delivered: 0,
  deliveredBytes: 0,
  inFlight: 0,
  lost: 0,
  rate: 0,
  frameRate: 0,
  offeredFrameRate: 0,
  dropped: [],
  latency: NONE,
  parts: [],
};

const BUSY: DirectionMetrics = {
  ...IDLE,
  offered: 1000,
  delivered: 700,
  deliveredBytes: 700 * 1500,
  inFlight: 20,
  lost: 280,
  rate: 840e6,
  dropped: [
    { cause: "rx-ring-full", count: 250 },
    { cause: "queue-full", count: 30 },
    { cause: "abandoned", count: 0 },
  ],
};

const MACHINE = { ...overflowing().machine, clockHertz: 200_000_000 };

describe("the panel of throughput and drops", () => {
  it("shows rates over the simulated time and shares of the offered packets", () => {
    const rows = flowRows(BUSY, 2_000_000, MACHINE);
    expect(rows.map((row) => row.key)).toEqual([
      "offered",
      "delivered",
      "in-flight",
      "rx-ring-full",
      "queue-full",
    ]);
    const delivered = rows[1];
    expect(delivered?.framesPerSecond).toBeCloseTo(70_000);
    expect(delivered?.bitPerSecond).toBeCloseTo(840e6);
    expect(delivered?.share).toBe(0.7);
    expect(rows.filter((row) => row.isLoss).every((row) => row.label.startsWith("✕"))).toBe(true);
  });

  it("fills its bar exactly", () => {
    expect(flowSegments(BUSY).reduce((sum, segment) => sum + segment.share, 0)).toBeCloseTo(1);
    expect(flowSegments(IDLE)).toEqual([]);
  });
});

function metrics(over: Partial<Metrics>): Metrics {
  return {
    cycle: 1000,
    stateHash: "0",
    instructions: 0,
    detailedCycles: 0,
    interrupts: 0,
    softInterrupts: 0,
    contextSwitches: 0,
    saves: 0,
    receive: IDLE,
    send: IDLE,
    interruptLatency: NONE,
    interruptParts: [],
    cyclesByLayer: [],
    readyCycles: 0,
    idleCycles: 0,
    ...over,
  } as Metrics;
}

describe("the panel of time by layer", () => {
  it("separates stalls, and sums to the whole", () => {
    const shares = layerShares(
      metrics({
        cyclesByLayer: [
          { layer: "application", cycles: 500, stallCycles: 100 },
          { layer: "driver-isr", cycles: 300, stallCycles: 0 },
        ],
        idleCycles: 200,
      }),
    );
    expect(shares.map((share) => [share.key, share.share])).toEqual([
      ["application", 0.4],
      ["driver-isr", 0.3],
      ["stall", 0.1],
      ["idle", 0.2],
    ]);
  });

  it("shows interrupt entries beside the saving of registers", () => {
    const shares = layerShares(
      metrics({
        cyclesByLayer: [{ layer: "save-restore", cycles: 500, stallCycles: 100 }],
        entryCycles: 200,
        idleCycles: 500,
      }),
    );
    expect(shares.map(({ key, layer, label, share }) => [key, layer, label, share])).toEqual([
      ["entry", "entry", "entry", 0.2],
      ["saving", "save-restore", "save/restore", 0.2],
      ["stall", "stall", "stalls of all layers", 0.1],
      ["idle", "idle", "idle", 0.5],
    ]);
  });

  it("states whose cycles they are if contexts share a pipeline", () => {
    expect(layerNote(metrics({ readyCycles: 500 }))).toMatch(/^A share of the cycles of all contexts/);
    expect(layerNote(metrics({ idleCycles: 500 }))).toBeUndefined();
  });

  it("shows nothing at cycle 0", () => {
    expect(layerShares(metrics({}))).toEqual([]);
  });
});

describe("the panel of latencies", () => {
  it("offers packets of a direction once there are any", () => {
    const scenario = overflowing({});
    expect(latencyViews(metrics({}), scenario).map((view) => view.subject)).toEqual(["interrupt"]);
    expect(
      latencyViews(metrics({ receive: BUSY, send: BUSY }), scenario).map((view) => view.subject),
    ).toEqual(["interrupt", "receive", "send"]);
  });

  it("compares with the previous run only if both count from the same cycle", () => {
    const was = { scenario: overflowing({}), metrics: metrics({ fromCycle: 500 }) };
    expect(latencyBefore(was, "interrupt", { fromCycle: 500 })).toBe(NONE);
    expect(latencyBefore(was, "interrupt", { fromCycle: 0 })).toBeUndefined();
    expect(latencyBefore(was, "send", { fromCycle: 500 })).toBeUndefined();
    expect(latencyBefore({ ...was, metrics: undefined }, "interrupt", { fromCycle: 0 })).toBeUndefined();
    expect(latencyBefore(undefined, "interrupt", { fromCycle: 0 })).toBeUndefined();
  });

  it("announces no interrupt or frame for a machine without a line or a card", () => {
    const scenario = overflowing({});
    const bare = { ...scenario, machine: { ...scenario.machine, nics: [] } };
    expect(emptyTexts(scenario, 0).interrupts).toMatch(/press Play/);
    expect(emptyTexts(scenario, 0).frames).toMatch(/press Play/);
    // Play does nothing at the end of a run that only polls.
    expect(emptyTexts(scenario, 5)).toEqual({
      interrupts: "No interrupt has been handled so far.",
      frames: "No frames so far.",
    });
    expect(emptyTexts(bare, 0)).toEqual({
      interrupts: "No interrupt line in this machine.",
      frames: "No network card in this machine.",
    });
    expect(latencyViews(metrics({}), bare)[0]?.empty).toBe("No interrupt line in this machine.");
    // A hart that has taken an interrupt and not answered it.
    const [first] = bare.software.threads;
    if (first === undefined) throw new Error("no thread");
    const hart = { ...bare, software: { ...bare.software, threads: [{ ...first, machineMode: true }] } };
    expect(emptyTexts(hart, 5).interrupts).toBe("No interrupt has been handled so far.");
    expect(latencyViews(metrics({ interrupts: 1 }), hart)[0]?.empty).toBe(
      "Interrupts have been taken; none has been answered so far.",
    );
    // The same holds for a card that gets no frames.
    const silent = { ...scenario, traffic: [] };
    expect(emptyTexts(silent, 5)).toEqual({
      interrupts: "No traffic in this scenario: nothing interrupts.",
      frames: "No traffic in this scenario: no frame comes.",
    });
    const timer = { name: "tick", periodNanoseconds: 1000 } as Scenario["machine"]["timers"][number];
    const ticking = { ...silent, machine: { ...silent.machine, timers: [timer] } };
    expect(emptyTexts(ticking, 0).interrupts).toMatch(/press Play/);
    expect([machineInfo(scenario), machineInfo(silent)].map(({ nics }) => nics[0]?.isOffered)).toEqual([
      true,
      false,
    ]);
  });
});
