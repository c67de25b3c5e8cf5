/** A student's changes to a machine: fields and their values, nothing else. */

import { parseFieldPath, readField, withField } from "../../scenarios/base/fieldPath.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import type { Path } from "../expressions/index.ts";
import { differencesOf } from "../scenarioFields/differences.ts";
import { isSame } from "../scenarioFields/same.ts";
import type { FieldValue } from "./lab.ts";

export interface Change {
  readonly field: string;
  readonly value: FieldValue;
}

export type Changed =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly message: string };

export type Changes =
  | { readonly ok: true; readonly changes: readonly Change[] }
  | { readonly ok: false; readonly message: string };

/** True for the source of a program. */
export const isProgramField = (field: string): boolean => field.endsWith(".program.source");

/** If a field is allowed, all fields below it are allowed. */
export function isAllowed(field: string, allowed: readonly string[]): boolean {
  const path = parseFieldPath(field);
  return path !== undefined && allowed.some((one) => isWithin(path, parseFieldPath(one)));
}

/** Compares paths and not texts, because `nics["eth0"]` and `nics.eth0` are the same. */
function isWithin(path: Path, place: Path | undefined): boolean {
  return place !== undefined && place.length <= path.length && place.every((part, at) => part === path[at]);
}

/** The machine of the lab with the changes, if the task allows them and the machine can be built. */
export function withChanges(base: Scenario, changes: readonly Change[], allowed: readonly string[]): Changed {
  let changed: unknown = base;
  for (const { field, value } of changes) {
    if (!isAllowed(field, allowed)) return { ok: false, message: `${field} may not be changed here` };
    const path = parseFieldPath(field);
    if (path === undefined || readField(base, path) === undefined)
      return { ok: false, message: `the machine has no field ${field}` };
    changed = withField(changed, path, value);
  }
  const parsed = parseScenario(changed);
  if (parsed.ok) return parsed;
  const [error] = parsed.errors;
  return { ok: false, message: error === undefined ? "is not valid" : `${error.field} ${error.message}` };
}

/** The opposite direction: finds the changes between two scenarios. Refuses if fields differ that may not be changed.
 */
export function changesOf(base: Scenario, edited: Scenario, allowed: readonly string[]): Changes {
  const changes: Change[] = [];
  for (const { name, b } of differencesOf(base, edited)) {
    if (!isAllowed(name, allowed)) return { ok: false, message: `${name} may not be changed here` };
    if (typeof b !== "number" && typeof b !== "boolean" && typeof b !== "string")
      return { ok: false, message: `${name} was removed` };
    changes.push({ field: name, value: b });
  }
  const made = withChanges(base, changes, allowed);
  if (!made.ok) return made;
  return isSame(withoutWords(made.scenario), withoutWords(edited))
    ? { ok: true, changes }
    : { ok: false, message: "more than values of fields has changed: undo the change" };
}

function withoutWords({ name: _name, description: _description, source: _source, ...machine }: Scenario) {
  return machine;
}
