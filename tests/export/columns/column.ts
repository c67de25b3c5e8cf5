/** Columns of an export, and what each is counted by. */
import type { Observed } from "./observed.ts";

export type Cells = readonly unknown[];

export interface ColumnCount {
  /** Of the column's name; its groups are the names of parts of the machine. */
  readonly column: RegExp;
  /** The cells that the column should have. `names`: the groups. */
  readonly count: (run: Observed, ...names: string[]) => Cells;
}

export interface CountedExport {
  readonly name: string;
  /** The columns of the file, as a reader of the format has them. */
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
