/** Lines at percentiles, each with its name beside its top. If a name would cover a neighbour, the line begins lower.
 */

export interface Mark {
  readonly x: number;
  readonly dashed: boolean;
  /** "p99", or "p99 = max" if both are equal. */
  readonly label: string;
  /** Top of the line, and the baseline of its name. */
  readonly lineY: number;
  readonly textX: number;
  readonly textY: number;
  readonly anchor: "start" | "end";
}

interface Percentile {
  readonly label: string;
  readonly x: number;
  readonly dashed: boolean;
}

export const ROW_PX = 12;
const FIRST_LINE_PX = 2;
const FIRST_TEXT_PX = 9;
const GAP_PX = 4;
const LETTER_PX = 6.5;

/** `percentiles` from left to right. */
export function percentileMarks(percentiles: readonly Percentile[], width: number): readonly Mark[] {
  return placed(joined(percentiles), width).map(({ x, dashed, label, anchor, row }) => ({
    x,
    dashed,
    label,
    anchor,
    textX: anchor === "end" ? x - GAP_PX : x + GAP_PX,
    lineY: FIRST_LINE_PX + row * ROW_PX,
    textY: FIRST_TEXT_PX + row * ROW_PX,
  }));
}

export function rowsOf(marks: readonly Mark[]): number {
  return 1 + Math.max(0, ...marks.map(({ lineY }) => (lineY - FIRST_LINE_PX) / ROW_PX));
}

function joined(percentiles: readonly Percentile[]): readonly Percentile[] {
  const marks: Percentile[] = [];
  for (const one of percentiles) {
    const last = marks.at(-1);
    if (last?.x === one.x) marks[marks.length - 1] = { ...last, label: `${last.label} = ${one.label}` };
    else marks.push(one);
  }
  return marks;
}

interface Place extends Percentile {
  readonly anchor: Mark["anchor"];
  readonly row: number;
  /** Horizontal extent of the name, including its gap. */
  readonly fromPx: number;
  readonly toPx: number;
}

/** Of all placements, the one with the fewest rows in which no name is crossed. Prefers the left side of the line. */
function placed(marks: readonly Percentile[], width: number): readonly Place[] {
  let ways: readonly (readonly Place[])[] = [[]];
  for (const mark of marks) {
    const places = placesOf(mark, marks.length, width);
    ways = ways.flatMap((way) =>
      places.filter((one) => way.every((other) => areClear(one, other))).map((one) => [...way, one]),
    );
  }
  return (
    ways.toSorted((a, b) => cost(a) - cost(b))[0] ?? marks.flatMap((one) => placesOf(one, 1, width)[0] ?? [])
  );
}

function placesOf(mark: Percentile, rows: number, width: number): readonly Place[] {
  const { x } = mark;
  const textPx = mark.label.length * LETTER_PX + GAP_PX;
  const left = { anchor: "end", fromPx: x - textPx, toPx: x } as const;
  const right = { anchor: "start", fromPx: x, toPx: x + textPx } as const;
  const inside = [left, right].filter(({ fromPx, toPx }) => fromPx >= 0 && toPx <= width);
  const sides = inside.length === 0 ? [left] : inside;
  return Array.from({ length: rows }, (_, row) => sides.map((side) => ({ ...mark, ...side, row }))).flat();
}

const WEIGHT = { highest: 100, row: 10, right: 1 } as const;

function cost(way: readonly Place[]): number {
  const rows = way.map(({ row }) => row);
  return (
    WEIGHT.highest * Math.max(...rows) +
    WEIGHT.row * rows.reduce((sum, row) => sum + row, 0) +
    WEIGHT.right * way.filter(({ anchor }) => anchor === "start").length
  );
}

function areClear(one: Place, other: Place): boolean {
  const isCovered = other.fromPx < one.toPx && one.fromPx < other.toPx && other.row === one.row;
  return !isCovered && !crosses(one, other) && !crosses(other, one);
}

/** The line, which goes down from its row, and the name of another. */
function crosses({ x, row }: Place, name: Place): boolean {
  return x > name.fromPx && x < name.toPx && row <= name.row;
}
