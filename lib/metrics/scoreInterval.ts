/** Intervals of shares and counts: they end at 0 and at 1, and are no point where all runs agree. */

export interface Ends {
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 % of the normal distribution. */
const NORMAL_CRITICAL = 1.959_963_984_540_054;

/** Every share p with (mean - p)² <= critical² · f · p (1 - p), where f is what the variance of the mean is of
 * mean (1 - mean): Wilson's interval (Probable inference, the law of succession, and statistical inference, JASA 22, 1927)
 * of as many independent trials as have that variance. */
export function shareEnds(mean: number, varianceOfMean: number, critical: number): Ends {
  const ofOne = mean * (1 - mean);
  if (varianceOfMean === 0 || ofOne <= 0) return { low: mean, high: mean };
  const squared = (critical * critical * varianceOfMean) / ofOne;
  const middle = (mean + squared / 2) / (1 + squared);
  const half = Math.sqrt(squared * ofOne + (squared * squared) / 4) / (1 + squared);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The same of a count, whose variance grows with it: every m with (mean - m)² <= critical² · f · m. */
export function countEnds(mean: number, varianceOfMean: number, critical: number): Ends {
  if (varianceOfMean === 0 || mean <= 0) return { low: mean, high: mean };
  const squared = (critical * critical * varianceOfMean) / mean;
  const half = Math.sqrt(squared * mean + (squared * squared) / 4);
  return { low: Math.max(0, mean + squared / 2 - half), high: mean + squared / 2 + half };
}

/** Of independent trials that succeed or fail. */
export function wilson(successes: number, trials: number): Ends {
  const share = successes / trials;
  const squared = NORMAL_CRITICAL ** 2 / trials;
  const middle = (share + squared / 2) / (1 + squared);
  const half = Math.sqrt(squared * share * (1 - share) + (squared * squared) / 4) / (1 + squared);
  return {
    low: successes === 0 ? 0 : Math.max(0, middle - half),
    high: successes === trials ? 1 : Math.min(1, middle + half),
  };
}

/** Rule of three: where none of so many independent trials succeeded, a share above this would have shown itself with 95 %.
 * -ln 0.05 is 2.996. */
export function noneBelow(trials: number): number {
  return Math.min(1, 3 / trials);
}

/** Where the share was 0 in each of so many runs: no mean above this leaves that likelier than 5 %, however the shares of
 * runs are distributed, since a share is at most 1. */
export function noneInRunsBelow(runs: number): number {
  return 1 - 0.05 ** (1 / runs);
}
