/** Causes that hold a stage, or a context, although it has work. */
import type { SimCause } from "../../core-wasm/binding/index.ts";

export const STALL_CAUSES: ReadonlySet<SimCause> = new Set<SimCause>([
  "load-use",
  "operand",
  "branch",
  "multiply",
  "memory",
  "bus",
  "fetch-miss",
  "data-miss",
]);
