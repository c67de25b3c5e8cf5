/** Numbers as the language writes them, with one sort of gap between groups and a true minus. */
import { currentLanguage } from "./language.ts";

/** Narrow no-break space: a thin gap that never wraps (ISO 80000-1 asks for it in every language). */
export const GROUP_GAP = "\u202f";
const NO_NUMBER = "\u2013";
const MINUS = "\u2212";
const GROUP_ENDS = /\B(?=(?:\d{3})+$)/g;

/** How a language writes a number: what Intl says, asked once. Its own formatting is too slow for labels that are drawn
 * sixty times a second, and another object for each number of decimals takes part of the first picture's time. */
interface Notation {
  readonly decimalPoint: string;
  /** Groups of three begin with so many digits. */
  readonly leastGroupedDigits: number;
}

const notations = new Map<string, Notation>();

/** Fixed decimals with group gaps; "–" for what is no number. */
export function fixedText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return NO_NUMBER;
  const { decimalPoint, leastGroupedDigits } = notationOf(currentLanguage());
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

/** What somebody typed or left as the page wrote it, with a decimal point as the readers of numbers want it. */
export function typedNumber(text: string): string {
  const plain = text.replaceAll(MINUS, "-");
  const { decimalPoint } = notationOf(currentLanguage());
  return decimalPoint === "." ? plain : plain.replace(/(?<=\d),(?=\d)/g, ".");
}

/** A number to type over: no gaps. */
export function editedNumber(value: number): string {
  return String(value).replace(".", notationOf(currentLanguage()).decimalPoint);
}

function notationOf(language: string): Notation {
  const known = notations.get(language);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1 });
  const parts = format.formatToParts(1234.5);
  const notation = {
    decimalPoint: parts.find(({ type }) => type === "decimal")?.value ?? ".",
    leastGroupedDigits: parts.some(({ type }) => type === "group") ? 4 : 5,
  };
  notations.set(language, notation);
  return notation;
}
