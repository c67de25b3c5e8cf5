/** Means, intervals and differences of a study: a table for terminals, CSV. */

import { csvLine } from "../../lib/csv.ts";
import { noneBelow } from "../../lib/metrics/intervals.ts";
import { VERSION } from "../../lib/origin.ts";
import { toldInterval } from "../../lib/study/interval.ts";
import type { PointValues } from "../../lib/study/plan.ts";
import type { ReachedGreatest } from "../../lib/study/reachedGreatest.ts";
import { rulesOf, shownColumns } from "../../lib/study/replicates.ts";
import { pointText } from "../../lib/study/row.ts";
import { cellOf } from "../../lib/study/rowFormat.ts";
import { isGreatest, type SearchResult, type Tried } from "../../lib/study/search.ts";
import { ADJUSTED_LIMIT, type Difference, type MetricSummary } from "../../lib/study/summary.ts";
import type { SummaryOf } from "../../lib/study/summaryJson.ts";
import { summaryNotes } from "../../lib/study/summaryNotes.ts";
import { type Column, columnName, isNamed } from "../../lib/sweep/column.ts";
import type { StudySearch } from "../../scenarios/study/study.ts";
import { table } from "../table.ts";

const DIGITS = 5;
const WHOLE = new Intl.NumberFormat("en-US");

export const short = (value: number): string => {
  if (!Number.isFinite(value)) return "-";
  return String(Number(value.toPrecision(DIGITS)));
};

/** Two digits are enough for an uncertainty. */
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

/** `counted` is the noun for the count. */
export function noneText(
  { of, below }: { readonly of: number; readonly below: number },
  unit: string,
  counted: string,
): string {
  const limit = String(Number(above(below).toPrecision(2)));
  return `none in ${WHOLE.format(of)}${counted === "" ? "" : ` ${counted}`}: below ${limit}${unit === "" ? "" : ` ${unit}`}`;
}

/** Two digits, rounded up. */
function above(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / step - 1e-9) * step;
}

/** Unit of the counts in a column. */
const thingsIn = (column: string | undefined): string =>
  column?.endsWith("offered") === true ? "frames" : "";

/** A line for each point, with 95 % intervals, followed by the requested differences. */
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
    return `${text}${rules.maximumOf(name) !== undefined ? greatestText(one) : ""}`;
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
  const title = `Differences by ${compared}, ${rules.windows === undefined ? "seed by seed" : "window by window"}. *: 0 is outside the 95 % interval. **: also if all ${tested} differences are tested together (Holm)`;
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
  if (one.verdict === "same") return `equal in all ${one.pairs} pairs`;
  const text = `${short(one.difference)} ± ${shortHalf(one.halfWidth)}`;
  if (one.verdict === "not-shown") return text;
  return `${text} ${one.adjusted < ADJUSTED_LIMIT ? "**" : "*"}`;
}

/** One line for each metric of a point or difference. */
export function summaryCsv(
  { plan, rows, summary, command }: SummaryOf,
  greatest: readonly ReachedGreatest[],
): string {
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
    ...["greatestCycle", "greatestLink"],
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
        [one.basis, "", ...reachedCells(greatest, name, one)],
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
        [about(name, b).basis, verdict, "", ""],
      );
    }),
  );
  return [head, ...means, ...differences].join("");
}

/** Only for the greatest value of all points. */
function reachedCells(
  greatest: readonly ReachedGreatest[],
  name: string,
  of: MetricSummary,
): readonly [cycle: string, link: string] {
  const one = greatest.find(({ column, row }) => columnName(column) === name && row === of.greatest?.row);
  return [one?.cycle === undefined ? "" : String(one.cycle), one?.link ?? ""];
}

// ---- what the searches of a study have found ----

/** Number of contradicting values in the text. */
const LISTED = 3;

/** Every point that was run, followed by the result of each search. */
export function searchText(of: SummaryOf): string {
  const { search } = of.plan.study;
  if (search === undefined || of.searches.length === 0) return summaryTable(of);
  const columns = of.plan.columns.filter((column) => !search.over.includes(column));
  const goal = goalName(of, search);
  const isOwn = search.over.includes(search.of);
  const head = [...columns, ...search.over, ...(isOwn ? [] : [goal]), "points", ""];
  const lines = of.searches.map((result) => [
    ...columns.map((column) => cellOf(result.of.values[column] ?? null)),
    ...search.over.map((column) => cellOf(result.best?.point.values[column] ?? "-")),
    ...(isOwn ? [] : [goalText(of, search, result)]),
    String(result.tried.length),
    remark(search, result),
  ]);
  const what = isOwn || !isGreatest(of.plan, search) ? goal : `${goal}, the greatest of the seeds`;
  const title = `${search.goal === "minimize" ? "Least" : "Greatest"} ${what}${search.subjectTo.length === 0 ? "" : ` with ${search.subjectTo.join(" and ")}`}`;
  const found = table([head, ...lines], "", columns.length);
  return `${summaryTable({ ...of, summary: { ...of.summary, differences: [] } })}\n\n${title}\n${found}${of.searches.map((one) => heldText(of, one)).join("")}`;
}

/** For a maximum, the text contains the mean, too. */
function goalText({ plan }: SummaryOf, search: StudySearch, { best }: SearchResult): string {
  const measured = best?.measured;
  if (best === undefined || measured === undefined) return "-";
  const column = plan.metrics.find((one) => isNamed(one, search.of));
  const mean = meanText(measured, column?.unit ?? "");
  return isGreatest(plan, search)
    ? `${short(best.goal)} with seed ${measured.greatest?.row.seed ?? "?"} (mean ${mean})`
    : mean;
}

/** The confidence with which the conditions hold at the best point. */
function heldText({ plan }: SummaryOf, { best }: SearchResult): string {
  if (best === undefined) return "";
  const { basis } = rulesOf(plan).about("", best.point.values);
  return best.conditions
    .map(({ name, seeds, of, share, noneOf }) => {
      const runs = basis === "resampled" ? "replicates of one capture" : "seeds";
      const none =
        noneOf === undefined || noneOf === 0
          ? ""
          : `; ${noneText({ of: noneOf, below: 100 * noneBelow(noneOf) }, "%", "frames")}`;
      const all = `with at least ${Math.floor(1000 * share.low) / 10} % of all such ${basis === "resampled" ? "replicates" : "seeds"} (95 %)`;
      return `\n${pointText(best.point.values)}: ${name} with ${seeds} of ${of} ${runs}, ${all}${none}`;
    })
    .join("");
}

function goalName({ plan }: SummaryOf, { of }: StudySearch): string {
  const column = plan.metrics.find((one) => isNamed(one, of));
  return column === undefined ? of : `${column.text}${column.unit === "" ? "" : ` in ${column.unit}`}`;
}

function remark(search: StudySearch, result: SearchResult): string {
  const { best, tried, isSettled, contradictions } = result;
  if (contradictions.length > 0) {
    const named = contradictions.slice(0, LISTED).map(({ values }) => pointText(values));
    return `the conditions do not hold for all values beyond one value: see ${named.join(", ")}`;
  }
  if (!isSettled) return `not settled with ${search.maximumPoints} points`;
  if (best === undefined) return `none holds${nearText(tried)}`;
  return "";
}

/** The conditions that fail at the point that comes closest. */
function nearText(tried: readonly Tried[]): string {
  const near = tried.toSorted((a, b) => a.failing - b.failing)[0];
  const condition = near?.broken[0];
  return near === undefined || condition === undefined
    ? ""
    : `; at ${pointText(near.point.values)} not ${condition}`;
}
