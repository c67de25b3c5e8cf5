/** Rates at each place of the stage between two readings of the counters. At high speed the states of single cycles are
 * a meaningless blur. Rates are differences of counters, never samples of a state. */

import { BY_PROGRAM } from "../../../lib/metrics/registry/dropCauses.ts";
import { shownLayer } from "../../../lib/metrics/shownLayer.ts";
import { instructionsPerCycle, totalCycles } from "../../../lib/metrics/units.ts";
import { DEVICE_KINDS } from "../../../scenarios/devices/kinds.ts";
import { type DeviceRates, deviceRates } from "../../devices/kinds.ts";
import type { DropRate } from "../../devices/nic.ts";
import type { CacheLevel, Cause, Layer, Metrics, ProgramDropCause } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { contextName, coreOf } from "../../ui/contextName.ts";
import { dropWords } from "../../ui/dropText.ts";
import { formatCompact, formatSignificant, perSecondText, shareText } from "../../ui/format.ts";
import { isHeld } from "../../ui/stallText.ts";
import { LAYER_TEXT, PROGRAM_DROP_TEXT } from "./labels.ts";
import type { LineRow } from "./lines.ts";
import type { MachineInfo } from "./machineInfo.ts";

interface LayerTime {
  readonly layer: Layer;
  /** Share of the time, stalls included. */
  readonly share: number;
  readonly stalled: number;
}

/** How a context or a core spent its time. Layers and causes are ordered by their values in the run so far, largest
 * first, so that they keep their places. */
export interface TimeShares {
  readonly layers: readonly LayerTime[];
  /** Causes of the time of running work. */
  readonly causes: readonly { readonly cause: Cause; readonly share: number }[];
  /** Share in which work ran, stalls included. */
  readonly busy: number;
  /**
   * Share in which it was able to issue, and others were chosen. For a core only if contexts share its
   * pipeline, because otherwise it was busy then.
   */
  readonly ready: number;
}

export interface CoreRates extends TimeShares {
  /** NaN if no layer that is counted in instructions ran on it. */
  readonly instructionsPerCycle: number;
}

/** Means over the interrupts that were acknowledged. NaN if there were none. */
interface EntryCost {
  readonly drainCycles: number;
  readonly saveCycles: number;
  /** Drain, steps and save. */
  readonly cycles: number;
}

export interface StageRates extends DeviceRates {
  readonly fromCycle: number;
  readonly toCycle: number;
  /** NaN if no layer that is counted in instructions ran. */
  readonly instructionsPerCycle: number;
  readonly interruptsPerSecond: number;
  readonly softPerSecond: number;
  readonly savesPerSecond: number;
  readonly entry: EntryCost;
  readonly contexts: readonly TimeShares[];
  readonly cores: readonly CoreRates[];
  /** Index is the line. Assertions per second. */
  readonly lines: readonly number[];
  /** Index is the queue. Frames per second that found it full. */
  readonly queueDrops: readonly number[];
  /** Exceptions of programs by cause. Omits causes without exceptions. */
  readonly programDrops: readonly { readonly cause: ProgramDropCause; readonly perSecond: number }[];
  /** Shares of the time in which DMA held the bus, and in which cores waited for it. `waiting` is undefined if it is
   * part of a miss. */
  readonly bus: { readonly dma: number; readonly waiting: number | undefined };
  /** Misses per 1000 instructions of all cores. NaN without instructions. */
  readonly misses: Readonly<Partial<Record<CacheLevel, number>>>;
  /** Shares of the time in which the lock was held, and in which threads waited for it, all threads together. */
  readonly locks: readonly { readonly held: number; readonly waited: number }[];
}

type Read = (metrics: Metrics) => number | undefined;

/** `after` is later than `before`. */
export function stageRates(before: Metrics, after: Metrics, facts: MachineInfo): StageRates {
  const cycles = after.cycle - before.cycle;
  const less = (read: Read) => (read(after) ?? 0) - (read(before) ?? 0);
  const share = (read: Read) => less(read) / cycles;
  const perSecond = (read: Read) => share(read) * facts.clockHertz;
  const indices = (of: readonly unknown[]) => Array.from(of.keys());
  const lostFor = (cause: ProgramDropCause) => (one: Metrics) =>
    [...one.receive.dropped, ...one.send.dropped].reduce(
      (sum, lost) => (lost.cause === cause ? sum + lost.count : sum),
      0,
    );
  const { contexts, cores } = timesOf(before, after, facts);
  const places = facts.interleaved ? facts.cores.cores * facts.cores.contexts : facts.cores.cores;
  const instructions = less((one) => one.instructions);
  return {
    fromCycle: before.cycle,
    toCycle: after.cycle,
    instructionsPerCycle: instructionsPerCycle(
      instructions,
      less((one) => one.detailedCycles),
    ),
    interruptsPerSecond: perSecond((one) => one.interrupts),
    softPerSecond: perSecond((one) => one.softInterrupts),
    savesPerSecond: perSecond((one) => one.saves),
    entry: entryCost(before, after),
    contexts,
    cores: cores.map((time, core) => ({
      ...time,
      instructionsPerCycle: instructionsPerCycle(
        less((one) => one.cores[core]?.instructions),
        less((one) => one.cores[core]?.detailedCycles),
      ),
    })),
    ...deviceRates(facts, { perSecond, share, now: after }),
    lines: indices(facts.lines).map((line) => perSecond((one) => one.devices.lines[line]?.asserted)),
    queueDrops: indices(facts.queues).map((queue) => perSecond((one) => one.queues[queue]?.dropped)),
    programDrops: BY_PROGRAM.filter((cause) => lostFor(cause)(after) > 0).map((cause) => ({
      cause,
      perSecond: perSecond(lostFor(cause)),
    })),
    bus: {
      dma: share(dmaCycles),
      waiting: facts.memory.queues ? undefined : share((one) => cyclesFor(one, "bus")) / places,
    },
    misses: Object.fromEntries(
      facts.memory.caches.map(({ level }) => [
        level,
        (1000 * less((one) => missesOf(one, level))) / (instructions || Number.NaN),
      ]),
    ),
    locks: indices(facts.locks).map((lock) => ({
      held: share((one) => one.locks[lock]?.heldCycles),
      waited: share((one) => one.locks[lock]?.waitCycles),
    })),
  };
}

/** Sum over all devices whose kind counts them. */
function dmaCycles({ devices }: Metrics): number {
  const counted = DEVICE_KINDS.flatMap(
    ({ list }) => devices[list] as readonly { readonly dmaCycles?: number }[],
  );
  return counted.reduce((sum, one) => sum + (one.dmaCycles ?? 0), 0);
}

function missesOf({ memory }: Metrics, level: CacheLevel): number {
  const layers = memory.caches.find((cache) => cache.level === level)?.layers ?? [];
  return layers.reduce((sum, { misses }) => sum + misses, 0);
}

function cyclesFor({ cyclesBy }: Metrics, wanted: Cause): number {
  return cyclesBy.reduce((sum, { cause, cycles }) => (cause === wanted ? sum + cycles : sum), 0);
}

// ---- time ----

type Accounted = Omit<Metrics["cyclesBy"][number], "layer"> & {
  readonly layer: Layer;
  /** Since cycle 0. */
  readonly total: number;
};

function timesOf(
  before: Metrics,
  after: Metrics,
  facts: MachineInfo,
): Readonly<Record<"contexts" | "cores", readonly TimeShares[]>> {
  const { cores, contexts } = facts.cores;
  const earlier = new Map(before.cyclesBy.map((entry) => [keyOf(entry), entry.cycles]));
  const accounted = after.cyclesBy.map((entry) => ({
    ...entry,
    layer: shownLayer(entry.layer, entry.cause),
    total: entry.cycles,
    cycles: entry.cycles - (earlier.get(keyOf(entry)) ?? 0),
  }));
  const cycles = after.cycle - before.cycle;
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  return {
    contexts: numbers(cores * contexts).map((one) =>
      sharesOf(
        accounted.filter(({ context }) => context === one),
        cycles,
      ),
    ),
    // Contexts that share the pipeline run at the same time, so the value is their mean.
    cores: numbers(cores).map((core) =>
      sharesOf(
        accounted.filter(
          ({ context, cause }) =>
            coreOf(context, facts.cores) === core && (facts.interleaved || cause !== "ready"),
        ),
        cycles * (facts.interleaved ? contexts : 1),
      ),
    ),
  };
}

function keyOf({ context, layer, cause }: Omit<Accounted, "total">): string {
  return `${context} ${layer} ${cause}`;
}

function sharesOf(accounted: readonly Accounted[], whole: number): TimeShares {
  const share = (wanted: (entry: Accounted) => boolean) =>
    accounted.reduce((sum, entry) => (wanted(entry) ? sum + entry.cycles : sum), 0) / whole;
  const ran = accounted.filter(({ cause }) => cause !== "waiting" && cause !== "ready");
  return {
    layers: mostFirst(ran, "layer").map((layer) => ({
      layer,
      share: share((entry) => entry.layer === layer && ran.includes(entry)),
      stalled: share((entry) => entry.layer === layer && isHeld(entry.cause)),
    })),
    causes: mostFirst(ran, "cause").map((one) => ({
      cause: one,
      share: share(({ cause }) => cause === one),
    })),
    busy: share((entry) => ran.includes(entry)),
    ready: share(({ cause }) => cause === "ready"),
  };
}

/** Ordered by the totals since cycle 0, because that order seldom changes. */
function mostFirst<K extends "layer" | "cause">(
  accounted: readonly Accounted[],
  by: K,
): readonly Accounted[K][] {
  const totals = new Map<Accounted[K], number>();
  for (const entry of accounted) totals.set(entry[by], (totals.get(entry[by]) ?? 0) + entry.total);
  return [...totals].sort((a, b) => b[1] - a[1]).map(([key]) => key);
}

// ---- entries ----

function entryCost(before: Metrics, after: Metrics): EntryCost {
  const { count } = after.interruptLatency;
  const entries = count - before.interruptLatency.count || Number.NaN;
  const meanOf = (part: string) => (spent(after, part) - spent(before, part)) / entries;
  const [drainCycles, saveCycles] = [meanOf("drain"), meanOf("save")];
  return { drainCycles, saveCycles, cycles: drainCycles + meanOf("entry") + saveCycles };
}

function spent({ interruptLatency, interruptParts }: Metrics, wanted: string): number {
  const mean = interruptParts.find(({ part }) => part === wanted)?.meanCycles ?? 0;
  return totalCycles(interruptLatency.count, mean);
}

// ---- in words ----
/** "the last 2.4 M cycles". */
export function spanText({ fromCycle, toCycle }: StageRates): string {
  return t("over the last {cycles} cycles", { cycles: formatCompact(toCycle - fromCycle) });
}

export function busyText({ busy }: TimeShares): string {
  return t("busy {share}|context", { share: shareText(busy) });
}

/** "busy 62 %, application 40 %, driver ISR 22 %". */
export function timeSpeech(time: TimeShares | CoreRates): string {
  const layers = time.layers.map(({ layer, share }) => `${LAYER_TEXT[layer]} ${shareText(share)}`);
  const ipc = "instructionsPerCycle" in time ? time.instructionsPerCycle : Number.NaN;
  const instructions = Number.isNaN(ipc) ? [] : [`IPC ${formatSignificant(ipc, 2)}`];
  return [busyText(time), ...instructions, ...layers].join(", ");
}

export function dropText({ cause, perSecond: rate }: DropRate): string {
  return `${dropWords(cause)} ${perSecondText(rate)}`;
}

export function totalDrops(drops: readonly DropRate[]): number {
  return drops.reduce((sum, one) => sum + one.perSecond, 0);
}

/** Lines with their rates. For soft interrupts only the total rate is known. */
export function rateRows(rows: readonly LineRow[], rates: StageRates): readonly LineRow[] {
  const areSeveral = rows.filter(({ soft }) => soft).length > 1;
  return rows.map((row, index) => {
    const rate = row.soft ? (areSeveral ? undefined : rates.softPerSecond) : rates.lines[index];
    return { ...row, isRate: true, pending: false, text: rate === undefined ? "" : perSecondText(rate) };
  });
}

/** Longer announcements are not listened to until their end. */
const SAID_LIMIT = 8;

export function ratesSpeech(rates: StageRates, facts: MachineInfo): string {
  const said = [t("{rate} interrupts", { rate: perSecondText(rates.interruptsPerSecond) })];
  for (const [index, { name }] of facts.nics.entries()) {
    const nic = rates.nics[index];
    if (nic === undefined) continue;
    said.push(`${name}: ${t("{rate} arrive", { rate: perSecondText(nic.framesPerSecond) })}`);
    said.push(t("{rate} delivered", { rate: perSecondText(nic.deliveredPerSecond) }));
    const dropped = totalDrops(nic.drops);
    if (dropped > 0) said.push(t("{lost} lost", { lost: perSecondText(dropped) }));
  }
  for (const [index, { name }] of facts.queues.entries()) {
    const dropped = rates.queueDrops[index] ?? 0;
    if (dropped > 0) said.push(`${name}: ${t("{lost} lost", { lost: perSecondText(dropped) })}`);
  }
  for (const { cause, perSecond: rate } of rates.programDrops)
    if (rate > 0) said.push(`${PROGRAM_DROP_TEXT[cause]} ${perSecondText(rate)}`);
  for (const [context, time] of rates.contexts.entries())
    if (time.busy > 0) said.push(`${contextName(context, facts.cores)} ${busyText(time)}`);
  return `${spanText(rates)}: ${said.slice(0, SAID_LIMIT).join(", ")}.`;
}
