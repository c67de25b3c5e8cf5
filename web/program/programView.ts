/** How the programs are looked at, and what has been written and not been applied. Outlives the panel. */
import { createStore } from "zustand/vanilla";
import type { Routine, Scenario } from "../../scenarios/format/schema.ts";

export interface Draft {
  /** What stood there when the writing began. */
  readonly base: string;
  readonly text: string;
}

export interface ProgramViewState {
  /** Number of a routine; it may be of a scenario that is gone. */
  readonly routine: number | undefined;
  /** By name of the routine. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Whose drafts these are. */
  readonly scenario: string;
}

export const programView = createStore<ProgramViewState>()(() => ({
  routine: undefined,
  drafts: new Map(),
  scenario: "",
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

/** Drafts of another scenario are gone with it. */
export function ofScenario(name: string): void {
  if (programView.getState().scenario !== name)
    programView.setState({ scenario: name, drafts: new Map(), routine: undefined });
}
