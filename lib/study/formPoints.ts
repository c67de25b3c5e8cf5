/** The simulated values that belong to a closed form: the stored results of its study. */

import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { builtinStudy } from "../../scenarios/studies/index.ts";
import { parseStudy } from "../../scenarios/study/parse.ts";
import { meanInterval } from "../metrics/intervals.ts";
import { columnName } from "../sweep/column.ts";
import type { ClosedForm } from "./closedForms.ts";
import { planStudy } from "./plan.ts";
import { scenarioSources } from "./sources.ts";
import { storedRows } from "./storedRows.ts";

export interface FormPoint {
  readonly x: number;
  /** Over the seeds. */
  readonly mean: number;
  /** Half the width of the 95 % interval. 0 with one seed. */
  readonly halfWidth: number;
  readonly scenario: Scenario;
}

/** In the order of the study. Rejects if the study is not built in, or if its results belong to another study. */
export async function formPoints({ study: id }: ClosedForm): Promise<readonly FormPoint[]> {
  const builtin = builtinStudy(id);
  const read = parseStudy(await builtin?.load());
  if (builtin === undefined || !read.ok) throw new Error(`no study ${id}`);
  const planned = planStudy(read.study, scenariosIn(read.study));
  if (!planned.ok) throw new Error(JSON.stringify(planned.errors));
  const { plan } = planned;
  const [column = ""] = plan.asked.map(columnName);
  const rows = storedRows(plan, await builtin.rows());
  return plan.points.map(({ values, scenario }) => {
    const measured = rows
      .filter(({ point }) => JSON.stringify(point) === JSON.stringify(values))
      .map(({ metrics }) => Number(metrics[column]));
    if (measured.length === 0) throw new Error(`no results of ${id}`);
    const { mean, halfWidth } = meanInterval(measured);
    const [x = Number.NaN] = Object.values(values).filter((value) => typeof value === "number");
    return { x, mean, halfWidth: measured.length > 1 ? halfWidth : 0, scenario };
  });
}

/** The study contains its machines. */
function scenariosIn(study: Parameters<typeof scenarioSources>[0]): ReadonlyMap<string, Scenario> {
  return new Map(
    scenarioSources(study).flatMap(({ name, of }) => {
      const parsed = of.kind === "whole" ? parseScenario(of.scenario) : undefined;
      return parsed?.ok ? [[name, parsed.scenario] as const] : [];
    }),
  );
}
