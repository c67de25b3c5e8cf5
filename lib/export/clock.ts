/** Converts cycles to the times of a file. */

const NANOSECONDS = 1e9;

/** Rounds to the nearest nanosecond. Whole seconds are computed separately, so that times of years keep their
 * nanoseconds. */
export function nanosecondsOf(cycle: number, clockHertz: number): number {
  const seconds = Math.floor(cycle / clockHertz);
  const rest = cycle - seconds * clockHertz;
  return seconds * NANOSECONDS + Math.round((rest * NANOSECONDS) / clockHertz);
}
