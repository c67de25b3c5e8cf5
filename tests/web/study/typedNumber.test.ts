/** Numbers in the form of a study as users type them. */
import { expect, test } from "vitest";
import { readTypedNumber } from "../../../web/study/draft/typed.ts";

test.each([
  ["200000", 200_000],
  ["200 000", 200_000],
  ["200,000", 200_000],
  ["0.2M", 200_000],
  ["200k", 200_000],
  ["20 M", 20_000_000],
  ["0.125", 0.125],
  ["1.5", 1.5],
])("the typed number %s is read as %d", (text, value) => {
  expect(readTypedNumber(text)).toEqual({ ok: true, value });
});

test.each(["200.000", "1.200.000"])("the typed number %s is ambiguous and refused", (text) => {
  const read = readTypedNumber(text);
  expect(read.ok || read.message).toMatch(/^[\d.]+ may be [\d.]+ or \d+: write it without a point$/);
});

test.each(["abc", "1 us", "5 %", "-", "1,2"])("%s is refused as a typed number", (text) => {
  expect(readTypedNumber(text)).toEqual({
    ok: false,
    message: "a number is needed, as 200 000, 0.2M or 200k",
  });
});
