/** What a machine did in a stretch of its run, out of what it had done at both ends. */
import type { SimDropCause } from "../../core-wasm/binding/index.ts";
import { AT_QUEUE, isCardDrop } from "./dropped.ts";
import type { DirectionMetrics, Distribution, LayerCycles, Metrics } from "./metrics.ts";
import { distributionSince } from "./since.ts";

export interface RangeLatency {
  readonly count: number;
  /** NaN when nothing ended here. */
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
}

export interface RangeDirection {
  readonly offered: number;
  readonly delivered: number;
  readonly deliveredBytes: number;
  readonly dropped: number;
  /** Of packets delivered in the range. */
  readonly latency: RangeLatency;
}

export interface RangeMetrics {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly receive: RangeDirection;
  readonly send: RangeDirection;
  /** Lost frames of both directions, by where: those of cards, by queue, and what software let go. */
  readonly lost: { readonly card: number; readonly queues: readonly number[]; readonly software: number };
  readonly interrupts: number;
  readonly interruptLatency: RangeLatency;
  readonly contextSwitches: number;
  readonly instructions: number;
  /** NaN where no layer counted in instructions ran. */
  readonly instructionsPerCycle: number;
  readonly dmaCycles: number;
  readonly layers: readonly LayerCycles[];
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
    readyCycles: less((one) => one.readyCycles),
    idleCycles: less((one) => one.idleCycles),
    caches: cachesOf(before, after),
  };
}

function directionOf(before: DirectionMetrics, after: DirectionMetrics): RangeDirection {
  const dropped = (of: DirectionMetrics) => of.dropped.reduce((sum, { count }) => sum + count, 0);
  return {
    offered: after.offered - before.offered,
    delivered: after.delivered - before.delivered,
    deliveredBytes: after.deliveredBytes - before.deliveredBytes,
    dropped: dropped(after) - dropped(before),
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
