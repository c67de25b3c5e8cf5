/** The values of a knob that names a range. */

/** Most that a slider offers. */
export const RANGE_VALUE_LIMIT = 200;

interface KnobRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Ascending. */
export function valuesOfRange({ from, to, step }: KnobRange): readonly number[] {
  const count = Math.min(RANGE_VALUE_LIMIT, Math.floor((to - from) / step + 1e-9) + 1);
  // Removes rounding errors of decimal steps: 0.1 + 0.2 is 0.3.
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    Number((from + index * step).toPrecision(12)),
  );
}
