/** What of a core is worked out of its fields. Apart from the schema, which workers do not load. */
import type { Machine } from "./machine.ts";

type Core = Machine["core"];

/** Contexts of a core issue in turns, one instruction a cycle. */
export function takesTurns(policy: Core["policy"]): boolean {
  return policy === "round-robin" || policy === "fixed-priority" || policy === "weighted-round-robin";
}

/** Where the target of a branch is known: the second stage where it is not said. */
export function branchTargetStage({ stages, branchTargetStage }: Core["pipeline"]): string {
  return branchTargetStage ?? stages[1] ?? "";
}
