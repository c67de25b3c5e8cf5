/** Finds and sets the field of a scenario that a study names. */

import {
  parseFieldPath,
  readField,
  withField,
  withoutField,
  withPlaces,
} from "../../scenarios/base/fieldPath.ts";
import { valueAt } from "../../scenarios/base/values.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";
import { type Path, pathText } from "../expressions/index.ts";
import { isValueOf } from "../knobs/knobs.ts";
import { readFieldText } from "../scenarioFields/change.ts";
import type { Field } from "../scenarioFields/describe.ts";
import { fieldNamed } from "../scenarioFields/fieldNamed.ts";
import { AS_IT_IS, CONTEXTS } from "../scenarioFields/withContexts.ts";
import { readAxis } from "../sweep/axis.ts";

const MOST_CONTEXTS = 16;

/** The possible meanings of a field's name. */
type NamedTarget = Exclude<Target, { readonly kind: "window" }>;

export type Target =
  /** The number of contexts by the rule of withContexts. */
  | { readonly kind: "contexts" }
  /** A window of the scenario's captures. */
  | { readonly kind: "window"; readonly milliseconds: number }
  /** `field` is set if the path names a number, a choice, a switch or a text. */
  | { readonly kind: "path"; readonly path: Path; readonly field: Field | undefined };

type TargetResult =
  | { readonly ok: true; readonly target: NamedTarget }
  | { readonly ok: false; readonly message: string };

/** `values`: if several fields have that end, the one that accepts these values is meant. */
export function targetNamed(scenario: Scenario, name: string, values: readonly StudyValue[]): TargetResult {
  if (name === CONTEXTS) return { ok: true, target: { kind: "contexts" } };
  const found = fieldNamed(scenario, name);
  if (found.ok) return targetOf(found.field);
  const [only, ...others] = (found.several ?? []).filter((field) =>
    values.every((value) => typeof readValue(field, value) !== "string" || isText(field)),
  );
  if (only !== undefined && others.length === 0) return targetOf(only);
  const path = found.several === undefined ? parseFieldPath(name) : undefined;
  // A whole path may name an object, a list, or a field that the scenario omits.
  if (path !== undefined && path.length > 1 && valueAt(path.slice(0, 1), scenario) !== undefined)
    return { ok: true, target: { kind: "path", path, field: undefined } };
  return { ok: false, message: found.message };
}

function targetOf(field: Field): TargetResult {
  return field.path.length === 1 && field.path[0] === "seed"
    ? { ok: false, message: "is given by seeds of the study" }
    : { ok: true, target: { kind: "path", path: field.path, field } };
}

const isText = ({ of }: Field) => of.kind === "text";

/** Returns a text if the field does not accept the value. */
function readValue(field: Field, value: StudyValue): { readonly value: StudyValue } | string {
  if (value === null) return { value };
  if (typeof value === "object") return "must be one value, not a list or an object";
  if (isValueOf(field, value)) return { value };
  const read = readFieldText(field, String(value));
  return read.ok ? { value: read.value } : read.message;
}

/** The value as in the file: "100 MHz" becomes a number. */
export function readTargetValue(
  target: Target,
  value: StudyValue,
): { readonly ok: true; readonly value: StudyValue } | { readonly ok: false; readonly message: string } {
  if (target.kind === "contexts") {
    if (value === AS_IT_IS) return { ok: true, value };
    const isCount =
      typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MOST_CONTEXTS;
    return isCount
      ? { ok: true, value }
      : { ok: false, message: `must be a whole number from 1 to ${MOST_CONTEXTS}, or "${AS_IT_IS}"` };
  }
  if (target.kind === "window" || target.field === undefined) return { ok: true, value };
  const read = readValue(target.field, value);
  return typeof read === "string" ? { ok: false, message: read } : { ok: true, value: read.value };
}

/** The values of a range as text: `4..64*2`. For a bad range, the reason as text. */
export function valuesOfText(scenario: Scenario, name: string, text: string): readonly StudyValue[] | string {
  if (name === CONTEXTS) return contextsOfText(scenario, text);
  const read = readAxis(scenario, `${name}=${text}`);
  return read.ok ? read.axis.values : read.message;
}

/** Reads `1..3, as it is`. */
function contextsOfText(scenario: Scenario, text: string): readonly StudyValue[] | string {
  const parts = text.split(",").map((part) => part.trim());
  const counts = parts.filter((part) => part !== AS_IT_IS);
  const asItIs = parts.filter((part) => part === AS_IT_IS);
  if (counts.length === 0) return asItIs;
  const read = readAxis(scenario, `machine.core.contexts=${counts.join(",")}`);
  return read.ok ? [...read.axis.values, ...asItIs] : read.message;
}

/** `here` is a scenario with other fields set, which has not been checked yet. Returns a text if the field cannot be
 * set. */
export function withTarget(
  here: unknown,
  { path }: Target & { readonly kind: "path" },
  value: StudyValue,
): { readonly scenario: unknown } | string {
  if (value === null) return { scenario: withoutField(here, path) ?? here };
  const changed = withField(here, path, value);
  if (changed !== undefined) return { scenario: changed };
  const prefixes = path.map((_, length) => path.slice(0, length));
  const missing = prefixes.find((prefix) => readField(here, prefix) === undefined) ?? path;
  return `needs ${pathText(withPlaces(here, missing))}, which is not there`;
}
