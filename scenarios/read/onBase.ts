/** A scenario written as changes to another one: `base` names the other one, `set` has the changes by field. */
import { z } from "zod";
import { line } from "../base/field.ts";
import { quoted } from "../base/fieldName.ts";
import { parseFieldPath, withField, withoutField } from "../base/fieldPath.ts";
import { describeIssues, type ScenarioError } from "../base/messages.ts";
import { isObject } from "../base/values.ts";
import { scenarioSchema } from "../format/schema.ts";
import { upgrade } from "../upgrade/upgrade.ts";

const { format, version, name, description, source } = scenarioSchema.shape;

const basedSchema = z.strictObject({
  format,
  version,
  base: line(400),
  name,
  description,
  source,
  set: z.record(z.string(), z.unknown()).default({}),
});

export type Whole =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ScenarioError };

/** Undefined if the scenario has no base. */
export const baseNamed = (value: unknown): string | undefined =>
  isObject(value) && typeof value.base === "string" ? value.base : undefined;

/** `base` is the base as written, which has no base of its own. Its description and source stay if the value has none.
 * In `set`, null removes a field or an entry of a list. */
export function onBase(value: unknown, base: unknown): Whole {
  const upgraded = upgrade(value);
  if (!upgraded.ok) return upgraded;
  const { data, error } = basedSchema.safeParse(upgraded.json);
  if (data === undefined) {
    const [first] = describeIssues(basedSchema, upgraded.json, error.issues);
    return failed(first?.field ?? "base", first?.message ?? "is not valid");
  }
  const { base: name, set, ...own } = upgraded.json;
  let whole: unknown = isObject(base) ? { ...base, ...own } : base;
  for (const [field, to] of Object.entries(data.set)) {
    const path = parseFieldPath(field);
    const next = path && (to === null ? withoutField(whole, path) : withField(whole, path, to));
    if (next === undefined)
      return failed(`set[${JSON.stringify(field)}]`, `the base ${name} has no such place`);
    whole = next;
  }
  return { ok: true, value: whole };
}

const failed = (field: string, message: string): Whole => ({ ok: false, error: { field, message } });

/** The base as written. Undefined if there is none with this name. */
export type FindBase = (name: string) => Promise<unknown>;

/** The complete scenario that names a base. */
export async function wholeOnBase(value: unknown, name: string, findBase: FindBase): Promise<Whole> {
  const base = await findBase(name);
  return base === undefined ? failed("base", `${quoted(name)} is not a scenario here`) : onBase(value, base);
}
