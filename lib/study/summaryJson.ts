/** Means, intervals and differences of a study, and the answers of its searches, with what they came of: as the command
 * writes them and the page saves them. */
import { VERSION } from "../version.ts";
import type { StudyPlan } from "./plan.ts";
import { rowsByKey, type StudyRow } from "./row.ts";
import { completeRows, type SearchResult, searchResults } from "./search.ts";
import { type PointSummary, type StudySummary, summarise } from "./summary.ts";

export interface SummaryOf {
  readonly plan: StudyPlan;
  readonly rows: readonly StudyRow[];
  readonly summary: StudySummary;
  /** None where the study has no search, or the rows do not reach its end. */
  readonly searches: readonly SearchResult[];
  readonly command: string;
}

export function summaryOf(plan: StudyPlan, rows: readonly StudyRow[], command: string): SummaryOf {
  return {
    plan,
    rows,
    summary: summarise(rows, plan.study.compare ?? plan.columns[0]),
    searches: searchResults(plan, completeRows(plan, rowsByKey(rows))) ?? [],
    command,
  };
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

export function summaryJson({ plan, rows, summary, searches, command }: SummaryOf) {
  return {
    study: plan.study.name,
    studyHash: plan.studyHash,
    program: VERSION,
    model: rows[0]?.model ?? null,
    command,
    confidence: 0.95,
    runs: rows.length,
    ...(plan.study.search === undefined ? {} : { search: searches.map(searchJson) }),
    points: summary.points.map(pointJson),
    compared: summary.compared ?? null,
    differences: summary.differences.map(({ a, b, metrics }) => ({
      a,
      b,
      metrics: Object.fromEntries(
        Object.entries(metrics).map(
          ([name, { difference, halfWidth, pairs, sameSign, verdict, ...means }]) => [
            name,
            {
              difference: known(difference),
              halfWidth: known(halfWidth),
              pairs,
              sameSign,
              verdict,
              meanA: known(means.meanA),
              meanB: known(means.meanB),
            },
          ],
        ),
      ),
    })),
  };
}

/** `value`: of the goal, the mean over the seeds. */
function searchJson({ of, method, best, tried, isSettled, contradictions }: SearchResult) {
  return {
    case: of.values,
    method,
    best: best === undefined ? null : best.point.values,
    value: best === undefined ? null : known(best.value.mean),
    halfWidth: best === undefined ? null : known(best.value.halfWidth),
    isSettled,
    contradictions: contradictions.map(({ values }) => values),
    tried: tried.map(({ point, holds, value, broken }) => ({
      point: point.values,
      holds,
      value: known(value.mean),
      broken,
    })),
  };
}

function pointJson({ point, seeds, metrics }: PointSummary) {
  return {
    point,
    seeds: seeds.length,
    metrics: Object.fromEntries(
      Object.entries(metrics).map(([name, { count, mean, deviation, halfWidth }]) => [
        name,
        { count, mean: known(mean), deviation: known(deviation), halfWidth: known(halfWidth) },
      ]),
    ),
  };
}
