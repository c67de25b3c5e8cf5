/** Numbers as the language writes them, with one sort of gap between groups and a true minus. */
import { currentLanguage } from "./language.ts";

/** Narrow no-break space: a thin gap that never wraps (ISO 80000-1 asks for it in every language). */
export const GROUP_GAP = "\u202f";
const NO_NUMBER = "\u2013";
const MINUS = "\u2212";

interface Format {
  readonly text: (value: number) => string;
  readonly decimalPoint: string;
}

const formats = new Map<string, Format>();

/** Fixed decimals with group gaps; "–" for what is no number. */
export function fixedText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return NO_NUMBER;
  const digits = formatOf(decimals).text(Math.abs(value));
  return value < 0 && /[1-9]/.test(digits) ? MINUS + digits : digits;
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
  const { decimalPoint } = formatOf(1);
  return decimalPoint === "." ? plain : plain.replace(/(?<=\d),(?=\d)/g, ".");
}

/** A number to type over: no gaps. */
export function editedNumber(value: number): string {
  return String(value).replace(".", formatOf(1).decimalPoint);
}

function formatOf(decimals: number): Format {
  const language = currentLanguage();
  const key = `${language} ${decimals}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const partOf = (value: number, wanted: Intl.NumberFormatPartTypes) =>
    format.formatToParts(value).find(({ type }) => type === wanted)?.value;
  const group = partOf(1e6, "group") ?? GROUP_GAP;
  const decimalPoint = partOf(0, "decimal") ?? ".";
  // As a string the number is rounded once, as everywhere else, not by Intl's own rule.
  const text = (value: number) =>
    format.format(value.toFixed(decimals) as `${number}`).replaceAll(group, GROUP_GAP);
  const made = { text, decimalPoint };
  formats.set(key, made);
  return made;
}
