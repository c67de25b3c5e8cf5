import { expect, it } from "vitest";
import { indentOf } from "../../../web/program/wrappedLines.ts";

it.each([
  ["# a comment", 2],
  ["        li    t0, 1", 10],
  ["        csrw  mline, t0        # a comment", 32],
  ["        csrw  mline, t0                     # a comment", 32],
  ["\tret // done", 14],
  ["", 2],
])("a long line is continued below its comment or its code: %s", (line, indent) => {
  expect(indentOf(line)).toBe(indent);
});
