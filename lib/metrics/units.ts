/** Cycles and bytes in the units that people compare. */

export function secondsOf(cycles: number, clockHertz: number): number {
  return cycles / clockHertz;
}

export function microsecondsOf(cycles: number, clockHertz: number): number {
  return (cycles / clockHertz) * 1e6;
}

/** Mega = 10^6, as for line rates. */
export function megabitPerSecond(bytes: number, cycles: number, clockHertz: number): number {
  return cycles === 0 ? 0 : (bytes * 8 * clockHertz) / cycles / 1e6;
}

/** NaN if no layer ran that counts instructions. */
export function instructionsPerCycle(instructions: number, detailedCycles: number): number {
  return detailedCycles === 0 ? Number.NaN : instructions / detailedCycles;
}

/** The total from which the mean was computed. Cycles are whole, so the result is exact. */
export function totalCycles(count: number, meanCycles: number): number {
  return count === 0 ? 0 : Math.round(meanCycles * count);
}

/** Sum over layers or contexts. */
export function total(numbers: readonly number[] | undefined): number {
  return (numbers ?? []).reduce((sum, one) => sum + one, 0);
}
