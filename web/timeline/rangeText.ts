/** Statistics of a stretch of the run as lines of a table. */

import type { RangeDirection, RangeLatency, RangeMetrics } from "../../lib/metrics/range.ts";
import { percentileIfMeaningful } from "../../lib/metrics/registry/latency.ts";
import { type LayerRow, layerRows } from "../../lib/metrics/registry/processor.ts";
import { t } from "../text/t.ts";
import {
  bitsPerSecond,
  formatFixed,
  formatInteger,
  formatPercent,
  formatSeconds,
  formatSi,
  formatSignificant,
} from "../ui/format.ts";
import { layerIndex, layerLabel } from "./layers.ts";
import { withUnit } from "./text.ts";

interface RangeRow {
  readonly name: string;
  readonly value: string;
  /** The same value expressed differently: as a rate, a share or a time. */
  readonly note: string;
  readonly isLoss: boolean;
}

const row = (name: string, value: string, note = "", isLoss = false): RangeRow => ({
  name,
  value,
  note,
  isLoss,
});

export function rangeRows(
  range: RangeMetrics,
  clockHertz: number,
  queues: readonly { readonly name: string }[],
): readonly RangeRow[] {
  const cycles = range.toCycle - range.fromCycle;
  const seconds = cycles / clockHertz;
  return [
    row(t("length"), formatInteger(cycles), withUnit(formatSeconds(seconds))),
    ...directionRows(t("received"), range.receive, cycles, clockHertz),
    ...directionRows(t("sent"), range.send, cycles, clockHertz),
    ...placeRows(range, queues),
    row(
      t("interrupts"),
      formatInteger(range.interrupts),
      withUnit(formatSi(range.interrupts / seconds, "/s")),
    ),
    ...latencyRows(t("interrupt latency"), range.interruptLatency, clockHertz),
    row(t("hardware context switches"), formatInteger(range.contextSwitches)),
    row(t("instructions"), formatInteger(range.instructions), ipcText(range)),
    ...layerRows({ cyclesByLayer: range.layers, entryCycles: range.entryCycles }).map((one) =>
      layerRow(one, range),
    ),
    ...(range.readyCycles > 0 ? [row(t("not chosen"), formatInteger(range.readyCycles))] : []),
    row(t("idle"), formatInteger(range.idleCycles), shareText(range.idleCycles, cpuCycles(range))),
    row(t("DMA on the bus"), formatInteger(range.dmaCycles), shareText(range.dmaCycles, cycles)),
    ...range.caches.map(({ level, accesses, misses }) =>
      row(
        t("{share} misses", { share: level.toUpperCase() }),
        formatInteger(misses),
        t("{number} of {of}", { number: shareText(misses, accesses), of: accesses }),
      ),
    ),
  ];
}

/** The rows that a lecturer reads first. */
export function rangeSummary(range: RangeMetrics): readonly RangeRow[] {
  const { receive, send, interrupts, interruptLatency } = range;
  const delivered = receive.delivered + send.delivered;
  const dropped = receive.dropped + send.dropped;
  return [
    row(t("offered"), formatInteger(receive.offered + send.offered)),
    row(t("delivered"), formatInteger(delivered)),
    ...(dropped > 0
      ? [row(t("✕ lost"), formatInteger(dropped), shareText(dropped, delivered + dropped), true)]
      : []),
    row(t("interrupts"), formatInteger(interrupts)),
    ...(interruptLatency.count > 0
      ? [
          row(t("latency p50"), formatInteger(percentileIfMeaningful(interruptLatency, "p50"))),
          row("p99", formatInteger(percentileIfMeaningful(interruptLatency, "p99"))),
        ]
      : []),
    row(t("IPC"), ipcText(range)),
    row(t("idle"), shareText(range.idleCycles, cpuCycles(range))),
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
    row(t("{name}: offered", { name }), formatInteger(offered)),
    row(
      t("{name}: delivered", { name }),
      formatInteger(delivered),
      withUnit(formatSi(bitsPerSecond(deliveredBytes, cycles, clockHertz), "b/s")),
    ),
    row(
      t("{name}: ✕ lost", { name }),
      formatInteger(dropped),
      endedText(dropped, delivered + dropped),
      dropped > 0,
    ),
    ...latencyRows(t("{name}: latency", { name }), latency, clockHertz),
  ];
}

/** Shown if losses occurred elsewhere than at the card. */
function placeRows(
  { lost }: RangeMetrics,
  queues: readonly { readonly name: string }[],
): readonly RangeRow[] {
  const places: readonly (readonly [name: string, frames: number])[] = [
    ...queues.map(
      ({ name }, queue) => [t("✕ at {place}", { place: name }), lost.queues[queue] ?? 0] as const,
    ),
    [t("✕ by software"), lost.software],
  ];
  const told = places.filter(([, frames]) => frames > 0);
  if (told.length === 0) return [];
  const card: typeof places = lost.card > 0 ? [[t("✕ at the card"), lost.card]] : [];
  return [...card, ...told].map(([name, frames]) => row(name, formatInteger(frames), "", true));
}

function latencyRows(name: string, latency: RangeLatency, clockHertz: number): readonly RangeRow[] {
  const { count, mean } = latency;
  if (count === 0) return [];
  const time = (cycles: number) => withUnit(formatSeconds(cycles / clockHertz));
  return [
    row(t("{name}, mean", { name }), formatFixed(mean, 1), time(mean)),
    ...(["p50", "p99"] as const).map((percentile) => {
      const value = percentileIfMeaningful(latency, percentile);
      return row(`${name}, ${percentile}`, formatInteger(value), time(value));
    }),
  ];
}

function layerRow({ layer, cycles, stallCycles }: LayerRow, range: RangeMetrics): RangeRow {
  const stalled =
    stallCycles > 0 ? `, ${t("stalled {share}", { share: shareText(stallCycles, cycles) })}` : "";
  return row(
    layerLabel(layerIndex(layer)),
    formatInteger(cycles),
    `${shareText(cycles, cpuCycles(range))}${stalled}`,
  );
}

/** Sum over all cpus. Each cycle of a cpu belongs to a layer, is idle, or is lost because another thread was chosen. */
function cpuCycles({ layers, readyCycles, idleCycles }: RangeMetrics): number {
  return layers.reduce((sum, { cycles }) => sum + cycles, 0) + readyCycles + idleCycles;
}

function ipcText({ instructionsPerCycle }: RangeMetrics): string {
  return Number.isNaN(instructionsPerCycle) ? "–" : formatSignificant(instructionsPerCycle, 3);
}

/** Frames that are delivered or dropped in the range may have been offered before it. As a share of the offered frames,
 * the loss could be 100 % although frames were delivered. */
function endedText(dropped: number, ended: number): string {
  return ended === 0 ? "" : t("{share} of {of} that ended", { share: shareText(dropped, ended), of: ended });
}

function shareText(part: number, whole: number): string {
  return whole === 0 ? "" : withUnit(formatPercent(part / whole));
}
