/** Is a difference between two machines more than what another seed would have changed? */

export interface Sample {
  readonly mean: number;
  /** Standard deviation between the seeds (n - 1). */
  readonly deviation: number;
}

/** more: larger than SPREADS standard deviations between seeds. same: not a single seed shows a difference. */
export type Verdict = "more" | "within" | "same" | "unknown";

export interface SpreadRow {
  readonly a: Sample;
  readonly b: Sample;
  /** Of the means, b - a. */
  readonly difference: number;
  /** Standard deviation between seeds, of both machines together. */
  readonly deviation: number;
  /** |difference| / deviation; Infinity where the seeds agree and the machines do not. */
  readonly spreads: number;
  readonly verdict: Verdict;
}

/** So many standard deviations are more than chance would do one time in twenty. */
export const SPREADS = 2;

export function sampleOf(values: readonly number[]): Sample {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: values.length < 2 ? Number.NaN : Math.sqrt(squares / (values.length - 1)) };
}

/** Values of the same seeds, in the same order. */
export function spreadOf(valuesA: readonly number[], valuesB: readonly number[]): SpreadRow {
  const [a, b] = [sampleOf(valuesA), sampleOf(valuesB)];
  const difference = b.mean - a.mean;
  const deviation = Math.sqrt((a.deviation ** 2 + b.deviation ** 2) / 2);
  const spreads = difference === 0 ? 0 : Math.abs(difference) / deviation;
  return { a, b, difference, deviation, spreads, verdict: verdictOf(valuesA, valuesB, spreads) };
}

function verdictOf(valuesA: readonly number[], valuesB: readonly number[], spreads: number): Verdict {
  if (valuesA.length < 2 || [...valuesA, ...valuesB].some((value) => !Number.isFinite(value)))
    return "unknown";
  if (valuesA.every((value, index) => value === valuesB[index])) return "same";
  return spreads > SPREADS ? "more" : "within";
}
