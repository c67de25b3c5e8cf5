/** Columns of an export, and the independent count of each. */
import type { Observed } from "./observed.ts";

export type Cells = readonly unknown[];

export interface ColumnCount {
  /** Pattern of the column's name. Its groups are the names of parts of the machine. */
  readonly column: RegExp;
  /** The expected cells of the column. `names`: the groups of the pattern. */
  readonly count: (run: Observed, ...names: string[]) => Cells;
}

export interface CountedExport {
  readonly name: string;
  /** The columns of the file as a reader of the format sees them. */
  readonly columnsOf: (run: Observed) => ReadonlyMap<string, Cells>;
  readonly counts: readonly ColumnCount[];
}

/** Columns of records that have the same fields. */
export function columnsOfRecords(
  names: readonly string[],
  records: readonly Readonly<Record<string, unknown>>[],
): ReadonlyMap<string, Cells> {
  return new Map(names.map((name) => [name, records.map((record) => record[name])]));
}
