/** Means, intervals and differences of a study: a table for terminals, CSV, JSON. */
import { csvLine } from "../../lib/csv.ts";
import type { PointValues, StudyPlan } from "../../lib/study/plan.ts";
import { rowsByKey, type StudyRow } from "../../lib/study/row.ts";
import { cellOf } from "../../lib/study/rowFormat.ts";
import { completeRows, type SearchResult, searchResults } from "../../lib/study/search.ts";
import {
  type MetricSummary,
  type PointSummary,
  type StudySummary,
  summarise,
} from "../../lib/study/summary.ts";
import { columnName } from "../../lib/sweep/column.ts";
import { VERSION } from "../../lib/version.ts";
import { table } from "../table.ts";

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

const DIGITS = 5;

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

export const short = (value: number): string => {
  if (!Number.isFinite(value)) return "-";
  return String(Number(value.toPrecision(DIGITS)));
};

export function meanText({ count, mean, halfWidth }: MetricSummary): string {
  if (count === 0) return "-";
  return Number.isNaN(halfWidth) ? short(mean) : `${short(mean)} ± ${shortHalf(halfWidth)}`;
}

/** Two digits of an uncertainty are enough. */
export function shortHalf(halfWidth: number): string {
  return String(Number(halfWidth.toPrecision(2)));
}

/** A line for each point, with 95 % intervals; below it the differences that the study asks for. */
export function summaryTable({ plan, summary }: SummaryOf): string {
  const names = plan.metrics.map(columnName);
  const { columns } = plan;
  const values = (point: PointValues) => columns.map((column) => cellOf(point[column] ?? null));
  const head = [...columns, "seeds", ...names];
  const lines = summary.points.map(({ point, seeds, metrics }) => [
    ...values(point),
    String(seeds.length),
    ...names.map((name) => {
      const one = metrics[name];
      return one === undefined ? "-" : meanText(one);
    }),
  ]);
  const means = table([head, ...lines], "", columns.length);
  const { compared, differences } = summary;
  if (compared === undefined || differences.length === 0) return means;
  const changes = differences.map(({ a, b, metrics }) => [
    ...values(b),
    cellOf(a[compared] ?? null),
    ...names.map((name) => {
      const one = metrics[name];
      if (one === undefined || one.verdict === "unknown") return "-";
      if (one.verdict === "same") return "same";
      const text = `${short(one.difference)} ± ${shortHalf(one.halfWidth)}`;
      return one.verdict === "shown" ? `${text} *` : text;
    }),
  ]);
  const differenceHead = [...columns, "less", ...names];
  return `${means}\n\nDifferences along ${compared}, seed by seed; * 0 is outside the 95 % interval\n${table([differenceHead, ...changes], "", columns.length + 1)}`;
}

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

/** One line a point, or difference, and metric. */
export function summaryCsv({ plan, rows, summary, command }: SummaryOf): string {
  const { columns } = plan;
  const origin = [plan.study.name, plan.studyHash, VERSION, rows[0]?.model ?? "", command];
  const cell = (value: number | undefined) =>
    value === undefined || !Number.isFinite(value) ? "" : String(value);
  const line = (
    kind: string,
    point: PointValues,
    less: string,
    metric: string,
    numbers: readonly (number | undefined)[],
    verdict: string,
  ) =>
    `${csvLine([
      kind,
      ...columns.map((column) => cellOf(point[column] ?? null)),
      less,
      metric,
      ...numbers.map(cell),
      verdict,
      ...origin,
    ])}\n`;
  const head = `${csvLine([
    "kind",
    ...columns,
    "less",
    "metric",
    "count",
    "mean",
    "low",
    "high",
    "halfWidth",
    "deviation",
    "verdict",
    "study",
    "studyHash",
    "program",
    "model",
    "command",
  ])}\n`;
  const means = summary.points.flatMap(({ point, metrics }) =>
    Object.entries(metrics).map(([name, { count, mean, halfWidth, deviation }]) =>
      line(
        "mean",
        point,
        "",
        name,
        [count, mean, mean - halfWidth, mean + halfWidth, halfWidth, deviation],
        "",
      ),
    ),
  );
  const differences = summary.differences.flatMap(({ a, b, metrics }) =>
    Object.entries(metrics).map(([name, { pairs, difference, halfWidth, verdict }]) =>
      line(
        "difference",
        b,
        cellOf(a[summary.compared ?? ""] ?? null),
        name,
        [pairs, difference, difference - halfWidth, difference + halfWidth, halfWidth, undefined],
        verdict,
      ),
    ),
  );
  return [head, ...means, ...differences].join("");
}
