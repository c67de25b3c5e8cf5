/** Cycles as times of a file. */

const NANOSECONDS = 1e9;

/** Rounded to the nearest; a second is split off first, so that times of years keep their nanoseconds. */
export function nanosecondsOf(cycle: number, clockHertz: number): number {
  const seconds = Math.floor(cycle / clockHertz);
  const rest = cycle - seconds * clockHertz;
  return seconds * NANOSECONDS + Math.round((rest * NANOSECONDS) / clockHertz);
}
