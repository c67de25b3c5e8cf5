/** Decides whether two machines differ, or only their seeds. Machine A and machine B run with the same seeds, so
 * both get the same traffic in each pair. The paired t-test compares the differences within the pairs, not the
 * means of two samples. */
import { CONFIDENCE, criticalOf, meanInterval, shareWithin } from "./intervals.ts";

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
  /** 95 %: with more pairs of seeds, the mean difference would stay within `difference` ± this. */
  readonly simulationError: number;
  /** Probability of a mean at least this far from 0 if there were no difference. NaN if the verdict is same or unknown.
   */
  readonly probability: number;
  readonly pairs: number;
  /** Pairs whose difference has the sign of the mean difference. */
  readonly sameSign: number;
  readonly verdict: Verdict;
}

/** Values of the same seeds, in the same order. `areReplicates`: each pair has another sample of one capture, and the
 * spread of the differences is the uncertainty about such traffic. */
export function pairedDifference(
  valuesA: readonly number[],
  valuesB: readonly number[],
  areReplicates = false,
): PairedDifference {
  const differences = valuesA.map((value, index) => (valuesB[index] ?? Number.NaN) - value);
  const { count, mean: difference, deviation, halfWidth: simulationError } = meanInterval(differences);
  const standardError = deviation * Math.sqrt(1 / count + (areReplicates ? 1 : 0));
  const halfWidth = areReplicates && count > 1 ? criticalOf(count - 1) * standardError : simulationError;
  const sameSign = differences.filter((one) => one !== 0 && Math.sign(one) === Math.sign(difference)).length;
  const verdict = verdictOf(differences, difference, halfWidth);
  return {
    meanA: meanInterval(valuesA).mean,
    meanB: meanInterval(valuesB).mean,
    difference,
    halfWidth,
    simulationError,
    probability:
      verdict === "same" || verdict === "unknown"
        ? Number.NaN
        : 1 - shareWithin(Math.abs(difference) / standardError, count - 1),
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

/** Holm's adjustment (A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6,
 * 1979): if values below 0.05 are taken as shown, at least one of them is so by chance in at most 5 of 100 cases. NaN
 * stays NaN and does not count. */
export function holm(probabilities: readonly number[]): readonly number[] {
  const order = probabilities
    .map((probability, at) => ({ probability, at }))
    .filter(({ probability }) => !Number.isNaN(probability))
    .toSorted((a, b) => a.probability - b.probability);
  const adjusted = probabilities.map(() => Number.NaN);
  let greatest = 0;
  for (const [rank, { probability, at }] of order.entries()) {
    greatest = Math.min(1, Math.max(greatest, (order.length - rank) * probability));
    adjusted[at] = greatest;
  }
  return adjusted;
}
