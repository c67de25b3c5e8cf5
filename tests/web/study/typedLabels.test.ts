import { expect, it } from "vitest";
import { labelsText, readLabels } from "../../../web/study/draft/typed.ts";

it.each([
  ["1.0, 2.50, 1e3", ["1.0", "2.50", "1e3"]],
  ["null, [a, {b", ["null", "[a", "{b"]],
  ['"a, b", "say \\"x\\"" ,  c d ', ["a, b", 'say "x"', "c d"]],
  ["", []],
])("a label is the text as typed: %s", (text, labels) => {
  expect(readLabels(text)).toEqual({ ok: true, value: labels });
});

it.each([[["1.0", "a, b", '"x"', 'a "b"', " x ", "{}", "a\tb"]], [["one"]], [[]]])(
  "labels are read again as they are shown: %j",
  (labels) => {
    expect(readLabels(labelsText(labels))).toEqual({ ok: true, value: labels });
  },
);

it.each([
  ["a, , b", "a value is missing"],
  ["a,", "a value is missing"],
  ['a, "b', '"b is not JSON'],
  ['"a" b, c', '"a" b, c is not JSON'],
  ['"\\x"', "is not JSON"],
])("the labels %s are refused: %s", (text, message) => {
  const read = readLabels(text);
  expect(read.ok ? "" : read.message).toContain(message);
});
