/** No part exceeds its whole, in words, bars, rates and the timeline, for any scenario at any cycle. */
import { describe, expect, it } from "vitest";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../../scenarios/index.ts";
import type { TimelineWindow } from "../../../web/engine/protocol.ts";
import { flowRows, flowSegments } from "../../../web/simulate/metrics/FlowSection.tsx";
import { memoryRows, missedRows } from "../../../web/simulate/metrics/metricRows.ts";
import { layerShares } from "../../../web/simulate/metrics/metricsText.ts";
import { lockRows, threadRows } from "../../../web/simulate/metrics/ThreadSection.tsx";
import { machineInfo } from "../../../web/simulate/stage/machineInfo.ts";
import { stageRates } from "../../../web/simulate/stage/rates.ts";
import { long } from "../../support/long.ts";
import { openEngine } from "../engine/support.ts";

/** Cycles in a transaction, a burst or a tick that ends later, and cycles with much activity. */
const CYCLES = [1, 13, 69, 70, 71, 137, 500, 1_409, 6_022, 20_011, 100_003];
const SLACK = 1e-6;

function percentsOf(texts: readonly (string | undefined)[]): readonly number[] {
  return texts.flatMap((text) => {
    const found = /([\d\u202f.,]+)\s*%/.exec(text ?? "");
    return found === null ? [] : [Number(found[1]?.replace(/[\u202f,]/g, "")) / 100];
  });
}

function sharesOf(metrics: Metrics, scenario: Scenario): Readonly<Record<string, readonly number[]>> {
  const { receive, send, cycle } = metrics;
  const rows = [...memoryRows(metrics, scenario.machine), ...missedRows(metrics, scenario.machine)];
  const directions = [receive, send];
  return {
    ...Object.fromEntries(rows.map(({ label, value }) => [label, percentsOf([String(value)])])),
    layers: layerShares(metrics).map(({ share }) => share),
    "all layers": [layerShares(metrics).reduce((sum, { share }) => sum + share, 0)],
    threads: threadRows(metrics, scenario).map(({ thread }) => thread.cycles / Math.max(1, cycle)),
    locks: lockRows(metrics, scenario).map(({ lock }) => lock.contended / Math.max(1, lock.taken)),
    frames: directions.flatMap((one) =>
      flowRows(one, cycle, scenario.machine).flatMap(({ share = 0 }) => [share]),
    ),
    "all frames": directions.map((one) => flowSegments(one).reduce((sum, { share }) => sum + share, 0)),
    misses: metrics.memory.caches.flatMap(({ layers }) =>
      layers.map(({ misses, accesses }) => misses / Math.max(1, accesses)),
    ),
    contexts: metrics.cyclesBy.map(({ cycles }) => cycles / Math.max(1, cycle)),
  };
}

function windowShares(window: TimelineWindow): Readonly<Record<string, readonly number[]>> {
  const lanes = window.lanes.flatMap(({ shares, stall }) => [
    [...stall],
    ...(shares === undefined ? [] : [[...shares.layers], [...shares.ready]]),
  ]);
  const bus = window.coreBus === undefined ? [] : [...window.coreBus];
  const dma = Object.values(window.series.dma ?? {});
  const fills = [...window.rxFill, ...window.txFill, ...window.queueFill];
  return {
    lanes: lanes.flat(),
    dma: dma.flatMap((columns) => [...columns]),
    "bus of the cores": bus,
    // One transaction at a time: DMA and cores together.
    bus: bus.map((share, column) => dma.reduce((sum, columns) => sum + (columns[column] ?? 0), share)),
    fills: fills.flatMap(({ maximum, capacity }) => [...maximum].map((most) => most / Math.max(1, capacity))),
  };
}

function above(shares: Readonly<Record<string, readonly number[]>>): readonly string[] {
  return Object.entries(shares).flatMap(([name, values]) => {
    const most = Math.max(0, ...values.filter((value) => !Number.isNaN(value)));
    const least = Math.min(0, ...values.filter((value) => !Number.isNaN(value)));
    return most > 1 + SLACK || least < -SLACK ? [`${name}: ${least} to ${most}`] : [];
  });
}

/** One machine of each kind: cores, contexts, caches, each device, locks, programs, and timed layers of each source. */
const SHORT_IDS: readonly string[] = [
  "ring-overflow",
  "eight-cores",
  "deadline-thread",
  "weighted-contexts",
  "pinned-handler",
  "one-lock",
  "napi-driver",
  "two-port-router",
  "button-overrun",
  "timer-network-disk",
  "audio-ring",
  "000-receive-three-contexts",
  "000-send-one-context",
  "001-nat-hot",
  "002-both-34k-weighted",
  "003-64",
  "004-smp",
];

describe("no share of a metric is above 1", () => {
  const expectShares = async (id: string) => {
    const loaded = await BUILTIN_SCENARIOS.find((one) => one.id === id)?.load();
    if (!loaded?.ok) throw new Error(`${id} does not load`);
    const scenario: Scenario = {
      ...loaded.scenario,
      runCycles: Math.min(loaded.scenario.runCycles, 200_000),
    };
    const engine = await openEngine();
    engine.load(scenario);
    engine.runToEnd();
    const facts = machineInfo(scenario);
    const found: string[] = [];
    let before: Metrics | undefined;
    for (const cycle of CYCLES) {
      const { metrics } = engine.ask({ kind: "metrics", cycle }, "metrics");
      for (const text of above(sharesOf(metrics, scenario))) found.push(`cycle ${cycle}, ${text}`);
      if (before !== undefined) {
        const { bus, cores, contexts, nics, disks, locks } = stageRates(before, metrics, facts);
        const rates = {
          dma: [bus.dma],
          waiting: [bus.waiting ?? 0],
          cores: cores.flatMap(({ busy, ready }) => [busy, ready, busy + ready]),
          contexts: contexts.flatMap(({ busy, ready }) => [busy, ready, busy + ready]),
          wires: nics.flatMap((nic) => [nic.wire.receive, nic.wire.send]),
          disks: disks.map(({ busy }) => busy),
          locks: locks.map(({ held }) => held),
        };
        for (const text of above(rates)) found.push(`rates up to ${cycle}, ${text}`);
      }
      before = metrics;
    }
    for (const [from, to, columns] of [
      [0, 200_000, 400],
      [0, 70, 70],
      [0, 4_000, 300],
      [100_000, 101_000, 500],
    ] as const)
      for (const patient of [false, true]) {
        const range = { from, to: Math.min(to, scenario.runCycles), columns, patient };
        if (range.to <= from) continue;
        const { window } = engine.ask({ kind: "window", ...range }, "window");
        for (const text of above(windowShares(window))) found.push(`window ${from} to ${to}, ${text}`);
      }
    expect(found.join("\n")).toBe("");
  };
  it.each(SHORT_IDS)("in %s", expectShares);
  it.each(BUILTIN_SCENARIOS.map(({ id }) => id).filter((id) => !SHORT_IDS.includes(id)))(
    "in %s",
    long("The other built-in scenarios are machines of the same kinds; they take some 15 s of CPU."),
    expectShares,
  );
});
