/**
 * Machines that an experiment needs: its unchanged runs, and runs with each free parameter over its range.
 */

import { parseFieldPath, readField, withField } from "../../scenarios/base/fieldPath.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { type ParseResult, parseScenario } from "../../scenarios/read/parse.ts";
import type { WorkEnd } from "./outcome.ts";
import type { Experiment, FieldValue, Paper, PaperRun } from "./paper.ts";

/** The value of one free parameter. Undefined if all parameters have the values of the scenarios. */
interface Variation {
  readonly free: string;
  readonly value: FieldValue;
}

export interface PlannedRun {
  readonly experiment: string;
  readonly run: string;
  readonly variation: Variation | undefined;
  readonly scenario: Scenario;
  readonly warmUpCycles: number;
  readonly until: WorkEnd | undefined;
}

class PlanError extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(`${field}: ${message}`);
    this.field = field;
  }
}

/** Throws a PlanError that names the field. */
export async function planExperiment(paper: Paper, experiment: Experiment): Promise<readonly PlannedRun[]> {
  const planned: PlannedRun[] = [];
  const variations: (Variation | undefined)[] = [
    undefined,
    ...experiment.free.flatMap((id) => variationsOf(paper, id)),
  ];
  for (const [run, definition] of Object.entries(experiment.runs)) {
    const place = `${paper.id}/${experiment.id}/${run}`;
    const base = await scenarioOf(definition, place);
    for (const variation of variations) {
      const scenario =
        variation === undefined ? base : await varied(paper, definition, base, variation, place);
      if (scenario === undefined) continue;
      if (definition.warmUpCycles >= scenario.runCycles)
        throw new PlanError(place, "the warm-up is as long as the run");
      planned.push({
        experiment: experiment.id,
        run,
        variation,
        scenario,
        warmUpCycles: definition.warmUpCycles,
        until: definition.until,
      });
    }
  }
  return planned;
}

/** All but the first value, which is the scenario's own. */
function variationsOf(paper: Paper, id: string): Variation[] {
  const parameter = paper.free.find((one) => one.id === id);
  return (parameter?.values.slice(1) ?? []).map((value) => ({ free: id, value }));
}

export async function scenarioOf(run: PaperRun, place: string): Promise<Scenario> {
  const found = await builtinScenario(run.scenario)?.load();
  if (!found) throw new PlanError(place, `no scenario ${run.scenario}`);
  return parsedWith(valid(found, place), run.set, place);
}

/** Undefined if the machine has none of the parameter's fields and therefore does not change. */
async function varied(
  paper: Paper,
  run: PaperRun,
  base: Scenario,
  { free, value }: Variation,
  place: string,
): Promise<Scenario | undefined> {
  const parameter = paper.free.find(({ id }) => id === free);
  const other = parameter?.scenarios[run.scenario]?.[String(value)];
  const scenario = other === undefined ? base : await scenarioOf({ ...run, scenario: other }, place);
  const at = parameter?.values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value)) ?? 0;
  const entries = [
    ...(parameter?.fields ?? []).map((field) => [field, value] as const),
    ...Object.entries(parameter?.with[at - 1] ?? {}),
  ].filter(([field]) => readField(scenario, pathOf(field, place)) !== undefined);
  if (entries.length === 0) return other === undefined ? undefined : scenario;
  return parsedWith(scenario, Object.fromEntries(entries), `${place}, ${free}`);
}

function parsedWith(scenario: Scenario, set: Readonly<Record<string, FieldValue>>, place: string): Scenario {
  const entries = Object.entries(set);
  if (entries.length === 0) return scenario;
  const changed = entries.reduce<unknown>((here, [field, value]) => {
    const next = withField(here, pathOf(field, place), value);
    if (next === undefined) throw new PlanError(place, `no field ${field}`);
    return next;
  }, scenario);
  return valid(parseScenario(changed), place);
}

function pathOf(field: string, place: string) {
  const path = parseFieldPath(field);
  if (!path) throw new PlanError(place, `not a field: ${field}`);
  return path;
}

function valid(result: ParseResult, place: string): Scenario {
  if (result.ok) return result.scenario;
  const [error] = result.errors;
  throw new PlanError(place, error === undefined ? "is not valid" : `${error.field}: ${error.message}`);
}
