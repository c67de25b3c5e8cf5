/** Numbers as the language writes them, with one sort of gap between groups and a true minus. */
import { currentLanguage, type Language } from "./language.ts";

/** Narrow no-break space: a thin gap that never wraps (ISO 80000-1 asks for it in every language). */
export const GROUP_GAP = "\u202f";
const NO_NUMBER = "\u2013";
const MINUS = "\u2212";
const GROUP_ENDS = /\B(?=(?:\d{3})+$)/g;

/** How a language writes a number. To ask Intl takes longer than to draw the first picture's labels, and its own
 * formatting is too slow for labels that are drawn sixty times a second; a test holds this to what it says. */
interface Notation {
  readonly decimalPoint: string;
  /** Groups of three begin with so many digits. */
  readonly leastGroupedDigits: number;
}

export const NOTATIONS: Readonly<Record<Language, Notation>> = {
  en: { decimalPoint: ".", leastGroupedDigits: 4 },
  de: { decimalPoint: ",", leastGroupedDigits: 4 },
};

/** Fixed decimals with group gaps; "–" for what is not a number. */
export function fixedText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return NO_NUMBER;
  const { decimalPoint, leastGroupedDigits } = NOTATIONS[currentLanguage()];
  const size = Math.abs(value);
  // Beyond this toFixed writes exponents.
  const text = size < 1e21 ? size.toFixed(decimals) : BigInt(size).toString();
  const [whole = "", fraction] = text.split(".");
  const grouped = whole.length < leastGroupedDigits ? whole : whole.replace(GROUP_ENDS, GROUP_GAP);
  const digits = fraction === undefined ? grouped : grouped + decimalPoint + fraction;
  return value < 0 && /[1-9]/.test(text) ? MINUS + digits : digits;
}

/** With the decimals that it has. */
export function plainText(value: number): string {
  return fixedText(value, /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0);
}

/** With at most so many decimals: 1.5 stays 1.5. */
export function roundedText(value: number, mostDecimals: number): string {
  return plainText(Number(value.toFixed(mostDecimals)));
}

/** 20.000 and 1.234,5; 0.125 and 1.5 have a point that is not German, but cannot mean thousands. */
const GERMAN_GROUPS = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;

/** What the user typed or left as the page wrote it, as the readers of numbers want it: with a decimal point, and commas
 * between groups. */
export function typedNumber(text: string): string {
  const plain = text.replaceAll(MINUS, "-");
  if (NOTATIONS[currentLanguage()].decimalPoint === ".") return plain;
  return plain.replace(/\d[\d.,]*/g, (digits) =>
    GERMAN_GROUPS.test(digits)
      ? digits.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."))
      : digits.replace(/(?<=\d),(?=\d)/g, "."),
  );
}

/** A number to type over: no gaps. */
export function editedNumber(value: number): string {
  return String(value).replace(".", NOTATIONS[currentLanguage()].decimalPoint);
}
