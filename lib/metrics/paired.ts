/** Do two machines differ, or only the seeds? Machine A and machine B run with the same seeds, so both see the same
 * traffic in each pair: the differences within the pairs are tested (paired t-test), not the means of two samples. */
import { CONFIDENCE, meanInterval } from "./meanInterval.ts";

export { CONFIDENCE };

/** shown: zero is outside the 95 % interval of the mean difference. same: all pairs are equal.
 * unknown: fewer than two pairs, or a run without a value. */
export type Verdict = "shown" | "not-shown" | "same" | "unknown";

export interface PairedDifference {
  readonly meanA: number;
  readonly meanB: number;
  /** Mean of b - a over the pairs. */
  readonly difference: number;
  /** The 95 % interval is `difference` ± this. NaN with fewer than two pairs. */
  readonly halfWidth: number;
  readonly pairs: number;
  /** Pairs whose difference has the sign of the mean difference. */
  readonly sameSign: number;
  readonly verdict: Verdict;
}

/** Values of the same seeds, in the same order. */
export function pairedDifference(valuesA: readonly number[], valuesB: readonly number[]): PairedDifference {
  const differences = valuesA.map((value, index) => (valuesB[index] ?? Number.NaN) - value);
  const { mean: difference, halfWidth } = meanInterval(differences);
  const sameSign = differences.filter((one) => one !== 0 && Math.sign(one) === Math.sign(difference)).length;
  const verdict = verdictOf(differences, difference, halfWidth);
  return {
    meanA: meanInterval(valuesA).mean,
    meanB: meanInterval(valuesB).mean,
    difference,
    halfWidth,
    pairs: differences.length,
    sameSign,
    verdict,
  };
}

function verdictOf(differences: readonly number[], mean: number, halfWidth: number): Verdict {
  if (differences.length < 2 || differences.some((one) => !Number.isFinite(one))) return "unknown";
  if (differences.every((one) => one === 0)) return "same";
  return Math.abs(mean) > halfWidth ? "shown" : "not-shown";
}
