import type { Machine } from "./schema.ts";

/** Contexts of a core issue in turns, one instruction a cycle. Apart from the schema, which workers do not load. */
export function takesTurns(policy: Machine["core"]["policy"]): boolean {
  return policy === "round-robin" || policy === "fixed-priority" || policy === "weighted-round-robin";
}
