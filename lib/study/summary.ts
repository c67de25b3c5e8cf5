/** Rows of a study as means with intervals, and the differences between points seed by seed. */
import { type ReturnLevel, returnLevel } from "../metrics/extremes.ts";
import { holm, type PairedDifference, pairedDifference } from "../metrics/paired.ts";
import { type Interval, intervalOf } from "./interval.ts";
import type { PointValues } from "./plan.ts";
import { NO_RULES, type Rules, withoutColumn } from "./replicates.ts";
import { pointKey, type StudyRow } from "./row.ts";

/** `count` is the number of runs with a value, or of windows. */
export interface MetricSummary extends Interval {
  /** The greatest value of a single run. Undefined if no run has a value. */
  readonly greatest: Extreme | undefined;
  /** Only for a maximum of latencies, if the study asks for it and has enough runs. */
  readonly worst: ReturnLevel | undefined;
}

export interface Extreme {
  readonly value: number;
  /** The first run with this value. */
  readonly row: StudyRow;
}

export interface PointSummary {
  /** The point without its window. */
  readonly point: PointValues;
  /** In ascending order. */
  readonly seeds: readonly number[];
  /** Number of runs. */
  readonly runs: number;
  readonly metrics: Readonly<Record<string, MetricSummary>>;
}

export interface Difference extends PairedDifference {
  /** The probability, adjusted for all differences of the summary (Holm). */
  readonly adjusted: number;
}

/** Family-wise error rate: 5 of 100 studies without any difference report one below this limit. */
export const ADJUSTED_LIMIT = 0.05;

/** `b` less `a`, with the seeds that both have. */
export interface PointDifference<D = Difference> {
  readonly a: PointValues;
  readonly b: PointValues;
  readonly metrics: Readonly<Record<string, D>>;
}

export interface StudySummary {
  /** Points in the order of their first rows. */
  readonly points: readonly PointSummary[];
  /** The column that is compared. Undefined if the rows have only one point, or no common seed. */
  readonly compared: string | undefined;
  readonly differences: readonly PointDifference[];
}

/** `compared` is a column: each of its values is compared with its first one at equal values of the other columns. If
 * omitted: the first column that has several values. */
export function summarise(
  rows: readonly StudyRow[],
  compared?: string,
  rules: Rules = NO_RULES,
): StudySummary {
  const byPoint = rowsByPoint(rows, rules);
  const points = Array.from(byPoint.values(), (ofPoint) => summaryOf(ofPoint, rules));
  const column = compared ?? variedColumn(points);
  const differences = column === undefined ? [] : differencesAlong(byPoint, column, rules);
  return { points, compared: column, differences: adjusted(differences) };
}

function rowsByPoint(
  rows: readonly StudyRow[],
  { windows }: Rules,
): ReadonlyMap<string, readonly StudyRow[]> {
  const byPoint = new Map<string, StudyRow[]>();
  for (const row of rows) {
    const key = pointKey(withoutColumn(row.point, windows));
    const known = byPoint.get(key);
    if (known === undefined) byPoint.set(key, [row]);
    else known.push(row);
  }
  // Means do not depend on the order in which the rows arrive.
  return new Map(
    Array.from(byPoint, ([key, ofPoint]) => [
      key,
      ofPoint.toSorted(
        (a, b) =>
          Number(a.point[windows ?? ""] ?? 0) - Number(b.point[windows ?? ""] ?? 0) || a.seed - b.seed,
      ),
    ]),
  );
}

function summaryOf(rows: readonly StudyRow[], rules: Rules): PointSummary {
  const [first] = rows;
  const point = withoutColumn(first?.point ?? {}, rules.windows);
  const names = Object.keys(first?.metrics ?? {});
  return {
    point,
    seeds: [...new Set(rows.map(({ seed }) => seed))].toSorted((a, b) => a - b),
    runs: rows.length,
    metrics: Object.fromEntries(names.map((name) => [name, metricSummary(rows, name, point, rules)])),
  };
}

/** `rows` belong to one point. */
export function metricSummary(
  rows: readonly StudyRow[],
  name: string,
  point: PointValues,
  rules: Rules,
): MetricSummary {
  const known = rows.filter(({ metrics }) => typeof metrics[name] === "number");
  const whole = rules.wholeOf(name);
  const replicates = [...byWindow(known, rules).values()];
  const meansOf = (of: string) =>
    replicates.map((ofOne) => mean(ofOne.map(({ metrics }) => metrics[of] ?? Number.NaN)));
  const wholes = whole === undefined ? [] : meansOf(whole).filter(Number.isFinite);
  const greatest = known.reduce<StudyRow | undefined>(
    (best, row) => (best === undefined || valueIn(row, name) > valueIn(best, name) ? row : best),
    undefined,
  );
  const about = rules.about(name, point);
  const isWorstAsked =
    rules.worstOf !== undefined && rules.maximumOf(name) === "latency" && about.basis !== "resampled";
  return {
    ...intervalOf(meansOf(name), about, wholes),
    greatest: greatest && { value: valueIn(greatest, name), row: greatest },
    worst: isWorstAsked
      ? returnLevel(
          known.map((row) => valueIn(row, name)),
          rules.worstOf ?? 2,
        )
      : undefined,
  };
}

const valueIn = ({ metrics }: StudyRow, name: string): number => metrics[name] ?? Number.NaN;
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Groups rows that form one value: all seeds of a window. Without windows, each row is a group. */
function byWindow(rows: readonly StudyRow[], { windows }: Rules): ReadonlyMap<string, readonly StudyRow[]> {
  const found = new Map<string, StudyRow[]>();
  for (const row of rows) {
    const key = windows === undefined ? String(row.seed) : JSON.stringify(row.point[windows]);
    const before = found.get(key);
    if (before === undefined) found.set(key, [row]);
    else before.push(row);
  }
  return found;
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
  rules: Rules,
): readonly PointDifference<PairedDifference>[] {
  const baselines = new Map<string, readonly StudyRow[]>();
  const differences: PointDifference<PairedDifference>[] = [];
  for (const rows of byPoint.values()) {
    const [first] = rows;
    if (first === undefined) continue;
    const { [column]: _, ...others } = withoutColumn(first.point, rules.windows);
    const key = pointKey(others);
    const baseline = baselines.get(key);
    if (baseline === undefined) baselines.set(key, rows);
    else if (haveRunInCommon(baseline, rows, rules)) differences.push(differenceOf(baseline, rows, rules));
  }
  return differences;
}

/** Adjusts all probabilities that are reported together. */
function adjusted(differences: readonly PointDifference<PairedDifference>[]): readonly PointDifference[] {
  const all = differences.flatMap(({ metrics }) => Object.values(metrics));
  const probabilities = holm(all.map(({ probability }) => probability));
  const known = new Map(all.map((one, at) => [one, probabilities[at] ?? Number.NaN]));
  return differences.map(({ a, b, metrics }) => ({
    ...{ a, b },
    metrics: Object.fromEntries(
      Object.entries(metrics).map(([name, one]) => [
        name,
        { ...one, adjusted: known.get(one) ?? Number.NaN },
      ]),
    ),
  }));
}

/** Equal for rows that have the same traffic. */
const pairKey = ({ point, seed }: StudyRow, { windows }: Rules) =>
  windows === undefined ? String(seed) : `${seed} ${JSON.stringify(point[windows])}`;

function haveRunInCommon(a: readonly StudyRow[], b: readonly StudyRow[], rules: Rules): boolean {
  const runs = new Set(a.map((row) => pairKey(row, rules)));
  return b.some((row) => runs.has(pairKey(row, rules)));
}

/** Compares the rows of two points of one study, or of one point on two machines. Pairs are rows of the same seed and
 * window. The pairs of one window count as one. */
export function differenceOf(
  a: readonly StudyRow[],
  b: readonly StudyRow[],
  rules: Rules = NO_RULES,
): PointDifference<PairedDifference> {
  const ofA = new Map(a.map((row) => [pairKey(row, rules), row]));
  const pairs = [...byWindow(b, rules).values()].map((rows) =>
    rows.flatMap((row) => {
      const other = ofA.get(pairKey(row, rules));
      return other === undefined ? [] : [{ a: other, b: row }];
    }),
  );
  const names = Object.keys(a[0]?.metrics ?? {});
  const pointOf = ([first]: readonly StudyRow[]) => withoutColumn(first?.point ?? {}, rules.windows);
  const areReplicates = (name: string) =>
    [pointOf(a), pointOf(b)].some((point) => rules.about(name, point).basis === "resampled");
  return {
    a: pointOf(a),
    b: pointOf(b),
    metrics: Object.fromEntries(
      names.map((name) => {
        const known = pairs
          .map((ofOne) =>
            ofOne.flatMap(({ a: rowA, b: rowB }) => {
              const [valueA, valueB] = [rowA.metrics[name], rowB.metrics[name]];
              return typeof valueA === "number" && typeof valueB === "number"
                ? [[valueA, valueB] as const]
                : [];
            }),
          )
          .filter((ofOne) => ofOne.length > 0);
        const means = (side: 0 | 1) => known.map((ofOne) => mean(ofOne.map((pair) => pair[side])));
        return [name, pairedDifference(means(0), means(1), areReplicates(name))];
      }),
    ),
  };
}
