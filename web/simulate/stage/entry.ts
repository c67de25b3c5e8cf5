/** The entry sequence as a list: which steps have ended, which one is lit, and how long each took. */

import type { CpuView, MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatSignificant } from "../../ui/format.ts";
import { entryStepText } from "../../ui/instructionText.ts";
import { plural } from "../../ui/plural.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { cpuOfContext, frameOnCpu } from "./places.ts";
import type { StageRates } from "./rates.ts";
import { type SaveProgress, saveProgress } from "./saves.ts";

/** "past": the entry has ended and its handler has gone, so the view no longer shows whether the step was done. */
export type EntryRowState = "done" | "current" | "todo" | "left-out" | "past";

export interface EntryRow {
  readonly key: string;
  readonly label: string;
  readonly state: EntryRowState;
  /** "3", or "1 / 2", or "≈ 47" for a mean. "–" if the step is omitted or its length is not known yet. */
  readonly cyclesText: string;
  /** A remark about the cycles. */
  readonly note?: string;
}

interface EntrySequence {
  readonly rows: readonly EntryRow[];
  readonly underWay: boolean;
  readonly elapsedCycles: number;
  /** undefined during the drain, whose length is known only at its end */
  readonly totalCycles: number | undefined;
  /** Thread that the entry leads to. */
  readonly thread: number | undefined;
}

const DRAIN = 1;
const LAST_STEP = 7;
const NONE_TEXT = "\u2013";

/** The cpu whose entry is shown: one that is in an entry. If there is none, the one shown last, otherwise one that has
 * had an entry. */
export function shownCpu(view: MachineView, shownBefore: number): number {
  const entering = (cpu: CpuView | undefined) => cpu !== undefined && cpu.entryStep !== 0;
  if (entering(view.cpus[shownBefore])) return shownBefore;
  const now = view.cpus.findIndex(entering);
  if (now >= 0) return now;
  if (hasEntered(view.cpus[shownBefore])) return shownBefore;
  return Math.max(0, view.cpus.findIndex(hasEntered));
}

function hasEntered(cpu: CpuView | undefined): boolean {
  return cpu !== undefined && (cpu.entryStep !== 0 || cpu.entryTaken.some((cycles) => cycles > 0));
}

const NEVER_ENTERED: Pick<CpuView, "entryStep" | "entryThread" | "entryStepCyclesDone" | "entryTaken"> = {
  entryStep: 0,
  entryThread: undefined,
  entryStepCyclesDone: 0,
  entryTaken: [],
};

export function entrySequence(view: MachineView, number: number, facts: MachineInfo): EntrySequence {
  const cpu = view.cpus[number] ?? NEVER_ENTERED;
  const current = cpu.entryStep;
  const running = frameOnCpu(view, number, facts);
  const underWay = current !== 0;
  // The frame is already saving in the last cycle of the last step.
  const isShown = running !== undefined && (!underWay || facts.save?.overlapsEntry === true);
  const saving = isShown ? saveProgress(running, view, facts) : undefined;
  const taken = (step: number) => cpu.entryTaken[step - 1] ?? 0;
  const happened = hasEntered(view.cpus[number]);

  const rows: EntryRow[] = [];
  for (let step = DRAIN; step <= LAST_STEP; step++) {
    const configured = facts.entryCycles[step] ?? 0;
    const state = stepState(step, configured, current, happened);
    rows.push({
      key: String(step),
      label: entryStepText(step),
      state,
      cyclesText: stepCyclesText(state, step, configured, taken(step), cpu.entryStepCyclesDone),
    });
  }
  const saved = view.frames.some((frame) => frame.inMemory && cpuOfContext(frame.context, facts) === number);
  const save = saveRow(facts, saving, saved && happened && !underWay ? view : undefined);
  const isOver = happened && !underWay && save.state === "todo";
  rows.push(isOver ? { ...save, ...unsaved(running?.thread === cpu.entryThread) } : save);

  // The current step counts its cycles so far. Later values belong to an older entry.
  const finished = sum(cpu.entryTaken.slice(0, underWay ? current - 1 : LAST_STEP));
  const elapsedCycles = finished + (underWay ? cpu.entryStepCyclesDone : 0);
  return {
    rows,
    underWay,
    elapsedCycles,
    totalCycles: totalCycles(current, finished, facts),
    thread: cpu.entryThread,
  };
}

/** The steps belong to the entry that runs, including its save. Between entries there are none to show. */
export function runningRows({ rows }: EntrySequence): readonly EntryRow[] {
  return rows.some(({ state }) => state === "current") ? rows : [];
}

/**
 * After the entry no registers are in memory: its handler runs without them, or they have been restored since
 * then.
 */
function unsaved(handlerRuns: boolean): Pick<EntryRow, "state" | "cyclesText"> {
  return { state: handlerRuns ? "left-out" : "past", cyclesText: NONE_TEXT };
}

/** The steps and the save with their average lengths. */
export function meanEntry({ entry }: StageRates, facts: MachineInfo): EntrySequence {
  const rows = Array.from({ length: LAST_STEP }, (_, index): EntryRow => {
    const step = index + DRAIN;
    const configured = facts.entryCycles[step] ?? 0;
    const state = step !== DRAIN && configured === 0 ? "left-out" : "todo";
    const cycles = step === DRAIN ? formatSignificant(entry.drainCycles) : String(configured);
    return {
      key: String(step),
      label: entryStepText(step),
      state,
      cyclesText: state === "left-out" ? NONE_TEXT : cycles,
    };
  });
  const save = saveRow(facts, undefined, undefined);
  if (save.state !== "left-out") rows.push({ ...save, cyclesText: formatSignificant(entry.saveCycles) });
  else rows.push(save);
  return { rows, underWay: false, elapsedCycles: 0, totalCycles: undefined, thread: undefined };
}

function stepState(step: number, configured: number, current: number, happened: boolean): EntryRowState {
  if (step !== DRAIN && configured === 0) return "left-out";
  if (current === step) return "current";
  if (!happened) return "todo";
  return current === 0 || step < current ? "done" : "todo";
}

function stepCyclesText(
  state: EntryRowState,
  step: number,
  configured: number,
  taken: number,
  done: number,
): string {
  switch (state) {
    case "left-out":
    case "past":
      return NONE_TEXT;
    case "done":
      return String(taken);
    case "current":
      return step === DRAIN ? String(done) : `${done} / ${configured}`;
    case "todo":
      return step === DRAIN ? NONE_TEXT : String(configured);
  }
}

/** `saved`: the machine after the save, if the save has ended. */
function saveRow(
  facts: MachineInfo,
  saving: SaveProgress | undefined,
  saved: MachineView | undefined,
): EntryRow {
  const key = "save";
  if (facts.save === undefined)
    return { key, label: t("save registers"), state: "left-out", cyclesText: NONE_TEXT };
  const { amount, unit } = facts.save;
  const inWords = unit === "words";
  return {
    key,
    label: inWords ? t("save {amount} words", { amount: saving?.amount ?? amount }) : t("save registers"),
    state: saving !== undefined ? "current" : saved !== undefined ? "done" : "todo",
    ...(saving !== undefined
      ? { cyclesText: `${saving.done} / ${saving.amount}` }
      : inWords
        ? wordsTook(saved)
        : { cyclesText: String(amount) }),
  };
}

/** The number of cycles for words depends on the memory. It is not stored for each save, only for all saves together.
 */
function wordsTook(saved: MachineView | undefined): Pick<EntryRow, "cyclesText" | "note"> {
  const isAnyUnderWay = saved?.frames.some(({ runState }) => runState === "saving") === true;
  if (saved === undefined || saved.saves.count === 0 || isAnyUnderWay) return { cyclesText: NONE_TEXT };
  const { count, cycles } = saved.saves;
  const mean = Math.round(cycles / count);
  return count === 1
    ? { cyclesText: String(mean) }
    : { cyclesText: `≈ ${mean}`, note: t("mean of {count} saves", { count }) };
}

function totalCycles(current: number, finished: number, facts: MachineInfo): number | undefined {
  if (current === 0) return finished;
  if (current === DRAIN) return undefined;
  return finished + sum(facts.entryCycles.slice(current));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Length of a whole sequence. */
export function elapsedText(elapsed: number, total: number | undefined): string {
  if (total === undefined) return t("{elapsed}, draining", { elapsed: formatInteger(elapsed) });
  if (total === 0) return "\u2013"; // there is no entry yet, or the next one has reset the lengths
  return elapsed === total
    ? `${formatInteger(total)} ${plural(total, "cycle")}`
    : t("{number} of {of}", { number: elapsed, of: total });
}

/** Mark before a row: done, its number, or nothing if the entry does not have the step. */
export function entryMark({ state }: EntryRow, number: number): string {
  if (state === "done") return "✓";
  return state === "left-out" || state === "past" ? "" : String(number);
}

/** Label of the sum below the rows. */
export function entryEndText({ underWay, thread }: EntrySequence, { threads }: MachineInfo): string {
  if (!underWay) return t("last entry");
  const target = thread === undefined ? undefined : threads[thread]?.name;
  return target === undefined ? t("elapsed") : t("→ {target}", { target });
}
