/** Rows of a study as means with intervals, and the differences between points seed by seed. */
import { meanInterval } from "../metrics/meanInterval.ts";
import { type PairedDifference, pairedDifference } from "../metrics/paired.ts";
import type { PointValues } from "./plan.ts";
import { pointKey, type StudyRow } from "./row.ts";

export interface MetricSummary {
  /** Runs that have a value. */
  readonly count: number;
  readonly mean: number;
  /** Standard deviation between seeds; NaN with fewer than two. */
  readonly deviation: number;
  /** The 95 % interval is mean ± this; NaN with fewer than two. */
  readonly halfWidth: number;
}

export interface PointSummary {
  readonly point: PointValues;
  /** In ascending order. */
  readonly seeds: readonly number[];
  readonly metrics: Readonly<Record<string, MetricSummary>>;
}

/** `b` less `a`, with the seeds that both have. */
export interface PointDifference {
  readonly a: PointValues;
  readonly b: PointValues;
  readonly metrics: Readonly<Record<string, PairedDifference>>;
}

export interface StudySummary {
  /** In the order of their first rows. */
  readonly points: readonly PointSummary[];
  /** The column that is compared; undefined: the rows have one point, or no seed in common. */
  readonly compared: string | undefined;
  readonly differences: readonly PointDifference[];
}

/** `compared`: each of its values with its first one, where the other columns are the same; left out: the first column that
 * has several values. */
export function summarise(rows: readonly StudyRow[], compared?: string): StudySummary {
  const byPoint = rowsByPoint(rows);
  const points = Array.from(byPoint.values(), summaryOf);
  const column = compared ?? variedColumn(points);
  const differences = column === undefined ? [] : differencesAlong(byPoint, column);
  return { points, compared: column, differences };
}

function rowsByPoint(rows: readonly StudyRow[]): ReadonlyMap<string, readonly StudyRow[]> {
  const byPoint = new Map<string, StudyRow[]>();
  for (const row of rows) {
    const key = pointKey(row.point);
    const known = byPoint.get(key);
    if (known === undefined) byPoint.set(key, [row]);
    else known.push(row);
  }
  // Means do not depend on the order in which the rows have come.
  return new Map(Array.from(byPoint, ([key, ofPoint]) => [key, ofPoint.toSorted((a, b) => a.seed - b.seed)]));
}

function summaryOf(rows: readonly StudyRow[]): PointSummary {
  const names = Object.keys(rows[0]?.metrics ?? {});
  return {
    point: rows[0]?.point ?? {},
    seeds: rows.map(({ seed }) => seed),
    metrics: Object.fromEntries(
      names.map((name) => {
        const values = rows.flatMap(({ metrics }) => metrics[name] ?? []);
        return [name, meanInterval(values)];
      }),
    ),
  };
}

function variedColumn(points: readonly PointSummary[]): string | undefined {
  const columns = Object.keys(points[0]?.point ?? {});
  return columns.find(
    (column) => new Set(points.map(({ point }) => pointKey({ v: point[column] ?? null }))).size > 1,
  );
}

function differencesAlong(
  byPoint: ReadonlyMap<string, readonly StudyRow[]>,
  column: string,
): readonly PointDifference[] {
  const baselines = new Map<string, readonly StudyRow[]>();
  const differences: PointDifference[] = [];
  for (const rows of byPoint.values()) {
    const [first] = rows;
    if (first === undefined) continue;
    const { [column]: _, ...others } = first.point;
    const key = pointKey(others);
    const baseline = baselines.get(key);
    if (baseline === undefined) baselines.set(key, rows);
    else if (haveSeedInCommon(baseline, rows)) differences.push(differenceOf(baseline, rows));
  }
  return differences;
}

function haveSeedInCommon(a: readonly StudyRow[], b: readonly StudyRow[]): boolean {
  const seeds = new Set(a.map(({ seed }) => seed));
  return b.some(({ seed }) => seeds.has(seed));
}

/** Rows of one point each: two points of a study, or the same study on two machines. Pairs are rows of the same seed. */
export function differenceOf(a: readonly StudyRow[], b: readonly StudyRow[]): PointDifference {
  const ofA = new Map(a.map((row) => [row.seed, row]));
  const pairs = b.flatMap((row) => {
    const other = ofA.get(row.seed);
    return other === undefined ? [] : [{ a: other, b: row }];
  });
  const names = Object.keys(a[0]?.metrics ?? {});
  return {
    a: a[0]?.point ?? {},
    b: b[0]?.point ?? {},
    metrics: Object.fromEntries(
      names.map((name) => {
        const known = pairs.flatMap(({ a: rowA, b: rowB }) => {
          const [valueA, valueB] = [rowA.metrics[name], rowB.metrics[name]];
          return typeof valueA === "number" && typeof valueB === "number" ? [[valueA, valueB] as const] : [];
        });
        return [
          name,
          pairedDifference(
            known.map(([value]) => value),
            known.map(([, value]) => value),
          ),
        ];
      }),
    ),
  };
}
