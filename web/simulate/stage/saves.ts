/** How far a save of registers is. Pure. */
import type { FrameView, MachineView } from "../../engine/protocol.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { cpuView, type Places } from "./places.ts";

/** In words or cycles. */
export interface SaveProgress {
  readonly done: number;
  readonly amount: number;
}

type SaveFacts = Pick<MachineInfo, "save" | "threads"> & Places;

const DRAIN = 1;

/** The save for the thread that comes. Undefined if none runs. A save beside the entry steps begins with the first of
 * them (M-286); after them, the machine counts what is left. Steps that a late arrival repeats count once. */
export function saveProgress(
  frame: FrameView,
  view: MachineView,
  facts: SaveFacts,
): SaveProgress | undefined {
  const { runState, routineDone: done, routineBudget: budget } = frame;
  const isSaving = runState === "saving";
  const amount = facts.threads[frame.thread]?.saveCycles ?? facts.save?.amount ?? budget;
  const isBeside = facts.save?.overlapsEntry === true && (runState === "entering" || budget < amount);
  if (!isBeside) return isSaving ? { done, amount: budget } : undefined;
  const cpu = cpuView(view, frame.context, facts);
  const step = cpu?.entryStep ?? 0;
  if (cpu === undefined || (!isSaving && step <= DRAIN)) return undefined;
  const ended = cpu.entryTaken.slice(DRAIN, step === 0 ? undefined : step - 1);
  const steps = ended.reduce((sum, cycles) => sum + cycles, isSaving ? done : cpu.entryStepCyclesDone);
  return { done: Math.min(amount, steps), amount };
}
