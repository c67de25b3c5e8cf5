/** Numbers of a story as people read them. */
import { translated } from "../text/t.ts";
import { formatInteger, formatSignificant, quantityText } from "../ui/format.ts";

const DIGITS = 3;
const WHOLE_FROM = 100;

/** "1 145", "12.3 µs", "4.35 %". */
export function numberText(value: number, unit: string): string {
  // 0.99998 is shown as 1, not as 1.000, which German readers take for a thousand.
  const isWhole = Number.isInteger(Number(value.toPrecision(DIGITS))) || Math.abs(value) >= WHOLE_FROM;
  const text = isWhole ? formatInteger(Math.round(value)) : formatSignificant(value, DIGITS);
  return unit === "" ? text : quantityText({ value: text, unit: unit === "us" ? "µs" : translated(unit) });
}
