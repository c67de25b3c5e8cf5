/** What the searches of a study have found, for a terminal. */
import { noneBelow } from "../../lib/metrics/scoreInterval.ts";
import { rulesOf } from "../../lib/study/replicates.ts";
import { pointText } from "../../lib/study/row.ts";
import { cellOf } from "../../lib/study/rowFormat.ts";
import { isGreatest, type SearchResult, type Tried } from "../../lib/study/search.ts";
import type { SummaryOf } from "../../lib/study/summaryJson.ts";
import { isNamed } from "../../lib/sweep/column.ts";
import type { StudySearch } from "../../scenarios/study/study.ts";
import { table } from "../table.ts";
import { meanText, noneText, short, summaryTable } from "./summaryText.ts";

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
    ...(isOwn ? [] : [goalText(of, search, result)]),
    String(result.tried.length),
    remark(search, result),
  ]);
  const what = isOwn || !isGreatest(of.plan, search) ? goal : `${goal}, the greatest of the seeds`;
  const title = `${search.goal === "minimize" ? "Least" : "Greatest"} ${what}${search.subjectTo.length === 0 ? "" : ` with ${search.subjectTo.join(" and ")}`}`;
  const found = table([head, ...lines], "", columns.length);
  return `${summaryTable({ ...of, summary: { ...of.summary, differences: [] } })}\n\n${title}\n${found}${of.searches.map((one) => heldText(of, one)).join("")}`;
}

/** The mean stands beside the greatest. */
function goalText({ plan }: SummaryOf, search: StudySearch, { best }: SearchResult): string {
  const measured = best?.measured;
  if (best === undefined || measured === undefined) return "-";
  const column = plan.metrics.find((one) => isNamed(one, search.of));
  const mean = meanText(measured, column?.unit ?? "");
  return isGreatest(plan, search)
    ? `${short(best.goal)} with seed ${measured.greatest?.row.seed ?? "?"} (mean ${mean})`
    : mean;
}

/** How sure it is that the conditions hold at the best point. */
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
