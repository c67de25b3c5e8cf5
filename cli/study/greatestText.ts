/** Below the table of a study: the greatest latency of all runs, with the cycle in which it ended and a link that opens there. */
import { shortAddress } from "../../lib/addresses/shortAddress.ts";
import { type GreatestRun, greatestRuns } from "../../lib/study/greatestRun.ts";
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

/** "": the study has no maximum of latencies. */
export async function greatestLines(loaded: LoadedStudy, rows: readonly StudyRow[]): Promise<string> {
  const lines = [];
  for (const run of greatestRuns(loaded.plan, rows)) lines.push(await lineOf(loaded, run));
  return lines.length === 0 ? "" : `\n\n${lines.join("\n")}`;
}

async function lineOf(loaded: LoadedStudy, run: GreatestRun): Promise<string> {
  const core = await openCore();
  const { scenario, column, value, row, number } = run;
  const { warmUpCycles } = loaded.study;
  const cycle = reachedCycle(core, { scenario, warmUpCycles, column, value });
  const point = pointText(row.point);
  const where = `${point === "" ? "" : `${point}, `}seed ${row.seed} (--point ${number + 1} --seed ${row.seed})`;
  if (cycle === undefined) return `greatest ${columnName(column)}: ${short(value)} with ${where}`;
  const link = linkTo(loaded, run, cycle, core.version);
  const told = `greatest ${columnName(column)}: ${short(value)} with ${where}, ends in cycle ${WHOLE.format(cycle)}`;
  return link === undefined ? told : `${told}\n  ${link}`;
}

/** From # on. Undefined: it is too long for a line. */
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
