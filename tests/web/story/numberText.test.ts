/** Numbers in captions of stories. */
import { expect, it } from "vitest";
import { numberText } from "../../../web/story/numberText.ts";

it.each([
  [1145, "", "1\u202f145"],
  [0.72, "", "0.720"],
  [0.99998, "", "1"],
  [12.34, "us", "12.3\u202fµs"],
  [12.001, "us", "12\u202fµs"],
  [1250.4, "cycles", "1\u202f250\u202fcycles"],
])("%s %s is written %s", (value, unit, text) => {
  expect(numberText(value, unit).replace(/\s/g, "\u202f")).toBe(text);
});
