/** The stored result of a run: one object for each run, in every program and file. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Study } from "../../scenarios/study/study.ts";
import { commandLine } from "../commandLine.ts";
import { canonicalText } from "../labs/digest.ts";
import { VERSION } from "../origin.ts";
import type { Outcome } from "../papers/outcome.ts";
import { columnName, columnValues } from "../sweep/column.ts";
import type { PointValues, StudyPlan, StudyRun } from "./plan.ts";

export interface StudyRow {
  /** The study's name. */
  readonly study: string;
  readonly studyHash: string;
  readonly point: PointValues;
  readonly seed: number;
  /** Metrics by name and unit: `receive.loss in %`. Conditions are 1 and 0. null if there is no value. */
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly cycles: number;
  readonly stateHash: string;
  /** Version of irqscope. */
  readonly program: string;
  /** Version of the machine's rules. The same version gives the same results. */
  readonly model: string;
  /** The command that gives the same row. */
  readonly command: string;
}

export function rowOf(
  { study, studyHash, metrics }: Pick<StudyPlan, "study" | "studyHash" | "metrics">,
  { point, seed, scenario }: Pick<StudyRun, "point" | "seed"> & { readonly scenario: Scenario },
  { measured, stateHash, model }: Pick<Outcome, "measured" | "stateHash" | "model">,
  command = commandOf(study),
): StudyRow {
  const values = columnValues(metrics, scenario, measured);
  return {
    study: study.name,
    studyHash,
    point: point.values,
    seed,
    metrics: Object.fromEntries(
      metrics.map((column, at) => {
        const value = values[at];
        return [columnName(column), value === undefined ? null : Number(value)];
      }),
    ),
    cycles: measured.cycles,
    stateHash,
    program: VERSION,
    model,
    command,
  };
}

/** Command for a study without a file. */
export function commandOf({ name, search }: Pick<Study, "name" | "search">): string {
  return commandLine(search === undefined ? "sweep" : "search", [`${studyFileName(name)}.study.json`]);
}

/** File name without its ending, used when the page saves the study. */
export function studyFileName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "-") || "study";
}

/** Text of the origin in a picture of the rows. */
export function rowOrigin({ program, model, study, studyHash, command }: StudyRow): string {
  return `irqscope ${program}, model ${model}; study ${study}, hash ${studyHash}; ${command}`;
}

/** Equal for rows of the same point. */
export function pointKey(values: PointValues): string {
  return canonicalText(values);
}

/** Equal for rows of the same run. */
export function rowKey({ point, seed }: Pick<StudyRow, "point" | "seed">): string {
  return `${seed} ${pointKey(point)}`;
}

export function rowsByKey(rows: readonly StudyRow[]): ReadonlyMap<string, StudyRow> {
  return new Map(rows.map((row) => [rowKey(row), row]));
}

/** `ring=8 rate=100000`. */
export function pointText(values: PointValues): string {
  return Object.entries(values)
    .map(([column, value]) => `${column}=${valueText(value)}`)
    .join(" ");
}

const SHOWN_CHARACTERS = 40;

function valueText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;
}
