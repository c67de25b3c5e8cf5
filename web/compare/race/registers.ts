/** Finds the registers of each thread: in a context, in memory, or moving between the two. */
import { partText } from "../../../scenarios/story/parts.ts";
import type { FrameView, Layer, MachineView } from "../../engine/protocol.ts";
import { type ContextCard, contextCards } from "../../simulate/stage/contexts.ts";
import type { MachineInfo } from "../../simulate/stage/machineInfo.ts";
import { cpuOfContext, frameOnCpu } from "../../simulate/stage/places.ts";
import { t } from "../../text/t.ts";

/** Number of cells for a set of registers. */
export const CELLS = 32;

export interface RegisterBox {
  readonly key: string;
  readonly isMemory: boolean;
  readonly name: string;
  /** The pointer names it. */
  readonly isActive: boolean;
  /** The thread whose registers these are. Undefined if the box is empty. */
  readonly owner: { readonly thread: string; readonly layer: Layer } | undefined;
  /** Range of the cells that hold them; `to` is the cell behind the last. */
  readonly from: number;
  readonly to: number;
  /** Name of the part on the page (scenarios/story/parts.ts). */
  readonly part: string | undefined;
}

/** Words that move now, of one set of registers. */
export interface Moving {
  readonly to: "memory" | "context";
  readonly done: number;
}

export function movingOn(view: MachineView, cpu: number, facts: MachineInfo): Moving | undefined {
  const frame = frameOnCpu(view, cpu, facts);
  if (frame === undefined || (frame.runState !== "saving" && frame.runState !== "restoring"))
    return undefined;
  const share = frame.routineBudget === 0 ? 0 : frame.routineDone / frame.routineBudget;
  return { to: frame.runState === "saving" ? "memory" : "context", done: Math.round(CELLS * share) };
}

/** The contexts of a core, then the places in memory. A core that saves registers has at least two of these, so that
 * nothing moves when they fill. */
export function registerBoxes(view: MachineView, facts: MachineInfo, core: number): readonly RegisterBox[] {
  const cards = contextCards(view, facts, core);
  const saved = cards.filter(({ context }) => context === undefined);
  const boxes = cards.map((card) => boxOf(card, saved, view, facts));
  const places = facts.save === undefined ? 0 : LEAST_PLACES;
  return [
    ...boxes,
    ...Array.from({ length: Math.max(0, places - saved.length) }, (_, index) => emptyPlace(index)),
  ];
}

const LEAST_PLACES = 2;

const emptyPlace = (index: number): RegisterBox => ({
  ...{ key: `empty${index}`, isMemory: true, name: t("memory"), isActive: false },
  ...{ owner: undefined, from: 0, to: 0, part: undefined },
});

function boxOf(
  card: ContextCard,
  saved: readonly ContextCard[],
  view: MachineView,
  facts: MachineInfo,
): RegisterBox {
  const isMemory = card.context === undefined;
  const held = isMemory ? inPlace(card, saved, view, facts) : inContext(card, saved, view, facts);
  const owner = held.frame;
  return {
    key: card.key,
    isMemory,
    name: isMemory ? t("memory") : card.name,
    isActive: card.active,
    owner: owner && { thread: facts.threads[owner.thread]?.name ?? "", layer: owner.layer },
    from: held.from,
    to: held.to,
    part: isMemory ? partText("saved") : partText("context", String((card.context ?? 0) + 1)),
  };
}

interface Held {
  readonly frame: FrameView | undefined;
  readonly from: number;
  readonly to: number;
}

const whole = (frame: FrameView | undefined): Held => ({
  frame,
  from: 0,
  to: frame === undefined ? 0 : CELLS,
});

/** The thread whose registers leave the context for the thread that has the cpu. */
function leavingFrom(
  context: number,
  saved: readonly ContextCard[],
  view: MachineView,
  facts: MachineInfo,
): FrameView | undefined {
  const now = frameOnCpu(view, cpuOfContext(context, facts), facts);
  if (now?.context !== context || (now.runState !== "entering" && now.runState !== "saving"))
    return undefined;
  return saved.find(({ frame }) => frame?.context === context && !frame.inMemory)?.frame;
}

function inContext(
  { context = 0, frame }: ContextCard,
  saved: readonly ContextCard[],
  view: MachineView,
  facts: MachineInfo,
): Held {
  const cpu = cpuOfContext(context, facts);
  const moving = movingOn(view, cpu, facts);
  const leaving = leavingFrom(context, saved, view, facts);
  if (leaving !== undefined) return { frame: leaving, from: moving?.done ?? 0, to: CELLS };
  const now = frameOnCpu(view, cpu, facts);
  if (moving?.to === "context" && now?.context === context) return { frame: now, from: 0, to: moving.done };
  return whole(frame);
}

function inPlace(
  { frame }: ContextCard,
  saved: readonly ContextCard[],
  view: MachineView,
  facts: MachineInfo,
): Held {
  if (frame === undefined) return whole(undefined);
  const moving = movingOn(view, cpuOfContext(frame.context, facts), facts);
  if (frame === leavingFrom(frame.context, saved, view, facts))
    return { frame, from: 0, to: moving?.done ?? 0 };
  if (frame.runState === "restoring") return { frame, from: moving?.done ?? 0, to: CELLS };
  return frame.inMemory ? whole(frame) : { frame, from: 0, to: 0 };
}

// ---- the stopwatch ----

/** Cycles that saving the registers took, as a stopwatch shows them. */
export interface Stopwatch {
  readonly cycles: number;
  readonly isRunning: boolean;
  /** Counts in the last view without a running save. Undefined if there was none. */
  readonly before: MachineView["saves"] | undefined;
  readonly atCycle: number;
}

/** Runs while registers are saved, then shows the duration. After a jump it shows the mean up to that cycle. */
export function stopwatchAt(earlier: Stopwatch | undefined, view: MachineView): Stopwatch {
  const { cycle: atCycle, saves } = view;
  const isSaving = view.frames.some(({ runState }) => runState === "saving");
  const before = earlier === undefined || atCycle < earlier.atCycle ? undefined : earlier.before;
  const mean = saves.count === 0 ? 0 : Math.round(saves.cycles / saves.count);
  if (isSaving) {
    // The start of the save was not seen, so its duration so far is unknown.
    if (before === undefined || saves.count > before.count + 1)
      return { cycles: mean, isRunning: false, before: undefined, atCycle };
    return { cycles: saves.cycles - before.cycles, isRunning: true, before, atCycle };
  }
  const ended = before === undefined ? 0 : saves.count - before.count;
  const last = before === undefined ? mean : (earlier?.cycles ?? mean);
  const cycles = ended === 0 ? last : Math.round((saves.cycles - (before?.cycles ?? 0)) / ended);
  return { cycles, isRunning: false, before: saves, atCycle };
}
