/** The lines of docs/papers/results.csv. */
import { readFileSync } from "node:fs";
import { cellsOfCsv } from "../../lib/papers/stored.ts";

const text = readFileSync(new URL("../../docs/papers/results.csv", import.meta.url), "utf8");
const [header = "", ...lines] = text.trimEnd().split("\n");
const columns = cellsOfCsv(header);

/** By name of the column. */
export const RESULT_ROWS: readonly ReadonlyMap<string, string>[] = lines.map(
  (line) => new Map(cellsOfCsv(line).map((cell, at) => [columns[at] ?? "", cell])),
);
