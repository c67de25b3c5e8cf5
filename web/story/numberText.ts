/** Numbers of a story as people read them. */
import { translated } from "../text/t.ts";
import { formatInteger, formatSignificant, quantityText } from "../ui/format.ts";

const DIGITS = 3;
const WHOLE_FROM = 100;

/** "1 145", "12.3 µs", "4.35 %". */
export function numberText(value: number, unit: string): string {
  const isWhole = Number.isInteger(value) || Math.abs(value) >= WHOLE_FROM;
  const text = isWhole ? formatInteger(Math.round(value)) : formatSignificant(value, DIGITS);
  return unit === "" ? text : quantityText({ value: text, unit: translated(unit) });
}
