/** Student's t distribution with a whole number of degrees of freedom: Abramowitz & Stegun, 26.7.3 and 26.7.4. */

/** Probability that |T| is at most `t`; `t` >= 0, `freedom` >= 1. */
export function shareWithin(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const cosine = Math.cos(angle);
  const isOdd = freedom % 2 === 1;
  // Terms of the series: cos^k times 2·4·…/(3·5·…) where freedom is odd, times 1·3·…/(2·4·…) where it is even.
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

/** The t that |T| stays within with this probability (0.95: the 97.5th percentile). */
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
