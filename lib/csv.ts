/** Writes and reads tables for spreadsheets. */

export type CsvSeparator = "," | ";";

const NUMBER = /^-?\d+([.,]\d+)?(e[+-]?\d+)?$/;
/** The start of text that a spreadsheet takes for a formula, also after blanks and quotes: at the start of a cell, or
 * where a spreadsheet with another separator starts a cell. Full-width signs are included, for Japanese and
 * Chinese. */
const FORMULA: Readonly<Record<CsvSeparator, RegExp>> = {
  ",": /(^|[;\t\r\n])([\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
  ";": /(^|[,\t\r\n])([\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
};

/** An apostrophe precedes a formula. */
export function csvLine(cells: readonly string[], separator: CsvSeparator = ","): string {
  return plainCsvLine(
    cells.map((cell) => (NUMBER.test(cell) ? cell : cell.replace(FORMULA[separator], "$1$2'"))),
    separator,
  );
}

/** For files that programs read, not spreadsheets: cells are not changed. */
export function plainCsvLine(cells: readonly string[], separator: CsvSeparator = ","): string {
  return cells
    .map((cell) =>
      cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(separator);
}

interface CsvRow {
  /** Line of the file in which the row starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

type CsvTable =
  | { readonly ok: true; readonly rows: readonly CsvRow[] }
  | { readonly ok: false; readonly reason: string };

/** A fault in a line of a table. */
export const lineFault = (line: number, message: string) => `line ${line}: ${message}`;

/** The separator of a table: the one of comma, semicolon and tab that its first line has most of. */
function separatorOf(text: string): string {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

/** Reads a table as spreadsheets write it: with or without a byte order mark, cells in quotes or without. Omits empty
 * lines. */
export function readCsv(text: string, rowLimit: number): CsvTable {
  const body = text.replace(/^\ufeff/, "");
  const separator = separatorOf(body);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let start = 1;
  let at = 0;
  const endRow = () => {
    if (cells.some((cell) => cell !== "")) rows.push({ line: start, cells });
    cells = [];
    start = line;
  };
  while (at < body.length) {
    const cell = body[at] === '"' ? quotedAt(body, at) : bareAt(body, at, separator);
    if (cell === undefined)
      return { ok: false, reason: lineFault(start, "the quotes of a cell have no end") };
    cells.push(cell.text);
    line += cell.text.split("\n").length - 1;
    at = cell.end;
    if (body[at] === separator) {
      at += 1;
      if (at === body.length || body[at] === "\n" || body[at] === "\r") cells.push("");
    }
    if (body[at] !== "\n" && body[at] !== "\r") continue;
    at += body.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    endRow();
    if (rows.length > rowLimit) break;
  }
  endRow();
  return rows.length > rowLimit
    ? { ok: false, reason: `has more than ${rowLimit} lines` }
    : { ok: true, rows };
}

interface CsvCell {
  readonly text: string;
  /** Offset after the cell. */
  readonly end: number;
}

function quotedAt(text: string, start: number): CsvCell | undefined {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 2))
    if (text[end + 1] !== '"')
      return { text: text.slice(start + 1, end).replaceAll('""', '"'), end: endOfBare(text, end + 1) };
  return undefined;
}

/** Text after the closing quote of a cell is ignored. */
const endOfBare = (text: string, from: number) =>
  from + (/^[^,;\t\r\n]*/.exec(text.slice(from, from + 100))?.[0].length ?? 0);

function bareAt(text: string, start: number, separator: string): CsvCell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { text: text.slice(start, end), end };
}
