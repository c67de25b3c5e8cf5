/** A cycle in an address. */
import { RUN_CYCLE_LIMIT } from "../base/limits.ts";

/** Undefined: this is no cycle that a run has room for. */
export function readCycle(text: string): number | undefined {
  const cycle = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(cycle) && cycle <= RUN_CYCLE_LIMIT ? cycle : undefined;
}
