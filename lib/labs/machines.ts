/** The machines of a lab for one student: the scenarios with the fields that the lab sets and the seed varies. */

import { parseFieldPath, withField } from "../../scenarios/base/fieldPath.ts";
import { isObject } from "../../scenarios/base/values.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { type ParseResult, parseScenario } from "../../scenarios/read/parse.ts";
import { digestOf } from "./digest.ts";
import type { Lab, LabTask, VariedValue } from "./lab.ts";

/** Longest run of a lab's machine, because a class must be graded in minutes. */
const LAB_CYCLE_LIMIT = 50_000_000;
/** 0 means the lab without variation. */
export const SEED_LIMIT = 2 ** 31 - 1;

/** Chooses the machines of a student. */
export interface Variant {
  readonly seed: number;
  /** Set while grading: entries of `vary` that are `drawn` choose by this text, too. */
  readonly draw?: string | undefined;
}

export type LabMachines = ReadonlyMap<string, Scenario>;

/** An error whose message begins with the field. */
export class MachineError extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(`${field}: ${message}`);
    this.field = field;
  }
}

/** Calls `pause` before each machine, so that a page can draw in between. */
export async function machinesOf(
  lab: Lab,
  variant: Variant,
  pause: () => Promise<void> = async () => undefined,
): Promise<LabMachines> {
  const machines = new Map<string, Scenario>();
  for (const id of Object.keys(lab.machines)) {
    await pause();
    machines.set(id, await machineOf(lab, id, variant));
  }
  return machines;
}

export async function machineOf(lab: Lab, id: string, variant: Variant): Promise<Scenario> {
  const definition = lab.machines[id];
  const place = `machines.${id}`;
  if (definition === undefined) throw new MachineError(place, "is missing");
  const { set, title } = definition;
  const base = await baseOf(lab, id, variant);
  const words = chosenWords(lab, variant);
  const fields = [...Object.entries(set), ...variationOf(lab, id, variant)];
  const changed = fields.reduce<unknown>((here, [field, value]) => {
    const path = parseFieldPath(field);
    const next = path && withField(here, path, withWords(value, words));
    if (next === undefined) throw new MachineError(`${place}.set`, `no field ${field}`);
    return next;
  }, base);
  const machine = valid(parseScenario({ ...(changed as Scenario), name: title }), `${place}.set`);
  if (machine.runCycles > LAB_CYCLE_LIMIT)
    throw new MachineError(place, `runs for more than ${LAB_CYCLE_LIMIT} cycles`);
  return machine;
}

async function baseOf(lab: Lab, id: string, variant: Variant): Promise<Scenario> {
  const { of, scenario, like } = lab.machines[id] ?? {};
  const place = `machines.${id}`;
  if ([of, scenario, like].filter((one) => one !== undefined).length !== 1)
    throw new MachineError(
      place,
      "needs the id of a scenario (of), a scenario or the id of a machine of the lab (like)",
    );
  if (like !== undefined) {
    if (lab.machines[like] === undefined) throw new MachineError(`${place}.like`, `no machine ${like}`);
    if (lab.machines[like].like !== undefined)
      throw new MachineError(`${place}.like`, `${like} is itself like another machine`);
    return machineOf(lab, like, variant);
  }
  if (scenario !== undefined)
    return valid(parseScenario(withWords(scenario, chosenWords(lab, variant))), `${place}.scenario`);
  const found = await builtinScenario(of ?? "")?.load();
  if (found === undefined) throw new MachineError(`${place}.of`, `no scenario ${of}`);
  return valid(found, `${place}.of`);
}

/** The values that the variant chooses for this machine. */
export function variationOf(
  lab: Lab,
  machine: string,
  variant: Variant,
): readonly (readonly [string, VariedValue])[] {
  return lab.vary.flatMap(({ machines, fields }, index) => {
    const chosen = machines.includes(machine) ? choiceOf(lab, index, variant) : undefined;
    return chosen === undefined ? [] : valuesFor(fields, chosen);
  });
}

type Varied = Lab["vary"][number]["values"][number];

/** Undefined for the lab without variation. */
function choiceOf(lab: Lab, entry: number, variant: Variant): Varied | undefined {
  const { range, values = [] } = lab.vary[entry] ?? {};
  if (range === undefined) return values[chosenIn(lab, entry, variant) ?? -1];
  const [from, to] = range;
  const number = numberOf(lab, entry, variant);
  return number === undefined ? undefined : from + (number % (to - from + 1));
}

/**
 * Index of the value that the variant chooses in an entry of `vary`. Undefined for the lab without variation.
 */
export function chosenIn(lab: Lab, entry: number, variant: Variant): number | undefined {
  const count = lab.vary[entry]?.values.length ?? 0;
  const number = numberOf(lab, entry, variant);
  return number === undefined || count === 0 ? undefined : number % count;
}

function numberOf({ id, vary }: Lab, entry: number, { seed, draw }: Variant): number | undefined {
  const drawn = vary[entry]?.drawn === true ? draw : undefined;
  if (seed === 0 && drawn === undefined) return undefined;
  const text = drawn === undefined ? "" : ` ${drawn}`;
  return Number.parseInt(digestOf(`${id} ${entry} ${seed}${text}`).slice(0, 8), 16);
}

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

/** Words that the variant chooses, by name. */
export type ChosenWords = ReadonlyMap<string, number | string>;

export function chosenWords(lab: Lab, variant: Variant): ChosenWords {
  const words = new Map<string, number | string>();
  for (const [entry, { fields, words: names = [], written = [] }] of lab.vary.entries()) {
    const choice = choiceOf(lab, entry, variant);
    for (const [at, name] of names.entries()) {
      const value = Array.isArray(choice) ? choice[fields.length + at] : (choice ?? written[at]);
      if (typeof value === "number" || typeof value === "string") words.set(name, value);
    }
  }
  return words;
}

const CHOSEN = /\{\{\s*chosen\.([A-Za-z0-9]+)\s*\}\}/g;

/** Replaces each `{{chosen.NAME}}` in the texts of a value. Unknown names stay. */
export function withWords(value: unknown, words: ChosenWords): unknown {
  if (typeof value === "string")
    return value.replace(CHOSEN, (whole, name: string) => String(words.get(name) ?? whole));
  if (Array.isArray(value)) return value.map((one: unknown) => withWords(one, words));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withWords(one, words)]));
}

/** The best figure known for this student's machine. */
export function leaderOf(lab: Lab, { leader }: NonNullable<LabTask["figure"]>, seed: number): number {
  if (typeof leader === "number") return leader;
  const chosen = chosenIn(lab, leader.vary, { seed });
  return chosen === undefined ? leader.written : (leader.values[chosen] ?? leader.written);
}

function valid(result: ParseResult, place: string): Scenario {
  if (result.ok) return result.scenario;
  const [error] = result.errors;
  throw new MachineError(place, error === undefined ? "is not valid" : `${error.field}: ${error.message}`);
}
