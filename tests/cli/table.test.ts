import { expect, test } from "vitest";
import { hertz } from "../../cli/table.ts";

test.each([
  [1, "1 Hz"],
  [999, "999 Hz"],
  [1_000, "1 kHz"],
  [999_999, "999.999 kHz"],
  [1_000_000, "1 MHz"],
  [999_999_999, "999.999999 MHz"],
  [1_000_000_000, "1 GHz"],
  [9_999_999_999, "9.999999999 GHz"],
])("%i Hz is written %s", (value, text) => {
  expect(hertz(value)).toBe(text);
});
