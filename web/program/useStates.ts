import { useMemo, useRef } from "react";
import { type ProgramPlaces, programPlaces } from "../../lib/programs/places.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { MachineView } from "../engine/protocol.ts";
import { useLive, useThrottled } from "../state/hooks.ts";
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
