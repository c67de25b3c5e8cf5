/** The axes of a draft as the form has them, changed one at a time. */

import { pathText } from "../../../lib/expressions/index.ts";
import { namedPath } from "../../../lib/scenarioFields/describe.ts";
import { AS_IT_IS, CONTEXTS } from "../../../lib/scenarioFields/withContexts.ts";
import type { OwnColumn, OwnGaps } from "../../../lib/study/ownPoint.ts";
import { targetNamed, valuesOfText } from "../../../lib/study/targets.ts";
import { isObject } from "../../../scenarios/base/values.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { StudyValue } from "../../../scenarios/study/study.ts";
import {
  axesOf,
  columnOf,
  type Draft,
  freeName,
  type Line,
  linesOf,
  pointColumns,
  settled,
  textsOf,
} from "./draft.ts";
import { labelsText, listText, tableText } from "./typed.ts";

/** One field with its values, as they are typed. */
export interface FieldLine {
  readonly field: string;
  /** "" if it has the name of the field. */
  readonly name: string;
  /** "4..64*2" or "1, 2, 3". */
  readonly values: string;
  /** "": the values are shown as they are. */
  readonly labels: string;
}

export type ShownAxis =
  | { readonly kind: "field"; readonly line: FieldLine }
  | { readonly kind: "together"; readonly lines: readonly FieldLine[] }
  | { readonly kind: "table"; readonly text: string }
  /** Undefined if nothing is typed yet, or the text is not a number. */
  | { readonly kind: "windows"; readonly milliseconds: number | undefined; readonly name: string }
  /** A kind that the format does not have. Its error says so. */
  | { readonly kind: "unknown" };

/** Place of a line in an axis. `line` is left out for an axis of one field. */
export interface LinePlace {
  readonly axis: number;
  readonly line?: number;
}

export function shownAxes(draft: Draft): readonly ShownAxis[] {
  return axesOf(draft).map(shownAxis);
}

function shownAxis(axis: unknown): ShownAxis {
  if (!isObject(axis)) return { kind: "unknown" };
  switch (axis.kind) {
    case "field":
      return { kind: "field", line: lineOf(axis) };
    case "together":
      return { kind: "together", lines: linesOf(axis).map(lineOf) };
    case "table": {
      const text = tableText(axis);
      return text === undefined ? { kind: "unknown" } : { kind: "table", text };
    }
    case "windows":
      return {
        kind: "windows",
        milliseconds: typeof axis.milliseconds === "number" ? axis.milliseconds : undefined,
        name: typeof axis.name === "string" ? axis.name : "",
      };
    default:
      return { kind: "unknown" };
  }
}

function lineOf({ field, name, values, labels }: Line): FieldLine {
  const textOf = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    field: textOf(field),
    name: textOf(name),
    values: Array.isArray(values) ? listText(values as StudyValue[]) : textOf(values),
    labels: Array.isArray(labels) ? labelsText(labels) : "",
  };
}

/** `axis` may be of any kind of the format. If `at` is the number of axes, it is appended. */
export function withAxis(draft: Draft, at: number, axis: Line): Draft {
  return settled({ ...draft, axes: axesOf(draft).toSpliced(at, 1, axis) });
}

export function withoutAxis(draft: Draft, at: number): Draft {
  return settled({ ...draft, axes: axesOf(draft).toSpliced(at, 1) });
}

/** Values and labels stay. Another spelling of the same field of `scenario` keeps the name, and search and comparison
 * follow the column. Another field gets its own name. */
export function withLineField(
  draft: Draft,
  place: LinePlace,
  field: string,
  scenario: Scenario | undefined,
): Draft {
  const line = lineAt(draft, place);
  if (line === undefined) return draft;
  if (!isSameField(line, field, scenario))
    return changedLine(draft, place, (before) => ({ ...without(before, "name"), field }));
  const changed = { ...line, field };
  return changedLine(renamed(draft, columnOf(line), columnOf(changed)), place, () => changed);
}

/** If several fields have that ending, the values decide which one is meant. */
function isSameField({ field, values }: Line, other: string, scenario: Scenario | undefined): boolean {
  if (scenario === undefined || typeof field !== "string") return field === other;
  const list = listOf(scenario, field, values) ?? [];
  const [before, after] = [field, other].map((name) => {
    const found = targetNamed(scenario, name, list);
    if (!found.ok) return undefined;
    return found.target.kind === "contexts" ? CONTEXTS : pathText(namedPath(scenario, found.target.path));
  });
  return before !== undefined && before === after;
}

export function withLineValues(
  draft: Draft,
  place: LinePlace,
  values: string | readonly StudyValue[],
): Draft {
  return changedLine(draft, place, (line) => ({ ...line, values }));
}

/**
 * Whether the name of the line would equal that of another column of the points. `name` "": the name of the
 * field.
 */
export function isNameTaken(draft: Draft, place: LinePlace, name: string): boolean {
  const line = lineAt(draft, place);
  if (line === undefined) return false;
  const wanted = name === "" ? String(line.field) : name;
  return wanted !== columnOf(line) && pointColumns(draft).includes(wanted);
}

/** Search and comparison follow the new name. "" means the name of the field. A name that is taken changes nothing,
 * because the columns could not be distinguished afterwards. */
export function withLineName(draft: Draft, place: LinePlace, name: string): Draft {
  const line = lineAt(draft, place);
  if (line === undefined || isNameTaken(draft, place, name)) return draft;
  const named = without(line, "name");
  const changed = name === "" ? named : withNameBehindField(named, name);
  return changedLine(renamed(draft, columnOf(line), columnOf(changed)), place, () => changed);
}

/** Without labels the values are shown as they are. */
export function withLineLabels(draft: Draft, place: LinePlace, labels: readonly string[]): Draft {
  return changedLine(draft, place, (line) =>
    labels.length === 0 ? without(line, "labels") : { ...line, labels },
  );
}

/** Adds another field or, without one, a group of fields that change together. */
export function withLine(draft: Draft, axis: number, line: Line): Draft {
  return changedLines(draft, axis, (lines) => [...lines, line]);
}

export function withoutLine(draft: Draft, { axis, line }: LinePlace): Draft {
  return changedLines(draft, axis, (lines) => lines.filter((_, at) => at !== line));
}

/** Adds another field to the axis, so that both change together. `values`: the values of the first field, a range as
 * a list. */
export function withCompanion(draft: Draft, at: number, values: readonly StudyValue[], line: Line): Draft {
  const axis = axesOf(draft)[at];
  if (!isObject(axis) || axis.kind !== "field") return draft;
  return withAxis(draft, at, { kind: "together", fields: [{ ...without(axis, "kind"), values }, line] });
}

/** Values of an axis, or of the first of the fields that change together. Undefined if its range cannot be read. */
export function firstValues(
  draft: Draft,
  at: number,
  scenario: Scenario | undefined,
): readonly StudyValue[] | undefined {
  const axis = axesOf(draft)[at];
  const [line] = isObject(axis) && axis.kind === "together" ? linesOf(axis) : [axis];
  return isObject(line) ? listOf(scenario, line.field, line.values) : undefined;
}

/** A range as a list of its values. Undefined if it cannot be read. */
function listOf(
  scenario: Scenario | undefined,
  field: unknown,
  values: unknown,
): readonly StudyValue[] | undefined {
  if (Array.isArray(values)) return values as StudyValue[];
  if (typeof values !== "string" || typeof field !== "string" || scenario === undefined) return undefined;
  const read = valuesOfText(scenario, field, values);
  return typeof read === "string" ? undefined : read;
}

function lineAt(draft: Draft, { axis, line }: LinePlace): Line | undefined {
  const found = axesOf(draft)[axis];
  if (!isObject(found)) return undefined;
  return line === undefined ? found : linesOf(found)[line];
}

function changedLine(draft: Draft, { axis, line }: LinePlace, change: (line: Line) => Line): Draft {
  if (line !== undefined)
    return changedLines(draft, axis, (lines) => lines.map((one, at) => (at === line ? change(one) : one)));
  const found = axesOf(draft)[axis];
  return isObject(found) ? withAxis(draft, axis, change(found)) : draft;
}

function changedLines(draft: Draft, at: number, change: (lines: readonly Line[]) => readonly Line[]): Draft {
  const axis = axesOf(draft)[at];
  return isObject(axis) ? withAxis(draft, at, { ...axis, fields: change(linesOf(axis)) }) : draft;
}

const without = (line: Line, key: string): Line =>
  Object.fromEntries(Object.entries(line).filter(([one]) => one !== key));

const withNameBehindField = (line: Line, name: string): Line =>
  Object.fromEntries(
    Object.entries(line).flatMap((entry) => (entry[0] === "field" ? [entry, ["name", name]] : [entry])),
  );

/** Search and comparison name columns by `to` instead of `from`. Nothing changes if another column is called `from`,
 * too. */
function renamed(draft: Draft, from: string, to: string): Draft {
  const { search, compare } = draft;
  if (pointColumns(draft).filter((column) => column === from).length > 1) return draft;
  const other = (one: unknown) => (one === from ? to : one);
  const searching = isObject(search)
    ? { search: { ...search, over: textsOf(search.over).map(other), of: other(search.of) } }
    : {};
  return { ...draft, ...searching, ...(compare === undefined ? {} : { compare: other(compare) }) };
}

/** Adds the unchanged scenario to the points of a draft. */
/** Each axis without the scenario's own value gets it. Fields that are set at every point stay. `scenario` is the first
 * of the study, for reading ranges. */
export function withOwnPoint(draft: Draft, { axes }: OwnGaps, scenario: Scenario | undefined): Draft {
  return axes.reduce((changed, { axis: at, columns }) => {
    const axis = axesOf(changed)[at];
    if (!isObject(axis)) return changed;
    return withAxis(changed, at, withOwnStep(axis, columns, firstValues(changed, at, scenario)));
  }, draft);
}

/** `first`: values of an axis of one field, a range as a list. */
function withOwnStep(
  axis: Line,
  columns: readonly OwnColumn[],
  first: readonly StudyValue[] | undefined,
): Line {
  const values = columns.map(({ value }) => value);
  switch (axis.kind) {
    case "windows":
      return axis;
    case "table":
      return { ...axis, rows: [...(Array.isArray(axis.rows) ? axis.rows : []), values] };
    case "together":
      return {
        ...axis,
        fields: linesOf(axis).map((line, at) => withOwnValue(line, values[at] ?? null, true)),
      };
    default:
      return withOwnValue(
        isInRange(values[0]) ? axis : { ...axis, values: first ?? axis.values },
        values[0] ?? null,
        false,
      );
  }
}

/** Whether the value can be written next to a range in its text. */
const isInRange = (value: StudyValue | undefined): boolean => typeof value === "number" || value === AS_IT_IS;

/** `isWalked`: other fields determine the order. */
function withOwnValue(line: Line, value: StudyValue, isWalked: boolean): Line {
  const { values, labels } = line;
  if (typeof values === "string") return { ...line, values: `${values}, ${listText([value])}` };
  const list: readonly unknown[] = Array.isArray(values) ? values : [];
  if (Array.isArray(labels))
    return { ...line, values: [...list, value], labels: [...labels, freeName(AS_IT_IS, labels)] };
  const all = [...list, value];
  const numbers = all.filter((one) => typeof one === "number");
  const isSorted = !isWalked && numbers.length === all.length;
  return { ...line, values: isSorted ? numbers.toSorted((a, b) => a - b) : all };
}
