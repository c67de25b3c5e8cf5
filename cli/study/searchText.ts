/** What the searches of a study have found, for a terminal. */
import { pointText } from "../../lib/study/row.ts";
import { cellOf } from "../../lib/study/rowFormat.ts";
import type { SearchResult, Tried } from "../../lib/study/search.ts";
import type { SummaryOf } from "../../lib/study/summaryJson.ts";
import { isNamed } from "../../lib/sweep/column.ts";
import type { StudySearch } from "../../scenarios/study/study.ts";
import { table } from "../table.ts";
import { meanText, summaryTable } from "./summaryText.ts";

/** Of values that contradict, so many are named. */
const LISTED = 3;

/** Every point that was run; below it what each search has found. */
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
    ...(isOwn ? [] : [result.best === undefined ? "-" : meanText(result.best.value)]),
    String(result.tried.length),
    remark(search, result),
  ]);
  const title = `${search.goal === "minimize" ? "Least" : "Greatest"} ${goal}${search.subjectTo.length === 0 ? "" : ` with ${search.subjectTo.join(" and ")}`}`;
  const found = table([head, ...lines], "", columns.length);
  return `${summaryTable({ ...of, summary: { ...of.summary, differences: [] } })}\n\n${title}\n${found}`;
}

function goalName({ plan }: SummaryOf, { of }: StudySearch): string {
  const column = plan.metrics.find((one) => isNamed(one, of));
  return column === undefined ? of : `${column.text}${column.unit === "" ? "" : ` in ${column.unit}`}`;
}

function remark(search: StudySearch, result: SearchResult): string {
  const { best, tried, isSettled, contradictions } = result;
  if (contradictions.length > 0) {
    const named = contradictions.slice(0, LISTED).map(({ values }) => pointText(values));
    return `not from one value on: see ${named.join(", ")}`;
  }
  if (!isSettled) return `not settled with ${search.maximumPoints} points`;
  if (best === undefined) return `none holds${nearText(tried)}`;
  return "";
}

/** Why the one fails that fails least. */
function nearText(tried: readonly Tried[]): string {
  const near = tried.toSorted((a, b) => a.failing - b.failing)[0];
  const condition = near?.broken[0];
  return near === undefined || condition === undefined
    ? ""
    : `; at ${pointText(near.point.values)} not ${condition}`;
}
