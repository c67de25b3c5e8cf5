/** What a sweep measures: `X in UNIT`, an expression over the metrics and fields of each machine. */
import { nearest } from "../../scenarios/base/messages.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type Dimension, isSame, UNITS } from "../expressions/dimension.ts";
import type { Type } from "../expressions/index.ts";
import { splitUnit } from "../labs/templates.ts";
import { inUnit, OWN, unitFault, Vocabulary } from "../labs/value.ts";
import { dictionaryOf } from "../metrics/dictionary.ts";
import type { Measured } from "../metrics/metric.ts";

export interface Column {
  readonly text: string;
  /** "" of plain numbers and conditions. */
  readonly unit: string;
}

export type ColumnResult =
  | { readonly ok: true; readonly column: Column }
  | { readonly ok: false; readonly message: string };

/** Where no unit is named. */
const USUAL_UNITS = ["us", "Mb/s", "B", "cycles", "MHz", "/s"];

export function readColumn(scenario: Scenario, text: string): ColumnResult {
  const { source, unit } = splitUnit(text);
  const compiled = vocabularyOf(scenario).compile(source);
  if (!compiled.ok) {
    const { at, message } = compiled.error;
    return { ok: false, message: `at character ${at + 1}: ${message}${metricHint(scenario, message)}` };
  }
  const { type } = compiled.quantity;
  if (type.kind === "condition")
    return unit === undefined
      ? { ok: true, column: { text: source, unit: "" } }
      : { ok: false, message: "is a condition, which has no unit" };
  const fault = unit === undefined ? undefined : unitFault(type, unit);
  if (fault !== undefined) return { ok: false, message: fault };
  return { ok: true, column: { text: source, unit: unit ?? usualUnit(type) } };
}

/** Of what readColumn takes. */
export function isCondition(scenario: Scenario, text: string): boolean {
  const compiled = vocabularyOf(scenario).compile(splitUnit(text).source);
  return compiled.ok && compiled.quantity.type.kind === "condition";
}

function metricHint(scenario: Scenario, message: string): string {
  const [, name] = /^no metric (.+)$/.exec(message) ?? [];
  if (name === undefined) return "";
  const known = [...dictionaryOf(scenario).keys()];
  const isPart = (one: string) => one.startsWith(`${name}.`) || one.endsWith(`.${name}`);
  const guess = known.find(isPart) ?? nearest(name, known);
  return guess === undefined ? "; --list lists them" : `; did you mean ${guess}? --list lists them`;
}

export function columnName({ text, unit }: Column): string {
  return unit === "" ? text : `${text} in ${unit}`;
}

/** With its unit or without. */
export function isNamed(column: Column, name: string): boolean {
  return columnName(column) === name || column.text === name;
}

export type ColumnValue = number | boolean | undefined;

/** Undefined: there is no value, or nothing of that name at this point. */
export function columnValues(
  columns: readonly Column[],
  scenario: Scenario,
  measured: Measured,
): readonly ColumnValue[] {
  const vocabulary = vocabularyOf(scenario);
  const all = new Map([[OWN, measured]]);
  return columns.map(({ text, unit }) => {
    const compiled = vocabulary.compile(text);
    const value = compiled.ok ? compiled.quantity.evaluate(all) : undefined;
    if (typeof value === "boolean") return value;
    const number = value === undefined ? undefined : inUnit(value, unit);
    return number !== undefined && Number.isFinite(number) ? withoutNoise(number) : undefined;
  });
}

/** A double is sure of so many: the two after them are what a division left, 36.18000000000001 for 1809 of 5000. */
const SURE_DIGITS = 15;

/** Whole numbers stay as they are. */
function withoutNoise(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(SURE_DIGITS));
}

/** Of what the scenario's traffic does. */
export function usualColumns({ traffic }: Scenario): readonly string[] {
  const directions = (["receive", "send"] as const).filter((direction) =>
    traffic.some((one) => one.kind === "trace" || one.direction === direction),
  );
  return [
    ...directions.flatMap((direction) => [
      `${direction}.loss in %`,
      `${direction}.rate in Mb/s`,
      `${direction}.latency.p50 in us`,
      `${direction}.latency.p99 in us`,
    ]),
    "interrupts",
    "busy in %",
  ];
}

function vocabularyOf(scenario: Scenario): Vocabulary {
  return new Vocabulary(new Map([[OWN, scenario]]));
}

function usualUnit(type: Type & { readonly kind: "quantity" }): string {
  const fits = (unit: string, dimension: Dimension | undefined) =>
    dimension !== undefined && isSame(dimension, type.dimension) ? [unit] : [];
  return USUAL_UNITS.flatMap((unit) => fits(unit, UNITS.get(unit)?.dimension))[0] ?? "";
}
