/** The greatest value of a study for each maximum, as the command finds and prints it. */
import { reachedCycle } from "../../lib/study/reachedCycle.ts";
import { type PlannedStudy, type ReachedGreatest, reachedGreatest } from "../../lib/study/reachedGreatest.ts";
import { pointText, type StudyRow } from "../../lib/study/row.ts";
import { columnName } from "../../lib/sweep/column.ts";
import { openCore } from "../core.ts";
import { short } from "./summaryText.ts";

const WHOLE = new Intl.NumberFormat("en-US");

export async function findGreatest(
  planned: PlannedStudy,
  rows: readonly StudyRow[],
): Promise<readonly ReachedGreatest[]> {
  const core = await openCore();
  return reachedGreatest(planned, rows, (reach) => reachedCycle(core, reach));
}

/** The text below the table. Empty if the study has no maximum. */
export function greatestText(greatest: readonly ReachedGreatest[]): string {
  return greatest.length === 0 ? "" : `\n\n${greatest.map(lineOf).join("\n")}`;
}

function lineOf({ column, maximumOf, value, row, number, cycle, link }: ReachedGreatest): string {
  const point = pointText(row.point);
  const where = `${point === "" ? "" : `${point}, `}seed ${row.seed} (--point ${number + 1} --seed ${row.seed})`;
  const told = `greatest ${columnName(column)}: ${short(value)} with ${where}`;
  if (cycle === undefined) return told;
  const what = maximumOf === "latency" ? "this latency ends" : "this value is reached";
  const reached = `${told}; ${what} in cycle ${WHOLE.format(cycle)}`;
  return link === undefined ? reached : `${reached}\n  ${link}`;
}
