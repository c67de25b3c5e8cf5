/** The machine in words, for screen readers. */

import { ROW_KINDS_OF_MACHINE } from "../../devices/kinds.ts";
import type { FrameView, LockView, MachineView, StageView } from "../../engine/protocol.ts";
import { labels, t, tCount, translated } from "../../text/t.ts";
import { contextName } from "../../ui/contextName.ts";
import { entryStepText, rowText } from "../../ui/instructionText.ts";
import { STALL_TEXT, stallTag } from "../../ui/stallText.ts";
import { CACHE_SPEECH, total } from "./caches.ts";
import type { IssueStatus, IssueStatusKind } from "./contexts.ts";
import { LAYER_TEXT, PROGRAM_DROP_TEXT, RUN_STATE_TEXT } from "./labels.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { frameOnCpu, placeOfCpu } from "./places.ts";

/** Longer announcements are not listened to until their end. */
const SAID_LIMIT = 8;

/** Accessible name of a stage box: "EX, push PC, entry, waiting". */
export function stageName(name: string, stage: StageView | undefined): string {
  if (stage === undefined) return t("{name}, bubble", { name });
  const text = stageText(stage);
  const parts = [name, text, LAYER_TEXT[stage.layer]];
  if (stage.nullified) parts.push(t("nullified"));
  else if (stage.flushed) parts.push(t("flushed"));
  else if (stage.stall !== "busy")
    parts.push(t("waiting, {cause}", { cause: STALL_TEXT[stage.stall] ?? stage.stall }));
  if (stage.illustrative) parts.push(t("illustrative"));
  return parts.filter((part) => part !== "").join(", ");
}

/** Stages that a context has for itself: "C2, IF, ld r1,[r2], ID, add r3,r1,r2, load-use". */
export function frontName(
  context: string,
  stages: readonly (StageView | undefined)[],
  names: readonly string[],
  gate: IssueStatus,
): string {
  const parts = stages.flatMap((stage, index) =>
    stage === undefined ? [] : [`${names[index] ?? ""} ${stageText(stage)}`],
  );
  const layer = stages.find((stage) => stage !== undefined)?.layer;
  const what = layer === undefined ? [] : [LAYER_TEXT[layer]];
  return [context, ...what, ...parts, GATE_SPEECH[gate.kind] ?? gate.text].join(", ");
}

const GATE_SPEECH: Partial<Record<IssueStatusKind, string>> = labels({
  issues: "issues next",
  ready: "ready, not chosen",
});

export function stageText(stage: StageView): string {
  return rowText({ ...stage, kind: stage.rowKind });
}

/** The state of the instruction in a stage, or the reason of its wait. Undefined if it moves on. */
export function stageTag({ nullified, flushed, stall }: StageView): string | undefined {
  if (nullified) return t("nullified");
  return flushed ? t("flushed") : stallTag(stall);
}

/** The changes between two views, most important first. "" if none is worth an announcement. After a step back it
 * describes the state instead. */
export function spokenChange(previous: MachineView, current: MachineView, facts: MachineInfo): string {
  const said = current.cycle < previous.cycle ? standing(current, facts) : changes(previous, current, facts);
  if (said.length === 0) return "";
  const rest = said.length > SAID_LIMIT ? [t("and {count} more", { count: said.length - SAID_LIMIT })] : [];
  return t("Cycle {cycle}: {said}.", {
    cycle: String(current.cycle),
    said: [...said.slice(0, SAID_LIMIT), ...rest].join(", "),
  });
}

/** The present work of the machine: "entry: push PC, Driver ISR saving". */
export function standingText(view: MachineView, facts: MachineInfo): string {
  return standing(view, facts).slice(0, SAID_LIMIT).join(", ");
}

function standing(view: MachineView, facts: MachineInfo): readonly string[] {
  const said = view.lines.flatMap((line, index) =>
    line.pending ? [t("{line}'s interrupt is pending", { line: lineName(facts, index) })] : [],
  );
  for (const [cpu, { entryStep }] of view.cpus.entries()) {
    const place = placePrefix(cpu, view, facts);
    if (entryStep !== 0) said.push(place + t("entry: {step}", { step: entryStepText(entryStep) }));
    said.push(place + doing(frameOnCpu(view, cpu, facts), facts));
  }
  return said;
}

function lockChange(
  name: string,
  before: LockView | undefined,
  now: LockView | undefined,
  facts: MachineInfo,
): string[] {
  if (before === undefined || now === undefined) return [];
  const threadName = (thread: number) => translated(facts.threads[thread]?.name ?? "");
  const taken =
    now.holder !== undefined && now.holder !== before.holder
      ? [t("{holder} has {name}", { holder: threadName(now.holder), name })]
      : [];
  const come = now.waiting.filter((thread) => !before.waiting.includes(thread));
  return [
    ...taken,
    ...come.map((thread) => t("{thread} waits for {name}", { thread: threadName(thread), name })),
  ];
}

function changes(previous: MachineView, current: MachineView, facts: MachineInfo): readonly string[] {
  const said: string[] = [];
  for (const [index, name] of facts.locks.entries())
    said.push(...lockChange(name, previous.locks[index], current.locks[index], facts));
  for (const [index, nic] of current.nics.entries()) {
    const before = previous.nics[index];
    const name = nicName(facts, index);
    if (before === undefined) continue;
    const dropped = nic.dropped - before.dropped;
    if (dropped > 0)
      said.push(tCount(dropped, "{name} lost {count} frame", "{name} lost {count} frames", { name }));
    for (const line of newlyPending(previous, current, facts, index)) {
      said.push(t("{line} raised its interrupt", { line: lineName(facts, line) }));
    }
    const arrived = nic.offered - before.offered;
    if (arrived > 0)
      said.push(
        tCount(arrived, "{count} frame arrived at {name}", "{count} frames arrived at {name}", { name }),
      );
    const delivered = nic.delivered - before.delivered;
    if (delivered > 0) said.push(tCount(delivered, "{count} packet delivered", "{count} packets delivered"));
  }
  said.push(...queueLosses(previous, current, facts), ...programLosses(previous, current));
  for (const cpu of current.cpus.keys()) said.push(...cpuChanges(previous, current, cpu, facts));
  said.push(...deviceChanges(previous, current, facts), ...missChanges(previous, current));
  return said;
}

function queueLosses(previous: MachineView, current: MachineView, facts: MachineInfo): readonly string[] {
  return facts.queues.flatMap(({ name }, index) => {
    const dropped = (current.queueDropped[index] ?? 0) - (previous.queueDropped[index] ?? 0);
    return dropped > 0
      ? [tCount(dropped, "{name} lost {count} frame", "{name} lost {count} frames", { name })]
      : [];
  });
}

function programLosses(previous: MachineView, current: MachineView): readonly string[] {
  return current.programDropped.flatMap(({ cause, count }) => {
    const before = previous.programDropped.find((one) => one.cause === cause)?.count ?? 0;
    return count > before
      ? [
          tCount(count - before, "{count} frame {lost}", "{count} frames {lost}", {
            lost: PROGRAM_DROP_TEXT[cause],
          }),
        ]
      : [];
  });
}

function deviceChanges(previous: MachineView, current: MachineView, facts: MachineInfo): readonly string[] {
  return ROW_KINDS_OF_MACHINE.flatMap(({ list, changes: changesOf }) =>
    facts[list].flatMap(({ name }, index) => {
      const [before, now] = [previous[list][index], current[list][index]];
      if (before === undefined || now === undefined) return [];
      return changesOf(name, { view: before, cycle: previous.cycle }, { view: now, cycle: current.cycle });
    }),
  );
}

function missChanges(previous: MachineView, current: MachineView): readonly string[] {
  return CACHE_LEVELS.flatMap((level) => {
    const missed = total(current.use.caches[level].misses) - total(previous.use.caches[level].misses);
    return missed > 0
      ? [tCount(missed, "{count} {cache} miss", "{count} {cache} misses", { cache: CACHE_SPEECH[level] })]
      : [];
  });
}

const CACHE_LEVELS = ["l1i", "l1d", "l2"] as const;

/** Lines of a card that were clear before. A line that several cards share belongs to the first of them. */
function newlyPending(previous: MachineView, current: MachineView, facts: MachineInfo, nic: number) {
  const linesOfNic = (index: number) => facts.nics[index]?.rings.map(({ line }) => line) ?? [];
  const told = new Set(Array.from({ length: nic }, (_, index) => linesOfNic(index)).flat());
  return [...new Set(linesOfNic(nic))].filter(
    (line) => !told.has(line) && current.lines[line]?.pending && previous.lines[line]?.pending === false,
  );
}

function cpuChanges(previous: MachineView, current: MachineView, cpu: number, facts: MachineInfo) {
  const said: string[] = [];
  const place = placePrefix(cpu, current, facts);
  const now = current.cpus[cpu];
  const before = previous.cpus[cpu];
  if (now === undefined || before === undefined) return said;
  if (now.entryStep !== 0 && now.entryStep !== before.entryStep) {
    said.push(place + t("entry: {step}", { step: entryStepText(now.entryStep) }));
  }
  if (now.activeContext !== before.activeContext) {
    said.push(t("{context} is active", { context: contextName(now.activeContext, facts.cores) }));
  }
  const runs = frameOnCpu(current, cpu, facts);
  const ran = frameOnCpu(previous, cpu, facts);
  if (runs?.thread !== ran?.thread || runs?.runState !== ran?.runState) said.push(place + doing(runs, facts));
  return said;
}

/** "core 2: " if there are several cores. */
function placePrefix(cpu: number, view: MachineView, facts: MachineInfo): string {
  const place = placeOfCpu(cpu, view, facts);
  return place === undefined ? "" : `${place}: `;
}

function doing(frame: FrameView | undefined, facts: MachineInfo): string {
  if (frame === undefined)
    return facts.interleaved || facts.cores.cores > 1 ? t("idle") : t("the core is idle");
  return `${translated(facts.threads[frame.thread]?.name ?? LAYER_TEXT[frame.layer])} ${RUN_STATE_TEXT[frame.runState]}`;
}

function lineName(facts: MachineInfo, index: number): string {
  return facts.lines[index]?.name ?? t("a line");
}

function nicName(facts: MachineInfo, index: number): string {
  return facts.nics[index]?.name ?? t("network card");
}
