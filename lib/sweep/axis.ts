/** `FIELD=VALUES`: a field of a scenario and the values that it takes one after the other. */
import type { Scenario } from "../../scenarios/schema/schema.ts";
import { readFieldText } from "../scenario_fields/change.ts";
import type { Field } from "../scenario_fields/describe.ts";
import { fieldNamed } from "./field_named.ts";

export type AxisValue = number | string | boolean;

export interface Axis {
  readonly field: Field;
  readonly values: readonly AxisValue[];
}

export type AxisResult =
  | { readonly ok: true; readonly axis: Axis }
  /** `field`: what was typed before the sign. */
  | { readonly ok: false; readonly field: string; readonly message: string };

export const VALUE_LIMIT = 10_000;

/** `FROM..TO`, `FROM..TO+STEP`, `FROM..TO*FACTOR`. */
const RANGE = /^(.+?)\.\.(.+?)(?:([*+])(.+))?$/;

/** Values stand between commas: `8,16,32`, `1..8`, `64..1024*2`, `0..1 ms+50 us`. */
export function readAxis(scenario: Scenario, text: string): AxisResult {
  const sign = text.indexOf("=");
  const name = (sign < 0 ? text : text.slice(0, sign)).trim();
  const refused = (message: string): AxisResult => ({ ok: false, field: name, message });
  if (sign < 0) return refused("needs values: FIELD=VALUES");
  if (name === "") return refused("names no field: FIELD=VALUES");
  const found = fieldNamed(scenario, name);
  if (!found.ok) return refused(found.message);
  const values: AxisValue[] = [];
  for (const part of text.slice(sign + 1).split(",")) {
    const read = valuesIn(found.field, part.trim());
    if (typeof read === "string") return refused(`"${part.trim()}" ${read}`);
    values.push(...read);
    if (values.length > VALUE_LIMIT) return refused(`has more than ${VALUE_LIMIT} values`);
  }
  return { ok: true, axis: { field: found.field, values } };
}

/** A text: why not. */
function valuesIn(field: Field, text: string): readonly AxisValue[] | string {
  const [, from, to, sign = "+", by] = RANGE.exec(text) ?? [];
  if (field.of.kind !== "number" || from === undefined || to === undefined) {
    const read = readFieldText(field, text);
    return read.ok ? [read.value] : read.message;
  }
  const first = numberIn(field, from);
  const last = numberIn(field, to);
  if (typeof first === "string") return first;
  if (typeof last === "string") return last;
  if (last < first) return "ends below its begin";
  const step = stepOf(field, sign, by);
  if (typeof step === "string") return step;
  if (sign === "*" && first <= 0) return "begins at 0, which no factor changes";
  return counted(first, last, (value) => (sign === "*" ? value * step : value + step));
}

function counted(first: number, last: number, next: (value: number) => number): readonly number[] | string {
  const values: number[] = [];
  for (let value = first; value <= last; value = Number(next(value).toPrecision(15))) {
    values.push(value);
    if (values.length > VALUE_LIMIT) return `has more than ${VALUE_LIMIT} values`;
  }
  return values;
}

function numberIn(field: Field, text: string): number | string {
  const read = readFieldText(field, text.trim());
  if (!read.ok) return read.message;
  return typeof read.value === "number" ? read.value : "is a range of no numbers";
}

/** A text: why not. */
function stepOf(field: Field, sign: string, text: string | undefined): number | string {
  if (field.of.kind !== "number") return "is a range of no numbers";
  if (text === undefined) return field.of.step === 0 ? 1 : field.of.step;
  if (sign === "*")
    return Number(text) > 1 && Number.isFinite(Number(text))
      ? Number(text)
      : "needs a factor above 1 behind *";
  const step = numberIn({ ...field, of: { ...field.of, minimum: 0, words: [] } }, text);
  if (typeof step === "string") return `has a step that ${step}`;
  return step > 0 ? step : "needs a step above 0 behind +";
}
