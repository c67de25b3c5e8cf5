/** Means, intervals and differences of a study, the answers of its searches, and their origin, in the form that the
 * command writes and the page saves. */
import { VERSION } from "../origin.ts";
import { type Basis, type Drawn, drawnBySeeds } from "./interval.ts";
import type { StudyPlan } from "./plan.ts";
import { rulesOf, shownColumns, shownPoints } from "./replicates.ts";
import { pointKey, rowsByKey, type StudyRow } from "./row.ts";
import { completeRows, type SearchResult, searchResults } from "./search.ts";
import {
  type Extreme,
  type MetricSummary,
  type PointSummary,
  type StudySummary,
  summarise,
} from "./summary.ts";

export interface SummaryOf {
  readonly plan: StudyPlan;
  readonly rows: readonly StudyRow[];
  readonly summary: StudySummary;
  /** Empty if the study has no search, or if the rows do not reach its end. */
  readonly searches: readonly SearchResult[];
  readonly command: string;
}

export function summaryOf(plan: StudyPlan, rows: readonly StudyRow[], command: string): SummaryOf {
  return {
    plan,
    rows,
    summary: planSummary(plan, rows),
    searches: searchResults(plan, completeRows(plan, rowsByKey(rows))) ?? [],
    command,
  };
}

/** Compares the column that the study names, or its first one. */
export function planSummary(plan: StudyPlan, rows: readonly StudyRow[]): StudySummary {
  return summarise(rows, plan.study.compare ?? shownColumns(plan)[0], rulesOf(plan));
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

export function summaryJson({ plan, rows, summary, searches, command }: SummaryOf) {
  const scenarios = new Map(shownPoints(plan).map(({ values, scenario }) => [pointKey(values), scenario]));
  const { about } = rulesOf(plan);
  return {
    study: plan.study.name,
    studyHash: plan.studyHash,
    program: VERSION,
    model: rows[0]?.model ?? null,
    command,
    confidence: 0.95,
    runs: rows.length,
    ...(plan.study.search === undefined ? {} : { search: searches.map((one) => searchJson(one)) }),
    points: summary.points.map((one) => {
      const scenario = scenarios.get(pointKey(one.point));
      const drawn = scenario === undefined ? [] : drawnBySeeds(scenario);
      return pointJson(one, about("", one.point).basis, drawn);
    }),
    compared: summary.compared ?? null,
    differences: summary.differences.map(({ a, b, metrics }) => ({
      a,
      b,
      metrics: Object.fromEntries(
        Object.entries(metrics).map(([name, { pairs, sameSign, verdict, ...numbers }]) => [
          name,
          {
            difference: known(numbers.difference),
            halfWidth: known(numbers.halfWidth),
            simulationError: known(numbers.simulationError),
            pairs,
            sameSign,
            verdict,
            probability: known(numbers.probability),
            adjusted: known(numbers.adjusted),
            meanA: known(numbers.meanA),
            meanB: known(numbers.meanB),
          },
        ]),
      ),
    })),
  };
}

/** `value` is the value of the goal: a column's value, or the mean or greatest value over the seeds. */
function searchJson({ of, method, best, tried, isSettled, contradictions }: SearchResult) {
  return {
    case: of.values,
    method,
    best: best === undefined ? null : best.point.values,
    value: best === undefined ? null : known(best.goal),
    mean: known(best?.measured?.mean ?? Number.NaN),
    halfWidth: known(best?.measured?.halfWidth ?? (best === undefined ? Number.NaN : 0)),
    greatest: extremeJson(best?.measured?.greatest),
    conditions: (best?.conditions ?? []).map(({ name, seeds, of: all, share, noneOf }) => ({
      ...{ condition: name, seeds, of: all, shareAtLeast: share.low, noneOf: noneOf ?? null },
    })),
    isSettled,
    contradictions: contradictions.map(({ values }) => values),
    tried: tried.map(({ point, holds, goal, broken }) => ({
      point: point.values,
      holds,
      value: known(goal),
      broken,
    })),
  };
}

/** `point` includes the window if there is one. */
const extremeJson = (one: Extreme | undefined) =>
  one === undefined ? null : { value: one.value, seed: one.row.seed, point: one.row.point };

/** `low` and `high` are the ends of the 95 % interval that `basis` names. `simulationError` is the uncertainty of the
 * mean that more seeds reduce. */
function pointJson({ point, seeds, runs, metrics }: PointSummary, basis: Basis, seedsDraw: readonly Drawn[]) {
  return {
    point,
    seeds: seeds.length,
    runs,
    basis,
    seedsDraw,
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, one]) => [name, metricJson(one)])),
  };
}

function metricJson(one: MetricSummary) {
  const { count, mean, deviation, low, high, halfWidth, simulationError, noneOf, isSkewed, greatest } = one;
  return {
    count,
    mean: known(mean),
    low: known(low),
    high: known(high),
    halfWidth: known(halfWidth),
    simulationError: known(simulationError),
    deviation: known(deviation),
    noneOf: noneOf ?? null,
    isSkewed,
    greatest: extremeJson(greatest),
    ...(one.worst === undefined ? {} : { worst: one.worst }),
  };
}
