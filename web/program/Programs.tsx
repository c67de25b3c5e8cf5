import { Suspense, useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/layout.gen.ts";
import { type CallFrame, callStack } from "../../lib/programs/calls.ts";
import { codeFrom, type Listing, listingsOf } from "../../lib/programs/listings.ts";
import { programThreads } from "../../lib/programs/programNames.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import { partText } from "../../scenarios/story/parts.ts";
import { useApp } from "../state/hooks.ts";
import { t, tCount } from "../text/t.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { breakpointsInListing, codeCondition, lineCondition } from "./breakpoints.ts";
import type { StepKey } from "./debugKeys.ts";
import { MachineSection } from "./MachineSection.tsx";
import { type NumberedProgram, type ProgramViewState, programView, type ViewTarget } from "./programView.ts";
import { SourceSection } from "./SourceSection.tsx";
import { StepBar, stepsOf, useStep } from "./StepBar.tsx";
import { marksOf, type ProgramState, shownState } from "./states.ts";
import { useLineCosts } from "./useProfile.ts";
import { type ProgramMoment, useChosenThread, useProgramMoment, useToggleStop } from "./useStates.ts";

interface ProgramsProps {
  readonly scenario: Scenario;
  readonly programs: readonly NumberedProgram[];
}

export function Programs({ scenario, programs }: ProgramsProps) {
  const wanted = useStore(programView, (state) => state.routine);
  const moment = useProgramMoment(scenario);
  useToldProgram(scenario, programs);
  useFollowedRoutine(moment);
  const shown = programs.find(({ index }) => index === wanted) ?? programs[0];
  return shown && <Shown scenario={scenario} programs={programs} shown={shown} moment={moment} />;
}

interface ShownProps extends ProgramsProps {
  readonly shown: NumberedProgram;
  readonly moment: ProgramMoment;
}

/** The source, step buttons for the selected thread, and the state of that thread. */
function Shown({ scenario, programs, shown, moment }: ShownProps) {
  const chosen = useStore(programView, (state) => state.thread);
  const isChanged = useStore(programView, ({ drafts }) => drafts.has(shown.routine.name));
  const step = useStep();
  const state = shownState(moment.states, chosen);
  const calls = callsOf(scenario, moment, state);
  const listings = useListings(shown, moment);
  const cursor = useCursor(shown, moment, listings.shown);
  const steps = stepsOf(state, moment.places, calls, isChanged ? undefined : cursor, listings.shown);

  function press(key: StepKey): boolean {
    const found = steps.find((one) => one.key === key);
    if (found?.condition === undefined) return false;
    step(found);
    return true;
  }

  return (
    <div className="program stack low high" data-part={partText("program", shown.routine.name)}>
      <h2 className="sr-only">{t("Program")}</h2>
      <RoutineChoice programs={programs} shown={shown} />
      {listings.shown === undefined ? (
        <SourceSection key={shown.index} scenario={scenario} program={shown} moment={moment} onKey={press} />
      ) : (
        <LinkedSection
          program={shown}
          listings={listings.all}
          shown={listings.shown}
          moment={moment}
          onKey={press}
        />
      )}
      <StepBar steps={steps} onStep={step} cursor={cursor} isChanged={isChanged} />
      <MachineSection
        moment={moment}
        state={state}
        calls={calls}
        cards={scenario.machine.nics.map(({ name }) => name)}
      />
    </div>
  );
}

interface Listings {
  readonly all: readonly Listing[];
  /** Undefined if the routine has a source of its own. */
  readonly shown: Listing | undefined;
}

function useListings({ index, routine }: NumberedProgram, { placed }: ProgramMoment): Listings {
  const file = useStore(programView, (state) => state.file);
  const asInstructions = useStore(programView, (state) => state.asInstructions);
  const place = routine.program.source === undefined ? placed[index] : undefined;
  const all = useMemo(() => (place === undefined ? [] : listingsOf(routine, place)), [routine, place]);
  return { all, shown: shownListing(all, { file, asInstructions }) };
}

/** The condition of a breakpoint at the cursor's line. Undefined if no instruction follows. */
function useCursor(
  { index, routine }: NumberedProgram,
  { places }: ProgramMoment,
  listing: Listing | undefined,
): string | undefined {
  const cursor = useStore(programView, (state) => state.cursor);
  const thread = useChosenThread();
  // A new editor has its cursor in the first line.
  const line = cursor?.routine === index ? cursor.line : 1;
  if (listing !== undefined) return conditionFrom(routine.name, listing, line, thread);
  const withCode = places.lineWithCode(index, line);
  return withCode === undefined ? undefined : lineCondition(routine.name, withCode, thread);
}

function RoutineChoice({
  programs,
  shown,
}: Pick<ProgramsProps, "programs"> & { readonly shown: NumberedProgram }) {
  if (programs.length === 1) return null;
  return (
    <label className="program__choice row gap-2 note">
      <span>{t("Routine")}</span>
      <select
        className="field fill"
        value={shown.index}
        onChange={({ currentTarget }) =>
          programView.setState({ routine: Number(currentTarget.value), follows: false, file: undefined })
        }
      >
        {programs.map(({ index, routine }) => (
          <option key={index} value={index}>
            {routine.name}
          </option>
        ))}
      </select>
    </label>
  );
}

const SP = 2;

/** Stacks are at the end of the memory, the first thread's stack last. */
function callsOf(
  scenario: Scenario,
  { places, view }: ProgramMoment,
  state: ProgramState | undefined,
): readonly CallFrame[] {
  if (state?.at === undefined) return [];
  const bytes = view?.programs?.memory ?? new Uint8Array();
  const own = SIM_PROGRAM_MEMORY_BASE + bytes.length - state.thread * scenario.software.programs.stackBytes;
  const top = places.stackEnd(state.program.x[SP] ?? own, own);
  const memory = { base: SIM_PROGRAM_MEMORY_BASE, bytes, top };
  return callStack(state.program, memory, places.isReturnAddress, places.framesOf);
}

/**
 * Follows the program: shows the routine that it executes, and the file of a linked routine, if the reader
 * wants that.
 */
function useFollowedRoutine(moment: ProgramMoment): void {
  const chosen = useStore(programView, (view) => view.thread);
  const follows = useStore(programView, (view) => view.follows);
  const { routine, file } = shownState(moment.states, chosen)?.at ?? {};
  useEffect(() => {
    if (follows && routine !== undefined) programView.setState({ routine, file });
  }, [follows, routine, file]);
}

/**
 * A story's step that highlights a program shows it, and the thread that executes it, until the reader leaves
 * the step.
 */
function useToldProgram(scenario: Scenario, programs: readonly NumberedProgram[]): void {
  const told = useApp(({ lit }) =>
    programs.find(({ routine }) => lit.includes(partText("program", routine.name))),
  );
  const routine = told?.index;
  const thread = told === undefined ? undefined : threadOf(scenario, told.routine.name);
  // Another scenario resets earlier choices, and would reset this choice too.
  const isOfScenario = useStore(programView, (view) => view.scenario === scenario.name);
  useEffect(() => {
    if (routine === undefined || !isOfScenario) return undefined;
    programView.setState({ routine, thread });
    return () => programView.setState({ thread: undefined });
  }, [routine, thread, isOfScenario]);
}

/** The first thread that executes the routine. */
function threadOf(scenario: Scenario, name: string): number | undefined {
  return programThreads(scenario).find((thread) =>
    someStep(
      scenario.software.threads[thread]?.steps ?? [],
      (step) => step.do === "exec" && step.routine === name,
    ),
  );
}

const SourceView = lazyPart(() => import("./SourceView.tsx"));

interface LinkedSectionProps {
  readonly program: NumberedProgram;
  readonly listings: readonly Listing[];
  readonly shown: Listing;
  readonly moment: ProgramMoment;
  readonly onKey: (key: StepKey) => boolean;
}

/** A program that is not assembly of the scenario: the files that it was compiled from, and its instructions. */
function LinkedSection({ program: { index, routine }, listings, shown, moment, onKey }: LinkedSectionProps) {
  const chosen = useStore(programView, (state) => state.thread);
  const wanted = useStore(programView, (state) => state.target);
  const all = useApp((state) => state.breakpoints);
  const marks = useMemo(
    () =>
      marksOf(moment.states, shownState(moment.states, chosen), ({ at, program }) =>
        at?.routine === index ? shown.lineAt(program.pc) : undefined,
      ),
    [moment.states, chosen, index, shown],
  );
  const stops = useMemo(() => breakpointsInListing(all, routine.name, shown), [all, routine.name, shown]);
  const costs = useLineCosts(index, shown.lineAt);
  const target = useMemo(
    () => (wanted?.routine === index ? { line: targetLine(wanted, shown) } : undefined),
    [wanted, index, shown],
  );
  const toggle = useToggleStop(false);
  const thread = useChosenThread();
  const words = moment.placed[index]?.program?.assembled?.words.length ?? 0;
  return (
    <>
      <div className="program__bar">
        <ListingChoice listings={listings} shown={shown} />
        <p className="program__outcome fill note">
          {tCount(words, "{count} word of code", "{count} words of code")}
        </p>
      </div>
      <Suspense fallback={<div className="program__source" aria-busy="true" />}>
        <SourceView
          name={routine.name}
          file={shown.file}
          text={shown.text}
          beside={{ marks, breakpoints: stops, costs }}
          target={target}
          onStop={(line) => toggle(conditionFrom(routine.name, shown, line, thread))}
          onCursor={(line) => programView.setState({ cursor: { routine: index, line } })}
          onKey={onKey}
        />
      </Suspense>
    </>
  );
}

function ListingChoice({ listings, shown }: Pick<LinkedSectionProps, "listings" | "shown">) {
  if (listings.length === 1) return <p className="program__file fill t-12 ink-2">{t("Instructions")}</p>;
  return (
    <label className="program__file fill t-12 ink-2">
      <span className="sr-only">{t("File or instructions")}</span>
      <select
        className="field wide"
        value={shown.file ?? ""}
        onChange={({ currentTarget: { value } }) =>
          programView.setState(
            value === "" ? { asInstructions: true } : { file: value, asInstructions: false },
          )
        }
      >
        {listings.map(({ file }) => (
          <option key={file ?? ""} value={file ?? ""}>
            {file ?? t("Instructions")}
          </option>
        ))}
      </select>
    </label>
  );
}

/** If the scenario does not contain the file, the instructions are shown. */
export function shownListing(
  listings: readonly Listing[],
  { file, asInstructions }: Pick<ProgramViewState, "file" | "asInstructions">,
): Listing | undefined {
  const instructions = listings.find((one) => one.file === undefined);
  if (asInstructions) return instructions;
  return file === undefined ? listings[0] : (listings.find((one) => one.file === file) ?? instructions);
}

/** Condition of a breakpoint at the first line, from this one onwards, that has an instruction. */
export function conditionFrom(
  routine: string,
  listing: Listing,
  line: number,
  thread?: string,
): string | undefined {
  const code = codeFrom(listing, line);
  return code && codeCondition(routine, listing, code, thread);
}

/** Chooses the listing of a linked file, and the data beside its lines. */
export function targetLine({ address, line }: ViewTarget, listing: Listing): number {
  return (address === undefined ? undefined : listing.lineAt(address)) ?? line;
}
