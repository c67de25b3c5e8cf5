/** Error messages may quote any text, and a terminal executes none of its control characters. */
import { expect, test } from "vitest";
import { complaintText } from "../../cli/command.ts";
import { faultText } from "../../cli/main.ts";
import { askedColumns } from "../../cli/runMetrics.ts";
import { builtin } from "../boundary/support.ts";

test.each([
  ["\u001b[31mred", "\\u001b[31mred"],
  ["turned\u202eround", "turned\\u202eround"],
  ["two\u2028lines", "two\\u2028lines"],
  ["mark\u200f", "mark\\u200f"],
  ["a tab\t", "a tab\\u0009"],
  ["Größe “4” → ü 漢字", "Größe “4” → ü 漢字"],
  ["several\nlines", "several\nlines"],
])("%j is printed with its control characters escaped", (given, printed) => {
  expect(complaintText({ subject: given, field: "x", reason: given })).toBe(`${printed}: x: ${printed}`);
});

test.each([
  "WebAssembly.Memory(): could not allocate memory",
  "WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance",
  "Array buffer allocation failed",
])("too little memory is reported as such, not as a fault of the command: %s", (message) => {
  expect(faultText(new RangeError(message))).toMatch(/^there is too little memory.*ulimit -v/);
});

test("an unexpected error is reported as a fault of the command", () => {
  expect(faultText(new Error("boom"))).toBe("irqscope failed: boom");
  expect(faultText("text")).toBe("irqscope failed: text");
});

test("a very long text is truncated in an error message", async () => {
  const long = "x".repeat(100_000);
  const told = complaintText({ subject: long, field: long, reason: long });
  expect(told.length).toBeLessThan(13_000);
  expect(told).toContain("x… (100000 characters): x");
  const scenario = await builtin("ring-overflow");
  for (const text of [long, `${long} in us`, `"${long}`, `(${"1+".repeat(50_000)}1`, `interrupts.${long}`]) {
    const shown = () => askedColumns(scenario, [text]);
    expect(shown).toThrow(/^--show: .{200}… \(\d+ characters\): ./);
    expect(shown).toThrow(expect.objectContaining({ message: expect.stringMatching(/^.{1,700}$/s) }));
  }
});
