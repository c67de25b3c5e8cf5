/** Values of the expressions in captions. This file is separate from the text of captions, which the first visit loads,
 * because it needs the whole dictionary of metrics and the assembler. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Measured } from "../metrics/measure.ts";
import { columnValues, readColumn } from "../sweep/column.ts";

/** The reason why the expression has no value. Undefined if it has one. */
export function gapFault(scenario: Scenario, expression: string): string | undefined {
  const read = readColumn(scenario, expression);
  return read.ok ? undefined : read.message;
}

/** Unit of the expression's value. "" if it has none. */
export function gapUnit(scenario: Scenario, expression: string): string {
  const read = readColumn(scenario, expression);
  return read.ok ? read.column.unit : "";
}

interface GapValue {
  readonly value: number;
  readonly unit: string;
}

/** Undefined if there is no number. */
export function gapValue(scenario: Scenario, expression: string, measured: Measured): GapValue | undefined {
  const read = readColumn(scenario, expression);
  if (!read.ok) return undefined;
  const [value] = columnValues([read.column], scenario, measured);
  return typeof value === "number" ? { value, unit: read.column.unit } : undefined;
}
