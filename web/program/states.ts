/** The position of each thread that runs programs. */
import type { CodePlace, ProgramPlaces } from "../../lib/programs/places.ts";
import { programThreads } from "../../lib/programs/programNames.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextTotal } from "../../scenarios/software/contexts.ts";
import type {
  Cause,
  FrameView,
  Layer,
  MachineView,
  ProgramView,
  RunState,
  StageView,
} from "../engine/protocol.ts";
import { contextName } from "../ui/contextName.ts";
import { layerToken } from "../ui/layerTokens.ts";
import { isHeld, stallTag } from "../ui/stallText.ts";
import type { LineMark } from "./codeMarks.ts";

export interface ProgramState {
  readonly thread: number;
  readonly name: string;
  readonly program: ProgramView;
  /** Position in a program. Undefined if the thread executes none now. */
  readonly at: CodePlace | undefined;
  /** Undefined if it is in no context. */
  readonly context: string | undefined;
  readonly layer: Layer;
  /** True if it has its context to itself in this cycle. */
  readonly isRunning: boolean;
  /** The reason why it does not continue. Undefined if it continues, or if it is in no context. */
  readonly wait: Wait | undefined;
}

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
    const at = frame === undefined ? undefined : placeOf(program.pc, frame.pc, places);
    const holder = frame === undefined || frame.inMemory ? undefined : frame;
    return [
      {
        thread,
        name: of.name,
        program,
        at,
        context: holder && contextName(holder.context, shape),
        layer: frame?.layer ?? of.layer,
        isRunning: holder?.runState === "running",
        wait: holder && waitOf(view, holder),
      },
    ];
  });
}

/** A program that has ended leaves its pc. In a running program the fetched address is in the same program, because
 * fetch returns to the start after the last instruction. */
function placeOf(pc: number, fetchedPc: number, places: ProgramPlaces): CodePlace | undefined {
  const place = places.codeAt(pc);
  return place?.routine === places.codeAt(fetchedPc)?.routine ? place : undefined;
}

/** The thread to show: the chosen one, otherwise the running one, otherwise the first in a program. */
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

/** Marks beside the lines in which threads are. */
export function marksOf(
  states: readonly ProgramState[],
  shown: ProgramState | undefined,
  lineOf: (state: ProgramState) => number | undefined,
): readonly LineMark[] {
  return states.flatMap((state) => {
    const { context, name, layer, wait } = state;
    const line = lineOf(state);
    if (line === undefined) return [];
    const note = wait && { text: waitTag(wait), title: waitText(wait) };
    return [{ line, label: context ?? name, colour: layerToken(layer), isShown: state === shown, note }];
  });
}

/** Reason why a context's next instruction does not take effect. That is the instruction in fetch, so everything that
 * holds an earlier instruction holds it, too. */
interface Wait {
  readonly cause: Cause;
  /** The stalled instruction or the taken branch. Undefined if it does not belong to a program. */
  readonly behind: string | undefined;
}

const MOVED: Readonly<Partial<Record<RunState, Cause>>> = {
  waiting: "waiting",
  saving: "save",
  restoring: "restore",
};

/** Undefined if it continues, or only waits for its turn. */
export function waitOf(view: MachineView, { context, runState }: FrameView): Wait | undefined {
  const own = view.stages.filter((stage) => stage.context === context);
  const going = own.filter(({ flushed, nullified }) => !flushed && !nullified);
  if (runState === "entering") return waits(going.length > 0 ? "drain" : "entry", undefined);
  const moved = MOVED[runState];
  if (moved !== undefined) return waits(moved, undefined);
  const fetched = runState === "running" ? own.find(({ stage }) => stage === 0) : undefined;
  if (fetched === undefined) return undefined;
  const { flushed, stall } = fetched;
  // This also holds on the wrong path, because the branch itself may be stalled.
  if (isHeld(stall) && stall !== "branch")
    return waits(stall, farthest(going.filter((one) => one.stall === stall)));
  return flushed ? waits("branch", nearest(going)) : undefined;
}

const waits = (cause: Cause, by: StageView | undefined): Wait => ({ cause, behind: by?.text });

const nearest = (stages: readonly StageView[]): StageView | undefined =>
  stages.toSorted((a, b) => a.stage - b.stage)[0];

const farthest = (stages: readonly StageView[]): StageView | undefined =>
  stages.toSorted((a, b) => b.stage - a.stage)[0];

/** One word, as on the stage. */
const waitTag = ({ cause }: Wait): string => stallTag(cause) ?? cause;

/** The word and its subject: `load-use: add t1, t0, t1`. */
export const waitText = (wait: Wait): string =>
  wait.behind === undefined ? waitTag(wait) : `${waitTag(wait)}: ${wait.behind}`;
