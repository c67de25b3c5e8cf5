/** How much of the begin of a run to leave out: MSER-5 (White, An effective truncation heuristic for bias reduction in
 * simulation output, Simulation 69(6), 1997): that begin without which the mean of the rest has the least standard error. */

const BATCH = 5;

interface Truncation {
  /** Values from the begin on that are left out. */
  readonly count: number;
  /** Half of all would be: the run is too short to tell its begin from the rest. */
  readonly isTooShort: boolean;
}

/** Of values in their order. */
export function mser5(values: readonly number[]): Truncation {
  const batches = Array.from({ length: Math.floor(values.length / BATCH) }, (_, at) => {
    const batch = values.slice(at * BATCH, (at + 1) * BATCH);
    return batch.reduce((sum, one) => sum + one, 0) / BATCH;
  });
  const last = Math.floor(batches.length / 2);
  let best = { cut: 0, error: Number.POSITIVE_INFINITY };
  // Mean and squares of the rest grow from its end on (Welford): each batch is looked at once.
  let [count, mean, squares] = [0, 0, 0];
  for (let cut = batches.length - 1; cut >= 0; cut--) {
    const batch = batches[cut] ?? 0;
    const before = batch - mean;
    count += 1;
    mean += before / count;
    squares += before * (batch - mean);
    const error = squares / count ** 2;
    if (cut <= last && error <= best.error) best = { cut, error };
  }
  return { count: best.cut * BATCH, isTooShort: batches.length > 1 && best.cut === last };
}
