/** Deadlines: goals that do not change the machine. */
import { timeInCycles } from "./cycles.ts";

/** Bytes of one deadline in the core's record. */
export const DEADLINE_BYTES = 4;
/** Greatest value of the core's field. */
const CYCLES_LIMIT = 0xffff_ffff;

/** Greatest number of whole cycles that meets the deadline. 0 if there is none. */
export function deadlineCycles(nanoseconds: number, clockHertz: number): number {
  if (nanoseconds === 0) return 0;
  return Math.min(CYCLES_LIMIT, Math.max(1, Number(timeInCycles(clockHertz)(nanoseconds))));
}
