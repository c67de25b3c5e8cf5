/** Deadlines: goals that change nothing of the machine. */
import { timeInCycles } from "./cycles.ts";

/** Of one in the core's record. */
export const DEADLINE_BYTES = 4;
/** Of the core's field. */
const CYCLES_LIMIT = 0xffff_ffff;

/** Whole cycles that keep it; 0: there is none. */
export function deadlineCycles(nanoseconds: number, clockHertz: number): number {
  if (nanoseconds === 0) return 0;
  return Math.min(CYCLES_LIMIT, Math.max(1, Number(timeInCycles(clockHertz)(nanoseconds))));
}
