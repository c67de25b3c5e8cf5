/** Unformatted: units stand in the names of the columns, or in a column of their own. */
export interface DataTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

/** RFC 4180: lines end with CR LF; a field that holds a comma, a quote or a line end stands in quotes. */
export function dataCsv({ columns, rows }: DataTable): string {
  return [columns, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

function field(value: string | number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
