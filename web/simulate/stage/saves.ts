/** The progress of a register save. Pure. */
import type { FrameView, MachineView } from "../../engine/protocol.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { cpuView, type Places } from "./places.ts";

/** Progress in words or cycles. */
export interface SaveProgress {
  readonly done: number;
  readonly amount: number;
}

/** The first step after the drain. */
const FIRST_STEP = 2;

/** The running save for the new thread. Undefined if there is none. A save during the entry steps starts with the first
 * of them (M-286), and after them the machine counts the rest. Steps that a late arrival repeats count once. */
export function saveProgress(
  { runState, context, thread, routineDone, routineBudget }: FrameView,
  view: MachineView,
  facts: Pick<MachineInfo, "save" | "threads"> & Places,
): SaveProgress | undefined {
  const isSaving = runState === "saving";
  const amount = facts.threads[thread]?.saveCycles ?? facts.save?.amount ?? 0;
  const cpu = cpuView(view, context, facts);
  const step = cpu?.entryStep ?? 0;
  const isBeside = isSaving ? routineBudget < amount : runState === "entering" && step >= FIRST_STEP;
  if (cpu === undefined || !isBeside || facts.save?.overlapsEntry !== true)
    return isSaving ? { done: routineDone, amount: routineBudget } : undefined;
  const ended = cpu.entryTaken.slice(1, isSaving ? undefined : step - 1);
  const now = isSaving ? routineDone : cpu.entryStepCyclesDone;
  return {
    done: Math.min(
      amount,
      ended.reduce((sum, cycles) => sum + cycles, now),
    ),
    amount,
  };
}
