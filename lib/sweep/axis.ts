/** `FIELD=VALUES`: a field of a scenario and a list of its values. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { readFieldText } from "../scenarioFields/change.ts";
import type { Field } from "../scenarioFields/describe.ts";
import { fieldNamed } from "../scenarioFields/fieldNamed.ts";
import { CONTEXTS } from "../scenarioFields/withContexts.ts";

export type AxisValue = number | string | boolean;

export interface Axis {
  readonly field: Field;
  readonly values: readonly AxisValue[];
  /** The rule of withContexts then sets policy and threads. */
  readonly isByRule?: true;
}

type AxisResult =
  | { readonly ok: true; readonly axis: Axis }
  /** `field` is the text before the sign. */
  | { readonly ok: false; readonly field: string; readonly message: string };

export const VALUE_LIMIT = 10_000;

const SHAPES = "a range is FROM..TO, FROM..TO+STEP or FROM..TO*FACTOR";

const LONG_NUMBERS = "commas separate values, and a long number is 200_000_000, 200M or 200 MHz";

/** 1,000 and 200,050,000 each mean one number. 001,002 are two. */
export const GROUPED_BY_COMMAS = /(?<![\d.])[1-9]\d{0,2}(?:,\d{3})*,0\d\d(?![\d.])/;

/** Commas separate values: `8,16,32`, `1..8`, `64..1024*2`, `0..1 ms+50 us`. If several fields have the name as their
 * end, the one that accepts all the values is meant, if there is only one. */
export function readAxis(scenario: Scenario, text: string): AxisResult {
  const sign = text.indexOf("=");
  const name = (sign < 0 ? text : text.slice(0, sign)).trim();
  const refused = (message: string): AxisResult => ({ ok: false, field: name, message });
  if (sign < 0) return refused("needs values: FIELD=VALUES");
  if (name === "") return refused("names no field: FIELD=VALUES");
  const all = text.slice(sign + 1).trim();
  const found = fieldNamed(scenario, name);
  if (found.ok) {
    const values = valuesOf(found.field, all);
    if (typeof values === "string") return refused(values);
    const rule = name === CONTEXTS ? { isByRule: true as const } : {};
    return { ok: true, axis: { field: found.field, values, ...rule } };
  }
  const [only, ...others] = (found.several ?? []).flatMap((field) => {
    const values = valuesOf(field, all);
    return typeof values === "string" ? [] : [{ field, values }];
  });
  return only !== undefined && others.length === 0 ? { ok: true, axis: only } : refused(found.message);
}

/** Returns a text if the field does not accept the values. */
function valuesOf(field: Field, all: string): readonly AxisValue[] | string {
  const parts = new Map<AxisValue, string>();
  const isText = field.of.kind === "text";
  if (all === "" && !isText) return "needs values: FIELD=VALUES";
  if (field.of.kind === "number" && GROUPED_BY_COMMAS.test(all))
    return `"${all}" has commas between groups of digits: ${LONG_NUMBERS}`;
  for (const part of all.split(",").map((one) => one.trim())) {
    if (part === "" && !isText) return `"${all}" lacks a value before or after a comma`;
    if (field.of.kind === "number" && /\d\s+\d/.test(part))
      return `"${part}" has a space between digits: ${LONG_NUMBERS}`;
    const read = valuesIn(field, part);
    if (typeof read === "string") return `"${part}" ${read}`;
    for (const value of read) {
      const before = parts.get(value);
      if (before !== undefined) return twice(field, value, before, part);
      parts.set(value, part);
    }
    if (parts.size > VALUE_LIMIT) return `has more than ${VALUE_LIMIT} values`;
  }
  return [...parts.keys()];
}

/** A repeated value would run the same machine twice and count twice in every mean. */
function twice({ unit }: Field, value: AxisValue, before: string, part: string): string {
  const quoted = typeof value === "string" ? JSON.stringify(value) : String(value);
  const shown = typeof value === "number" && unit !== "" ? `${value} ${unit}` : quoted;
  return `has ${shown} twice${before === part ? "" : `, in "${before}" and in "${part}"`}`;
}

/** Returns the error as a text if it is wrong. */
function valuesIn(field: Field, text: string): readonly AxisValue[] | string {
  if (field.of.kind === "number" && text.includes("..")) return rangeIn(field, text);
  const read = readFieldText(field, text);
  if (read.ok) return [read.value];
  return field.of.kind === "number" && LOOKS_LIKE_RANGE.test(text)
    ? `${read.message}; ${SHAPES}`
    : read.message;
}

/** Two numbers with something else between them: `1-8`, `1:8`, `1…8`. */
const LOOKS_LIKE_RANGE = /\d\s*(?:[-:;/…–]|to)\s*\d/;
/** The sign of an exponent, as in `1e+9`, does not count. */
const END_AND_STEP = /^(.*?)(?:(?<!\de)([*+])(.*))?$/is;

function rangeIn(field: Field, text: string): readonly number[] | string {
  const [from = "", rest = "", ...more] = text.split("..").map((one) => one.trim());
  if (more.length > 0) return `has ".." ${more.length + 1} times; ${SHAPES}`;
  const [, to = "", sign = "+", by] = END_AND_STEP.exec(rest) ?? [];
  if (from === "") return `lacks its begin; ${SHAPES}`;
  if (to.trim() === "") return `lacks its end; ${SHAPES}`;
  const first = numberIn(field, from);
  const last = numberIn(field, to);
  if (typeof first === "string") return `begins with "${from}", which ${first}`;
  if (typeof last === "string") return `ends with "${to.trim()}", which ${last}`;
  const unit = field.unit === "" ? "" : ` ${field.unit}`;
  if (last < first) return `ends below its begin: ${last}${unit} after ${first}${unit}`;
  const step = stepOf(field, sign, by?.trim());
  if (typeof step === "string") return step;
  if (sign === "*" && first <= 0) return "begins at 0, which no factor changes";
  const values = counted(first, last, (value) => (sign === "*" ? value * step : value + step));
  if (values.length <= VALUE_LIMIT) return values;
  return by === undefined
    ? `has more than ${VALUE_LIMIT} values, ${step}${unit} apart; append +STEP or *FACTOR for fewer`
    : `has more than ${VALUE_LIMIT} values`;
}

/** Returns at most one value more than the limit. */
function counted(first: number, last: number, next: (value: number) => number): readonly number[] {
  const values: number[] = [];
  for (let value = first; value <= last; value = Number(next(value).toPrecision(15))) {
    values.push(value);
    if (values.length > VALUE_LIMIT) break;
  }
  return values;
}

function numberIn(field: Field, text: string): number | string {
  const read = readFieldText(field, text.trim());
  if (!read.ok) return read.message;
  return typeof read.value === "number" ? read.value : "is a word, not a number";
}

/** Returns the error as a text if it is wrong. */
function stepOf(field: Field, sign: string, text: string | undefined): number | string {
  if (field.of.kind !== "number") return "is not a range of numbers";
  if (text === undefined) return field.of.step === 0 ? 1 : field.of.step;
  if (sign === "*")
    return Number(text) > 1 && Number.isFinite(Number(text))
      ? Number(text)
      : `needs a factor above 1 after *${insteadOf(text)}`;
  const step = numberIn({ ...field, of: { ...field.of, minimum: 0, words: [] } }, text);
  if (typeof step === "string")
    return text === "" ? "needs a step above 0 after +" : `has a step that ${step}`;
  return step > 0 ? step : `needs a step above 0 after +${insteadOf(text)}`;
}

const insteadOf = (text: string): string => (text === "" ? "" : `, not "${text}"`);
