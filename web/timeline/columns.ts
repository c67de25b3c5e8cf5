/** Series of values per column in the plot: finds the columns in view and merges those that share a pixel. Extremes
 * survive the merge, so a rare event stays visible at any zoom. */
import type { MarkData, TimelineWindow } from "../engine/protocol.ts";
import { endCycleOf, type Viewport } from "../state/viewport.ts";

type Extent = Pick<TimelineWindow, "from" | "to" | "knownTo" | "columns">;

export interface ColumnRange {
  readonly first: number;
  /** Index after the last one. */
  readonly end: number;
  readonly cyclesPerColumn: number;
}

export function cyclesPerColumn(window: Extent): number {
  return window.columns === 0 ? 0 : (window.to - window.from) / window.columns;
}

/** Columns that overlap the viewport and have been simulated. */
export function visibleColumns(window: Extent, viewport: Viewport): ColumnRange {
  const width = cyclesPerColumn(window);
  if (width <= 0) return { first: 0, end: 0, cyclesPerColumn: width };
  const known = Math.min(endCycleOf(viewport), window.knownTo);
  const first = Math.min(
    window.columns,
    Math.max(0, Math.floor((viewport.startCycle - window.from) / width)),
  );
  const end = Math.min(window.columns, Math.ceil((known - window.from) / width));
  return { first, end: Math.max(first, end), cyclesPerColumn: width };
}

/** The column that holds the cycle, when it is in the window and simulated. */
export function columnOf(window: Extent, cycle: number): number | undefined {
  const width = cyclesPerColumn(window);
  if (width <= 0 || cycle < window.from || cycle >= Math.min(window.to, window.knownTo)) return undefined;
  return Math.min(window.columns - 1, Math.floor((cycle - window.from) / width));
}

export interface Stretch {
  readonly fromCycle: number;
  readonly toCycle: number;
}

export function columnStretch(window: TimelineWindow, column: number): Stretch {
  const width = cyclesPerColumn(window);
  return { fromCycle: window.from + column * width, toCycle: window.from + (column + 1) * width };
}

/** A mark for each column in which something was counted. `perCycle` is the count of a column divided by its cycles. */
export function marksOf(window: Extent, perCycle: Float32Array): MarkData {
  const width = cyclesPerColumn(window);
  const known = window.knownTo - window.from;
  const counts = perCycle.map((value, column) => value * Math.min(width, known - column * width));
  const columns = [...counts.keys()].filter((column) => (counts[column] ?? 0) > 0);
  return {
    at: Float64Array.from(columns, (column) => column * width),
    count: Uint32Array.from(columns, (column) => Math.round(counts[column] ?? 0)),
  };
}

/** Number of events in [from, to), offsets of the window. */
export function countWithin({ at, count }: MarkData, from: number, to: number): number {
  let total = 0;
  for (let i = lowerBound(at, from); i < at.length && (at[i] ?? 0) < to; i++) total += count[i] ?? 0;
  return total;
}

/** Number of columns that share one device pixel: 1 if columns are wider. */
export function columnsPerStep(range: ColumnRange, viewport: Viewport, devicePixelRatio: number): number {
  const cyclesPerDevicePx = viewport.cyclesPerPx / devicePixelRatio;
  return Math.max(1, Math.floor(cyclesPerDevicePx / range.cyclesPerColumn));
}

/** Mean of the columns that are numbers. NaN if none is. */
export function mergeMean(values: Float32Array, first: number, end: number): number {
  let sum = 0;
  let count = 0;
  for (let c = first; c < end; c++) {
    const value = values[c] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? Number.NaN : sum / count;
}

/** First index whose value is at least `target`. Values must ascend. */
export function lowerBound(values: Float64Array, target: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Shares of single cycles are 0 or 1, so a mean needs at least this number of cycles. */
const LEAST_MEAN_CYCLES = 16;

interface GroupedColumns {
  /** Index is the column. Each value is the mean of the group that contains the column. */
  readonly values: Float32Array;
  readonly groupColumns: number;
  /** Columns of the first group that lie before the window. */
  readonly phase: number;
}

const grouped = new WeakMap<Float32Array, GroupedColumns>();

/** Means over at least 16 cycles. Groups have fixed places in the run, so that they do not shift when the window
 * changes. */
export function groupColumns(window: Extent, values: Float32Array): GroupedColumns {
  const known = grouped.get(values);
  if (known !== undefined) return known;
  const width = cyclesPerColumn(window);
  const size = width > 0 ? Math.ceil(LEAST_MEAN_CYCLES / width) : 1;
  const phase = width > 0 ? Math.round(window.from / width) % size : 0;
  const made = { values: groupMeans(values, size, phase), groupColumns: size, phase };
  grouped.set(values, made);
  return made;
}

function groupMeans(values: Float32Array, size: number, phase: number): Float32Array {
  if (size <= 1) return values;
  const means = new Float32Array(values.length);
  for (let first = -phase; first < values.length; first += size) {
    const end = Math.min(values.length, first + size);
    means.fill(mergeMean(values, Math.max(0, first), end), Math.max(0, first), end);
  }
  return means;
}
