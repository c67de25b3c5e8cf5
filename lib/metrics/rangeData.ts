/** Statistics of a stretch of the run as data: keys, plain numbers, units in a column. NaN: too few latencies. */
import { percentileIfMeaningful } from "./percentileIfMeaningful.ts";
import type { RangeDirection, RangeLatency, RangeMetrics } from "./range.ts";

type Row = readonly [name: string, value: number, unit: string];

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
