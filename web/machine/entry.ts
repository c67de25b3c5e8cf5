/** The entry sequence as a list: which steps are over, which one is lit, how long each took. */
import type { MachineView } from "../engine/protocol.ts";
import type { MachineFacts } from "./facts.ts";

export type EntryRowState = "done" | "current" | "todo" | "left-out";

export interface EntryRow {
  readonly key: string;
  readonly label: string;
  readonly state: EntryRowState;
  /** "3", "1 of 2", "93 words"; "–" for a step left out or not known yet. */
  readonly cyclesText: string;
}

export interface EntrySequence {
  readonly rows: readonly EntryRow[];
  readonly underWay: boolean;
  readonly elapsedCycles: number;
  /** undefined while the drain runs: how long it takes is known when it is over. */
  readonly totalCycles: number | undefined;
  /** Thread that the entry leads to. */
  readonly thread: number | undefined;
}

const DRAIN = 1;
const LAST_STEP = 7;
const NONE_TEXT = "\u2013";

/** By sim_entry_step, as they stand in a list. */
const STEP_LABEL: readonly string[] = [
  "",
  "drain",
  "push SR",
  "clear enable",
  "push PC",
  "get vector, ack",
  "vector to address",
  "load PC",
];

export function stepLabel(step: number): string {
  return STEP_LABEL[step] ?? "";
}

export function entrySequence(view: MachineView, facts: MachineFacts): EntrySequence {
  const current = view.entryStep;
  const running = view.frames[0];
  const underWay = current !== 0;
  // In the last cycle of the last step the frame is saving already.
  const saving = !underWay && running?.runState === "saving";
  const taken = (step: number) => view.entryTaken[step - 1] ?? 0;
  const happened = underWay || view.entryTaken.some((cycles) => cycles > 0);

  const rows: EntryRow[] = [];
  for (let step = DRAIN; step <= LAST_STEP; step++) {
    const configured = facts.entryCycles[step] ?? 0;
    const state = stepState(step, configured, current, happened);
    rows.push({
      key: String(step),
      label: stepLabel(step),
      state,
      cyclesText: stepCyclesText(state, step, configured, taken(step), view.entryStepCyclesDone),
    });
  }
  rows.push(saveRow(view, facts, saving, underWay));

  // The step under way counts by its cycles so far; what stands beyond it is of an older entry.
  const finished = sum(view.entryTaken.slice(0, underWay ? current - 1 : LAST_STEP));
  const elapsedCycles = finished + (underWay ? view.entryStepCyclesDone : 0);
  return {
    rows,
    underWay,
    elapsedCycles,
    totalCycles: totalCycles(current, finished, facts),
    thread: view.entryThread,
  };
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
      return NONE_TEXT;
    case "done":
      return String(taken);
    case "current":
      return step === DRAIN ? String(done) : `${done} of ${configured}`;
    case "todo":
      return step === DRAIN ? NONE_TEXT : String(configured);
  }
}

function saveRow(view: MachineView, facts: MachineFacts, saving: boolean, underWay: boolean): EntryRow {
  const base = { key: "save", label: "save registers" };
  if (facts.save === undefined) return { ...base, state: "left-out", cyclesText: NONE_TEXT };
  const { amount, unit } = facts.save;
  const suffix = unit === "words" ? " words" : "";
  const running = view.frames[0];
  if (saving && running !== undefined) {
    return {
      ...base,
      state: "current",
      cyclesText: `${running.routineDone} of ${running.routineBudget || amount}${suffix}`,
    };
  }
  const saved = !underWay && view.frames.some((frame) => frame.inMemory);
  return { ...base, state: saved ? "done" : "todo", cyclesText: `${amount}${suffix}` };
}

function totalCycles(current: number, finished: number, facts: MachineFacts): number | undefined {
  if (current === 0) return finished;
  if (current === DRAIN) return undefined;
  return finished + sum(facts.entryCycles.slice(current));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
