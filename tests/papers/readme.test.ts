/** README.md states how many predictions hold today: the numbers of docs/papers/results.csv, which the check `papers`
 * compares with the runs. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

interface Row {
  readonly source: string;
  readonly kind: string;
  readonly holds: boolean;
}

/** These columns come before the first text that may contain a comma, or are the last but one. */
function rowsOf(csv: string): readonly Row[] {
  return csv
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [source = "", , , kind = ""] = line.split(",");
      const verdict = /,(pass|known-miss|miss),/.exec(line)?.[1];
      if (verdict === undefined) throw new Error(`no verdict: ${line}`);
      return { source, kind, holds: verdict === "pass" };
    });
}

const NAMES: Readonly<Record<string, string>> = {
  "000": "three contexts for interrupts (Pattery et al.)",
  "001": "hot thread (Gibeling and Schultz)",
  "002": "MIPS 34K",
  "003": "switch on a LEON2 (Salehi et al.)",
  "004": "ETA (Intel)",
};

const rows = rowsOf(text("docs/papers/results.csv"));
const cell = (of: readonly Row[]) => `${of.filter(({ holds }) => holds).length} of ${of.length}`;

function lineOf(name: string, of: readonly Row[]): readonly string[] {
  const predictions = of.filter(({ kind }) => kind === "prediction");
  const shapes = of.filter(({ kind }) => kind === "shape");
  const misses = [...predictions, ...shapes].filter(({ holds }) => !holds).length;
  return [name, cell(predictions), cell(shapes), String(misses)];
}

const cellsIn = (line: string) => line.split("|").map((part) => part.trim());

test("the table of the README equals results.csv", () => {
  const lines = text("README.md")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map(cellsIn);
  const expected = [
    ...Object.entries(NAMES).map(([id, name]) =>
      lineOf(
        name,
        rows.filter(({ source }) => source === id),
      ),
    ),
    lineOf("all", rows),
  ];
  expect(
    lines.map((line) => line.slice(1, 5)).filter(([name]) => expected.some(([one]) => one === name)),
  ).toEqual(expected);
});

test("every source has a line in the README", () => {
  expect([...new Set(rows.map(({ source }) => source))].sort()).toEqual(Object.keys(NAMES));
});
