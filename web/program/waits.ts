/** Finds the reason why a context's next instruction does not take effect. That is the instruction in fetch, so
 * anything that holds the pipeline before it holds it too. */
import type { Cause, FrameView, MachineView, RunState, StageView } from "../engine/protocol.ts";
import { isHeld, stallTag } from "../ui/stallText.ts";

export interface Wait {
  readonly cause: Cause;
  /** The instruction that is held, or the branch that is taken. Undefined if it is not of a program. */
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
  // This also applies on the wrong path, because the branch itself may be held.
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
export const waitTag = ({ cause }: Wait): string => stallTag(cause) ?? cause;

/** The word and its subject: `load-use: add t1, t0, t1`. */
export const waitText = (wait: Wait): string =>
  wait.behind === undefined ? waitTag(wait) : `${waitTag(wait)}: ${wait.behind}`;
