/** Tables for terminals. */

import { amountOf, type Entries, shownIn } from "../lib/metrics/registry/entry.ts";
import type { Machine } from "../scenarios/format/schema.ts";

export type Cell = string;

/** Aligns the first columns left and the others right. A left cell of more than `widest` characters does not widen
 * the column: its row continues on the next line. */
export function table(
  rows: readonly (readonly Cell[])[],
  indent = "  ",
  leftColumns = 1,
  widest = Number.POSITIVE_INFINITY,
): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => (row[column] ?? "").length).filter((length) => length <= widest)),
  );
  return rows.map((row) => tableLine(row, widths, indent, leftColumns)).join("\n");
}

/** One row of a table, when its other rows are not known yet. */
export function tableLine(
  row: readonly Cell[],
  widths: readonly number[],
  indent: string,
  leftColumns: number,
): string {
  const lines: string[] = [];
  let line = indent;
  let before = indent.length;
  for (const [column, cell] of row.entries()) {
    const width = widths[column] ?? 0;
    const isLeft = column < leftColumns;
    line += isLeft ? cell.padEnd(width) : cell.padStart(width);
    before += width + GAP.length;
    if (isLeft && cell.length > width && row.slice(column + 1).some((one) => one !== "")) {
      lines.push(line);
      line = " ".repeat(before);
    } else line += GAP;
  }
  return [...lines, line].map((one) => one.trimEnd()).join("\n");
}

const GAP = "  ";

const GROUPED = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export function whole(value: number): Cell {
  return Number.isNaN(value) ? "-" : GROUPED.format(value);
}

export function fixed(value: number, decimals: number): Cell {
  if (Number.isNaN(value)) return "-";
  return new Intl.NumberFormat("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
}

/** Prints 0 % or 100 % only for a share that is exactly that. */
export function percent(part: number, all: number): Cell {
  if (all === 0) return "-";
  const text = fixed((100 * part) / all, 2);
  if (text === "0.00" && part > 0) return "<0.01 %";
  if (text === "100.00" && part < all) return ">99.99 %";
  return `${text} %`;
}

const HERTZ_UNITS = [
  [1e9, "GHz"],
  [1e6, "MHz"],
  [1e3, "kHz"],
  [1, "Hz"],
] as const;
const EXACT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 9 });

/** The exact value: 333_333_333 -> 333.333333 MHz. */
export function hertz(value: number): Cell {
  const [factor, unit] = HERTZ_UNITS.find(([least]) => value >= least) ?? ([1, "Hz"] as const);
  return `${EXACT.format(value / factor)} ${unit}`;
}

/** Tables and rows of metrics for terminals, from the entries of the registry. */
export type Rows = readonly (readonly Cell[])[];

/**
 * Heads and cells of the columns of these entries. `all` are the subjects that decide which optional columns
 * are shown.
 */
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

/** A row for each subject. Empty if there is no subject. */
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
