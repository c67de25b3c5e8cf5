/** Numbers in columns for terminals. */

export type Cell = string;

/** The first columns left, the others right. */
export function table(rows: readonly (readonly Cell[])[], indent = "  ", leftColumns = 1): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) => tableLine(row, widths, indent, leftColumns)).join("\n");
}

/** One row, where the others are not known yet. */
export function tableLine(
  row: readonly Cell[],
  widths: readonly number[],
  indent: string,
  leftColumns: number,
): string {
  const cells = row.map((cell, column) =>
    column < leftColumns ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  );
  return (indent + cells.join("  ")).trimEnd();
}

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

/** What is not exactly nothing or all is never said to be. */
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

/** Exact: 333_333_333 -> 333.333333 MHz. */
export function hertz(value: number): Cell {
  const [factor, unit] = HERTZ_UNITS.find(([least]) => value >= least) ?? ([1, "Hz"] as const);
  return `${EXACT.format(value / factor)} ${unit}`;
}
