/** The results of a study as files. Loaded when one is saved. */
import { studyReportHtml } from "../../lib/export/report/studyReport.ts";
import { greatestJson, reachedGreatest } from "../../lib/study/reachedGreatest.ts";
import { commandOf, type StudyRow } from "../../lib/study/row.ts";
import { summaryJson, summaryOf } from "../../lib/study/summaryJson.ts";
import { reachApart } from "../engine/reacher.ts";
import type { LoadedStudy } from "./loadStudy.ts";

export async function summaryFile(loaded: LoadedStudy, rows: readonly StudyRow[]): Promise<string> {
  const summary = summaryJson(summaryOf(loaded.plan, rows, commandOf(loaded.study)));
  const greatest = greatestJson(await findGreatest(loaded, rows));
  return `${JSON.stringify({ ...summary, greatest }, undefined, 2)}\n`;
}

export async function reportFile(loaded: LoadedStudy, rows: readonly StudyRow[]): Promise<string> {
  return studyReportHtml({ ...loaded, rows, greatest: await findGreatest(loaded, rows) });
}

function findGreatest(loaded: LoadedStudy, rows: readonly StudyRow[]) {
  const { signal } = new AbortController();
  return reachedGreatest(loaded, rows, (reach) => reachApart(reach, signal).catch(() => undefined));
}
