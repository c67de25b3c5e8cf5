/** Names and numbers of a study as the page shows them. */

import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { fieldNamed } from "../../lib/scenarioFields/fieldNamed.ts";
import { AS_IT_IS, CONTEXTS } from "../../lib/scenarioFields/withContexts.ts";
import { toldInterval } from "../../lib/study/interval.ts";
import { fieldsByColumn } from "../../lib/study/points.ts";
import type { MetricSummary } from "../../lib/study/summary.ts";
import type { ViewAxis } from "../../lib/study/views.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";
import { t, translated } from "../text/t.ts";
import { formatFixed, formatInteger, formatSignificant } from "../ui/format.ts";
import { metricWords } from "../ui/metricWords.ts";
import type { LoadedStudy } from "./loadStudy.ts";

/** Meanings of the names in a study. A column's name is for files. The page shows the words of its field. */
export interface StudyWords {
  readonly scenario: Scenario | undefined;
  readonly columns: ReadonlyMap<string, ColumnWords>;
}

interface ColumnWords {
  readonly field: string;
  /** Undefined if the scenario has no such field, or another column's field has the same title. */
  readonly title: string | undefined;
  readonly unit: string;
}

export function studyWords({ study, scenarios }: LoadedStudy): StudyWords {
  const scenario = [...scenarios.values()][0];
  const found = Array.from(fieldsByColumn(study), ([column, field]) => {
    const named = scenario && fieldNamed(scenario, field);
    return { column, field, known: named?.ok === true ? named.field : undefined };
  });
  const isShared = (title: string | undefined) =>
    found.filter(({ known }) => known?.title === title).length > 1;
  const words = found.map(({ column, field, known }): [string, ColumnWords] => [
    column,
    { field, title: isShared(known?.title) ? undefined : known?.title, unit: known?.unit ?? "" },
  ]);
  return { scenario, columns: new Map(words) };
}

export interface MetricLabel {
  /** The expression. */
  readonly text: string;
  readonly unit: string;
  /** Set if the expression is a single metric for which the page has words. */
  readonly label: string | undefined;
}

/** `name` is written as in rows, such as `receive.loss in %`. */
export function metricLabel(name: string, { scenario }: Pick<StudyWords, "scenario">): MetricLabel {
  const at = name.lastIndexOf(" in ");
  const [text, unit] = at < 0 ? [name, ""] : [name.slice(0, at), name.slice(at + " in ".length)];
  const entry = scenario && dictionaryOf(scenario).get(text)?.entry;
  const label = entry?.compare?.label ?? entry?.panel?.label;
  return {
    text,
    unit: unit === "us" ? "µs" : unit,
    label: metricWords(text) ?? (typeof label === "string" ? translated(label) : undefined),
  };
}

export const titleOf = ({ text, unit, label = text }: MetricLabel): string =>
  unit === "" ? label : `${label}, ${unit}`;

/** The title of the column's field, else the column's own name. */
export function columnLabel(column: string, { columns }: StudyWords): string {
  const words = columns.get(column);
  if (words?.field === CONTEXTS) return t("contexts|study");
  return words?.title === undefined ? column : translated(words.title);
}

/** Name of a line, or of several that are drawn as one: "3 contexts", "Receive ring 8". A value that is a word needs no
 * column name. */
export function seriesName(column: string, values: readonly StudyValue[], words: StudyWords): string {
  const text = values.map(fieldText).join(", ");
  if (values.every((value) => typeof value === "string")) return text;
  if (words.columns.get(column)?.field !== CONTEXTS) return `${columnLabel(column, words)} ${text}`;
  return text === "1" ? t("1 context") : t("{count} contexts", { count: text });
}

/** The value with its unit, unless the label contains the unit: "8 frames". */
export function columnValueText(column: string, value: StudyValue, { columns }: StudyWords): string {
  const unit = columns.get(column)?.unit ?? "";
  const text = fieldText(value);
  return typeof value !== "number" || unit === "" || unit === "1/s" ? text : `${text} ${translated(unit)}`;
}

/** Includes the fields that change together with it. */
export function axisLabel(axes: readonly ViewAxis[], column: string, words: StudyWords): string {
  const along = axes.find((axis) => axis.column === column)?.along ?? [];
  const [axis, ...others] = [column, ...along].map((one) => columnLabel(one, words));
  if (axis === undefined || others.length === 0) return columnLabel(column, words);
  return t("{axis}, with {others}", { axis, others: others.join(", ") });
}

/** Large numbers have groups of digits. Long texts are cut. */
export function fieldText(value: StudyValue): string {
  if (typeof value === "number") return Number.isInteger(value) ? shortNumber(value) : String(value);
  if (value === null) return t("left out|field");
  if (value === AS_IT_IS) return t("as it is|scenario");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > FIELD_CHARACTERS ? `${text.slice(0, FIELD_CHARACTERS - 1)}…` : text;
}

const FIELD_CHARACTERS = 24;
const MULTIPLES = [
  { factor: 1e9, sign: "G" },
  { factor: 1e6, sign: "M" },
  { factor: 1e3, sign: "k" },
];

/** 90000 -> "90 k", if no digit is lost. */
function shortNumber(value: number): string {
  const multiple = MULTIPLES.find(
    ({ factor }) => Math.abs(value) >= 10 * factor && value % (factor / 10) === 0,
  );
  return multiple === undefined ? formatInteger(value) : `${value / multiple.factor} ${multiple.sign}`;
}

/** Text of a tick, with as many decimals as the step between ticks needs. */
export function tickText(value: number, ticks: readonly number[]): string {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  return formatFixed(value, Math.max(0, Math.min(9, -Math.floor(Math.log10(Math.abs(step) || 1)))));
}

const DIGITS = 3;

/** "0.18 ± 0.02", with as many decimals as the interval justifies. "0.005 [0.001, 0.03]" if the interval is asymmetric
 * or is the range for such traffic. The error of the simulation follows. */
export function measuredText(measured: MetricSummary): string {
  const { mean, basis, simulationError } = measured;
  if (!Number.isFinite(mean)) return "–";
  const told = toldInterval(measured);
  const error =
    basis === "resampled" && simulationError > 0 ? ` ± ${formatSignificant(simulationError, 2)}` : "";
  switch (told.kind) {
    case "none":
      return `${t("none in {count}: below {limit}", { count: told.of, limit: formatSignificant(told.below, 1) })}${error}`;
    case "mean":
      return `${formatSignificant(mean, DIGITS)}${error}`;
    case "half":
      return `${formatSignificant(mean, DIGITS)}${told.half === 0 ? "" : ` ± ${formatSignificant(told.half, 2)}`}`;
    case "ends":
      return `${formatSignificant(mean, DIGITS)} [${formatSignificant(told.low, 2)}, ${formatSignificant(told.high, 2)}]${error}`;
  }
}

/** "about 40 s", "about 3 min". */
export function durationText(seconds: number): string {
  if (seconds < 1) return t("less than a second");
  if (seconds < 90) return t("{count} s", { count: Math.round(seconds) });
  if (seconds < 5400) return t("{count} min", { count: Math.round(seconds / 60) });
  return t("{count} h", { count: Number((seconds / 3600).toFixed(1)) });
}
