/** The machines of a lab for one student: the scenarios with the fields that the lab sets and the seed varies. */

import { parseFieldPath, withField } from "../../scenarios/base/fieldPath.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { type ParseResult, parseScenario } from "../../scenarios/read/parse.ts";
import { digestOf } from "./digest.ts";
import type { Lab, LabTask, VariedValue } from "./lab.ts";

/** Longest run of a lab's machine: a class is graded in minutes. */
const LAB_CYCLE_LIMIT = 50_000_000;
/** 0 means the lab as it is written. */
export const SEED_LIMIT = 2 ** 31 - 1;

export type LabMachines = ReadonlyMap<string, Scenario>;

/** An error whose message begins with the field. */
export class MachineError extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(`${field}: ${message}`);
    this.field = field;
  }
}

export async function machinesOf(lab: Lab, seed: number): Promise<LabMachines> {
  const machines = new Map<string, Scenario>();
  for (const id of Object.keys(lab.machines)) machines.set(id, await machineOf(lab, id, seed));
  return machines;
}

export async function machineOf(lab: Lab, id: string, seed: number): Promise<Scenario> {
  const definition = lab.machines[id];
  const place = `machines.${id}`;
  if (definition === undefined) throw new MachineError(place, "is missing");
  const { of, scenario, set, title } = definition;
  if ((of === undefined) === (scenario === undefined))
    throw new MachineError(place, "needs either the id of a scenario (of) or a scenario");
  const found = of === undefined ? parseScenario(scenario) : await builtinScenario(of)?.load();
  if (found === undefined) throw new MachineError(`${place}.of`, `no scenario ${of}`);
  const base = valid(found, of === undefined ? `${place}.scenario` : `${place}.of`);
  const fields = [...Object.entries(set), ...variationOf(lab, id, seed)];
  const changed = fields.reduce<unknown>((here, [field, value]) => {
    const path = parseFieldPath(field);
    const next = path && withField(here, path, value);
    if (next === undefined) throw new MachineError(`${place}.set`, `no field ${field}`);
    return next;
  }, base);
  const machine = valid(parseScenario({ ...(changed as Scenario), name: title }), `${place}.set`);
  if (machine.runCycles > LAB_CYCLE_LIMIT)
    throw new MachineError(place, `runs for more than ${LAB_CYCLE_LIMIT} cycles`);
  return machine;
}

/** The values that the seed chooses for this machine. */
export function variationOf(
  lab: Lab,
  machine: string,
  seed: number,
): readonly (readonly [string, VariedValue])[] {
  return lab.vary.flatMap(({ machines, fields, values }, index) => {
    const chosen = machines.includes(machine) ? chosenIn(lab, index, seed) : undefined;
    return chosen === undefined ? [] : valuesFor(fields, values[chosen]);
  });
}

/** Index of the value that the seed chooses in an entry of `vary`. Undefined for the lab as it is written. */
export function chosenIn({ id, vary }: Lab, entry: number, seed: number): number | undefined {
  const count = vary[entry]?.values.length;
  if (seed === 0 || count === undefined) return undefined;
  return Number.parseInt(digestOf(`${id} ${entry} ${seed}`).slice(0, 8), 16) % count;
}

type Varied = Lab["vary"][number]["values"][number];

/** Each field with its value. */
export function valuesFor(
  fields: readonly string[],
  chosen: Varied | undefined,
): readonly (readonly [string, VariedValue])[] {
  return fields.flatMap((field, at) => {
    const value = Array.isArray(chosen) ? chosen[at] : chosen;
    return value === undefined ? [] : [[field, value] as const];
  });
}

/** The best figure that is known for this student's machine. */
export function leaderOf(lab: Lab, { leader }: NonNullable<LabTask["figure"]>, seed: number): number {
  if (typeof leader === "number") return leader;
  const chosen = chosenIn(lab, leader.vary, seed);
  return chosen === undefined ? leader.written : (leader.values[chosen] ?? leader.written);
}

function valid(result: ParseResult, place: string): Scenario {
  if (result.ok) return result.scenario;
  const [error] = result.errors;
  throw new MachineError(place, error === undefined ? "is not valid" : `${error.field}: ${error.message}`);
}
