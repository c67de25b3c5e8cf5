/** The results of a machine in a part of its run, from its results at both ends. */

import type { SimDropCause } from "../../core-wasm/binding/index.ts";
import type { Distribution } from "./distributions.ts";
import type { DirectionMetrics, Metrics } from "./metrics.ts";
import { AT_QUEUE, isCardDrop } from "./registry/dropCauses.ts";
import { percentileIfMeaningful } from "./registry/latency.ts";
import type { LayerCycles } from "./registry/processor.ts";
import { distributionSince } from "./since.ts";

export interface RangeLatency {
  readonly count: number;
  /** NaN if no latency ended in the range. */
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
}

export interface RangeDirection {
  readonly offered: number;
  readonly delivered: number;
  readonly deliveredBytes: number;
  readonly dropped: number;
  /** Latencies of packets delivered in the range. */
  readonly latency: RangeLatency;
}

export interface RangeMetrics {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly receive: RangeDirection;
  readonly send: RangeDirection;
  /** Lost frames of both directions, by place: at cards, at each queue, and dropped by software. */
  readonly lost: { readonly card: number; readonly queues: readonly number[]; readonly software: number };
  readonly interrupts: number;
  readonly interruptLatency: RangeLatency;
  readonly contextSwitches: number;
  readonly instructions: number;
  /** NaN if no layer that counts instructions ran. */
  readonly instructionsPerCycle: number;
  readonly dmaCycles: number;
  readonly layers: readonly LayerCycles[];
  /** Cycles of the layer save-restore. */
  readonly entryCycles: number;
  readonly readyCycles: number;
  readonly idleCycles: number;
  readonly caches: readonly { readonly level: string; readonly accesses: number; readonly misses: number }[];
}

export function rangeMetrics(before: Metrics, after: Metrics): RangeMetrics {
  const less = (of: (metrics: Metrics) => number) => of(after) - of(before);
  const instructions = less((one) => one.instructions);
  const detailed = less((one) => one.detailedCycles);
  return {
    fromCycle: before.cycle,
    toCycle: after.cycle,
    receive: directionOf(before.receive, after.receive),
    send: directionOf(before.send, after.send),
    lost: lostIn(before, after),
    interrupts: less((one) => one.interrupts),
    interruptLatency: latencyOf(before.interruptLatency, after.interruptLatency),
    contextSwitches: less((one) => one.contextSwitches),
    instructions,
    instructionsPerCycle: detailed === 0 ? Number.NaN : instructions / detailed,
    dmaCycles: less((one) => one.dmaCycles),
    layers: layersOf(before.cyclesByLayer, after.cyclesByLayer),
    entryCycles: less((one) => one.entryCycles),
    readyCycles: less((one) => one.readyCycles),
    idleCycles: less((one) => one.idleCycles),
    caches: cachesOf(before, after),
  };
}

function directionOf(before: DirectionMetrics, after: DirectionMetrics): RangeDirection {
  return {
    offered: after.offered - before.offered,
    delivered: after.delivered - before.delivered,
    deliveredBytes: after.deliveredBytes - before.deliveredBytes,
    dropped: after.lost - before.lost,
    latency: latencyOf(before.latency, after.latency),
  };
}

function lostIn(before: Metrics, after: Metrics): RangeMetrics["lost"] {
  const counted = (isMeant: (cause: SimDropCause) => boolean, { receive, send }: Metrics) =>
    [...receive.dropped, ...send.dropped].reduce(
      (sum, { cause, count }) => (isMeant(cause) ? sum + count : sum),
      0,
    );
  const less = (isMeant: (cause: SimDropCause) => boolean) =>
    counted(isMeant, after) - counted(isMeant, before);
  return {
    card: less(isCardDrop),
    queues: after.queues.map(({ dropped }, queue) => dropped - (before.queues[queue]?.dropped ?? 0)),
    software: less((cause) => !isCardDrop(cause) && cause !== AT_QUEUE),
  };
}

function latencyOf(before: Distribution, after: Distribution): RangeLatency {
  const { count, mean, p50, p99 } = distributionSince(before, after);
  return { count, mean, p50, p99 };
}

function layersOf(before: readonly LayerCycles[], after: readonly LayerCycles[]): readonly LayerCycles[] {
  return after.flatMap(({ layer, cycles, stallCycles }) => {
    const earlier = before.find((one) => one.layer === layer);
    const ran = cycles - (earlier?.cycles ?? 0);
    return ran === 0 ? [] : [{ layer, cycles: ran, stallCycles: stallCycles - (earlier?.stallCycles ?? 0) }];
  });
}

function cachesOf(before: Metrics, after: Metrics): RangeMetrics["caches"] {
  const totals = (of: Metrics, level: string) => {
    const layers = of.memory.caches.find((cache) => cache.level === level)?.layers ?? [];
    const sum = (pick: (layer: (typeof layers)[number]) => number) =>
      layers.reduce((all, layer) => all + pick(layer), 0);
    return { accesses: sum((one) => one.accesses), misses: sum((one) => one.misses) };
  };
  return after.memory.caches.map(({ level }) => {
    const [then, now] = [totals(before, level), totals(after, level)];
    return { level, accesses: now.accesses - then.accesses, misses: now.misses - then.misses };
  });
}

type Row = readonly [name: string, value: number, unit: string];

/** The numbers of the range as a table for files: key, value, unit. NaN: too few latencies. */
export function rangeData(
  range: RangeMetrics,
  clockHertz: number,
  queues: readonly { readonly name: string }[],
): { readonly columns: readonly string[]; readonly rows: readonly Row[] } {
  const rows: readonly Row[] = [
    ["from", range.fromCycle, "cycle"],
    ["to", range.toCycle, "cycle"],
    ["clock", clockHertz, "Hz"],
    ...directionRows("receive", range.receive),
    ...directionRows("send", range.send),
    ["dropped.cards", range.lost.card, "frames"],
    ...queues.map(
      ({ name }, queue): Row => [`dropped.queue.${name}`, range.lost.queues[queue] ?? 0, "frames"],
    ),
    ["dropped.software", range.lost.software, "frames"],
    ["interrupts", range.interrupts, "count"],
    ...latencyRows("interrupt_latency", range.interruptLatency),
    ["context_switches", range.contextSwitches, "count"],
    ["instructions", range.instructions, "count"],
    ["instructions_per_cycle", range.instructionsPerCycle, "1/cycle"],
    ...range.layers.flatMap(({ layer, cycles, stallCycles }): readonly Row[] => [
      [`layer.${layer}`, cycles, "cycles"],
      [`layer.${layer}.stalled`, stallCycles, "cycles"],
    ]),
    ["layer.save-restore.entry", range.entryCycles, "cycles"],
    ["not_chosen", range.readyCycles, "cycles"],
    ["idle", range.idleCycles, "cycles"],
    ["dma_on_bus", range.dmaCycles, "cycles"],
    ...range.caches.flatMap(({ level, accesses, misses }): readonly Row[] => [
      [`${level}.accesses`, accesses, "count"],
      [`${level}.misses`, misses, "count"],
    ]),
  ];
  return { columns: ["metric", "value", "unit"], rows };
}

function directionRows(name: string, direction: RangeDirection): readonly Row[] {
  const { offered, delivered, deliveredBytes, dropped, latency } = direction;
  return [
    [`${name}.offered`, offered, "frames"],
    [`${name}.delivered`, delivered, "frames"],
    [`${name}.delivered_bytes`, deliveredBytes, "bytes"],
    [`${name}.dropped`, dropped, "frames"],
    ...latencyRows(`${name}.latency`, latency),
  ];
}

function latencyRows(name: string, latency: RangeLatency): readonly Row[] {
  return [
    [`${name}.count`, latency.count, "count"],
    [`${name}.mean`, latency.mean, "cycles"],
    [`${name}.p50`, percentileIfMeaningful(latency, "p50"), "cycles"],
    [`${name}.p99`, percentileIfMeaningful(latency, "p99"), "cycles"],
  ];
}
