/** Positions of the bars, ticks and marks of a latency histogram. The horizontal axis is logarithmic. */
import { max } from "d3-array";
import type { Distribution } from "../../../lib/metrics/distributions.ts";
import { percentileIfMeaningful } from "../../../lib/metrics/registry/latency.ts";

export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export interface HistogramLayout {
  readonly bars: readonly Bar[];
  /** Bars of another run. Their heights are shares, comparable with the bars of this run. */
  readonly before: readonly Bar[];
  readonly ticks: readonly { readonly x: number; readonly value: number }[];
  readonly marks: readonly Mark[];
  readonly baseline: number;
  /** True if a bar of the least height stands for a smaller count. */
  readonly isRaised: boolean;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Values in [low, high). */
interface Stretch {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

const LEAST_PITCH_PX = 4;
/** Bars per power of two, where the core has 512 buckets: FINEST if there is room, COARSEST if latencies differ much
 * and for the rows of the table. */
const FINEST = 32;
const COARSEST = 8;

const AXIS_PX = 20;
const LABEL_PX = 14;
const BAR_GAP_PX = 1;
/** Least height of a bar, and its least width if no other bar is in the way. A rare latency is then visible, and a
 * frequent one is visible beside the line of its percentile. */
export const LEAST_BAR_PX = 3;
const TICK_PX = 40;
/** A tick's number must stay inside the picture. */
const EDGE_PX = 10;

interface HistogramSize extends Size {
  /** Distribution of another run, for comparison. */
  readonly before?: Distribution | undefined;
}

export function histogramLayout(
  distribution: Distribution,
  { width, height, before }: HistogramSize,
): HistogramLayout {
  const baseline = height - AXIS_PX;
  const other = before === undefined || before.count === 0 ? undefined : before;
  const scale = latencyScale(other === undefined ? distribution : spanOf(distribution, other), [
    LEAST_BAR_PX,
    Math.max(LEAST_BAR_PX + 1, width - LEAST_BAR_PX),
  ]);
  const { from, to, x } = scale;
  const marks = percentileMarks(
    [
      { label: "p50", value: percentileIfMeaningful(distribution, "p50"), dashed: false },
      { label: "p99", value: percentileIfMeaningful(distribution, "p99"), dashed: true },
      { label: "max", value: distribution.maximum, dashed: true },
    ].flatMap(({ value, ...mark }) =>
      Number.isNaN(value) ? [] : [{ ...mark, x: x(clamp(value, from, to)) }],
    ),
    width,
  );
  const topPx = LABEL_PX + (rowsOf(marks) - 1) * ROW_PX;
  const perOctave = barsPerOctave(x(2 * from) - x(from));
  const stretches = joinedBuckets(distribution, perOctave);
  const others = other === undefined ? [] : joinedBuckets(other, perOctave);
  /** Scales a count of the other run to the number of values in this one. */
  const weight = other === undefined ? 0 : distribution.count / other.count;
  const most = Math.max(
    max(stretches, ({ count }) => count) ?? 1,
    weight * (max(others, ({ count }) => count) ?? 0),
  );
  const linearPx = (count: number) => (count / most) * (baseline - topPx);
  const barsOf = (list: readonly Stretch[], factor: number) =>
    list.map((stretch, index) =>
      barOf(stretch, list[index + 1], scale, { width, baseline, heightPx: linearPx(factor * stretch.count) }),
    );
  const isRaised = stretches.some(({ count }) => linearPx(count) < LEAST_BAR_PX);
  return {
    bars: barsOf(stretches, 1),
    before: barsOf(others, weight),
    ticks: scaleTicks(scale),
    marks,
    baseline,
    isRaised,
  };
}

interface BarPlace {
  readonly width: number;
  readonly baseline: number;
  readonly heightPx: number;
}

function barOf(
  { low, high, count }: Stretch,
  next: Stretch | undefined,
  { from, to, x }: LatencyScale,
  { width, baseline, heightPx }: BarPlace,
): Bar {
  const leftOf = (one: number) => x(Math.max(from, one));
  const left = leftOf(low);
  const roomPx = (next === undefined ? width : leftOf(next.low)) - left - BAR_GAP_PX;
  const ownPx = x(Math.min(to, Math.max(high, low + 1))) - left - BAR_GAP_PX;
  const height = Math.max(LEAST_BAR_PX, heightPx);
  return {
    x: left,
    width: Math.max(1, ownPx, Math.min(LEAST_BAR_PX, roomPx)),
    y: baseline - height,
    height,
    low,
    high,
    count,
  };
}

/** The range from the lower minimum to the higher maximum. */
function spanOf(a: Distribution, b: Distribution): Spread {
  return {
    minimum: Math.min(a.minimum, b.minimum),
    maximum: Math.max(a.maximum, b.maximum),
    buckets: [...a.buckets, ...b.buckets].sort((one, other) => one.low - other.low),
  };
}

function barsPerOctave(octavePx: number): number {
  let bars = FINEST;
  while (bars > COARSEST && octavePx / bars < LEAST_PITCH_PX) bars /= 2;
  return bars;
}

/** Joins neighbouring buckets: `perOctave` (a power of two) for each power of two. */
export function joinedBuckets({ buckets }: Distribution, perOctave: number = COARSEST): readonly Stretch[] {
  const joined = new Map<number, Stretch>();
  for (const { low, high, count } of buckets) {
    const width = Math.max(high - low, 2 ** Math.floor(Math.log2(Math.max(1, low))) / perOctave);
    const from = Math.floor(low / width) * width;
    joined.set(from, { low: from, high: from + width, count: (joined.get(from)?.count ?? 0) + count });
  }
  return [...joined.values()];
}

/** Logarithmic, from the least to the greatest latency. */
interface LatencyScale {
  readonly from: number;
  readonly to: number;
  readonly leftPx: number;
  readonly rightPx: number;
  readonly x: (cycles: number) => number;
}

type Spread = Pick<Distribution, "minimum" | "maximum" | "buckets">;

export function latencyScale(
  distribution: Spread,
  [leftPx, rightPx]: readonly [number, number],
): LatencyScale {
  const [from, to] = domain(distribution);
  const pxPerPower = (rightPx - leftPx) / Math.log(to / from);
  return { from, to, leftPx, rightPx, x: (cycles) => leftPx + Math.log(cycles / from) * pxPerPower };
}

/** At least a third of a decade wide, so that a constant latency is a bar and does not fill the chart. */
function domain({ minimum, maximum, buckets }: Spread): readonly [number, number] {
  const low = Math.max(1, Math.min(minimum, buckets[0]?.low ?? minimum));
  const high = Math.max(maximum + 1, buckets.at(-1)?.high ?? 0, low + 1);
  const spread = high / low;
  if (spread >= 4) return [low, high];
  const grow = Math.sqrt(4 / spread);
  return [Math.max(1, low / grow), high * grow];
}

/** Powers of ten first, then fives, then twos, as far as there is room. */
export function scaleTicks({ from, to, leftPx, rightPx, x }: LatencyScale): HistogramLayout["ticks"] {
  const placed: { x: number; value: number }[] = [];
  for (const leading of [1, 5, 2]) {
    for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
      const value = leading * 10 ** power;
      const at = x(value);
      const free = placed.every((tick) => Math.abs(tick.x - at) >= TICK_PX);
      if (value >= 1 && at >= leftPx + EDGE_PX && at <= rightPx - EDGE_PX && free)
        placed.push({ x: at, value });
    }
  }
  return placed.sort((a, b) => a.x - b.x);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

interface Mark {
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

const ROW_PX = 12;
const FIRST_LINE_PX = 2;
const FIRST_TEXT_PX = 9;
const GAP_PX = 4;
const LETTER_PX = 6.5;

/** `percentiles` from left to right. */
function percentileMarks(percentiles: readonly Percentile[], width: number): readonly Mark[] {
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

/** Lines at percentiles, each with its name beside its top. If a name would cover a neighbour, the line begins lower.
 */
function rowsOf(marks: readonly Mark[]): number {
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

/** The placement with the fewest rows in which no line crosses a name. Prefers the left side of the line. */
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

/** The line of one percentile, which goes down from its row, and the name of another one. */
function crosses({ x, row }: Place, name: Place): boolean {
  return x > name.fromPx && x < name.toPx && row <= name.row;
}
