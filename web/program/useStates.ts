import { useMemo, useRef } from "react";
import { useStore } from "zustand";
import { type ProgramPlaces, programPlaces } from "../../lib/programs/places.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { MachineView } from "../engine/protocol.ts";
import { useActions, useApp, useLive, useSession, useThrottled } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { toggled } from "./breakpoints.ts";
import { programView } from "./programView.ts";
import { type ProgramState, programStates } from "./states.ts";

/** Registers update at reading speed, because users read them and do not watch them. */
const READING_INTERVAL_MS = 60;

export interface ProgramMoment {
  readonly view: MachineView | undefined;
  /** The picture that was shown before this one. */
  readonly before: MachineView | undefined;
  readonly places: ProgramPlaces;
  /** Indexed by routine. */
  readonly placed: readonly PlacedRoutine[];
  readonly states: readonly ProgramState[];
}

export function useProgramMoment(scenario: Scenario): ProgramMoment {
  const shown = useThrottled(useLive().view, READING_INTERVAL_MS);
  const placed = useMemo(() => placeRoutines(scenario, assembleProgram), [scenario]);
  const places = useMemo(() => programPlaces(placed), [placed]);
  const pair = useRef<{ now: MachineView | undefined; before: MachineView | undefined }>({
    now: undefined,
    before: undefined,
  });
  if (shown !== pair.current.now) {
    const isStep = shown !== undefined && pair.current.now?.cycle !== shown.cycle;
    pair.current = { now: shown, before: isStep ? pair.current.now : pair.current.before };
  }
  const { before } = pair.current;
  return useMemo(
    () => ({
      view: shown,
      before,
      places,
      placed,
      states: shown === undefined ? [] : programStates(scenario, places, shown),
    }),
    [scenario, places, placed, shown, before],
  );
}

/** Name of the selected thread. Undefined: whichever thread runs. */
export function useChosenThread(): string | undefined {
  const chosen = useStore(programView, (state) => state.thread);
  return useApp(({ scenario }) =>
    chosen === undefined ? undefined : scenario?.software.threads[chosen]?.name,
  );
}

/** Sets or removes a breakpoint. Its condition is undefined if no instruction follows from its line onwards. */
export function useToggleStop(isChanged: boolean): (condition: string | undefined) => void {
  const { store } = useSession();
  const { setBreakpoints, notify } = useActions();
  return (condition) => {
    if (isChanged) {
      notify("info", t("Apply the source first, because a breakpoint belongs to the running program."));
      return;
    }
    if (condition === undefined) {
      notify("info", t("There is no instruction on this line or after it."));
      return;
    }
    const next = toggled(store.getState().breakpoints, condition);
    if (next === undefined) notify("info", t("No more breakpoints are possible."));
    else setBreakpoints(next);
  };
}
