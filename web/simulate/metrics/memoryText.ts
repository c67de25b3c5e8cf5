/** What the metrics panel says of TLB, predictor, bus, locks and threads that did not get on. */

import type { SimLayer } from "../../../core-wasm/binding/layout.gen.ts";
import type { NicMetrics } from "../../../lib/metrics/devices.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { linesOf } from "../../../scenarios/devices/lines.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { say } from "../../text/say.ts";
import { formatInteger, formatPercent, quantityText } from "../../ui/format.ts";
import { CACHE_NAME } from "../stage/caches.ts";
import type { FigureRow } from "./FigureTable.tsx";

/** "12 of 3 400 (0.4 %)", which breaks before the share alone. */
function shareText(part: number, whole: number): string {
  const share = quantityText(formatPercent(part / whole));
  return say("{part} of {whole} ({share})", { part, whole, share }).replace(/ (?!\()/g, "\u00a0");
}

export function memoryRows(
  { memory, dmaCycles, cycle, cyclesBy }: Metrics,
  { core }: Scenario["machine"],
): readonly FigureRow[] {
  const rows: FigureRow[] = [];
  if (memory.tlbAccesses > 0)
    rows.push({ label: say("TLB misses"), value: shareText(memory.tlbMisses, memory.tlbAccesses) });
  if (memory.branches > 0)
    rows.push({
      // Without a predictor every one that is taken was fetched past.
      label:
        core.predictor.kind === "not-taken"
          ? say("taken branches (all mispredicted)")
          : say("mispredicted branches"),
      value: shareText(memory.mispredicted, memory.branches),
    });
  const { issued, lines, late } = memory.prefetches;
  if (issued > 0) {
    rows.push({ label: say("prefetches that brought a line"), value: shareText(lines, issued) });
    rows.push({ label: say("accesses before a prefetched line came"), value: formatInteger(late) });
  }
  for (const { level, writeBacks, invalidations, pinsRefused } of memory.caches) {
    const name = CACHE_NAME[level];
    if (writeBacks > 0)
      rows.push({ label: say("{name} lines written back", { name }), value: formatInteger(writeBacks) });
    if (invalidations > 0)
      rows.push({ label: say("{name} lines taken away", { name }), value: formatInteger(invalidations) });
    if (pinsRefused > 0)
      rows.push({ label: say("{name} pins refused", { name }), value: formatInteger(pinsRefused) });
  }
  const { bus } = memory;
  if (bus.cycles > 0)
    rows.push({ label: say("bus cycles of the cores"), value: shareText(bus.cycles, cycle) });
  if (bus.transfers > 0)
    rows.push({ label: say("lines that another core had changed"), value: formatInteger(bus.transfers) });
  if (bus.claims > 0)
    rows.push({ label: say("shared lines taken for writing"), value: formatInteger(bus.claims) });
  if (dmaCycles > 0) rows.push({ label: say("bus cycles of DMA"), value: shareText(dmaCycles, cycle) });
  const waited = cyclesBy.reduce((sum, { cause, cycles }) => (cause === "bus" ? sum + cycles : sum), 0);
  if (waited > 0) rows.push({ label: say("CPU cycles lost to the bus"), value: formatInteger(waited) });
  return rows;
}

export interface LockRow {
  readonly name: string;
  readonly taken: number;
  readonly contendedShare: number;
  readonly waitCycles: number;
  readonly longestWait: number;
}

export function lockRows(metrics: Metrics, { software }: Scenario): readonly LockRow[] {
  return software.locks.flatMap(({ name }, index): readonly LockRow[] => {
    const lock = metrics.locks[index];
    // As many as the core has records for; one that is there and was never taken is told.
    if (lock === undefined) return [];
    const { taken, contended, waitCycles, longestWait } = lock;
    return [{ name, taken, contendedShare: taken === 0 ? 0 : contended / taken, waitCycles, longestWait }];
  });
}

export interface ThreadRow {
  readonly name: string;
  readonly layer: SimLayer;
  readonly share: number;
  readonly switches: number;
  readonly waits: number;
  readonly longestReady: number;
}

/** Of one alone the layers tell all. */
export function threadRows(metrics: Metrics, { software }: Scenario): readonly ThreadRow[] {
  if (software.threads.length < 2 || metrics.cycle === 0) return [];
  return software.threads.flatMap(({ name, layer }, index): readonly ThreadRow[] => {
    const thread = metrics.threads[index];
    if (thread === undefined) return [];
    const { cycles, switches, waits, longestReady } = thread;
    return [{ name, layer, share: cycles / metrics.cycle, switches, waits, longestReady }];
  });
}

/** What devices and raises came to nothing: ticks nobody answered in time, edges that a mask swallowed, refused requests. */
export function missedRows({ devices, softLost }: Metrics, { machine }: Scenario): readonly FigureRow[] {
  const rows: FigureRow[] = [];
  for (const [index, { name }] of machine.timers.entries()) {
    const { ticks, overruns } = devices.timers[index] ?? { ticks: 0, overruns: 0 };
    if (overruns > 0)
      rows.push({ label: say("overruns of timer {name}", { name }), value: shareText(overruns, ticks) });
  }
  for (const [index, { name }] of linesOf(machine).entries()) {
    const lost = devices.lines[index]?.lost ?? 0;
    if (lost > 0)
      rows.push({ label: say("edges lost by {name}, masked", { name }), value: formatInteger(lost) });
  }
  for (const [index, { name }] of machine.disks.entries()) {
    const { requested, refused } = devices.disks[index] ?? { requested: 0, refused: 0 };
    if (refused > 0)
      rows.push({
        label: say("requests refused by {name}", { name }),
        value: shareText(refused, requested + refused),
      });
  }
  if (softLost > 0) rows.push({ label: say("soft interrupts lost"), value: formatInteger(softLost) });
  return rows;
}

/** What cards did besides receiving and sending. */
export function cardRows({ devices }: Metrics): readonly FigureRow[] {
  const total = (of: (nic: NicMetrics) => number) => devices.nics.reduce((sum, nic) => sum + of(nic), 0);
  const wireFrames = total(({ wireFrames, send }) => (wireFrames > send.delivered ? wireFrames : 0));
  const rows: readonly (readonly [string, number])[] = [
    [say("frames merged"), total(({ merged }) => merged)],
    [say("frames copied"), total(({ copied }) => copied)],
    [say("segments sent"), wireFrames],
    [say("pauses of senders"), total(({ pauses }) => pauses)],
    [say("paused cycles"), total(({ pausedCycles }) => pausedCycles)],
  ];
  return rows
    .filter(([, value]) => value > 0)
    .map(([label, value]) => ({ label, value: formatInteger(value) }));
}
