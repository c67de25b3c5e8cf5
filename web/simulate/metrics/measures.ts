/** The user's own measures and their values, as irqscope run --show accepts them. Loads when there is one, or when the
 * user starts to type one. */

import { dictionaryOf } from "../../../lib/metrics/dictionary.ts";
import type { Measured } from "../../../lib/metrics/measure.ts";
import {
  type ColumnFault,
  type ColumnValue,
  checkColumn,
  columnName,
  columnValues,
  isNamed,
} from "../../../lib/sweep/column.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatSignificant, GROUP_GAP } from "../../ui/format.ts";

export type MeasureRow =
  | {
      /** The text as typed. */
      readonly text: string;
      /** The name with its unit. */
      readonly name: string;
      /** Undefined if there is no value so far. */
      readonly value: ColumnValue;
      /** "" of plain numbers and conditions. */
      readonly unit: string;
    }
  /** The measure does not fit this scenario. */
  | { readonly text: string; readonly fault: string };

/** `measured` is undefined if nothing has been counted yet. */
export function measureRows(
  scenario: Scenario,
  texts: readonly string[],
  measured: Measured | undefined,
): readonly MeasureRow[] {
  return texts.map((text): MeasureRow => {
    const read = checkColumn(scenario, text);
    if (!read.ok) return { text, fault: faultText(read.fault) };
    const { column } = read;
    const value = measured && columnValues([column], scenario, measured)[0];
    return { text, name: columnName(column), value, unit: column.unit };
  });
}

type NewMeasure =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** `known` are the measures in the list. */
export function newMeasure(scenario: Scenario, typed: string, known: readonly string[]): NewMeasure {
  const text = typed.trim();
  if (text === "") return { ok: false, message: t("enter a measure") };
  const read = checkColumn(scenario, text);
  if (!read.ok) return { ok: false, message: faultText(read.fault) };
  const name = columnName(read.column);
  const isThere = known.some((one) => {
    const other = checkColumn(scenario, one);
    return other.ok && isNamed(other.column, name);
  });
  return isThere ? { ok: false, message: t("{name} is already in the list", { name }) } : { ok: true, text };
}

function faultText({ reason, at, guess }: ColumnFault): string {
  const message = translatedMessage(reason);
  const placed = at === undefined ? message : t("at {at}: {message}", { at, message });
  return guess === undefined ? placed : t("{message}. Did you mean {guess}?", { message: placed, guess });
}

/** Metrics of the scenario that a measure may name. */
export function suggestedMeasures(scenario: Scenario): readonly string[] {
  return [...dictionaryOf(scenario).keys()];
}

const DIGITS = 5;

export function measureText({ value, unit }: Extract<MeasureRow, { readonly name: string }>): string {
  if (value === undefined) return "–";
  if (typeof value === "boolean") return value ? t("yes|measure") : t("no|measure");
  const number = Number.isInteger(value) ? formatInteger(value) : formatSignificant(value, DIGITS);
  return unit === "" ? number : `${number}${GROUP_GAP}${unit === "us" ? "µs" : unit}`;
}
