/** Lines for spreadsheets. */

/** A cell that a spreadsheet would take for a formula gets an apostrophe in front. */
export function csvLine(cells: readonly string[]): string {
  return cells
    .map((cell) => (/^[=+\-@\t\r]/.test(cell) && !/^-?[\d.]+$/.test(cell) ? `'${cell}` : cell))
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",");
}
