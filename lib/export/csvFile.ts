/** Rows as lines for spreadsheets. */
import { csvLine } from "../csv.ts";
import { type RowEncoder, type RunFile, rowFile } from "./file.ts";
import type { Row, RowSource } from "./rows.ts";

const UTF8 = new TextEncoder();

function csvEncoder(source: RowSource): RowEncoder {
  const lineOf = (cells: Row) => `${csvLine(cells.map(String))}\n`;
  return {
    head: () => UTF8.encode(lineOf(source.columns.map(({ name }) => name))),
    rows: (rows) => UTF8.encode(rows.map(lineOf).join("")),
    tail: () => new Uint8Array(),
  };
}

export const csvFile = (source: RowSource, noun: string): RunFile =>
  rowFile(source, csvEncoder(source), noun);
