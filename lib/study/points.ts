/** The points of a study before they become scenarios: the value of each column, for each scenario. */

import type { ScenarioError } from "../../scenarios/base/messages.ts";
import { firstRepeated } from "../../scenarios/base/values.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import {
  STUDY_VALUE_LIMIT,
  type Study,
  type StudyAxis,
  type StudyValue,
} from "../../scenarios/study/study.ts";
import { SCENARIO_CHARACTER_LIMIT, WorkBudget } from "../assembler/work.ts";
import { canonicalText } from "../labs/digest.ts";
import { windowsColumn } from "./replicates.ts";
import { readTargetValue, type Target, targetNamed, valuesOfText, withTarget } from "./targets.ts";
import { type WindowsAxis, windowCount } from "./windows.ts";

/** Column of the scenario's name, if a study has several scenarios. */
export const SCENARIO_COLUMN = "scenario";

/** Names that a row uses beside its point (lib/study/row.ts). */
const TAKEN: ReadonlySet<string> = new Set([
  "study",
  "studyHash",
  "seed",
  "cycles",
  "stateHash",
  "program",
  "model",
  "command",
  SCENARIO_COLUMN,
]);

export interface Setting {
  readonly column: string;
  /** Place in the study's file. */
  readonly place: string;
  readonly target: Target;
  /** The value as in the scenario's file. */
  readonly value: StudyValue;
  /** The value as in results: the value itself or its label. */
  readonly shown: StudyValue;
}

/** The changes of an axis at one of its steps. */
export type AxisStep = readonly Setting[];

interface AxisColumn {
  readonly column: string;
  readonly field: string;
  readonly place: string;
  readonly values: readonly StudyValue[];
  readonly labels: readonly string[] | undefined;
}

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly ScenarioError[] };

const failed = (field: string, message: string) => ({ ok: false, errors: [{ field, message }] }) as const;

/** Columns in the order of the axes. */
export function columnsOf(study: Study): Read<readonly string[]> {
  const columns: string[] = [];
  for (const [index, axis] of study.axes.entries())
    for (const [at, { column }] of namesOf(axis).entries()) {
      const isOne = axis.kind === "field" || axis.kind === "windows";
      const place = `axes[${index}]${isOne ? "" : `.fields[${at}]`}`;
      if (TAKEN.has(column)) return failed(place, `"${column}" is a column of every row; name it otherwise`);
      if (columns.includes(column)) return failed(place, `"${column}" is listed twice`);
      columns.push(column);
    }
  return { ok: true, value: columns };
}

/** The field of the scenario that each column changes. */
export function fieldsByColumn({ axes }: Pick<Study, "axes">): ReadonlyMap<string, string> {
  return new Map(axes.flatMap(namesOf).map(({ column, field }) => [column, field]));
}

function namesOf(axis: StudyAxis): readonly { readonly column: string; readonly field: string }[] {
  switch (axis.kind) {
    case "field":
      return [{ column: axis.name ?? axis.field, field: axis.field }];
    case "together":
      return axis.fields.map(({ name, field }) => ({ column: name ?? field, field }));
    case "table":
      return axis.fields.map((field) => ({ column: field, field }));
    case "windows":
      return [{ column: windowsColumn({ axes: [axis] }) ?? "", field: "" }];
  }
}

/** For each axis, the changes of its steps in this scenario. */
export function axisSteps(study: Study, scenario: Scenario): Read<readonly (readonly AxisStep[])[]> {
  const steps: (readonly AxisStep[])[] = [];
  const here = withFixed(study, scenario);
  for (const [index, axis] of study.axes.entries()) {
    const read = stepsOf(axis, `axes[${index}]`, axis.kind === "windows" ? scenario : here);
    if (!read.ok) return read;
    steps.push(read.value);
  }
  return { ok: true, value: steps };
}

function stepsOf(axis: StudyAxis, place: string, scenario: Scenario): Read<readonly AxisStep[]> {
  if (axis.kind === "windows") return windowSteps(axis, place, scenario);
  const columns = axisColumns(axis, place, scenario);
  if (!columns.ok) return columns;
  const settings: (readonly Setting[])[] = [];
  for (const column of columns.value) {
    const read = settingsOf(column, scenario);
    if (!read.ok) return read;
    settings.push(read.value);
  }
  const count = settings[0]?.length ?? 0;
  const steps = Array.from({ length: count }, (_, step) =>
    settings.flatMap((ofColumn) => ofColumn.slice(step, step + 1)),
  );
  const texts = steps.map((step) => canonicalText(step.map(({ shown }) => shown)));
  const twice = firstRepeated(texts);
  return twice < 0 ? { ok: true, value: steps } : failed(place, `has ${texts[twice]?.slice(1, -1)} twice`);
}

function windowSteps(axis: WindowsAxis, place: string, scenario: Scenario): Read<readonly AxisStep[]> {
  const count = windowCount(scenario, axis);
  if (typeof count === "string") return failed(place, count);
  if (count > STUDY_VALUE_LIMIT)
    return failed(`${place}.milliseconds`, `give ${count} windows; the limit is ${STUDY_VALUE_LIMIT}`);
  const { milliseconds } = axis;
  const column = windowsColumn({ axes: [axis] }) ?? "";
  const target: Target = { kind: "window", milliseconds };
  return {
    ok: true,
    value: Array.from({ length: count }, (_, at) => [
      { column, place, target, value: at + 1, shown: at + 1 },
    ]),
  };
}

function axisColumns(
  axis: Exclude<StudyAxis, WindowsAxis>,
  place: string,
  scenario: Scenario,
): Read<readonly AxisColumn[]> {
  if (axis.kind === "table")
    return {
      ok: true,
      value: axis.fields.map((field, at) => ({
        column: field,
        field,
        place: `${place}.fields[${at}]`,
        values: axis.rows.flatMap((row) => row.slice(at, at + 1)),
        labels: undefined,
      })),
    };
  if (axis.kind === "together")
    return {
      ok: true,
      value: axis.fields.map(({ field, name, values, labels }, at) => ({
        column: name ?? field,
        field,
        place: `${place}.fields[${at}]`,
        values,
        labels,
      })),
    };
  const { field, name, labels } = axis;
  const values = typeof axis.values === "string" ? valuesOfText(scenario, field, axis.values) : axis.values;
  if (typeof values === "string") return failed(`${place}.values`, values);
  return { ok: true, value: [{ column: name ?? field, field, place, values, labels }] };
}

function settingsOf(
  { column, field, place, values, labels }: AxisColumn,
  scenario: Scenario,
): Read<AxisStep> {
  const found = targetNamed(scenario, field, values);
  if (!found.ok) return failed(`${place}: ${field}`, found.message);
  const { target } = found;
  const settings: Setting[] = [];
  for (const [at, value] of values.entries()) {
    const read = readTargetValue(target, value);
    if (!read.ok) return failed(`${place}: ${field}`, `${JSON.stringify(value)} ${read.message}`);
    const shown = labels?.[at] ?? read.value;
    settings.push({ column, place: field, target, value: read.value, shown });
  }
  return { ok: true, value: settings };
}

/** The scenario with the fixed fields, because an axis may change an entry of a list that is the same at every point.
 * Errors in fixed fields are reported elsewhere. */
function withFixed(study: Study, scenario: Scenario): Scenario {
  const fixed = fixedSettings(study, scenario);
  if (!fixed.ok || fixed.value.length === 0) return scenario;
  let here: unknown = scenario;
  for (const { target, value } of fixed.value) {
    const set = target.kind === "path" ? withTarget(here, target, value) : { scenario: here };
    if (typeof set === "string") return scenario;
    here = set.scenario;
  }
  const parsed = parseScenario(here);
  return parsed.ok ? parsed.scenario : scenario;
}

/** Fields that have one value at every point. */
export function fixedSettings(study: Study, scenario: Scenario): Read<AxisStep> {
  const settings: Setting[] = [];
  for (const [field, value] of Object.entries(study.set)) {
    const read = settingsOf(
      { column: field, field, place: "set", values: [value], labels: undefined },
      scenario,
    );
    if (!read.ok) return read;
    settings.push(...read.value);
  }
  return { ok: true, value: settings };
}

/** The cost of planning a study: each point is read as a whole scenario. The work is estimated first, so that a file
 * that asks for hours of it is refused at once. One unit takes about ten microseconds. */
/** 10,000 points of the largest program that is built in, or 4,000 of a capture of 200,000 frames. */
const WORK_LIMIT = 80_000_000;
/** Columns of captures are searched faster than other fields. */
const COLUMN_ENTRIES_PER_UNIT = 32;
const CHARACTERS_PER_UNIT = 32;
/**
 * The length of an expanded source is not known before assembly. It counts as the maximum that a scenario
 * allows.
 */
const WRITES_OUT = /\.(?:rept|irpc?|macro)\b/;

/** Undefined if the work is within the limit. `spent` is the work of the scenarios before this one. */
export function planWork(
  scenario: Scenario,
  fixed: AxisStep,
  axes: readonly (readonly AxisStep[])[],
  spent: number,
): { readonly units: number } | { readonly refused: string } {
  const total = axes.reduce((product, steps) => product * steps.length, 1);
  const own = unitsOf(scenario, isCut(axes) ? Math.max(1, total) : 1) + assemblyUnits(scenario);
  const ofAxes = axes.map((steps) => stepUnits(steps.flat()) * (total / Math.max(1, steps.length)));
  const units = spent + total * (own + stepUnits(fixed)) + ofAxes.reduce((sum, one) => sum + one, 0);
  if (units <= WORK_LIMIT) return { units };
  const most = Math.max(1, Math.floor((WORK_LIMIT * total) / units));
  return {
    refused: `make ${total} points of a scenario that is too large to plan so often: at most ${most} are planned`,
  };
}

/** A window contains its share of the captures. */
const isCut = (axes: readonly (readonly AxisStep[])[]): boolean =>
  axes.some(([first = []]) => first.some(({ target }) => target.kind === "window"));

function assemblyUnits(scenario: Scenario): number {
  const budget = new WorkBudget();
  placeRoutines(scenario, assembleProgram, budget);
  return budget.spent;
}

const stepUnits = (settings: readonly Setting[]): number =>
  settings.reduce(
    (sum, { value }) => sum + unitsOf(value, 1) + (writesOut(value) ? SCENARIO_CHARACTER_LIMIT : 0),
    0,
  );

const writesOut = (value: unknown): boolean =>
  WRITES_OUT.test(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** `windows` is the number of parts into which the columns of captures are cut. */
function unitsOf(value: unknown, windows: number): number {
  if (typeof value === "string") return 1 + value.length / CHARACTERS_PER_UNIT;
  if (typeof value !== "object" || value === null) return 1;
  if (Array.isArray(value) && value.length > COLUMN_ENTRIES_PER_UNIT && typeof value[0] === "number")
    return 1 + value.length / COLUMN_ENTRIES_PER_UNIT / windows;
  return Object.values(value).reduce<number>((sum, one) => sum + unitsOf(one, windows), 1);
}
