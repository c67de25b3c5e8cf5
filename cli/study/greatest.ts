/** The greatest value of a study for each maximum, with the cycle that reaches it and a link that opens there. */
import { shortAddress } from "../../lib/addresses/shortAddress.ts";
import { type Html, html, tableOf } from "../../lib/export/report/html.ts";
import { type GreatestRun, greatestRuns, type ReachedGreatest } from "../../lib/study/greatestRun.ts";
import { reachedCycle } from "../../lib/study/reachedCycle.ts";
import { pointText, type StudyRow } from "../../lib/study/row.ts";
import { scenarioSources } from "../../lib/study/sources.ts";
import { columnName } from "../../lib/sweep/column.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { encodeLink, LINK_SHORT_CHARACTERS } from "../../scenarios/link/link.ts";
import { openCore } from "../core.ts";
import type { LoadedStudy } from "./loadStudy.ts";
import { short } from "./summaryText.ts";

const WHOLE = new Intl.NumberFormat("en-US");

/** Runs each greatest run once more. */
export async function reachedGreatest(
  loaded: LoadedStudy,
  rows: readonly StudyRow[],
): Promise<readonly ReachedGreatest[]> {
  const core = await openCore();
  const { warmUpCycles } = loaded.study;
  return greatestRuns(loaded.plan, rows).map((run) => {
    const { scenario, column, value } = run;
    const cycle = reachedCycle(core, { scenario, warmUpCycles, column, value });
    const link = cycle === undefined ? undefined : linkTo(loaded, run, cycle, core.version);
    return { ...run, cycle, link };
  });
}

/** Below the table. Empty if the study has no maximum. */
export function greatestText(greatest: readonly ReachedGreatest[]): string {
  return greatest.length === 0 ? "" : `\n\n${greatest.map(lineOf).join("\n")}`;
}

function lineOf({ column, maximumOf, value, row, number, cycle, link }: ReachedGreatest): string {
  const point = pointText(row.point);
  const where = `${point === "" ? "" : `${point}, `}seed ${row.seed} (--point ${number + 1} --seed ${row.seed})`;
  const told = `greatest ${columnName(column)}: ${short(value)} with ${where}`;
  if (cycle === undefined) return told;
  const reached = `${told}, ${maximumOf === "latency" ? "ends" : "reached"} in cycle ${WHOLE.format(cycle)}`;
  return link === undefined ? reached : `${reached}\n  ${link}`;
}

/** As a section of the report. */
export function greatestSection(greatest: readonly ReachedGreatest[]): Html {
  if (greatest.length === 0) return html``;
  const head = ["metric", "value", "at", "point", "seed", "reached in cycle", "link"];
  const rows = greatest.map(({ column, value, row, number, cycle, link }) => [
    ...[columnName(column), short(value), pointText(row.point), String(number + 1), String(row.seed)],
    ...[cycle === undefined ? "–" : WHOLE.format(cycle), link ?? "–"],
  ]);
  return html`<h2>Greatest of all runs</h2>
<p>The link goes behind the address of irqscope's page and opens the run at the cycle.</p>
${tableOf(head, rows)}`;
}

export const greatestJson = (greatest: readonly ReachedGreatest[]) =>
  greatest.map(({ column, value, row, cycle, link }) => ({
    ...{ metric: columnName(column), value, point: row.point, seed: row.seed },
    ...{ cycle: cycle ?? null, link: link ?? null },
  }));

/** Undefined if it is too long for a line. */
function linkTo(
  { study, scenarios }: LoadedStudy,
  { scenario, row }: GreatestRun,
  cycle: number,
  version: string,
): string | undefined {
  const sources = scenarioSources(study);
  const source = sources.find(({ name }) => name === row.point.scenario) ?? sources[0];
  const builtin = source?.of.kind === "from" ? builtinScenario(source.of.from) : undefined;
  const base = source && scenarios.get(source.name);
  const address = builtin && base && shortAddress(scenario, { builtin, scenario: base }, { cycle });
  const link = address ?? encodeLink(scenario, { cycle }, undefined, version);
  return link === undefined || link.length > LINK_SHORT_CHARACTERS ? undefined : link;
}
