/** How the programs are looked at, and what has been written and not been applied. Outlives the panel. */
import { createStore } from "zustand/vanilla";
import type { CodePlace } from "../../lib/programs/places.ts";
import type { Routine, Scenario } from "../../scenarios/format/schema.ts";
import type { WordFormat } from "./numbers.ts";

export interface Draft {
  /** The source of the scenario when the writing began. */
  readonly base: string;
  readonly text: string;
}

export interface ProgramViewState {
  /** Number of a routine; it may be of a scenario that is gone. */
  readonly routine: number | undefined;
  /** By name of the routine. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Name of the scenario that the drafts belong to. */
  readonly scenario: string;
  /** Number of the thread that is looked at; undefined: the thread that runs, whichever it is. */
  readonly thread: number | undefined;
  /** The source that is shown is the one that the thread is in. */
  readonly follows: boolean;
  readonly part: ProgramPart;
  readonly format: WordFormat;
  /** Where the memory is looked at: a number, a symbol or a register. */
  readonly address: string;
  /** Of a program that is a linked file: which of its sources is shown; undefined: the first. */
  readonly file: string | undefined;
  /** Its instructions are shown instead of a source. */
  readonly asInstructions: boolean;
  /** Line of the cursor in what is shown. */
  readonly cursor: { readonly routine: number; readonly line: number } | undefined;
  /** The place that the reader has asked for; a new object each time. */
  readonly target: ViewTarget | undefined;
}

export interface ViewTarget {
  readonly routine: number;
  readonly line: number;
  readonly column: number;
  /** Of an instruction; undefined: a line was meant. */
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

/** Another text than that of the scenario, or none. `base` stays while the text is written. */
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

/** Drafts of another scenario are gone with it. */
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
