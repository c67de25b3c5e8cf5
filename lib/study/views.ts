/** Data of a study's charts: lines over an axis, a map of two axes, the Pareto front of two measures. Points without
 * rows are omitted. */
import type { StudyValue } from "../../scenarios/study/study.ts";
import type { PointValues } from "./plan.ts";
import { pointKey } from "./row.ts";
import type { MetricSummary, PointSummary } from "./summary.ts";

/** A column of the points with its values. */
export interface ViewAxis {
  readonly column: string;
  /** Values in the order of the points. Numbers ascend. */
  readonly values: readonly StudyValue[];
  /** Columns that change together with it. */
  readonly along: readonly string[];
}

type Points = readonly { readonly values: PointValues }[];

/** Omits columns that always change with an earlier column, because such fields are one axis. */
export function viewAxes(points: Points): readonly ViewAxis[] {
  const all = variedAxes(points);
  const isFirst = (axis: ViewAxis, at: number) =>
    !all.slice(0, at).some((before) => goTogether(points, before, axis));
  return all.filter(isFirst).map((axis) => ({
    ...axis,
    along: all
      .filter((other) => other !== axis && goTogether(points, axis, other))
      .map(({ column }) => column),
  }));
}

/** All columns with more than one value. */
export function variedAxes(points: Points): readonly ViewAxis[] {
  const columns = Object.keys(points[0]?.values ?? {});
  return columns.flatMap((column) => {
    const known = new Map<string, StudyValue>();
    for (const { values } of points) {
      const value = values[column] ?? null;
      known.set(JSON.stringify(value), value);
    }
    const values = [...known.values()];
    if (values.length < 2) return [];
    return [{ column, values: numbersOf(values)?.toSorted((a, b) => a - b) ?? values, along: [] }];
  });
}

function goTogether(points: Points, a: ViewAxis, b: ViewAxis): boolean {
  if (a.values.length !== b.values.length) return false;
  const pairs = new Set(points.map(({ values }) => JSON.stringify([values[a.column], values[b.column]])));
  return pairs.size === a.values.length;
}

/** Undefined if not all are numbers. */
export function numbersOf(values: readonly StudyValue[]): readonly number[] | undefined {
  const numbers = values.flatMap((value) => (typeof value === "number" ? [value] : []));
  return numbers.length === values.length ? numbers : undefined;
}

/** The role of each axis in a chart. The remaining columns have one value each, in `fixed`. */
export interface View {
  readonly metric: string;
  readonly x: string;
  /** Column with one line for each of its values. Undefined for a single line. */
  readonly series: string | undefined;
  /** Column of the vertical axis of the map. */
  readonly y: string | undefined;
  readonly fixed: PointValues;
}

/** Lines show the column that the study compares, otherwise the one with fewest values. The horizontal axis is the
 * column with most values. */
export function usualView(axes: readonly ViewAxis[], metrics: readonly string[], compared?: string): View {
  const byLength = axes
    .filter(({ column }) => column !== compared || axes.length === 1)
    .toSorted((a, b) => b.values.length - a.values.length);
  const numeric = byLength.filter(({ values }) => numbersOf(values) !== undefined);
  const x = numeric[0] ?? byLength[0];
  const others = byLength.filter((axis) => axis !== x);
  const lines = axes.find(({ column }) => column === compared && column !== x?.column) ?? others.at(-1);
  const down = others.find((axis) => axis !== lines) ?? lines;
  return {
    metric: metrics[0] ?? "",
    x: x?.column ?? "",
    series: lines?.column,
    y: down?.column,
    fixed: Object.fromEntries(
      axes.map(({ column, values }) => [column, values[values.length - 1] ?? null] as const),
    ),
  };
}

export interface LinePoint {
  readonly x: StudyValue;
  readonly point: PointSummary;
  readonly measured: MetricSummary;
}

export interface Line {
  /** Undefined for the only line. */
  readonly value: StudyValue | undefined;
  readonly points: readonly LinePoint[];
}

const same = (a: StudyValue | undefined, b: StudyValue | undefined) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Points whose columns, except the free ones, have the fixed values. */
function among(
  points: readonly PointSummary[],
  axes: readonly ViewAxis[],
  fixed: PointValues,
  free: readonly (string | undefined)[],
): readonly PointSummary[] {
  const held = axes.filter(({ column }) => !free.includes(column));
  return points.filter(({ point }) => held.every(({ column }) => same(point[column], fixed[column])));
}

export function linesOf(
  points: readonly PointSummary[],
  axes: readonly ViewAxis[],
  { metric, x, series, fixed }: View,
): readonly Line[] {
  const shown = among(points, axes, fixed, [x, series]);
  const along = axes.find(({ column }) => column === x)?.values ?? [];
  const values = axes.find(({ column }) => column === series)?.values ?? [undefined];
  return values.map((value) => ({
    value,
    points: along.flatMap((at) => {
      const point = shown.find(
        (one) => same(one.point[x], at) && (series === undefined || same(one.point[series], value)),
      );
      const measured = point?.metrics[metric];
      return point === undefined || measured === undefined || !Number.isFinite(measured.mean)
        ? []
        : [{ x: at, point, measured }];
    }),
  }));
}

export interface Cell {
  readonly point: PointSummary;
  readonly mean: number;
}

/** Rows in the order of `y`, each with a cell for each value of `x`. Undefined for a cell without measurements. */
export function mapOf(
  points: readonly PointSummary[],
  axes: readonly ViewAxis[],
  { metric, x, y, fixed }: View,
): readonly (readonly (Cell | undefined)[])[] {
  const shown = among(points, axes, fixed, [x, y]);
  const across = axes.find(({ column }) => column === x)?.values ?? [];
  const down = axes.find(({ column }) => column === y)?.values ?? [];
  return down.map((ofRow) =>
    across.map((at) => {
      const point = shown.find((one) => same(one.point[x], at) && same(one.point[y ?? ""], ofRow));
      const mean = point?.metrics[metric]?.mean;
      return point === undefined || mean === undefined || !Number.isFinite(mean)
        ? undefined
        : { point, mean };
    }),
  );
}

export type Better = "less" | "more";

/** True for losses, times, misses and load: smaller is better. */
export function betterOf(metric: string): Better {
  return /rate|delivered|throughput|ipc|idle/i.test(metric) ? "more" : "less";
}

/**
 * The Pareto front: points for which no other point is at least as good in both measures and better in one.
 * Ordered by the first measure.
 */
export function paretoFront(
  points: readonly PointSummary[],
  [first, second]: readonly [string, string],
  [betterFirst, betterSecond]: readonly [Better, Better],
): readonly PointSummary[] {
  const cost = (point: PointSummary, metric: string, better: Better) =>
    (point.metrics[metric]?.mean ?? Number.NaN) * (better === "less" ? 1 : -1);
  const known = points
    .map((point) => ({ point, a: cost(point, first, betterFirst), b: cost(point, second, betterSecond) }))
    .filter(({ a, b }) => Number.isFinite(a) && Number.isFinite(b))
    .toSorted((one, other) => one.a - other.a || one.b - other.b);
  let best = Number.POSITIVE_INFINITY;
  return known.flatMap(({ point, b }) => {
    if (b >= best) return [];
    best = b;
    return [point];
  });
}

export function isSamePoint(a: PointValues | undefined, b: PointValues | undefined): boolean {
  return a !== undefined && b !== undefined && pointKey(a) === pointKey(b);
}
