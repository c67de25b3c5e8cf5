import { expect, test } from "vitest";
import { hertz, percent, table } from "../../cli/table.ts";

test.each([
  [1, "1 Hz"],
  [999, "999 Hz"],
  [1_000, "1 kHz"],
  [999_999, "999.999 kHz"],
  [1_000_000, "1 MHz"],
  [999_999_999, "999.999999 MHz"],
  [1_000_000_000, "1 GHz"],
  [9_999_999_999, "9.999999999 GHz"],
])("%i Hz is printed as %s", (value, text) => {
  expect(hertz(value)).toBe(text);
});

test.each([
  [0, 7, "0.00 %"],
  [7, 7, "100.00 %"],
  [1, 3, "33.33 %"],
  [1, 1_000_000, "<0.01 %"],
  [999_999, 1_000_000, ">99.99 %"],
  [0, 0, "-"],
])("%i of %i is printed as %s", (part, all, text) => {
  expect(percent(part, all)).toBe(text);
});

test("a cell beyond the width limit continues in the next line and widens no other row", () => {
  const rows = [
    ["file", "lab", "remarks"],
    ["a.json", "rings", "fine"],
    ["x".repeat(30), "rings", "late"],
  ];
  expect(table(rows, "  ", 3, 12).split("\n")).toEqual([
    "  file    lab    remarks",
    "  a.json  rings  fine",
    `  ${"x".repeat(30)}`,
    "          rings  late",
  ]);
});
