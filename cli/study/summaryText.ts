/** Means, intervals and differences of a study: a table for terminals, CSV. */
import { csvLine } from "../../lib/csv.ts";
import { toldInterval } from "../../lib/study/interval.ts";
import type { PointValues } from "../../lib/study/plan.ts";
import { rulesOf, shownColumns } from "../../lib/study/replicates.ts";
import { cellOf } from "../../lib/study/rowFormat.ts";
import { ADJUSTED_LIMIT, type Difference, type MetricSummary } from "../../lib/study/summary.ts";
import type { SummaryOf } from "../../lib/study/summaryJson.ts";
import { summaryNotes } from "../../lib/study/summaryNotes.ts";
import { type Column, columnName } from "../../lib/sweep/column.ts";
import { VERSION } from "../../lib/version.ts";
import { table } from "../table.ts";

const DIGITS = 5;
const WHOLE = new Intl.NumberFormat("en-US");

export const short = (value: number): string => {
  if (!Number.isFinite(value)) return "-";
  return String(Number(value.toPrecision(DIGITS)));
};

/** Two digits of an uncertainty are enough. */
function shortHalf(halfWidth: number): string {
  return String(Number(halfWidth.toPrecision(2)));
}

export function meanText(of: MetricSummary, unit = "", counted = ""): string {
  const { count, mean, basis, simulationError } = of;
  if (count === 0) return "-";
  const told = toldInterval(of);
  const error =
    basis === "resampled" && Number.isFinite(simulationError) ? ` ± ${shortHalf(simulationError)}` : "";
  switch (told.kind) {
    case "none":
      return `${noneText(told, unit, counted)}${error}`;
    case "mean":
      return `${short(mean)}${error}`;
    case "half":
      return `${short(mean)} ± ${shortHalf(told.half)}`;
    case "ends":
      return `${short(mean)} [${shortHalf(told.low)}, ${shortHalf(told.high)}]${error}`;
  }
}

/** `counted`: of what. */
export function noneText(
  { of, below }: { readonly of: number; readonly below: number },
  unit: string,
  counted: string,
): string {
  const limit = String(Number(above(below).toPrecision(2)));
  return `none in ${WHOLE.format(of)}${counted === "" ? "" : ` ${counted}`}: below ${limit}${unit === "" ? "" : ` ${unit}`}`;
}

/** Two digits that are no less. */
function above(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / step - 1e-9) * step;
}

/** What the columns of this name count. */
const thingsIn = (column: string | undefined): string =>
  column?.endsWith("offered") === true ? "frames" : "";

/** A line for each point, with 95 % intervals; below it the differences that the study asks for. */
export function summaryTable({ plan, rows, summary }: SummaryOf): string {
  const rules = rulesOf(plan);
  const columns = shownColumns(plan);
  const names = plan.asked.map(columnName);
  const values = (point: PointValues) => columns.map((column) => cellOf(point[column] ?? null));
  const counts = rules.windows === undefined ? ["seeds"] : ["windows", "seeds"];
  const cell = (column: Column, metrics: Readonly<Record<string, MetricSummary>>) => {
    const name = columnName(column);
    const one = metrics[name];
    if (one === undefined) return "-";
    const text = meanText(one, column.unit, thingsIn(rules.wholeOf(name)));
    return `${text}${rules.isMaximum(name) ? greatestText(one) : ""}`;
  };
  const lines = summary.points.map(({ point, seeds, runs, metrics }) => [
    ...values(point),
    ...(rules.windows === undefined ? [] : [String(Math.round(runs / seeds.length))]),
    String(seeds.length),
    ...plan.asked.map((column) => cell(column, metrics)),
  ]);
  const means = table([[...columns, ...counts, ...names], ...lines], "", columns.length);
  const notes = summaryNotes(plan, rows, summary).map((note) => `\n${note}`);
  const { compared, differences } = summary;
  if (compared === undefined || differences.length === 0) return `${means}${notes.join("")}`;
  const changes = differences.map(({ a, b, metrics }) => [
    ...values(b),
    cellOf(a[compared] ?? null),
    ...names.map((name) => differenceText(metrics[name])),
  ]);
  const tested = differences.flatMap(({ metrics }) =>
    names.flatMap((name) => (Number.isNaN(metrics[name]?.probability ?? Number.NaN) ? [] : [name])),
  ).length;
  const differenceHead = [...columns, "less", ...names];
  const title = `Differences along ${compared}, ${rules.windows === undefined ? "seed by seed" : "window by window"}; * 0 is outside the 95 % interval, ** also when all ${tested} are tested together (Holm)`;
  return `${means}${notes.join("")}\n\n${title}\n${table([differenceHead, ...changes], "", columns.length + 1)}`;
}

/** `, greatest 9.58 (seed 4)`. */
function greatestText({ greatest, worst }: MetricSummary): string {
  if (greatest === undefined) return "";
  const level =
    worst === undefined
      ? ""
      : `, one of ${WHOLE.format(worst.runs)} runs above ${short(worst.value)} [${shortHalf(worst.low)}, ${shortHalf(worst.high)}]`;
  return `, greatest ${short(greatest.value)} (seed ${greatest.row.seed})${level}`;
}

function differenceText(one: Difference | undefined): string {
  if (one === undefined || one.verdict === "unknown") return "-";
  if (one.verdict === "same") return `equal in all ${one.pairs}`;
  const text = `${short(one.difference)} ± ${shortHalf(one.halfWidth)}`;
  if (one.verdict === "not-shown") return text;
  return `${text} ${one.adjusted < ADJUSTED_LIMIT ? "**" : "*"}`;
}

/** One line a point, or difference, and metric. */
export function summaryCsv({ plan, rows, summary, command }: SummaryOf): string {
  const columns = shownColumns(plan);
  const origin = [plan.study.name, plan.studyHash, VERSION, rows[0]?.model ?? "", command];
  const cell = (value: number | undefined) =>
    value === undefined || !Number.isFinite(value) ? "" : String(value);
  const line = (
    kind: string,
    point: PointValues,
    less: string,
    metric: string,
    numbers: readonly (number | undefined)[],
    texts: readonly string[],
  ) =>
    `${csvLine([
      kind,
      ...columns.map((column) => cellOf(point[column] ?? null)),
      less,
      metric,
      ...numbers.map(cell),
      ...texts,
      ...origin,
    ])}\n`;
  const head = `${csvLine([
    ...["kind", ...columns, "less", "metric", "count", "mean", "low", "high", "halfWidth"],
    ...["simulationError", "deviation", "greatest", "greatestSeed", "noneOf", "adjusted", "basis", "verdict"],
    ...["study", "studyHash", "program", "model", "command"],
  ])}\n`;
  const means = summary.points.flatMap(({ point, metrics }) =>
    Object.entries(metrics).map(([name, one]) =>
      line(
        "mean",
        point,
        "",
        name,
        [
          ...[one.count, one.mean, one.low, one.high, one.halfWidth, one.simulationError, one.deviation],
          ...[one.greatest?.value, one.greatest?.row.seed, one.noneOf, undefined],
        ],
        [one.basis, ""],
      ),
    ),
  );
  const { about } = rulesOf(plan);
  const differences = summary.differences.flatMap(({ a, b, metrics }) =>
    Object.entries(metrics).map(([name, one]) => {
      const { pairs, difference, halfWidth, simulationError, adjusted, verdict } = one;
      const ends = [difference - halfWidth, difference + halfWidth];
      return line(
        "difference",
        b,
        cellOf(a[summary.compared ?? ""] ?? null),
        name,
        [
          ...[pairs, difference, ...ends, halfWidth, simulationError, undefined],
          ...[undefined, undefined, undefined, adjusted],
        ],
        [about(name, b).basis, verdict],
      );
    }),
  );
  return [head, ...means, ...differences].join("");
}
