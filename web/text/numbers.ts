/** Numbers as the language writes them, with one sort of gap between groups and a true minus. */
import { currentLanguage } from "./language.ts";

/** Narrow no-break space: a thin gap that never wraps (ISO 80000-1 asks for it in every language). */
export const GROUP_GAP = "\u202f";
const NO_NUMBER = "\u2013";
const MINUS = "\u2212";

const formats = new Map<string, (value: number) => string>();

/** Fixed decimals with group gaps; "–" for what is no number. */
export function fixedText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return NO_NUMBER;
  const digits = formatOf(decimals)(Math.abs(value));
  return value < 0 && /[1-9]/.test(digits) ? MINUS + digits : digits;
}

function formatOf(decimals: number): (value: number) => string {
  const language = currentLanguage();
  const key = `${language} ${decimals}`;
  const made = formats.get(key);
  if (made !== undefined) return made;
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const group = format.formatToParts(1e6).find(({ type }) => type === "group")?.value ?? GROUP_GAP;
  // As a string the number is rounded once, as everywhere else, not by Intl's own rule.
  const text = (value: number) =>
    format.format(value.toFixed(decimals) as `${number}`).replaceAll(group, GROUP_GAP);
  formats.set(key, text);
  return text;
}
