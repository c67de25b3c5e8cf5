/** Numbers as people type them: "20 000 000", "20M", "1.5k". */
/** Gaps stand between groups of three digits: "1 2" is no 12. */
const NUMBER = /^([+-]?(?:\d+|\d{1,3}(?:[\s_\u00a0\u202f']\d{3})+)(?:\.\d+)?)\s*([kMGT]?)$/;
const GAPS = /[\s_']/g;
const FACTORS: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/** Undefined: not a number. */
export function readNumber(text: string): number | undefined {
  const [, digits, prefix = ""] = NUMBER.exec(text.trim()) ?? [];
  const factor = FACTORS[prefix];
  if (digits === undefined || factor === undefined) return undefined;
  const value = Number(digits.replace(GAPS, "")) * factor;
  // 1.1k is 1100, not 1100.0000000000002.
  return Number.isInteger(value) ? value : Math.round(value * 1000) / 1000;
}

export interface Range {
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  readonly powersOfTwo: boolean;
}

/** The next value up or down; `leap` goes further. Stays in the range. */
export function steppedNumber(value: number, direction: 1 | -1, leap: boolean, range: Range): number {
  const { minimum, maximum, step, powersOfTwo } = range;
  const wanted = powersOfTwo
    ? value * 2 ** direction
    : value + direction * Math.max(step, 1) * (leap ? LEAP : 1);
  return Math.min(maximum, Math.max(minimum, wanted));
}

const LEAP = 10;
