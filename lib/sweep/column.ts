/** A measured column of a sweep: `X in UNIT`, an expression over the metrics and fields of each machine. */
import { nearest } from "../../scenarios/base/messages.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type Dimension, isSame, UNITS } from "../expressions/dimension.ts";
import type { Type } from "../expressions/index.ts";
import { splitUnit } from "../labs/templates.ts";
import { inUnit, OWN, UNIT_OF_CONDITION, unitFault, Vocabulary } from "../labs/value.ts";
import { dictionaryOf } from "../metrics/dictionary.ts";
import type { Measured } from "../metrics/measure.ts";

export interface Column {
  readonly text: string;
  /** "" for plain numbers and conditions. */
  readonly unit: string;
}

type ColumnResult =
  | { readonly ok: true; readonly column: Column }
  | { readonly ok: false; readonly message: string };

/** The reason why a text is not a column. */
export interface ColumnFault {
  readonly reason: string;
  /** Number of the character at which the error was found, from 1 onwards. */
  readonly at?: number;
  /** Metric that may be meant. */
  readonly guess?: string;
}

type CheckedColumn =
  | { readonly ok: true; readonly column: Column }
  | { readonly ok: false; readonly fault: ColumnFault };

/** Units to suggest if none is named. */
const USUAL_UNITS = ["us", "Mb/s", "B", "cycles", "MHz", "/s"];

/** Works like readColumn, but returns the reason in parts. */
export function checkColumn(scenario: Scenario, text: string): CheckedColumn {
  const { source, unit } = splitUnit(text);
  const compiled = vocabularyOf(scenario).compile(source);
  if (!compiled.ok) {
    const { at, message } = compiled.error;
    const guess = guessOf(scenario, message);
    const fault = { reason: message, at: at + 1, ...(guess === undefined ? {} : { guess }) };
    return { ok: false, fault };
  }
  const { type } = compiled.quantity;
  if (type.kind === "condition")
    return unit === undefined
      ? { ok: true, column: { text: source, unit: "" } }
      : { ok: false, fault: { reason: UNIT_OF_CONDITION } };
  const reason = unit === undefined ? undefined : unitFault(type, unit);
  if (reason !== undefined) return { ok: false, fault: { reason } };
  return { ok: true, column: { text: source, unit: unit ?? usualUnit(type) } };
}

/** The message for the command, which lists the metrics with --list. */
export function readColumn(scenario: Scenario, text: string): ColumnResult {
  const read = checkColumn(scenario, text);
  if (read.ok) return read;
  const { reason, at, guess } = read.fault;
  const place = at === undefined ? "" : `at character ${at}: `;
  const isUnknown = NO_METRIC.test(reason);
  const hint = !isUnknown ? "" : guess === undefined ? ";" : `; did you mean ${guess}?`;
  return {
    ok: false,
    message: `${place}${reason}${hint}${isUnknown ? " irqscope sweep SCENARIO --list lists them" : ""}`,
  };
}

/** Expects a text that readColumn accepts. */
export function isCondition(scenario: Scenario, text: string): boolean {
  const compiled = vocabularyOf(scenario).compile(splitUnit(text).source);
  return compiled.ok && compiled.quantity.type.kind === "condition";
}

const NO_METRIC = /^no metric (.+)$/;

function guessOf(scenario: Scenario, message: string): string | undefined {
  const [, name] = NO_METRIC.exec(message) ?? [];
  if (name === undefined) return undefined;
  const known = [...dictionaryOf(scenario).keys()];
  const isPart = (one: string) => one.startsWith(`${name}.`) || one.endsWith(`.${name}`);
  return known.find(isPart) ?? nearest(name, known);
}

export function columnName({ text, unit }: Column): string {
  return unit === "" ? text : `${text} in ${unit}`;
}

/** `name` may have the unit or omit it. */
export function isNamed(column: Column, name: string): boolean {
  return columnName(column) === name || column.text === name;
}

export type ColumnValue = number | boolean | undefined;

/** Undefined if there is no value, or if this point has nothing of that name. */
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

/** Digits that a double holds exactly. Further digits are rounding errors: 36.18000000000001 for 1809 of 5000. */
const SURE_DIGITS = 15;

/** Whole numbers stay unchanged. */
function withoutNoise(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(SURE_DIGITS));
}

/** True if a source has frames of this direction. Frames that a capture sends need a path for them. */
function goes(one: Scenario["traffic"][number], direction: "receive" | "send"): boolean {
  if (one.kind !== "trace") return one.direction === direction;
  return direction === "receive"
    ? one.events.directions.includes("r")
    : one.send !== undefined && one.events.directions.includes("s");
}

/** Columns for the directions of the scenario's traffic. */
export function usualColumns({ traffic }: Scenario): readonly string[] {
  const directions = (["receive", "send"] as const).filter((direction) =>
    traffic.some((one) => goes(one, direction)),
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

/**
 * Vocabulary of the latest scenario, because the page reads columns of the same scenario several times a
 * second.
 */
let last: { readonly of: Scenario; readonly vocabulary: Vocabulary } | undefined;

function vocabularyOf(scenario: Scenario): Vocabulary {
  if (last?.of !== scenario) last = { of: scenario, vocabulary: new Vocabulary(new Map([[OWN, scenario]])) };
  return last.vocabulary;
}

function usualUnit(type: Type & { readonly kind: "quantity" }): string {
  const fits = (unit: string, dimension: Dimension | undefined) =>
    dimension !== undefined && isSame(dimension, type.dimension) ? [unit] : [];
  return USUAL_UNITS.flatMap((unit) => fits(unit, UNITS.get(unit)?.dimension))[0] ?? "";
}

/** Examples of columns to start with: a percentile, a share that is too late, a condition. */
export const EXAMPLES = {
  p95: "interrupt.latency.p95 in us",
  late: "share(interrupt.latency > 20 us) in %",
  loss: "receive.loss < 1 %",
  sent: "send.latency.p95 in us",
  busy: "busy in %",
} as const;

export type ExampleKey = keyof typeof EXAMPLES;

/** Only examples that suit the scenario. */
export function exampleColumns({ machine, traffic }: Scenario): readonly ExampleKey[] {
  const isReceived = traffic.some((one) => goes(one, "receive"));
  const ofFrames = isReceived ? "loss" : "sent";
  return [
    ...(linesOf(machine).length > 0 ? (["p95", "late"] as const) : (["busy"] as const)),
    ...(traffic.length > 0 ? ([ofFrames] as const) : []),
  ];
}
