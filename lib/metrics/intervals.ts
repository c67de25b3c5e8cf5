/** Intervals of means, shares and counts over independent runs, and whether values are too skewed for them. */

/** Share of the intervals that hold the mean of infinitely many seeds. */

export const CONFIDENCE = 0.95;

export interface MeanInterval {
  readonly count: number;
  readonly mean: number;
  /** Standard deviation of the values, by n - 1. NaN with fewer than two. */
  readonly deviation: number;
  /** The interval is `mean` ± this. NaN with fewer than two values. */
  readonly halfWidth: number;
}

/** The mean with the interval of Student's t. NaN if one of the values is NaN. */
export function meanInterval(values: readonly number[]): MeanInterval {
  const count = values.length;
  const [first = Number.NaN] = values;
  // Rounding would leave a deviation of some 1e-16 of the mean.
  if (count > 1 && allEqual(values)) return { count, mean: first, deviation: 0, halfWidth: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count < 2) return { count, mean, deviation: Number.NaN, halfWidth: Number.NaN };
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (count - 1));
  return { count, mean, deviation, halfWidth: (criticalOf(count - 1) * deviation) / Math.sqrt(count) };
}

export function allEqual(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}

const criticals = new Map<number, number>();

/** Number of standard errors from the mean to each end of its 95 % interval. */
export function criticalOf(freedom: number): number {
  const known = criticals.get(freedom) ?? criticalT(CONFIDENCE, freedom);
  criticals.set(freedom, known);
  return known;
}

/** Ends of the interval of a share or count: they respect 0 and 1, and differ even if all runs agree. */
export interface Ends {
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 % of the normal distribution. */
const NORMAL_CRITICAL = 1.959_963_984_540_054;

/** Every share p with (mean - p)² <= critical² · f · p (1 - p), where f is the ratio of the variance of the mean to
 * mean (1 - mean). This is Wilson's interval (Probable inference, the law of succession, and statistical inference,
 * JASA 22, 1927) for the number of independent trials that gives this variance. */
export function shareEnds(mean: number, varianceOfMean: number, critical: number): Ends {
  const ofOne = mean * (1 - mean);
  if (varianceOfMean === 0 || ofOne <= 0) return { low: mean, high: mean };
  const squared = (critical * critical * varianceOfMean) / ofOne;
  const middle = (mean + squared / 2) / (1 + squared);
  const half = Math.sqrt(squared * ofOne + (squared * squared) / 4) / (1 + squared);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Interval of a count, whose variance grows with the count: every m with (mean - m)² <= critical² · f · m. */
export function countEnds(mean: number, varianceOfMean: number, critical: number): Ends {
  if (varianceOfMean === 0 || mean <= 0) return { low: mean, high: mean };
  const squared = (critical * critical * varianceOfMean) / mean;
  const half = Math.sqrt(squared * mean + (squared * squared) / 4);
  return { low: Math.max(0, mean + squared / 2 - half), high: mean + squared / 2 + half };
}

/** Wilson's interval for the share of independent trials that succeed. */
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

/** Rule of three: if none of `trials` independent trials succeeded, a share above this value is excluded with 95 %.
 * -ln 0.05 is 2.996. */
export function noneBelow(trials: number): number {
  return Math.min(1, 3 / trials);
}

/** If the share was 0 in each of this many runs: the greatest mean for which this outcome has at least 5 % probability,
 * however the shares of runs are distributed. A share is at most 1. */
export function noneInRunsBelow(runs: number): number {
  return 1 - 0.05 ** (1 / runs);
}

/** Third moment over the cube of the deviation, corrected for small samples (G1; Joanes and Gill, The Statistician
 * 47(1), 1998). NaN with fewer than three values, or if all are equal. */
export function skewness(values: readonly number[]): number {
  const count = values.length;
  const mean = values.reduce((sum, one) => sum + one, 0) / count;
  const moment = (power: number) => values.reduce((sum, one) => sum + (one - mean) ** power, 0) / count;
  const [second, third] = [moment(2), moment(3)];
  if (count < 3 || second === 0) return Number.NaN;
  return (Math.sqrt(count * (count - 1)) / (count - 2)) * (third / second ** 1.5);
}

/** One normal sample in a hundred has a skewness of more than this many deviations. */
const DEVIATIONS = 2.33;

/** True if the values are so skewed that a 95 % interval by Student's t contains the mean less often. With ten
 * lognormal values it does in 84 of 100 cases. */
export function isSkewed(values: readonly number[]): boolean {
  const n = values.length;
  const deviation = Math.sqrt((6 * n * (n - 1)) / ((n - 2) * (n + 1) * (n + 3)));
  return Math.abs(skewness(values)) > DEVIATIONS * deviation;
}

/** Student's t distribution with a whole number of degrees of freedom: Abramowitz & Stegun, 26.7.3 and 26.7.4. */

/** Probability that |T| is at most `t`; `t` >= 0, `freedom` >= 1. */
export function shareWithin(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const cosine = Math.cos(angle);
  const isOdd = freedom % 2 === 1;
  // Terms of the series: cos^k times 2·4·…/(3·5·…) if freedom is odd, times 1·3·…/(2·4·…) if it is even.
  let term = isOdd ? cosine : 1;
  let sum = isOdd && freedom === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k <= freedom - 2; k += 2) {
    term *= (cosine * cosine * (k - 1)) / k;
    sum += term;
  }
  const series = Math.sin(angle) * sum;
  return isOdd ? (2 / Math.PI) * (angle + series) : series;
}

const STEPS = 60;

/** The value t for which |T| <= t with this probability (0.95: the 97.5th percentile). */
export function criticalT(share: number, freedom: number): number {
  let [low, high] = [0, 1];
  while (shareWithin(high, freedom) < share) high *= 2;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, freedom) < share) low = middle;
    else high = middle;
  }
  return high;
}
