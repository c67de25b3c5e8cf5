import { withoutGroups } from "../digitGroups.ts";

/** Reads numbers as people type them: "20 000 000", "20,000,000", "20M", "1.5k", "2e7". */
const NUMBER = /^([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*([kMGT]?)$/;
const FACTORS: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/** Undefined if the text is not a number. */
export function readNumber(text: string): number | undefined {
  const [, digits, prefix = ""] = NUMBER.exec(withoutGroups(text).trim()) ?? [];
  const factor = FACTORS[prefix];
  if (digits === undefined || factor === undefined) return undefined;
  const value = Number(digits) * factor;
  if (!Number.isFinite(value)) return undefined;
  // 1.1k is 1100, not 1100.0000000000002.
  return Number.isInteger(value) ? value : Math.round(value * 1000) / 1000;
}

export interface Range {
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  readonly powersOfTwo: boolean;
}

/** The next value up or down, within the range. `leap` makes a larger step. */
export function steppedNumber(value: number, direction: 1 | -1, leap: boolean, range: Range): number {
  const { minimum, maximum, step, powersOfTwo } = range;
  const wanted = powersOfTwo
    ? value * 2 ** direction
    : value + direction * Math.max(step, 1) * (leap ? LEAP : 1);
  return Math.min(maximum, Math.max(minimum, wanted));
}

const LEAP = 10;

/** A number and the letter after it, in the forms that readNumber accepts. */
interface TypedExample {
  readonly digits: number;
  readonly prefix: string;
}

const WHOLE_EXAMPLE = 64;
const EXAMPLES: readonly TypedExample[] = [
  { digits: 0.5, prefix: "" },
  { digits: 1.5, prefix: "k" },
  { digits: 20, prefix: "M" },
];

/** Ways to type a number that this field accepts. The first is a whole number. */
export function typedExamples(range: Range): readonly TypedExample[] {
  const { minimum, maximum, step, powersOfTwo } = range;
  const steps = Math.ceil(WHOLE_EXAMPLE / Math.max(step, 1)) * Math.max(step, 1);
  const plain = { digits: Math.min(maximum, Math.max(minimum, steps)), prefix: "" };
  const fits = ({ digits, prefix }: TypedExample) => {
    const value = digits * (FACTORS[prefix] ?? 1);
    return value >= minimum && value <= maximum && (value / step) % 1 === 0;
  };
  return powersOfTwo ? [plain] : [plain, ...EXAMPLES.filter(fits)];
}
