import { csvLine } from "../../lib/csv.ts";

/** Unformatted values. Units are in the names of the columns, or in a column of their own. */
export interface DataTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

/** RFC 4180: lines end with CR LF. Names may come from scenarios of others, so no cell may be a formula. */
export function dataCsv({ columns, rows }: DataTable): string {
  return [columns, ...rows].map((row) => `${csvLine(row.map(textOf))}\r\n`).join("");
}

function textOf(value: string | number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : String(value);
}
