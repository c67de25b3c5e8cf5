import { useStore } from "zustand";
import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/layout.gen.ts";
import { type CallFrame, callStack } from "../../lib/programs/calls.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { t } from "../text/t.ts";
import type { StepKey } from "./assemblyEditor.ts";
import { MachineSection } from "./MachineSection.tsx";
import { type NumberedProgram, programView } from "./programView.ts";
import { SourceSection } from "./SourceSection.tsx";
import { StepBar, stepsOf, useStep } from "./StepBar.tsx";
import { type ProgramState, shownState } from "./states.ts";
import { useFollowedRoutine } from "./useFollowedRoutine.ts";
import { type ProgramMoment, useProgramMoment } from "./useStates.ts";

interface ProgramsProps {
  readonly scenario: Scenario;
  readonly programs: readonly NumberedProgram[];
}

export function Programs({ scenario, programs }: ProgramsProps) {
  const wanted = useStore(programView, (state) => state.routine);
  const chosen = useStore(programView, (state) => state.thread);
  const cursor = useStore(programView, (state) => state.cursor);
  const drafts = useStore(programView, (state) => state.drafts);
  const moment = useProgramMoment(scenario);
  useFollowedRoutine(moment);
  const step = useStep();
  const shown = programs.find(({ index }) => index === wanted) ?? programs[0];
  if (shown === undefined) return null;
  const state = shownState(moment.states, chosen);
  const calls = callsOf(scenario, moment, state);
  const { name } = shown.routine;
  // A new editor has its cursor in the first line.
  const cursorLine = cursor?.routine === shown.index ? cursor.line : 1;
  const line = moment.places.lineWithCode(shown.index, cursorLine);
  const steps = stepsOf(
    state,
    moment.places,
    calls,
    line === undefined || drafts.has(name) ? undefined : { routine: name, line },
  );

  function press(key: StepKey): boolean {
    const found = steps.find((one) => one.key === key);
    if (found?.condition === undefined) return false;
    step(found);
    return true;
  }

  return (
    <div className="program">
      <h2 className="sr-only">{t("Program")}</h2>
      <RoutineChoice programs={programs} shown={shown} />
      <SourceSection key={shown.index} scenario={scenario} program={shown} moment={moment} onKey={press} />
      <StepBar steps={steps} onStep={step} shown={shown} line={line} moment={moment} />
      <MachineSection moment={moment} state={state} calls={calls} />
    </div>
  );
}

function RoutineChoice({
  programs,
  shown,
}: Pick<ProgramsProps, "programs"> & { readonly shown: NumberedProgram }) {
  if (programs.length === 1) return null;
  return (
    <label className="program__choice">
      <span>{t("Routine")}</span>
      <select
        className="field"
        value={shown.index}
        onChange={({ currentTarget }) =>
          programView.setState({ routine: Number(currentTarget.value), follows: false })
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

/** Stacks lie at the end of the memory, that of the first thread last. */
function callsOf(
  scenario: Scenario,
  { places, view }: ProgramMoment,
  state: ProgramState | undefined,
): readonly CallFrame[] {
  if (state?.at === undefined) return [];
  const bytes = view?.programs?.memory ?? new Uint8Array();
  const top = SIM_PROGRAM_MEMORY_BASE + bytes.length - state.thread * scenario.software.programs.stackBytes;
  return callStack(state.program, { base: SIM_PROGRAM_MEMORY_BASE, bytes, top }, places.isReturnAddress);
}
