/** What is complained about may hold anything: a terminal obeys none of it. */
import { expect, test } from "vitest";
import { complaintText } from "../../cli/command.ts";

test.each([
  ["\u001b[31mred", "\\u001b[31mred"],
  ["turned\u202eround", "turned\\u202eround"],
  ["two\u2028lines", "two\\u2028lines"],
  ["mark\u200f", "mark\\u200f"],
  ["a tab\t", "a tab\\u0009"],
  ["Größe “4” → ü 漢字", "Größe “4” → ü 漢字"],
  ["several\nlines", "several\nlines"],
])("%j", (given, printed) => {
  expect(complaintText({ subject: given, field: "x", reason: given })).toBe(`${printed}: x: ${printed}`);
});
