/** Lines for spreadsheets. */

export type CsvSeparator = "," | ";";

const NUMBER = /^-?\d+([.,]\d+)?(e[+-]?\d+)?$/;
/** Text that a spreadsheet takes for a formula, also behind blanks and quotes. It stands at the start of a cell, or
 * where a spreadsheet that expects another separator sees a cell. Full-width signs count where Japanese and Chinese are
 * written. */
const FORMULA: Readonly<Record<CsvSeparator, RegExp>> = {
  ",": /(^|[;\t\r\n])([\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
  ";": /(^|[,\t\r\n])([\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
};

/** Formulas get an apostrophe in front. */
export function csvLine(cells: readonly string[], separator: CsvSeparator = ","): string {
  return cells
    .map((cell) => (NUMBER.test(cell) ? cell : cell.replace(FORMULA[separator], "$1$2'")))
    .map((cell) =>
      cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(separator);
}
