/** The one door for scenarios from outside: files, links, editors. Never throws. */
import { SIM_POINT_LIMIT, SIM_PRESS_LIMIT, SIM_TRACE_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { fieldName, WHOLE } from "../base/fieldName.ts";
import { ERROR_LIMIT, JSON_DEPTH_LIMIT, LIST_LIMIT, OBJECT_FIELD_LIMIT } from "../base/limits.ts";
import { describeIssues, type ScenarioError } from "../base/messages.ts";
import { isObject, type Path } from "../base/values.ts";
import { checkScenario } from "../check/check.ts";
import { type Scenario, scenarioSchema } from "../format/schema.ts";
import { upgrade } from "../upgrade/upgrade.ts";
import { readJson } from "./json.ts";
import { baseNamed, type FindBase, wholeOnBase } from "./onBase.ts";

/** Bounds that hold before the schema checks, so that checking stays cheap. The only long lists, by the field that has them: columns of a trace, measured cycles, presses. */
const LONG_LISTS: ReadonlyMap<PropertyKey | undefined, number> = new Map([
  ["timesNanoseconds", SIM_TRACE_LIMIT],
  ["thinkNanoseconds", SIM_TRACE_LIMIT],
  ["sizesBytes", SIM_TRACE_LIMIT],
  ["flows", SIM_TRACE_LIMIT],
  ["lengthsBytes", SIM_TRACE_LIMIT],
  ["pressCycles", SIM_PRESS_LIMIT],
  ["quantiles", SIM_POINT_LIMIT],
  ["percentiles", SIM_POINT_LIMIT],
  ["values", SIM_POINT_LIMIT],
]);

function findOversize(value: unknown, path: Path = []): ScenarioError | undefined {
  const field = fieldName(path);
  if (path.length > JSON_DEPTH_LIMIT)
    return { field: "scenario", message: `is nested more than ${JSON_DEPTH_LIMIT} deep` };
  if (Array.isArray(value)) {
    const limit = LONG_LISTS.get(path.at(-1)) ?? LIST_LIMIT;
    if (value.length > limit)
      return { field, message: `must have at most ${limit} entries, not ${value.length}` };
    return value.every((entry) => typeof entry === "number") ? undefined : firstOf(value.entries(), path);
  }
  if (!isObject(value)) return undefined;
  const members = Object.entries(value);
  if (members.length > OBJECT_FIELD_LIMIT)
    return { field, message: `has ${members.length} fields, at most ${OBJECT_FIELD_LIMIT} are allowed` };
  return firstOf(members, path);
}

function firstOf(children: Iterable<readonly [PropertyKey, unknown]>, path: Path): ScenarioError | undefined {
  for (const [key, child] of children) {
    const found = findOversize(child, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

export type { ScenarioError } from "../base/messages.ts";

export type ParseResult =
  | { readonly ok: true; readonly scenario: Scenario }
  | {
      readonly ok: false;
      /** The first ERROR_LIMIT of them. */
      readonly errors: readonly ScenarioError[];
      readonly errorCount: number;
    };

/** `input` is JSON text, or its value. */
export function parseScenario(input: unknown): ParseResult {
  try {
    return typeof input === "string" ? parseText(input) : parseValue(input);
  } catch (error) {
    return failed([{ field: WHOLE, message: `cannot be read: ${String(error)}` }]);
  }
}

/** Also of a scenario that names a base, which `findBase` finds. Never throws but for what `findBase` throws. */
export async function readScenario(input: unknown, findBase: FindBase): Promise<ParseResult> {
  const json = typeof input === "string" ? readJson(input) : { ok: true as const, value: input };
  const name = json.ok ? baseNamed(json.value) : undefined;
  if (!json.ok || name === undefined) return parseScenario(input);
  const whole = await wholeOnBase(json.value, name, findBase);
  return whole.ok ? parseScenario(whole.value) : failed([whole.error]);
}

function parseText(text: string): ParseResult {
  const json = readJson(text);
  if (!json.ok) return failed([{ field: fieldName(json.error.path ?? []), message: json.error.message }]);
  return parseValue(json.value);
}

function parseValue(value: unknown): ParseResult {
  const oversize = findOversize(value);
  if (oversize !== undefined) return failed([oversize]);
  const upgraded = upgrade(value);
  if (!upgraded.ok) return failed([upgraded.error]);
  if (baseNamed(value) !== undefined)
    return failed([{ field: "base", message: "is for files: here the whole scenario is needed" }]);
  const parsed = scenarioSchema.safeParse(upgraded.json);
  if (!parsed.success) return failed(describeIssues(scenarioSchema, upgraded.json, parsed.error.issues));
  const { errors, unlisted } = checkScenario(parsed.data);
  return errors.length > 0 ? failed(errors, unlisted) : { ok: true, scenario: parsed.data };
}

function failed(errors: readonly ScenarioError[], unlisted = 0): ParseResult {
  return { ok: false, errors: errors.slice(0, ERROR_LIMIT), errorCount: errors.length + unlisted };
}
