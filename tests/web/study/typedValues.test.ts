import { describe, expect, it } from "vitest";
import {
  listText,
  readAxisValues,
  readList,
  readTable,
  readTyped,
  tableText,
  typedText,
} from "../../../web/study/draft/typed.ts";

const LISTS: readonly (readonly [text: string, values: readonly unknown[]])[] = [
  ["4, 8, 1.5e3", [4, 8, 1500]],
  ["null, true, any", [null, true, "any"]],
  ["100 MHz, 8k", ["100 MHz", "8k"]],
  ['null, {"sizeBytes": 4096, "ways": [1, 2]}', [null, { sizeBytes: 4096, ways: [1, 2] }]],
  ['"4", "a, b", "null"', ["4", "a, b", "null"]],
  ["[1, 2], []", [[1, 2], []]],
  ["007, +5, -3", ["007", "+5", -3]],
  ["True, NULL, 1E3", ["True", "NULL", 1000]],
];

describe("typed values of a study", () => {
  it.each(LISTS)("are read: %s", (text, values) => {
    expect(readList(text)).toEqual({ ok: true, value: values });
  });

  it.each([...LISTS.map(([, values]) => values), ["1..3", "a\tb", 'say "x', "", " x ", "{", "a]b"]])(
    "are read again as they are shown: %j",
    (...values) => {
      const list = values as string[];
      expect(readList(listText(list))).toEqual({ ok: true, value: list });
      for (const value of list) expect(readTyped(typedText(value))).toEqual({ ok: true, value });
    },
  );

  it.each([
    ["4, , 8", "a value is missing"],
    ['{"sizeBytes": 4096', "is not JSON: brackets and quotes have to be closed"],
    ["{sizeBytes: 4096}", "is not JSON"],
    ['"x, 8', "is not JSON"],
  ])("%s are refused: %s", (text, message) => {
    const read = readList(text);
    expect(read.ok ? "" : read.message).toContain(message);
  });

  it.each([
    ["4..64*2", "4..64*2"],
    ["1..3, 8", "1..3, 8"],
    ["100,200", [100, 200]],
    // The field refuses these with the reason, because each may be meant as one number.
    ["1,000, 2,000", "1,000, 2,000"],
    ["4, 8", [4, 8]],
    ['null, {"a": "1..2"}', [null, { a: "1..2" }]],
  ])("of an axis are read: %s", (text, value) => {
    expect(readAxisValues(text)).toEqual({ ok: true, value });
  });
});

describe("a typed table of points", () => {
  const TABLE = {
    fields: ["contexts", 'machine.nics["a,b"].rxRingFrames'],
    rows: [
      [1, "200 MHz"],
      [3, null],
    ],
  };

  it("is read with commas, and with tabs as a spreadsheet copies it", () => {
    const text = 'contexts, machine.nics["a,b"].rxRingFrames\n1, 200 MHz\n\n3, null\n';
    expect(readTable(text)).toEqual({ ok: true, value: TABLE });
    expect(readTable('contexts\tmachine.nics["a,b"].rxRingFrames\r\n1\t200 MHz\r\n3\tnull')).toEqual({
      ok: true,
      value: TABLE,
    });
    expect(readTable(tableText({ kind: "table", ...TABLE }) ?? "")).toEqual({ ok: true, value: TABLE });
  });

  it.each([
    ["", "the first line has the fields"],
    ["a, b", "the first line has the fields"],
    ["a, \n1, 2", "line 1: a field is missing"],
    ["a, b\n1, 2\n3", "line 3 has 1 values, the first line has 2 fields"],
    ["a, b\n1, ", "line 2: a value is missing"],
    ['a, b\n1, {"c": 1', "line 2: "],
  ])("%j is refused: %s", (text, message) => {
    const read = readTable(text);
    expect(read.ok ? "" : read.message).toContain(message);
  });
});
