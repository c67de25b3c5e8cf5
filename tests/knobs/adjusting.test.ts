/** Numbers that the user drags, steps and types on the stage. */
import { describe, expect, it } from "vitest";
import { adjusted, typedValue } from "../../lib/knobs/adjusting.ts";

const RING = { by: "slots", minimum: 1, maximum: 64 } as const;
const CLOCK = { by: "scale", minimum: 1000, maximum: 1e10 } as const;

describe("adjusting a knob", () => {
  it("counts slots one by one within the range", () => {
    expect([0, 8, -3, 100, -100].map((steps) => adjusted(8, steps, RING))).toEqual([8, 16, 5, 64, 1]);
  });

  it("steps through round numbers across powers of ten, and back through the same", () => {
    expect([1, 2, 9, 10, -1, -3].map((steps) => adjusted(100e6, steps, CLOCK))).toEqual([
      125e6, 150e6, 800e6, 1e9, 80e6, 50e6,
    ]);
    for (const steps of [1, 4, 12, 25])
      expect(adjusted(adjusted(2e6, steps, CLOCK), -steps, CLOCK)).toBe(2e6);
  });

  it("steps from a value between two round numbers to the next of them", () => {
    expect([1, 2, -1, -2].map((steps) => adjusted(133e6, steps, CLOCK))).toEqual([
      150e6, 200e6, 125e6, 100e6,
    ]);
    expect(adjusted(9e6, 1, CLOCK)).toBe(10e6);
  });
});

describe("a typed value of a knob", () => {
  it("has the displayed unit if it is a bare number, and its own prefix otherwise", () => {
    expect(typedValue("150", 1e6, CLOCK)).toBe(150e6);
    expect(typedValue("150 MHz", 1e6, CLOCK)).toBe(150e6);
    expect(typedValue("2.5G", 1e6, CLOCK)).toBe(2.5e9);
    expect(typedValue("800 k", 1e6, CLOCK)).toBe(800e3);
    expect(typedValue("16", 1, RING)).toBe(16);
  });

  it("is refused if it is not a number in the range", () => {
    for (const text of ["", "x", "0", "65", "-4"]) expect(typedValue(text, 1, RING)).toBeUndefined();
  });
});
