/** The greatest run of a study for each maximum, with the cycle that reaches it and a link that opens there. */

import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { encodeLink, LINK_SHORT_CHARACTERS } from "../../scenarios/link/link.ts";
import { shortAddress } from "../addresses/shortAddress.ts";
import { columnName } from "../sweep/column.ts";
import { type GreatestRun, greatestRuns, type Reach } from "./greatestRun.ts";
import type { StudyPlan } from "./plan.ts";
import type { StudyRow } from "./row.ts";
import { scenarioSources } from "./sources.ts";

export interface ReachedGreatest extends GreatestRun {
  /** Undefined if the run does not have the value again. */
  readonly cycle: number | undefined;
  /** The part of the page's address from # onwards, which opens the run at the cycle. Undefined if it is too long. */
  readonly link: string | undefined;
}

export interface PlannedStudy {
  readonly plan: StudyPlan;
  /** By name. */
  readonly scenarios: ReadonlyMap<string, Scenario>;
}

/** Runs each greatest run once more: `cycleOf` finds the cycle. */
export async function reachedGreatest(
  planned: PlannedStudy,
  rows: readonly StudyRow[],
  cycleOf: (reach: Reach) => number | undefined | Promise<number | undefined>,
): Promise<readonly ReachedGreatest[]> {
  const { warmUpCycles } = planned.plan.study;
  const all: ReachedGreatest[] = [];
  for (const run of greatestRuns(planned.plan, rows)) {
    const { scenario, column, value } = run;
    const cycle = await cycleOf({ scenario, warmUpCycles, column, value });
    all.push({ ...run, cycle, link: cycle === undefined ? undefined : linkTo(planned, run, cycle) });
  }
  return all;
}

export const greatestJson = (greatest: readonly ReachedGreatest[]) =>
  greatest.map(({ column, value, row, cycle, link }) => ({
    ...{ metric: columnName(column), value, point: row.point, seed: row.seed },
    ...{ cycle: cycle ?? null, link: link ?? null },
  }));

/** Undefined if the link is too long for a line. */
function linkTo(
  { plan, scenarios }: PlannedStudy,
  { scenario, row }: GreatestRun,
  cycle: number,
): string | undefined {
  const sources = scenarioSources(plan.study);
  const source = sources.find(({ name }) => name === row.point.scenario) ?? sources[0];
  const builtin = source?.of.kind === "from" ? builtinScenario(source.of.from) : undefined;
  const base = source && scenarios.get(source.name);
  const address = builtin && base && shortAddress(scenario, { builtin, scenario: base }, { cycle });
  const link = address ?? encodeLink(scenario, { cycle }, undefined, row.model);
  return link === undefined || link.length > LINK_SHORT_CHARACTERS ? undefined : link;
}
