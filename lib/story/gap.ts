/** Values of the expressions in captions. They are apart from the text of captions, which the first visit loads, because
 * they need the whole dictionary of metrics and the assembler. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Measured } from "../metrics/measure.ts";
import { columnValues, readColumn } from "../sweep/column.ts";

/** Why the expression has no value; undefined: it has. */
export function gapFault(scenario: Scenario, expression: string): string | undefined {
  const read = readColumn(scenario, expression);
  return read.ok ? undefined : read.message;
}

interface GapValue {
  readonly value: number;
  readonly unit: string;
}

/** Undefined: there is no number. */
export function gapValue(scenario: Scenario, expression: string, measured: Measured): GapValue | undefined {
  const read = readColumn(scenario, expression);
  if (!read.ok) return undefined;
  const [value] = columnValues([read.column], scenario, measured);
  return typeof value === "number" ? { value, unit: read.column.unit } : undefined;
}
