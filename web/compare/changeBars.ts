/** From one mean to another by the changes of its parts, as bars on one scale. */
import type { PartChange } from "../../lib/metrics/compare.ts";

interface ChangeBar {
  /** "A" and "B" for the wholes, else the part. */
  readonly key: string;
  /** The mean of a whole, the change of a part. */
  readonly value: number;
  /** Left end and width, as shares of the scale. */
  readonly start: number;
  readonly width: number;
}

export function changeBars(
  meanA: number,
  meanB: number,
  changes: readonly PartChange[],
): readonly ChangeBar[] {
  const reached = [meanA];
  for (const { difference } of changes) reached.push((reached.at(-1) ?? 0) + difference);
  const scale = Math.max(1e-9, meanA, meanB, ...reached);
  const bar = (key: string, value: number, from: number, to: number): ChangeBar => ({
    key,
    value,
    start: Math.max(0, Math.min(from, to)) / scale,
    width: Math.abs(to - from) / scale,
  });
  return [
    bar("A", meanA, 0, meanA),
    ...changes.map(({ part, difference }, index) => {
      const from = reached[index] ?? 0;
      return bar(part, difference, from, from + difference);
    }),
    bar("B", meanB, 0, meanB),
  ];
}
