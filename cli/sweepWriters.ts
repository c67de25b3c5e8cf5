/** Output of a sweep, line by line while it runs: a table, CSV, JSON. */

import { csvLine } from "../lib/csv.ts";
import { dictionaryOf } from "../lib/metrics/dictionary.ts";
import { ORIGIN_COLUMNS, type Origin, originCells, originJson } from "../lib/origin.ts";
import { type Field, fieldsOf } from "../lib/scenarioFields/describe.ts";
import type { Axis } from "../lib/sweep/axis.ts";
import { type Column, type ColumnValue, columnName } from "../lib/sweep/column.ts";
import type { Point, Refused } from "../lib/sweep/plan.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { table, tableLine } from "./table.ts";

export interface Sweep {
  /** Origin with the command that reproduces each row. */
  readonly origin: Origin;
  readonly scenario: Scenario;
  readonly axes: readonly Axis[];
  readonly columns: readonly Column[];
  readonly points: readonly Point[];
  readonly refused: readonly Refused[];
  /** True if refused combinations are omitted. Otherwise there are none. */
  readonly skipsInvalid: boolean;
  /** Warm-up of each run, which is not measured. */
  readonly warmUpCycles: number;
  /** Number of runs before the first point, which an earlier sweep has made. */
  readonly skipped: number;
}

/** The part of a run that writers need. */
export interface SweepRun {
  readonly point: Point;
  readonly cells: readonly ColumnValue[];
  readonly cycles: number;
  readonly stateHash: string;
  /** Number of a broken invariant of docs/model.md, or 0. */
  readonly brokenLaw: number;
}

/** Each text consists of whole lines. */
export interface SweepWriter {
  readonly head: string;
  row(run: SweepRun): string;
  tail(isComplete: boolean): string;
}

const DIGITS = 5;
/** Width of five digits with sign, point and exponent. */
const CELL_CHARACTERS = 10;

export function tableWriter({ axes, columns, points, refused }: Sweep): SweepWriter {
  const head = [...axes.map((axis) => shortName(axis, axes)), ...columns.map(columnName), "state hash"];
  const hashCharacters = 16;
  const widths = head.map((name, at) => {
    const valueWidths =
      at < axes.length
        ? points.map(({ values }) => String(values[at]).length)
        : [at < head.length - 1 ? CELL_CHARACTERS : hashCharacters];
    return valueWidths.reduce((widest, width) => Math.max(widest, width), name.length);
  });
  const line = (cells: readonly string[]) => `${tableLine(cells, widths, "", 0)}\n`;
  return {
    head: line(head),
    row: ({ point, cells, stateHash }) =>
      line([...point.values.map(String), ...cells.map(valueText), stateHash]),
    tail: () => (refused.length === 0 ? "" : `${leftOutText(refused.length, points.length)}\n`),
  };
}

/** `3 of 12 combinations are not valid`. */
export function notValidText(refused: number, valid: number): string {
  const all = refused + valid;
  return `${refused} of ${all} combination${all === 1 ? "" : "s"} ${refused === 1 ? "is" : "are"} not valid`;
}

export function leftOutText(refused: number, valid: number): string {
  return `left out: ${notValidText(refused, valid)}`;
}

export function valueText(value: ColumnValue): string {
  if (value === undefined) return "-";
  return String(
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value,
  );
}

/** The last part of the path, if no other axis ends in the same way. */
function shortName({ field }: Axis, axes: readonly Axis[]): string {
  const last = ({ field }: Axis) => String(field.path.at(-1));
  return axes.filter((one) => last(one) === String(field.path.at(-1))).length === 1
    ? String(field.path.at(-1))
    : field.name;
}

/** Refused combinations have their own lines, in order, with the reason in the last column. */
export function csvWriter({ origin, axes, columns, refused, skipsInvalid }: Sweep): SweepWriter {
  const line = (cells: readonly string[], leftOut: string, ofOrigin = originCells(origin)) =>
    `${csvLine([...cells, ...ofOrigin, ...(skipsInvalid ? [leftOut] : [])])}\n`;
  let told = 0;
  const leftOutBefore = (number: number) => {
    const from = told;
    while ((refused[told]?.number ?? Number.POSITIVE_INFINITY) < number) told++;
    return refused
      .slice(from, told)
      .map(({ values, field, message }) =>
        line([...values.map(String), ...columns.map(() => ""), "", ""], `${field}: ${message}`),
      )
      .join("");
  };
  const head = [
    ...axes.map(({ field }) => (field.unit === "" ? field.name : `${field.name} in ${field.unit}`)),
    ...columns.map(columnName),
    "cycles",
    "state hash",
  ];
  return {
    head: line(head, "left out", ORIGIN_COLUMNS),
    row: ({ point, cells, cycles, stateHash }) => {
      const values = cells.map((value) => (value === undefined ? "" : String(value)));
      return (
        leftOutBefore(point.number) +
        line([...point.values.map(String), ...values, String(cycles), stateHash], "")
      );
    },
    tail: (isComplete) => (isComplete ? leftOutBefore(Number.POSITIVE_INFINITY) : ""),
  };
}

/** One object, with a line for each run. */
export function jsonWriter(sweep: Sweep): SweepWriter {
  const { origin, scenario, axes, columns, points, refused, warmUpCycles } = sweep;
  const member = (name: string, value: unknown) => `  "${name}": ${JSON.stringify(value)},\n`;
  let isFirst = true;
  return {
    head: `{\n${[
      ...Object.entries(originJson(origin)).map(([name, value]) => member(name, value)),
      member("scenario", scenario.name),
      member("warmUpCycles", warmUpCycles),
      member(
        "fields",
        axes.map(({ field }) => ({ field: field.name, unit: field.unit })),
      ),
      member(
        "metrics",
        columns.map(({ text, unit }) => ({ metric: text, unit })),
      ),
      member("combinations", points.length + refused.length),
      member(
        "leftOut",
        refused.map(({ values, field, message }) => ({ values, field, message })),
      ),
    ].join("")}  "runs": [\n`,
    row: ({ point, cells, cycles, stateHash }) => {
      const begin = isFirst ? "    " : "  , ";
      isFirst = false;
      const run = { values: point.values, metrics: cells.map((value) => value ?? null), cycles, stateHash };
      return `${begin}${JSON.stringify(run)}\n`;
    },
    tail: (isComplete) => `  ],\n  "complete": ${isComplete}\n}\n`,
  };
}

// ---- `irqscope sweep SCENARIO --list`: the fields that can be changed and the metrics ----

const VALUE_CHARACTERS = 32;

function shortText(text: string): string {
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS - 1)}…` : text;
}

function takesText(of: Field["of"]): string {
  switch (of.kind) {
    case "number":
      return [`${of.minimum} to ${of.maximum}`, ...of.words].join(", ");
    case "choice":
      return of.options.join(", ");
    case "switch":
      return "true, false";
    case "text":
      return "a text";
  }
}

export function listJson(scenario: Scenario) {
  return {
    fields: fieldsOf(scenario).map(({ name, value, unit, of }) => ({
      field: name,
      value: value ?? null,
      unit,
      takes: takesText(of),
    })),
    metrics: [...dictionaryOf(scenario)].map(([name, { meaning }]) => ({ metric: name, meaning })),
  };
}

export function listText(scenario: Scenario): string {
  const list = listJson(scenario);
  const fields = list.fields.map(({ field, value, unit, takes }) => [
    field,
    value === null ? "-" : shortText(String(value)),
    unit,
    takes,
  ]);
  const metrics = list.metrics.map(({ metric, meaning }) => [metric, meaning]);
  return `${table([["field", "value", "unit", "takes"], ...fields], "", 4)}\n\n${table([["metric", "meaning"], ...metrics], "", 2)}`;
}
