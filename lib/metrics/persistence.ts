/** What goes on for so long that it is named. */

/** Share of the run, at its end, for which nothing moved. */
const PERSISTENCE_SHARE = 0.25;
/** Interrupts or frames in vain; fewer may be a queue that fills. */
export const FUTILE_COUNT = 64;

export function persists(fromCycle: number, cycle: number): boolean {
  return cycle > 0 && cycle - fromCycle >= PERSISTENCE_SHARE * cycle;
}

/** A number as people read it. */
export type WholeText = (value: number) => string;
