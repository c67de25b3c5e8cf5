import { describe, expect, test } from "vitest";
import { wholeNumber } from "../../cli/arguments.ts";

describe("whole numbers of the command line", () => {
  test.each([
    ["30000", 30_000],
    ["30_000", 30_000],
    ["30k", 30_000],
    ["3e4", 30_000],
    ["3E+4", 30_000],
    ["1.5M", 1_500_000],
    ["1.5e6", 1_500_000],
    ["0.0001e4", 1],
  ])("%s is read as a whole number", (text, value) => {
    expect(wholeNumber(text, "--cycles", 1, 1e12)).toBe(value);
  });

  test.each(["1e-6", "1.5", "1.55e1", "1e", "e4", "1e400", "1e4k", "3 0", "0", "1e13", "", "x"])(
    "%j is refused, and the error names the option",
    (text) => {
      expect(() => wholeNumber(text, "--cycles", 1, 1e12)).toThrow(
        `--cycles: must be a whole number from 1 to`,
      );
    },
  );
});
