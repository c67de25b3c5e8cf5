/** Rows of a study as lines, and back. */

import { isObject } from "../../scenarios/base/values.ts";
import { findExcess } from "../../scenarios/read/json.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";
import { csvLine } from "../csv.ts";
import { columnName } from "../sweep/column.ts";
import type { PointValues, StudyPlan } from "./plan.ts";
import { pointKey, pointText, type StudyRow } from "./row.ts";

export interface RowFormat {
  /** Whole lines, or empty. */
  readonly head: string;
  /** One line, with its line feed. */
  line(row: StudyRow): string;
  /** Undefined if it is not a row of this study. `text` has no line feed. */
  read(text: string): StudyRow | undefined;
  /** The value at the place of the study's hash. */
  hashIn(text: string): unknown;
  /** The point of a line, if the study does not have that point. */
  otherPointIn(text: string): string | undefined;
}

export function rowFormat(kind: "csv" | "jsonl", plan: StudyPlan): RowFormat {
  return kind === "csv" ? csvFormat(plan) : jsonLinesFormat(plan);
}

export function jsonLinesFormat(plan: StudyPlan): RowFormat {
  const known = pointsByKey(plan);
  return {
    head: "",
    line: (row) => `${JSON.stringify(row)}\n`,
    read: (text) => {
      const value = parsed(text);
      if (!isObject(value) || !isObject(value.point) || !isObject(value.metrics)) return undefined;
      const { study, studyHash, seed, cycles, stateHash, program, model, command, metrics } = value;
      const point = known.get(pointKey(value.point as PointValues));
      if (point === undefined || typeof seed !== "number" || typeof cycles !== "number") return undefined;
      const texts = { study, studyHash, stateHash, program, model, command };
      const values = numbersOf(plan, (name) => metrics[name]);
      if (!isTexts(texts) || values === undefined) return undefined;
      return inRowOrder({ ...texts, point, seed, metrics: values, cycles });
    },
    hashIn: (text) => {
      const value = parsed(text);
      return isObject(value) ? value.studyHash : undefined;
    },
    otherPointIn: (text) => {
      const value = parsed(text);
      if (!isObject(value) || !isObject(value.point)) return undefined;
      const point = value.point as PointValues;
      return known.has(pointKey(point)) ? undefined : pointText(point);
    },
  };
}

function csvFormat(plan: StudyPlan): RowFormat {
  const names = plan.metrics.map(columnName);
  const known = new Map(plan.points.map(({ values }) => [csvLine(pointCells(plan, values)), values]));
  const width = plan.columns.length;
  return {
    head: `${csvLine([
      "study",
      "studyHash",
      ...plan.columns,
      "seed",
      ...names,
      "cycles",
      "stateHash",
      "program",
      "model",
      "command",
    ])}\n`,
    line: (row) =>
      `${csvLine([
        row.study,
        row.studyHash,
        ...pointCells(plan, row.point),
        String(row.seed),
        ...names.map((name) => cellOf(row.metrics[name] ?? "")),
        String(row.cycles),
        row.stateHash,
        row.program,
        row.model,
        row.command,
      ])}\n`,
    read: (text) => {
      const cells = cellsOf(text);
      if (cells.length !== width + names.length + 8) return undefined;
      const [study = "", studyHash = ""] = cells;
      const point = known.get(csvLine(cells.slice(2, 2 + width)));
      const [seed, ...measured] = cells.slice(2 + width, 3 + width + names.length);
      const [cycles, stateHash = "", program = "", model = "", command = ""] = cells.slice(-5);
      const metrics = numbersOf(plan, (name) => numberOf(measured[names.indexOf(name)]));
      if (point === undefined || metrics === undefined) return undefined;
      return {
        study,
        studyHash,
        point,
        seed: Number(seed),
        metrics,
        cycles: Number(cycles),
        stateHash,
        program,
        model,
        command,
      };
    },
    hashIn: (text) => cellsOf(text)[1],
    otherPointIn: (text) => {
      const cells = cellsOf(text);
      if (cells.length !== width + names.length + 8) return undefined;
      const point = cells.slice(2, 2 + width);
      if (known.has(csvLine(point))) return undefined;
      return pointText(Object.fromEntries(plan.columns.map((column, at) => [column, point[at] ?? null])));
    },
  };
}

/** Puts the fields in the order of `rowOf`, so that reading and writing a row gives the same line. */
function inRowOrder({ study, studyHash, point, seed, metrics, cycles, ...versions }: StudyRow): StudyRow {
  const { stateHash, program, model, command } = versions;
  return { study, studyHash, point, seed, metrics, cycles, stateHash, program, model, command };
}

const numberOf = (cell: string | undefined): number | null | undefined =>
  cell === undefined ? undefined : cell === "" ? null : Number(cell);

function pointsByKey({ points }: StudyPlan): ReadonlyMap<string, PointValues> {
  return new Map(points.map(({ values }) => [pointKey(values), values]));
}

function pointCells({ columns }: StudyPlan, values: PointValues): readonly string[] {
  return columns.map((column) => cellOf(values[column] ?? null));
}

/** Cell for a value of a scenario's file: a text as it is, anything else as JSON. */
export function cellOf(value: StudyValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Undefined if one of the study's metrics is missing or not a number. */
function numbersOf(
  { metrics }: StudyPlan,
  read: (name: string) => unknown,
): Readonly<Record<string, number | null>> | undefined {
  const values: [string, number | null][] = [];
  for (const name of metrics.map(columnName)) {
    const value = read(name);
    if (value !== null && !(typeof value === "number" && Number.isFinite(value))) return undefined;
    values.push([name, value]);
  }
  return Object.fromEntries(values);
}

function isTexts<K extends string>(
  texts: Readonly<Record<K, unknown>>,
): texts is Readonly<Record<K, string>> {
  return Object.values(texts).every((text) => typeof text === "string");
}

function parsed(text: string): unknown {
  if (findExcess(text) !== undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cells of a line that csvLine has written. No cell contains a line feed. */
function cellsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain = ""]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
}
