/** Where each thread that runs programs is. */
import type { CodePlace, ProgramPlaces } from "../../lib/programs/places.ts";
import { programThreads } from "../../lib/programs/threads.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextTotal } from "../../scenarios/software/contexts.ts";
import type { Layer, MachineView, ProgramView } from "../engine/protocol.ts";
import { contextName } from "../ui/contextName.ts";

export interface ProgramState {
  readonly thread: number;
  readonly name: string;
  readonly program: ProgramView;
  /** Where it is in a program; undefined: it executes none now. */
  readonly at: CodePlace | undefined;
  /** Undefined: it is in no context. */
  readonly context: string | undefined;
  readonly layer: Layer;
  /** It has its context for itself at this cycle. */
  readonly isRunning: boolean;
}

/** Fetch is ahead of what takes effect, also over the end of the code. */
const FETCHED_AHEAD_BYTES = 64;

export function programStates(
  scenario: Scenario,
  places: ProgramPlaces,
  view: MachineView,
): readonly ProgramState[] {
  const { machine, software } = scenario;
  const shape = { cores: machine.core.cores, contexts: contextTotal(machine) / machine.core.cores };
  return programThreads(scenario).flatMap((thread) => {
    const of = software.threads[thread];
    const program = view.programs?.threads[thread];
    if (of === undefined || program === undefined) return [];
    const frame = view.frames.find((one) => one.thread === thread);
    const at = frame === undefined ? undefined : places.codeAt(program.pc);
    const isThere = at !== undefined && isNear(frame?.pc ?? 0, program.pc, places);
    return [
      {
        thread,
        name: of.name,
        program,
        at: isThere ? at : undefined,
        context: frame === undefined || frame.inMemory ? undefined : contextName(frame.context, shape),
        layer: frame?.layer ?? of.layer,
        isRunning: frame?.runState === "running" && !frame.inMemory,
      },
    ];
  });
}

/** What the pipeline fetches lies in the same program. */
function isNear(fetched: number, pc: number, places: ProgramPlaces): boolean {
  const routine = places.codeAt(pc)?.routine;
  return (
    places.codeAt(fetched)?.routine === routine ||
    places.codeAt(fetched - FETCHED_AHEAD_BYTES)?.routine === routine
  );
}

/** The one that a reader wants to see: chosen, else the one that runs, else the first that is in a program. */
export function shownState(
  states: readonly ProgramState[],
  chosen: number | undefined,
): ProgramState | undefined {
  if (chosen !== undefined) return states.find(({ thread }) => thread === chosen);
  return (
    states.find(({ isRunning, at }) => isRunning && at !== undefined) ??
    states.find(({ at }) => at !== undefined) ??
    states[0]
  );
}
