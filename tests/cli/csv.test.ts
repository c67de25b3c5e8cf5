/** No cell is a formula in a spreadsheet, whatever separator the spreadsheet expects. */
import { expect, test } from "vitest";
import { csvLine } from "../../lib/csv.ts";

const SIGNS = ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"];
/** Characters after which a spreadsheet begins a cell, or which it skips. */
const BEGINS = ["", ";", ",", "\t", "\n", "\r\n", "\r"];
const READ_OVER = ["", " ", "\u00a0", '"', ' "', "  "];

/** Cells as a spreadsheet with this separator reads them. Quotes hold a cell together if they begin it. */
function cellsIn(line: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? "";
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (line[at + 1] === '"') {
        cell += sign;
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === separator || sign === "\n" || sign === "\r") {
      cells.push(cell);
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell];
}

const isFormula = (cell: string) => /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell);

test.each(BEGINS.map((begin) => [JSON.stringify(begin), begin] as const))(
  "a cell that begins with %s is no formula in CSV",
  (_, begin) => {
    for (const own of [",", ";"] as const)
      for (const readOver of READ_OVER)
        for (const sign of SIGNS) {
          const hostile = `${begin === "" ? "" : `text${begin}`}${readOver}${sign}cmd|' /C calc'!A0`;
          const line = csvLine(["first", hostile, "last"], own);
          for (const separator of [",", ";", "\t"])
            expect(cellsIn(line, separator).filter(isFormula), JSON.stringify({ line, separator })).toEqual(
              [],
            );
          // The text is unchanged except for apostrophes.
          expect(cellsIn(line, own).join("\n").replaceAll("'", "")).toContain(`${sign}cmd`);
        }
  },
);

test("numbers stay numbers in CSV, negative ones too", () => {
  for (const number of ["-5", "-0.25", "12", "-3,5", "-1.5e-7", "-2e+21"])
    expect(csvLine([number], ";")).toBe(number);
  expect(csvLine(["-5 apples"])).toBe("'-5 apples");
});

test("a cell with a separator, a quote or a line end is quoted in CSV", () => {
  expect(csvLine(['a,"b"\nc', "d;e"])).toBe('"a,""b""\nc",d;e');
  expect(csvLine(["d;e", "a,b"], ";")).toBe('"d;e";a,b');
});
