/** State of the program view, and edits that have not been applied. It outlives the panel. */
import { createStore } from "zustand/vanilla";
import type { CodePlace } from "../../lib/programs/places.ts";
import type { Routine, Scenario } from "../../scenarios/format/schema.ts";
import type { WordFormat } from "./numbers.ts";

export interface Draft {
  /** The source of the scenario when the edit started. */
  readonly base: string;
  readonly text: string;
}

export interface ProgramViewState {
  /** Number of a routine, possibly of a scenario that is no longer open. */
  readonly routine: number | undefined;
  /** Keyed by the routine's name. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Name of the scenario that the drafts belong to. */
  readonly scenario: string;
  /** Number of the selected thread. Undefined: the running thread, whichever it is. */
  readonly thread: number | undefined;
  /** True if the view shows the source that the thread executes. */
  readonly follows: boolean;
  readonly part: ProgramPart;
  readonly format: WordFormat;
  /** Start of the shown memory: a number, a symbol or a register. */
  readonly address: string;
  /** Source of a linked file to show. Undefined: the first one. */
  readonly file: string | undefined;
  /** True if instructions are shown instead of a source. */
  readonly asInstructions: boolean;
  /** Line of the cursor in the shown text. */
  readonly cursor: { readonly routine: number; readonly line: number } | undefined;
  /** The place that the reader has requested. A new object each time. */
  readonly target: ViewTarget | undefined;
}

export interface ViewTarget {
  readonly routine: number;
  readonly line: number;
  readonly column: number;
  /** Address of an instruction. Undefined if a line is meant. */
  readonly address?: number;
}

export type ProgramPart = "registers" | "csrs" | "memory" | "calls" | "console" | "rings" | "profile";

export const programView = createStore<ProgramViewState>()(() => ({
  routine: undefined,
  drafts: new Map(),
  scenario: "",
  thread: undefined,
  follows: true,
  part: "registers",
  format: "hex",
  address: "sp",
  file: undefined,
  asInstructions: false,
  cursor: undefined,
  target: undefined,
}));

export type ProgramRoutine = Extract<Routine, { readonly kind: "program" }>;

export interface NumberedProgram {
  readonly index: number;
  readonly routine: ProgramRoutine;
}

export function programsOf({ software }: Scenario): readonly NumberedProgram[] {
  return software.routines.flatMap((routine, index) =>
    routine.kind === "program" ? [{ index, routine }] : [],
  );
}

/** Stores a text that differs from the scenario's, or removes it. `base` stays while the user types. */
export function keepDraft(name: string, applied: string, text: string): void {
  const drafts = new Map(programView.getState().drafts);
  if (text === applied) drafts.delete(name);
  else drafts.set(name, { base: drafts.get(name)?.base ?? applied, text });
  programView.setState({ drafts });
}

export function dropDraft(name: string): void {
  const drafts = new Map(programView.getState().drafts);
  if (drafts.delete(name)) programView.setState({ drafts });
}

/** Shows a line of a routine's source, and puts the cursor there. */
export function showLine(routine: number, line: number, column = 1): void {
  const { follows, routine: shown } = programView.getState();
  programView.setState({ routine, target: { routine, line, column }, follows: follows && routine === shown });
}

/** Shows the line of an instruction. */
export function showPlace({ routine, line = 1, file }: CodePlace, address: number): void {
  showLine(routine, line);
  programView.setState({ file, target: { routine, line, column: 1, address } });
}

/** Drops the drafts of another scenario. */
export function ofScenario(name: string): void {
  if (programView.getState().scenario !== name)
    programView.setState({
      scenario: name,
      drafts: new Map(),
      routine: undefined,
      thread: undefined,
      file: undefined,
      asInstructions: false,
    });
}
