/** Finds the field that a text names: by its whole path, or by an end of the path that only one field has. */

import { parseFieldPath } from "../../scenarios/base/fieldPath.ts";
import { nearest } from "../../scenarios/base/messages.ts";
import { valueAt } from "../../scenarios/base/values.ts";
import { fieldsAt } from "../../scenarios/base/walk.ts";
import { type Scenario, scenarioSchema } from "../../scenarios/format/schema.ts";
import { type Path, pathText } from "../expressions/index.ts";
import { type Field, fieldsOf, namedPath } from "./describe.ts";

type FoundField =
  | { readonly ok: true; readonly field: Field }
  /** `several` are the fields that match the name, if there is more than one. */
  | { readonly ok: false; readonly message: string; readonly several?: readonly Field[] };

const SHOWN = 6;

/** Message for a name that resembles no field. */
export const UNKNOWN_FIELD = "is not a field of this scenario";

/** `rxRingFrames`, `eth0.rxRingFrames`, `machine.nics[0].rxRingFrames`. */
export function fieldNamed(scenario: Scenario, name: string): FoundField {
  const fields = fieldsOf(scenario);
  const typed = parseFieldPath(name);
  if (typed === undefined) return { ok: false, message: "is not a path of a field" };
  const whole = pathText(namedPath(scenario, typed));
  const exact = fields.find((field) => field.name === whole);
  if (exact !== undefined) return { ok: true, field: exact };
  const withEnd = fields.filter(({ path }) => endsWith(path, typed));
  // A field that the scenario sets precedes one that it omits: the slice of all threads precedes a thread's own.
  const present = withEnd.filter(({ value }) => value !== undefined);
  const ending = present.length === 1 ? present : withEnd;
  const [only, ...others] = ending;
  if (only === undefined) {
    const absent = absentPart(scenario, typed);
    const message =
      absent === undefined
        ? (nameOfList(typed, fields) ?? unknown(name, fields))
        : `needs ${absent}, which this scenario leaves out`;
    return { ok: false, message };
  }
  if (others.length === 0) return { ok: true, field: only };
  const shown = ending.slice(0, SHOWN).map((field) => field.name);
  const more = ending.length > SHOWN ? ` and ${ending.length - SHOWN} more` : "";
  return { ok: false, message: `may be ${shown.join(", ")}${more}`, several: ending };
}

function endsWith(path: Path, end: Path): boolean {
  return end.length <= path.length && end.every((part, at) => part === path[path.length - end.length + at]);
}

/**
 * The part of a whole path that this scenario lacks and another may have: `machine.memory.l1d` for its size.
 */
function absentPart(scenario: Scenario, path: Path): string | undefined {
  for (let length = 1; length < path.length; length++) {
    const part = path.slice(0, length);
    if (valueAt(part, scenario) !== undefined) continue;
    const known = fieldsAt(scenarioSchema, part.slice(0, -1), scenario);
    return known.includes(String(part.at(-1))) ? pathText(part) : undefined;
  }
  return undefined;
}

/** Advice if the typed name is that of a whole list, not of one value. Otherwise undefined. */
function nameOfList(typed: Path, fields: readonly Field[]): string | undefined {
  const first = fields.find(({ path }) => path.at(-1) === 0 && endsWith(path.slice(0, -1), typed));
  return first && `is a list; name one value, such as ${first.name}, or the list by its whole path`;
}

function unknown(name: string, fields: readonly Field[]): string {
  const lastOf = (path: Path) => String(path.findLast((part) => typeof part === "string") ?? "");
  const whole = nearest(
    name,
    fields.map((field) => field.name),
  );
  const ends = [...new Set(fields.map(({ path }) => lastOf(path)))];
  const guess = whole ?? ends.find((end) => end.startsWith(name)) ?? nearest(name, ends);
  return guess === undefined ? UNKNOWN_FIELD : `is not a field; did you mean ${guess}?`;
}
