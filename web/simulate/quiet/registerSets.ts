/** The register sets of a core as cells, with the contents of each and the progress of a save or restore. Pure. */
import type { FrameView, Layer, MachineView } from "../../engine/protocol.ts";
import { contextNameInCore } from "../../ui/contextName.ts";
import { isActiveContext } from "../stage/contexts.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { contextsOfCore, framesOfCore } from "../stage/places.ts";
import { saveProgress } from "../stage/saves.ts";

/** Number of registers in RISC-V. */
export const REGISTERS = 32;

export interface RegisterSet {
  readonly key: string;
  /** Undefined for a copy in memory. */
  readonly context: number | undefined;
  /** Set if a core has several. */
  readonly name: string | undefined;
  /** Owner of the registers. Undefined if they belong to no thread. */
  readonly thread: number | undefined;
  readonly layer: Layer;
  /** Cells with content, 0..32. */
  readonly filled: number;
  readonly isActive: boolean;
  /** Words are on their way out of it, or into it. */
  readonly moving: "out" | "in" | undefined;
}

/** Number of copies in memory to show: the least, empty copies included, and the greatest, the latest copies. */
interface Copies {
  readonly least: number;
  readonly most: number;
}

export function registerSets(
  view: MachineView,
  facts: MachineInfo,
  core: number,
  { least, most }: Copies = { least: 1, most: 2 },
): readonly RegisterSet[] {
  const frames = framesOfCore(view, core, facts);
  const sets = contextsOfCore(core, facts).map((context) => hardwareSet(view, frames, context, facts));
  if (facts.save === undefined) return sets;
  const copies = copiesOf(view, frames, facts).slice(-most);
  const shown = copies.map((copy, index) => memorySet(copy, index));
  const empty = Array.from({ length: Math.max(0, least - copies.length) }, (_, index) => ({
    ...EMPTY,
    key: `m${copies.length + index}`,
  }));
  return [...sets, ...shown, ...empty];
}

const EMPTY: RegisterSet = {
  key: "m0",
  context: undefined,
  name: undefined,
  thread: undefined,
  layer: "idle",
  filled: 0,
  isActive: false,
  moving: undefined,
};

/** Words that have been moved, in cells. */
export function movedCells(frame: FrameView, view: MachineView, facts: MachineInfo): number {
  const { routineDone, routineBudget } = frame;
  const { done, amount } = saveProgress(frame, view, facts) ?? { done: routineDone, amount: routineBudget };
  return amount === 0 ? 0 : Math.min(REGISTERS, Math.floor((REGISTERS * done) / amount));
}

interface Copy {
  readonly owner: FrameView;
  readonly filled: number;
  readonly moving: RegisterSet["moving"];
}

/** Copies in the order in which they were saved. */
function copiesOf(view: MachineView, frames: readonly FrameView[], facts: MachineInfo): readonly Copy[] {
  const byContext = new Set<number>();
  const copies: Copy[] = [];
  for (const frame of frames) {
    const isFirst = !byContext.has(frame.context);
    if (frame.inMemory) copies.push(copyOf(frame, view, frames, facts));
    else if (isFirst) byContext.add(frame.context);
    // A second frame in a context has been preempted there: its registers are about to leave, or are leaving.
    else copies.push(copyOf(frame, view, frames, facts));
  }
  return copies.toReversed();
}

function copyOf(owner: FrameView, view: MachineView, frames: readonly FrameView[], facts: MachineInfo): Copy {
  if (owner.runState === "restoring")
    return { owner, filled: REGISTERS - movedCells(owner, view, facts), moving: "out" };
  const saver = frames.find((one) => one.context === owner.context && isTaking(one));
  const isNext = owner === frames.find((one) => one !== saver && one.context === owner.context);
  if (saver === undefined || !isNext || owner.inMemory)
    return { owner, filled: REGISTERS, moving: undefined };
  return saveProgress(saver, view, facts) !== undefined
    ? { owner, filled: movedCells(saver, view, facts), moving: "in" }
    : { owner, filled: 0, moving: undefined };
}

/** True while it enters, or saves the registers that were there before. */
const isTaking = ({ runState }: FrameView) => runState === "entering" || runState === "saving";

function memorySet({ owner, filled, moving }: Copy, index: number): RegisterSet {
  const { thread, layer } = owner;
  return { ...EMPTY, key: `m${index}`, thread, layer, filled, moving };
}

function hardwareSet(
  view: MachineView,
  frames: readonly FrameView[],
  context: number,
  facts: MachineInfo,
): RegisterSet {
  const own = frames.filter((frame) => frame.context === context);
  const saver = own.find(isTaking);
  const left = facts.save === undefined ? undefined : own.find((frame) => frame !== saver && !frame.inMemory);
  const set: RegisterSet = {
    ...EMPTY,
    key: `c${context}`,
    context,
    name: facts.cores.contexts > 1 ? contextNameInCore(context, facts.cores) : undefined,
    isActive: isActiveContext(view, context, facts),
  };
  // During the save, the registers still belong to the previous thread.
  if (saver !== undefined && left !== undefined) {
    const leaving = { ...set, thread: left.thread, layer: left.layer };
    return saveProgress(saver, view, facts) !== undefined
      ? { ...leaving, filled: REGISTERS - movedCells(saver, view, facts), moving: "out" }
      : { ...leaving, filled: REGISTERS };
  }
  const restored = own.find(({ runState }) => runState === "restoring");
  if (restored !== undefined)
    return {
      ...set,
      thread: restored.thread,
      layer: restored.layer,
      filled: movedCells(restored, view, facts),
      moving: "in",
    };
  const [holder] = own.filter(({ inMemory }) => !inMemory);
  return holder === undefined
    ? set
    : { ...set, thread: holder.thread, layer: holder.layer, filled: REGISTERS };
}
