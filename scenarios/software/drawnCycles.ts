/** Cycles of a routine that are drawn each time it runs, in the form of the core. The field is in drawnCyclesSchema.ts.
 */

import { WHOLE_PERCENT } from "../base/limits.ts";
import type { DrawnCycles } from "./drawnCyclesSchema.ts";
import type { Software } from "./software.ts";

const PLACES_PER_PERCENT = 1000;

/** The form of the core: `upto` rises, see sim_point. */
export interface Point {
  readonly upto: number;
  readonly cycles: number;
}

export function pointsOf(drawn: DrawnCycles): readonly Point[] {
  switch (drawn.kind) {
    case "quantiles":
      return drawn.quantiles.map((one, upto) => ({ upto, cycles: one }));
    case "percentiles":
      return drawn.percentiles.map((one) => ({
        upto: Math.round(one.percent * PLACES_PER_PERCENT),
        cycles: one.cycles,
      }));
    case "values": {
      let upto = 0;
      return drawn.values.map(({ weight, cycles: one }) => {
        upto += weight;
        return { upto, cycles: one };
      });
    }
  }
}

/** Names of the tables whose columns are values of routines, in the order of the routines. */
export function tablesOf({ routines }: Pick<Software, "routines">): readonly string[] {
  return [...new Set(routines.flatMap((routine) => tableOf(routine)?.name ?? []))];
}

interface Column {
  readonly name: string;
  readonly weights: readonly number[];
}

function tableOf(routine: Software["routines"][number]): Column | undefined {
  if (routine.kind !== "cycles" || routine.drawnCycles?.kind !== "values") return undefined;
  const { table, values } = routine.drawnCycles;
  return table === undefined ? undefined : { name: table, weights: values.map(({ weight }) => weight) };
}

/** Errors of the columns of tables, by the index of the routine. */
export function tableErrors({
  routines,
}: Pick<Software, "routines">): readonly { index: number; message: string }[] {
  const first = new Map<string, { readonly routine: string; readonly column: Column }>();
  return routines.flatMap((routine, index) => {
    const column = tableOf(routine);
    if (column === undefined) return [];
    const known = first.get(column.name);
    if (known === undefined) {
      first.set(column.name, { routine: routine.name, column });
      return [];
    }
    const { weights } = known.column;
    if (weights.length !== column.weights.length)
      return [
        {
          index,
          message: `has ${column.weights.length} values, but ${known.routine} of the same table has ${weights.length}`,
        },
      ];
    const other = weights.findIndex((weight, row) => weight !== column.weights[row]);
    return other < 0
      ? []
      : [{ index, message: `has another weight in row ${other} than ${known.routine} of the same table` }];
  });
}

/** Its errors, by the field within it. */
export function drawnCyclesErrors(drawn: DrawnCycles): readonly { field: string; message: string }[] {
  if (drawn.kind === "values") return [];
  const points = pointsOf(drawn);
  const isList = drawn.kind === "quantiles";
  const whole = WHOLE_PERCENT * PLACES_PER_PERCENT;
  return points.flatMap(({ upto, cycles: own }, index) => {
    const field = isList ? `quantiles[${index}]` : `percentiles[${index}]`;
    const before = points[index - 1];
    const errors: { field: string; message: string }[] = [];
    const fail = (name: string, message: string) => errors.push({ field: `${field}${name}`, message });
    if (before !== undefined && own < before.cycles)
      fail(isList ? "" : ".cycles", `must not be below the previous value, ${before.cycles}`);
    if (isList) return errors;
    if (before === undefined && upto !== 0) fail(".percent", "must be 0, the smallest share");
    if (before !== undefined && upto <= before.upto) fail(".percent", "must be above the previous value");
    if (index === points.length - 1 && upto !== whole) fail(".percent", "must be 100, the largest share");
    return errors;
  });
}
