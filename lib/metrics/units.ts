/** Cycles and bytes in the units that people compare. */

export function secondsOf(cycles: number, clockHertz: number): number {
  return cycles / clockHertz;
}

export function microsecondsOf(cycles: number, clockHertz: number): number {
  return (cycles / clockHertz) * 1e6;
}

/** Mega = 10^6, as line rates are given. */
export function megabitPerSecond(bytes: number, cycles: number, clockHertz: number): number {
  return cycles === 0 ? 0 : (bytes * 8 * clockHertz) / cycles / 1e6;
}

/** NaN where no layer counted in instructions ran. */
export function instructionsPerCycle(instructions: number, detailedCycles: number): number {
  return detailedCycles === 0 ? Number.NaN : instructions / detailedCycles;
}

/** What a mean was made of: cycles are whole, so it comes back exactly. */
export function totalCycles(count: number, meanCycles: number): number {
  return count === 0 ? 0 : Math.round(meanCycles * count);
}

/** Of what is counted by layer or context. */
export function total(numbers: readonly number[] | undefined): number {
  return (numbers ?? []).reduce((sum, one) => sum + one, 0);
}
