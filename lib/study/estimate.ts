/** Estimates the time of the rest of a study. */

export interface TimedRun {
  readonly pointNumber: number;
  /** Seconds that a worker was busy with the run. */
  readonly seconds: number;
}

/** Seconds that the remaining runs take on `workers` workers. A point with finished runs counts by their mean, other
 * points by the mean of all points. Undefined if nothing is known yet. */
export function secondsLeft(
  done: readonly TimedRun[],
  left: readonly { readonly pointNumber: number; readonly runs: number }[],
  workers: number,
): number | undefined {
  if (done.length === 0) return undefined;
  const byPoint = new Map<number, { seconds: number; runs: number }>();
  for (const { pointNumber, seconds } of done) {
    const sum = byPoint.get(pointNumber) ?? { seconds: 0, runs: 0 };
    byPoint.set(pointNumber, { seconds: sum.seconds + seconds, runs: sum.runs + 1 });
  }
  const means = new Map([...byPoint].map(([point, { seconds, runs }]) => [point, seconds / runs]));
  const mean = [...means.values()].reduce((sum, one) => sum + one, 0) / means.size;
  const work = left.reduce((sum, { pointNumber, runs }) => sum + runs * (means.get(pointNumber) ?? mean), 0);
  return work / workers;
}
