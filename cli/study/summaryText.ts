/** Means, intervals and differences of a study: a table for terminals, CSV. */
import { csvLine } from "../../lib/csv.ts";
import type { PointValues } from "../../lib/study/plan.ts";
import { cellOf } from "../../lib/study/rowFormat.ts";
import type { MetricSummary } from "../../lib/study/summary.ts";
import type { SummaryOf } from "../../lib/study/summaryJson.ts";
import { columnName } from "../../lib/sweep/column.ts";
import { VERSION } from "../../lib/version.ts";
import { table } from "../table.ts";

const DIGITS = 5;

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
