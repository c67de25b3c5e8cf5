/** Numbers in a lab's text are read from the machines and not typed: `{{ receive.loss in % }}`. */
import type { Measured } from "../metrics/measure.ts";
import { inUnit, type Quantity, unitFault, type Vocabulary } from "./value.ts";

interface Template {
  /** Offset in the text, and length. */
  readonly at: number;
  readonly length: number;
  readonly unit: string;
  /** Set if the field holds a word and not a number. */
  readonly word?: string;
  /** The number, or the reason why it cannot be read. */
  readonly quantity: Quantity | string;
}

const TEMPLATE = /\{\{([^{}]{1,1000})\}\}/g;

export function templatesOf(text: string, vocabulary: Vocabulary): readonly Template[] {
  return Array.from(text.matchAll(TEMPLATE), (match) => {
    const { source, unit = "" } = splitUnit(match[1] ?? "");
    const word = vocabulary.wordOf(source);
    const compiled = vocabulary.compile(word === undefined ? source : "0");
    const fault = compiled.ok ? unitFault(compiled.quantity.type, unit) : compiled.error.message;
    const quantity = compiled.ok && fault === undefined ? compiled.quantity : `${source}: ${fault}`;
    return {
      at: match.index,
      length: match[0].length,
      unit,
      quantity,
      ...(word === undefined ? {} : { word }),
    };
  });
}

/** Splits `X in UNIT`. `unit` is undefined if there is no unit. */
export function splitUnit(text: string): { readonly source: string; readonly unit: string | undefined } {
  const split = text.lastIndexOf(" in ");
  // Names in quotes may contain the word.
  if (split < 0 || text.includes('"', split)) return { source: text.trim(), unit: undefined };
  return { source: text.slice(0, split).trim(), unit: text.slice(split + 4).trim() };
}

/** Dots replace numbers of a machine that has not run. */
export function filledText(
  text: string,
  templates: readonly Template[],
  measured: ReadonlyMap<string, Measured>,
  write = numberText,
): string {
  let filled = "";
  let end = 0;
  for (const { at, length, unit, quantity, word } of templates) {
    const value = typeof quantity === "string" ? undefined : inUnit(quantity.evaluate(measured), unit);
    filled += text.slice(end, at) + (word ?? (value === undefined ? "…" : write(value, unit)));
    end = at + length;
  }
  return filled + text.slice(end);
}

const NARROW_SPACE = "\u202f";

/** Whole numbers keep all digits, others have four. Digits are in groups of three. */
export function numberText(value: number, unit = ""): string {
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(4));
  const [whole = "", fraction] = decimalText(rounded).split(".");
  const sign = whole.startsWith("-") ? "−" : "";
  const digits = whole.replace("-", "");
  const grouped = digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
  const number = `${sign}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
  return unit === "" ? number : `${number}\u00a0${unit === "us" ? "µs" : unit}`;
}

/** Decimal digits without an exponent. */
export function decimalText(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(20).replace(/0+$/, "").replace(/\.$/, "") : text;
}
