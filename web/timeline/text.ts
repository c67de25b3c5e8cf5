/** Numbers with their units in running text. */

import { editedNumber } from "../text/numbers.ts";
import { formatCycles, formatSeconds, type Quantity, quantityText } from "../ui/format.ts";

const NO_BREAK_SPACE = "\u00a0";

/** A full space between the two, because thin spaces separate groups of digits. */
export function withUnit({ value, unit }: Quantity): string {
  return unit === "" ? value : `${value}${NO_BREAK_SPACE}${unit}`;
}

/** "212 cycles, 4.24 µs" */
export function lengthText(cycles: number, clockHertz: number): string {
  return `${withUnit(formatCycles(cycles))}, ${withUnit(formatSeconds(cycles / clockHertz))}`;
}

/** "20 M", "200 M", "1.5 k": omits insignificant zeros. */
export function roundCountText(count: number): string {
  const [factor, unit] =
    count >= 1e12
      ? [1e12, "T"]
      : count >= 1e9
        ? [1e9, "G"]
        : count >= 1e6
          ? [1e6, "M"]
          : count >= 1e3
            ? [1e3, "k"]
            : [1, ""];
  return quantityText({ value: editedNumber(Number((count / factor).toPrecision(4))), unit });
}

/**
 * Shares of columns have single precision. Their sums, and their differences from 1, are off by less than
 * this.
 */
const SUM_NOISE = 1e-6;

/** Returns 0 or 1 if a sum of such shares, or its remainder, differs from that only by rounding. */
export function cleanShare(share: number): number {
  if (share < SUM_NOISE) return 0;
  return share > 1 - SUM_NOISE ? 1 : share;
}
