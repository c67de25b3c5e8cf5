/** Pixel columns of whole cycles. */
import { COLUMN_LIMIT } from "./protocol.ts";

export interface ColumnGrid {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  readonly columnCycles: number;
}

/** A grid that covers [from, to) in at most `columns` columns, each a multiple of `unit` cycles wide;
 * `from` moves down to a multiple of the unit counted from `origin`. */
export function columnGrid(from: number, to: number, columns: number, unit = 1, origin = 0): ColumnGrid {
  const start = origin + Math.floor((from - origin) / unit) * unit;
  const span = Math.max(to - start, 1);
  const most = Math.min(Math.max(Math.floor(columns), 1), COLUMN_LIMIT);
  const columnCycles = Math.ceil(span / most / unit) * unit;
  const count = Math.ceil(span / columnCycles);
  return { from: start, to: start + count * columnCycles, columns: count, columnCycles };
}
