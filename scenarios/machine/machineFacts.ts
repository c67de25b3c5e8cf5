/** Facts that follow from the fields of a machine. Separate from the schema, because the worker compiles and does not
 * load the validator (decision 0010). */
import type { Machine } from "./machine.ts";

interface WithBus {
  readonly bus: { readonly clockRatio: number; readonly inBusClocks: boolean };
}

/** CPU cycles of a duration of a machine that passes on its bus. */
export function busCycles({ bus }: WithBus, duration: number): number {
  return bus.inBusClocks ? duration * bus.clockRatio : duration;
}

type Core = Machine["core"];

/** Contexts of a core issue in turns, one instruction a cycle. */
export function takesTurns(policy: Core["policy"]): boolean {
  return policy === "round-robin" || policy === "fixed-priority" || policy === "weighted-round-robin";
}

/** The stage in which the target of a branch is known. Default: the second stage, or the first if the second is EX. */
export function branchTargetStage({ stages, executeStage, branchTargetStage }: Core["pipeline"]): string {
  return branchTargetStage ?? stages[stages.indexOf(executeStage) > 1 ? 1 : 0] ?? "";
}

/** True if accesses have addresses and their transactions a place on the bus. Otherwise a load or store only takes its
 * cycles. */
export function describesMemory({ memory }: Machine): boolean {
  const { l1i, l1d, l2, tlb, addressed } = memory;
  return addressed || [l1i, l1d, l2, tlb].some((part) => part !== undefined);
}
