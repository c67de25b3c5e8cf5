/** Tables and rows of metrics for terminals: what the registry says of them. */
import { amountOf, type Entries, shownIn } from "../lib/metrics/registry/entry.ts";
import type { Machine } from "../scenarios/format/schema.ts";
import { type Cell, fixed, percent, table, whole } from "./table.ts";

export type Rows = readonly (readonly Cell[])[];

/** Heads and cells of the columns that these entries have; `all` decides which optional ones are shown. */
export function columnsOf(
  entries: Entries<never>,
  machine: Machine,
  cycles: number,
  all: readonly object[] = [],
): { readonly heads: readonly Cell[]; readonly cells: (values: object) => readonly Cell[] } {
  const columns = shownIn("text", entries, machine).filter(
    (column) =>
      column.shown.isOptional !== true || all.some((values) => amountOf(column, values, cycles).value > 0),
  );
  return {
    heads: columns.map(({ label }) => label),
    cells: (values) =>
      columns.map((column) => {
        const { value, of } = amountOf(column, values, cycles);
        if (Number.isNaN(value)) return "\u2013";
        if (of !== undefined) return percent(value, of);
        const { digits } = column.shown;
        return digits === undefined ? whole(value) : fixed(value, digits);
      }),
  };
}

/** A row for each subject; empty where there is none. */
export function metricTable(
  subject: string,
  entries: Entries<never>,
  machine: Machine,
  cycles: number,
  rows: readonly (readonly [name: string, values: object])[],
): string {
  const { heads, cells } = columnsOf(
    entries,
    machine,
    cycles,
    rows.map(([, values]) => values),
  );
  return block(
    [subject, ...heads],
    rows.map(([name, values]) => [name, ...cells(values)]),
  );
}

export function block(head: readonly Cell[], rows: Rows): string {
  return rows.length === 0 ? "" : table([head, ...rows], "");
}

/** A row for each metric of one subject. Metrics without a value or equal to 0 have no row. */
export function metricRows(
  groups: readonly (readonly [entries: Entries<never>, values: object])[],
  machine: Machine,
  cycles: number,
): Rows {
  const rows = groups.flatMap(([entries, values]) =>
    shownIn("text", entries, machine).map((row) => ({ row, values })),
  );
  return rows
    .toSorted((a, b) => (a.row.shown.at ?? 0) - (b.row.shown.at ?? 0))
    .flatMap(({ row, values }) => {
      const { value, of } = amountOf(row, values, cycles);
      if (value === 0 || Number.isNaN(value)) return [];
      const { digits } = row.shown;
      if (of !== undefined) return [[row.label, `${whole(value)} of ${whole(of)}`]];
      return [[row.label, digits === undefined ? whole(value) : fixed(value, digits)]];
    });
}
