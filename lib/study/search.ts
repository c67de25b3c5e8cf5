/** The search of a study: chooses the points to run next, and finds the best point. Both depend only on the rows, so an
 * interrupted search runs the same points as an uninterrupted one. */
import type { StudySearch, StudyValue } from "../../scenarios/study/study.ts";
import { type Ends, wilson } from "../metrics/intervals.ts";
import { columnName, isNamed } from "../sweep/column.ts";
import { type PointValues, runsOf, type StudyPlan, type StudyPoint } from "./plan.ts";
import { rulesOf } from "./replicates.ts";
import { pointKey, rowKey, type StudyRow } from "./row.ts";
import { bisectionPoints, bisectionStep, directStep, type Places } from "./searchMethods.ts";
import { pointSeedsWanted } from "./seeds.ts";
import { type MetricSummary, metricSummary } from "./summary.ts";

/** All points that differ only in the searched columns. */
export interface SearchCase {
  /** Values of the columns that are not searched. */
  readonly values: PointValues;
  /** Values of each searched column, in the order of the search. Numbers ascend. */
  readonly lists: readonly (readonly StudyValue[])[];
  /** Undefined if the point is not a valid machine. */
  readonly pointAt: (places: Places) => StudyPoint | undefined;
}

export interface Tried {
  readonly point: StudyPoint;
  /** Whether all conditions hold with every seed, and the goal has a value. */
  readonly holds: boolean;
  /** Number of pairs of condition and seed that fail. */
  readonly failing: number;
  /** The value that the search optimises: that of a column, or the mean or the greatest value of the metric over the
   * seeds. */
  readonly goal: number;
  /** The metric over the seeds. Undefined if the search optimises a column. */
  readonly measured: MetricSummary | undefined;
  readonly conditions: readonly Held[];
  /** Conditions that fail with at least one seed, named as in results. */
  readonly broken: readonly string[];
}

/** A condition over the seeds of a point. */
export interface Held {
  /** Name as in results. */
  readonly name: string;
  readonly seeds: number;
  readonly of: number;
  /** 95 % interval of the share of all seeds for which the condition holds (Wilson). With one capture, the share of its
   * replicates. */
  readonly share: Ends;
  /** Set if the condition says that a share is 0, and it was 0: the number of things that were counted, none of which
   * matched. */
  readonly noneOf: number | undefined;
}

export interface SearchResult {
  readonly of: SearchCase;
  readonly method: "bisection" | "DIRECT";
  /** Undefined if no tried point meets the conditions. */
  readonly best: Tried | undefined;
  /** Points that were tried, in the order of the points. */
  readonly tried: readonly Tried[];
  /** False if maximumPoints ended the search. */
  readonly isSettled: boolean;
  /** Points that contradict the assumption of a bisection that the conditions hold from one value onwards. */
  readonly contradictions: readonly StudyPoint[];
}

type SearchStep =
  /** Points that need rows before the search can continue. */
  | { readonly kind: "ask"; readonly points: readonly StudyPoint[] }
  | { readonly kind: "done"; readonly result: SearchResult };

/** All rows of a point. Undefined if some are missing. */
export type RowsOf = (point: StudyPoint) => readonly StudyRow[] | undefined;

/** Gives the rows of points that have a row for each requested seed. `rows` has the existing rows, by rowKey. */
export function completeRows(plan: StudyPlan, rows: ReadonlyMap<string, StudyRow>): RowsOf {
  return (point) => {
    const rowOf = (seed: number) => rows.get(rowKey({ point: point.values, seed }));
    const wanted = pointSeedsWanted(plan, point, rowOf);
    const known = runsOf(plan, point, 0, wanted).flatMap(({ seed }) => rowOf(seed) ?? []);
    return known.length === wanted ? known : undefined;
  };
}

/** Points that the searches need next. Empty if all searches have ended. */
export function askedPoints(plan: StudyPlan, rowsOf: RowsOf): readonly StudyPoint[] {
  return searchCases(plan).flatMap((one) => {
    const step = searchStep(plan, one, rowsOf);
    return step.kind === "ask" ? step.points : [];
  });
}

/** Undefined if the rows do not reach the end of every search. */
export function searchResults(plan: StudyPlan, rowsOf: RowsOf): readonly SearchResult[] | undefined {
  const steps = searchCases(plan).map((one) => searchStep(plan, one, rowsOf));
  const results = steps.flatMap((step) => (step.kind === "done" ? [step.result] : []));
  return results.length === steps.length ? results : undefined;
}

function isBisection({ over, of }: StudySearch): boolean {
  return over.length === 1 && over[0] === of;
}

const casesByPlan = new WeakMap<StudyPlan, readonly SearchCase[]>();

/** Cases in the order of the points. Empty if the study has no search. */
export function searchCases(plan: StudyPlan): readonly SearchCase[] {
  const cases = casesByPlan.get(plan) ?? casesOf(plan);
  casesByPlan.set(plan, cases);
  return cases;
}

function casesOf({ study: { search }, points, refused }: StudyPlan): readonly SearchCase[] {
  if (search === undefined) return [];
  const known = new Map(points.map((point) => [pointKey(point.values), point]));
  const byCase = new Map<string, PointValues[]>();
  const all = [...points, ...refused].toSorted((a, b) => a.number - b.number);
  for (const { values } of all) {
    const key = pointKey(without(values, search.over));
    const before = byCase.get(key);
    if (before === undefined) byCase.set(key, [values]);
    else before.push(values);
  }
  return [...byCase.values()].map((ofCase) => {
    const values = without(ofCase[0] ?? {}, search.over);
    const lists = search.over.map((column) => listOf(ofCase, column));
    return {
      values,
      lists,
      pointAt: (places) => {
        const own = search.over.map((column, at) => [column, lists[at]?.[places[at] ?? 0] ?? null]);
        return known.get(pointKey({ ...values, ...Object.fromEntries(own) }));
      },
    };
  });
}

function without(values: PointValues, columns: readonly string[]): PointValues {
  return Object.fromEntries(Object.entries(values).filter(([column]) => !columns.includes(column)));
}

function listOf(points: readonly PointValues[], column: string): readonly StudyValue[] {
  const known = new Map<string, StudyValue>();
  for (const { [column]: value = null } of points) known.set(JSON.stringify(value), value);
  const values = [...known.values()];
  const isNumeric = values.every((value) => typeof value === "number");
  return isNumeric ? values.toSorted((a, b) => Number(a) - Number(b)) : values;
}

export function searchStep(plan: StudyPlan, of: SearchCase, rowsOf: RowsOf): SearchStep {
  const { search } = plan.study;
  if (search === undefined) throw new RangeError("the study has no search");
  const cache = new Map<string, Tried | undefined>();
  const triedAt = (places: Places): Tried | undefined => {
    const key = places.join(" ");
    if (cache.has(key)) return cache.get(key);
    const point = of.pointAt(places);
    const rows = point && rowsOf(point);
    const tried = point && rows && triedOf(plan, search, point, rows);
    cache.set(key, tried);
    return tried;
  };
  const isRefused = (places: Places) => of.pointAt(places) === undefined;
  return isBisection(search)
    ? bisect(search, of, triedAt, isRefused)
    : divide(search, of, triedAt, isRefused);
}

type TriedAt = (places: Places) => Tried | undefined;
type IsRefused = (places: Places) => boolean;

/** Assumes that conditions that hold at a value also hold at every larger value, or at every smaller one if the largest
 * is sought. */
function bisect(search: StudySearch, of: SearchCase, triedAt: TriedAt, isRefused: IsRefused): SearchStep {
  const length = of.lists[0]?.length ?? 0;
  const placesOf = (place: number): Places => [search.goal === "minimize" ? place : length - 1 - place];
  const triedThere = (place: number) => triedAt(placesOf(place));
  const step = bisectionStep(length, (place) =>
    isRefused(placesOf(place)) ? false : triedThere(place)?.holds,
  );
  const tried = everyPlace([length]).flatMap((places) => triedAt(places) ?? []);
  const room = search.maximumPoints - tried.length;
  if (step.kind === "ask" && room > 0) {
    const asked = step.places.flatMap((place) => of.pointAt(placesOf(place)) ?? []);
    return { kind: "ask", points: asked.slice(0, room) };
  }
  const first = step.kind === "done" ? step.first : undefined;
  const best = first === undefined ? bestOf(search, tried) : triedThere(first);
  const isBehind = (place: number) => first !== undefined && place >= first;
  const contradictions = Array.from({ length }, (_, place) => place).flatMap((place) => {
    const one = step.kind === "done" ? triedThere(place) : undefined;
    return one === undefined || one.holds === isBehind(place) ? [] : [one.point];
  });
  const isSettled = step.kind === "done";
  return { kind: "done", result: { of, method: "bisection", best, tried, isSettled, contradictions } };
}

/** Larger than every value of a goal. A point that fails is worse than all points that pass, and a point that fails
 * more conditions is worse than one that fails fewer. */
const PENALTY = 1e12;

function divide(search: StudySearch, of: SearchCase, triedAt: TriedAt, isRefused: IsRefused): SearchStep {
  const sign = search.goal === "minimize" ? 1 : -1;
  const lengths = of.lists.map(({ length }) => length);
  const step = directStep(lengths, search.maximumPoints, (places) => {
    if (isRefused(places)) return 2 * PENALTY;
    const tried = triedAt(places);
    if (tried === undefined) return undefined;
    return tried.holds ? sign * tried.goal : PENALTY * (1 + tried.failing);
  });
  if (step.kind === "ask")
    return { kind: "ask", points: step.places.flatMap((places) => of.pointAt(places) ?? []) };
  const tried = everyPlace(lengths).flatMap((places) => triedAt(places) ?? []);
  return {
    kind: "done",
    result: {
      ...{ of, method: "DIRECT", best: bestOf(search, tried), tried },
      isSettled: step.isSettled,
      contradictions: [],
    },
  };
}

function everyPlace(lengths: readonly number[]): readonly Places[] {
  return lengths.reduce<readonly Places[]>(
    (before, length) => before.flatMap((places) => Array.from({ length }, (_, place) => [...places, place])),
    [[]],
  );
}

/** The first of several equally good points. */
function bestOf({ goal }: StudySearch, tried: readonly Tried[]): Tried | undefined {
  const sign = goal === "minimize" ? 1 : -1;
  return tried
    .filter(({ holds }) => holds)
    .reduce<Tried | undefined>(
      (best, one) => (best === undefined || sign * one.goal < sign * best.goal ? one : best),
      undefined,
    );
}

function triedOf(plan: StudyPlan, search: StudySearch, point: StudyPoint, rows: readonly StudyRow[]): Tried {
  const conditions = conditionsOf(plan, search, rows);
  const broken = conditions.filter(({ seeds, of }) => seeds < of).map(({ name }) => name);
  const failed = conditions.reduce((sum, { seeds, of }) => sum + of - seeds, 0);
  const measured = measuredOf(plan, search, rows);
  const goal =
    measured === undefined ? Number(point.values[search.of]) : goalOf(plan, search, measured, rows.length);
  const hasValue = Number.isFinite(goal) && Math.abs(goal) < PENALTY;
  return {
    point,
    holds: broken.length === 0 && hasValue,
    failing: hasValue ? failed / Math.max(1, conditions.length * rows.length) : 1,
    ...{ goal, measured, conditions, broken },
  };
}

function conditionsOf(plan: StudyPlan, search: StudySearch, rows: readonly StudyRow[]): readonly Held[] {
  return search.subjectTo.flatMap((text) => {
    const column = plan.metrics.find((one) => isNamed(one, text));
    if (column === undefined) return [];
    const name = columnName(column);
    const seeds = rows.filter(({ metrics }) => metrics[name] === 1).length;
    const whole = rulesOf(plan).noneOf(name);
    const counted = whole === undefined ? [] : rows.flatMap(({ metrics }) => metrics[whole.column] ?? []);
    const sum = counted.reduce((all, one) => all + one, 0);
    return [
      {
        ...{ name, seeds, of: rows.length, share: wilson(seeds, rows.length) },
        noneOf:
          whole === undefined || seeds < rows.length
            ? undefined
            : Math.round(whole.isResampled ? sum / Math.max(1, rows.length) : sum),
      },
    ];
  });
}

/** Undefined if the search optimises a column. */
function measuredOf(
  plan: StudyPlan,
  { over, of }: StudySearch,
  rows: readonly StudyRow[],
): MetricSummary | undefined {
  if (over.includes(of)) return undefined;
  const column = plan.metrics.find((one) => isNamed(one, of));
  return column && metricSummary(rows, columnName(column), rows[0]?.point ?? {}, rulesOf(plan));
}

/** NaN if a seed has no value. */
function goalOf(
  plan: StudyPlan,
  search: StudySearch,
  { count, mean, greatest }: MetricSummary,
  seeds: number,
): number {
  if (count < seeds) return Number.NaN;
  return isGreatest(plan, search) ? (greatest?.value ?? Number.NaN) : mean;
}

/** True if the greatest value over the seeds counts and not the mean. */
export function isGreatest(plan: StudyPlan, { of, ofSeeds }: StudySearch): boolean {
  if (ofSeeds !== undefined) return ofSeeds === "greatest";
  const column = plan.metrics.find((one) => isNamed(one, of));
  return column !== undefined && rulesOf(plan).maximumOf(columnName(column)) !== undefined;
}

/** How many points the searches of a study run, at least and at most. */
export function searchSize(plan: StudyPlan): { readonly least: number; readonly most: number } {
  const { search } = plan.study;
  if (search === undefined) return { least: plan.points.length, most: plan.points.length };
  const sizes = searchCases(plan).map(({ lists }) => {
    const all = lists.reduce((product, { length }) => product * length, 1);
    if (!isBisection(search)) return { least: 1, most: Math.min(all, search.maximumPoints) };
    const { least, most } = bisectionPoints(all);
    return { least, most: Math.min(most, search.maximumPoints) };
  });
  const sum = (of: (size: (typeof sizes)[number]) => number) => sizes.reduce((all, one) => all + of(one), 0);
  return { least: sum(({ least }) => least), most: sum(({ most }) => most) };
}
