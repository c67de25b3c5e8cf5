/** Statistics of a stretch of the run as lines of a table. */
import type { LayerCycles } from "../../lib/metrics/metrics.ts";
import type { RangeDirection, RangeLatency, RangeMetrics } from "../../lib/metrics/range.ts";
import {
  bitsPerSecond,
  formatFixed,
  formatInteger,
  formatPercent,
  formatSeconds,
  formatSi,
  formatSignificant,
} from "../base/format.ts";
import { layerIndex, layerLabel } from "./layers.ts";
import { withUnit } from "./text.ts";

export interface RangeRow {
  readonly name: string;
  readonly value: string;
  /** The same in another light: a rate, a share, a time. */
  readonly note: string;
  readonly isLoss: boolean;
}

const row = (name: string, value: string, note = "", isLoss = false): RangeRow => ({
  name,
  value,
  note,
  isLoss,
});

export function rangeRows(range: RangeMetrics, clockHertz: number): readonly RangeRow[] {
  const cycles = range.toCycle - range.fromCycle;
  const seconds = cycles / clockHertz;
  return [
    row("length", formatInteger(cycles), withUnit(formatSeconds(seconds))),
    ...directionRows("received", range.receive, cycles, clockHertz),
    ...directionRows("sent", range.send, cycles, clockHertz),
    row("interrupts", formatInteger(range.interrupts), withUnit(formatSi(range.interrupts / seconds, "/s"))),
    ...latencyRows("interrupt latency", range.interruptLatency, clockHertz),
    row("context switches", formatInteger(range.contextSwitches)),
    row("instructions", formatInteger(range.instructions), ipcText(range)),
    ...range.layers.flatMap((layer) => layerRows(layer, range)),
    ...(range.readyCycles > 0 ? [row("not chosen", formatInteger(range.readyCycles))] : []),
    row("idle", formatInteger(range.idleCycles), shareText(range.idleCycles, cpuCycles(range))),
    row("DMA on the bus", formatInteger(range.dmaCycles), shareText(range.dmaCycles, cycles)),
    ...range.caches.map(({ level, accesses, misses }) =>
      row(
        `${level.toUpperCase()} misses`,
        formatInteger(misses),
        `${shareText(misses, accesses)} of ${formatInteger(accesses)}`,
      ),
    ),
  ];
}

/** What somebody on stage reads first. */
export function rangeSummary(range: RangeMetrics): readonly RangeRow[] {
  const { receive, send, interrupts, interruptLatency } = range;
  const offered = receive.offered + send.offered;
  const dropped = receive.dropped + send.dropped;
  return [
    row("offered", formatInteger(offered)),
    row("delivered", formatInteger(receive.delivered + send.delivered)),
    ...(dropped > 0 ? [row("✕ dropped", formatInteger(dropped), shareText(dropped, offered), true)] : []),
    row("interrupts", formatInteger(interrupts)),
    ...(interruptLatency.count > 0
      ? [
          row("latency p50", formatInteger(interruptLatency.p50)),
          row("p99", formatInteger(interruptLatency.p99)),
        ]
      : []),
    row("IPC", ipcText(range)),
    row("idle", shareText(range.idleCycles, cpuCycles(range))),
  ];
}

function directionRows(
  name: string,
  direction: RangeDirection,
  cycles: number,
  clockHertz: number,
): readonly RangeRow[] {
  const { offered, delivered, deliveredBytes, dropped, latency } = direction;
  if (offered + delivered + dropped === 0) return [];
  return [
    row(`${name}: offered`, formatInteger(offered)),
    row(
      `${name}: delivered`,
      formatInteger(delivered),
      withUnit(formatSi(bitsPerSecond(deliveredBytes, cycles, clockHertz), "b/s")),
    ),
    row(`${name}: ✕ dropped`, formatInteger(dropped), shareText(dropped, offered), dropped > 0),
    ...latencyRows(`${name}: latency`, latency, clockHertz),
  ];
}

function latencyRows(
  name: string,
  { count, mean, p50, p99 }: RangeLatency,
  clockHertz: number,
): readonly RangeRow[] {
  if (count === 0) return [];
  const time = (cycles: number) => withUnit(formatSeconds(cycles / clockHertz));
  return [
    row(`${name}, mean`, formatFixed(mean, 1), time(mean)),
    row(`${name}, p50`, formatInteger(p50), time(p50)),
    row(`${name}, p99`, formatInteger(p99), time(p99)),
  ];
}

function layerRows({ layer, cycles, stallCycles }: LayerCycles, range: RangeMetrics): readonly RangeRow[] {
  const stalled = stallCycles > 0 ? `, stalled ${shareText(stallCycles, cycles)}` : "";
  return [
    row(
      layerLabel(layerIndex(layer)),
      formatInteger(cycles),
      `${shareText(cycles, cpuCycles(range))}${stalled}`,
    ),
  ];
}

/** Of all cpus: each cycle of each is a layer's, nobody's, or lost to the choice of another. */
function cpuCycles({ layers, readyCycles, idleCycles }: RangeMetrics): number {
  return layers.reduce((sum, { cycles }) => sum + cycles, 0) + readyCycles + idleCycles;
}

function ipcText({ instructionsPerCycle }: RangeMetrics): string {
  return Number.isNaN(instructionsPerCycle) ? "–" : formatSignificant(instructionsPerCycle, 3);
}

function shareText(part: number, whole: number): string {
  return whole === 0 ? "" : withUnit(formatPercent(part / whole));
}
