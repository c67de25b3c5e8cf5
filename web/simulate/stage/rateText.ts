/** Rates in words. */

import type { DropRate } from "../../devices/nic.ts";
import { t } from "../../text/t.ts";
import { contextName } from "../../ui/contextName.ts";
import { DROP_TEXT } from "../../ui/dropText.ts";
import { formatCompact, formatSignificant } from "../../ui/format.ts";
import { perSecondText, shareText } from "../../ui/rates.ts";
import { type EntrySequence, entrySteps } from "./entry.ts";
import { LAYER_TEXT, PROGRAM_DROP_TEXT } from "./labels.ts";
import type { LineRow } from "./lines.ts";
import type { MachineInfo } from "./machineInfo.ts";
import type { CoreRates, StageRates, TimeShares } from "./rates.ts";

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
  return `${DROP_TEXT[cause] ?? cause} ${perSecondText(rate)}`;
}

export function totalDrops(drops: readonly DropRate[]): number {
  return drops.reduce((sum, one) => sum + one.perSecond, 0);
}

/** Lines with how often they are raised. Of soft interrupts it is known of all together. */
export function rateRows(rows: readonly LineRow[], rates: StageRates): readonly LineRow[] {
  const areSeveral = rows.filter(({ soft }) => soft).length > 1;
  return rows.map((row, index) => {
    const rate = row.soft ? (areSeveral ? undefined : rates.softPerSecond) : rates.lines[index];
    return { ...row, isRate: true, pending: false, text: rate === undefined ? "" : perSecondText(rate) };
  });
}

/** The steps with what they take on average. */
export function meanEntry({ entry }: StageRates, facts: MachineInfo): EntrySequence {
  const mean = (cycles: number) => formatSignificant(cycles);
  return {
    rows: entrySteps(facts, mean(entry.drainCycles), mean(entry.saveCycles)),
    underWay: false,
    elapsedCycles: 0,
    totalCycles: undefined,
    thread: undefined,
  };
}

/** Longer sentences are not heard to their end. */
const SAID_LIMIT = 8;

export function ratesSpeech(rates: StageRates, facts: MachineInfo): string {
  const said = [t("{rate} interrupts", { rate: perSecondText(rates.interruptsPerSecond) })];
  for (const [index, { name }] of facts.nics.entries()) {
    const nic = rates.nics[index];
    if (nic === undefined) continue;
    said.push(`${name}: ${t("{rate} arrive", { rate: perSecondText(nic.framesPerSecond) })}`);
    said.push(t("{rate} delivered", { rate: perSecondText(nic.deliveredPerSecond) }));
    const dropped = totalDrops(nic.drops);
    if (dropped > 0) said.push(t("{dropped} dropped", { dropped: perSecondText(dropped) }));
  }
  for (const [index, { name }] of facts.queues.entries()) {
    const dropped = rates.queueDrops[index] ?? 0;
    if (dropped > 0) said.push(`${name}: ${t("{dropped} dropped", { dropped: perSecondText(dropped) })}`);
  }
  for (const { cause, perSecond: rate } of rates.programDrops)
    if (rate > 0) said.push(`${PROGRAM_DROP_TEXT[cause]} ${perSecondText(rate)}`);
  for (const [context, time] of rates.contexts.entries())
    if (time.busy > 0) said.push(`${contextName(context, facts.cores)} ${busyText(time)}`);
  return `${spanText(rates)}: ${said.slice(0, SAID_LIMIT).join(", ")}.`;
}
