/** Which columns of the stage are drawn denser because they are too high. */

/** As the style sheets read them: the last is all of the one before, and more. */
export const LEVELS = ["none", "some", "much", "much-most"] as const;

/** Rounding of heights. */
const SLACK_PX = 1;

export interface Column {
  readonly topPx: number;
  /** As it is drawn: beside each other all are as high as the highest. */
  readonly heightPx: number;
  /** For what is in it. */
  readonly neededPx: number;
  /** Index in LEVELS. */
  readonly level: number;
}

/** The next levels of columns that together stick out by some pixels; undefined: they do not, or cannot be denser.
 * Where columns stand below each other, each that can gives way. */
export function tightened(columns: readonly Column[], overflowPx: number): readonly number[] | undefined {
  if (overflowPx <= SLACK_PX) return undefined;
  const areBeside = columns.every(({ topPx }) => Math.abs(topPx - (columns[0]?.topPx ?? 0)) <= SLACK_PX);
  const isTooHigh = ({ heightPx, neededPx }: Column) =>
    !areBeside || neededPx > heightPx - overflowPx + SLACK_PX;
  const densest = LEVELS.length - 1;
  const next = columns.map((column) => column.level + (isTooHigh(column) && column.level < densest ? 1 : 0));
  return next.some((level, index) => level !== columns[index]?.level) ? next : undefined;
}
