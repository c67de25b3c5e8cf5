/** The registers of a core as the race shows them, and the stopwatch of a save. */
import { partText } from "../../../scenarios/story/parts.ts";
import type { Layer, MachineView } from "../../engine/protocol.ts";
import { movedCells, REGISTERS, registerSets } from "../../simulate/quiet/registerSets.ts";
import type { MachineInfo } from "../../simulate/stage/machineInfo.ts";
import { frameOnCpu } from "../../simulate/stage/places.ts";
import { t } from "../../text/t.ts";
import { contextNameInCore } from "../../ui/contextName.ts";

export interface RegisterBox {
  readonly key: string;
  readonly isMemory: boolean;
  readonly name: string;
  /** True if the pointer names it. */
  readonly isActive: boolean;
  /** The thread whose registers these are. Undefined if the box is empty. */
  readonly owner: { readonly thread: string; readonly layer: Layer } | undefined;
  /** Range of the cells. `to` is the cell after the last one. */
  readonly from: number;
  readonly to: number;
  /** Name of the part on the page (scenarios/story/parts.ts). */
  readonly part: string;
}

/** Words of one set of registers that are moving now. */
export interface Moving {
  readonly to: "memory" | "context";
  readonly done: number;
}

export function movingOn(view: MachineView, cpu: number, facts: MachineInfo): Moving | undefined {
  const frame = frameOnCpu(view, cpu, facts);
  if (frame === undefined || (frame.runState !== "saving" && frame.runState !== "restoring"))
    return undefined;
  return { to: frame.runState === "saving" ? "memory" : "context", done: movedCells(frame, view, facts) };
}

/** The contexts of a core, then the places in memory. A core that saves registers has at least two places, so that
 * nothing moves when they fill. */
export function registerBoxes(view: MachineView, facts: MachineInfo, core: number): readonly RegisterBox[] {
  const sets = registerSets(view, facts, core, { least: 2, most: Number.POSITIVE_INFINITY });
  return sets.map(({ key, context, thread, layer, filled, isActive, moving }) => ({
    key,
    isMemory: context === undefined,
    name: context === undefined ? t("memory") : contextNameInCore(context, facts.cores),
    isActive,
    owner: thread === undefined ? undefined : { thread: facts.threads[thread]?.name ?? "", layer },
    from: moving === "out" ? REGISTERS - filled : 0,
    to: moving === "out" ? REGISTERS : filled,
    part: context === undefined ? partText("saved") : partText("context", String(context + 1)),
  }));
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
