import { typedNumber } from "./numbers.ts";
import { translated } from "./t.ts";

/** Units that are words, as the readers of numbers know them; many before one, "Takte" before "Takt". */
const UNITS = ["cycles", "cycle", "instructions", "words", "bytes", "frames", "packets", "requests", "pages"];

/** What the user typed in the language of the page, as the readers of numbers want it: "2,5 us", "250 Takte". */
export function typedQuantity(text: string): string {
  return UNITS.reduce((typed, unit) => typed.replaceAll(translated(unit), unit), typedNumber(text));
}
