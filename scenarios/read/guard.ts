/** Bounds that hold before the schema looks: whatever a file claims, checking it stays cheap. */
import { SIM_POINT_LIMIT, SIM_PRESS_LIMIT, SIM_TRACE_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { fieldName } from "../base/fieldName.ts";
import { JSON_DEPTH_LIMIT, LIST_LIMIT, OBJECT_FIELD_LIMIT } from "../base/limits.ts";
import type { ScenarioError } from "../base/messages.ts";
import { isObject, type Path } from "../base/values.ts";

/** The only long lists, by the field that has them: columns of a trace, measured cycles, presses. */
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

export function findOversize(value: unknown, path: Path = []): ScenarioError | undefined {
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
    return { field, message: `has ${members.length} fields, at most ${OBJECT_FIELD_LIMIT} make sense` };
  return firstOf(members, path);
}

function firstOf(children: Iterable<readonly [PropertyKey, unknown]>, path: Path): ScenarioError | undefined {
  for (const [key, child] of children) {
    const found = findOversize(child, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
