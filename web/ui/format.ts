/** Numbers as the page shows them: thin group gaps, and the unit separate so that it can be set quieter. */
import { fixedText, GROUP_GAP } from "../text/numbers.ts";
import { t } from "../text/t.ts";

export { GROUP_GAP };

export interface Quantity {
  readonly value: string;
  readonly unit: string;
}

/** 1234567 -> "1 234 567". Rounds to an integer. */
export function formatInteger(value: number): string {
  return formatFixed(value, 0);
}

/** Fixed decimals with group gaps. "–" if the value is not a number. */
export function formatFixed(value: number, decimals: number): string {
  return fixedText(value, decimals);
}

/** About `significant` digits without exponent: 0.012345 -> "0.0123", 1234.5 -> "1 235". */
export function formatSignificant(value: number, significant = 3): string {
  if (!Number.isFinite(value)) return fixedText(value, 0);
  if (value === 0) return "0";
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.max(0, Math.min(12, significant - 1 - magnitude));
  return formatFixed(value, decimals);
}

const SI_PREFIXES = [
  { factor: 1e12, prefix: "T" },
  { factor: 1e9, prefix: "G" },
  { factor: 1e6, prefix: "M" },
  { factor: 1e3, prefix: "k" },
  { factor: 1, prefix: "" },
] as const;

/** 994_000_000, "b/s" -> 994 Mb/s. */
export function formatSi(value: number, unit: string, significant = 3): Quantity {
  const size = Math.abs(value);
  const scale = SI_PREFIXES.find((entry) => size >= entry.factor) ?? { factor: 1, prefix: "" };
  return { value: formatSignificant(value / scale.factor, significant), unit: scale.prefix + unit };
}

const TIME_UNITS = [
  { seconds: 1, unit: "s" },
  { seconds: 1e-3, unit: "ms" },
  { seconds: 1e-6, unit: "µs" },
  { seconds: 1e-9, unit: "ns" },
] as const;

/** A duration: 0.0000125 -> 12.5 µs. */
export function formatSeconds(seconds: number, significant = 3): Quantity {
  const size = Math.abs(seconds);
  const scale = TIME_UNITS.find((entry) => size >= entry.seconds) ?? { seconds: 1e-9, unit: "ns" };
  return { value: formatSignificant(seconds / scale.seconds, significant), unit: scale.unit };
}

export function formatCycles(cycles: number): Quantity {
  return { value: formatInteger(cycles), unit: Math.abs(cycles) === 1 ? t("cycle") : t("cycles") };
}

/** Short count for axes and speeds: 12_300_000 -> 12.3 M. */
export function formatCompact(value: number, significant = 3): string {
  const { value: digits, unit } = formatSi(value, "", significant);
  return unit === "" ? digits : `${digits}${GROUP_GAP}${unit}`;
}

/** Errors of sums are smaller than this. */
const ROUNDING = 1e-12;

/** A part of a whole, 0..1, as per cent. A value that is not exactly 0 or 1 never appears as 0 or 100: "< 0.1", ">
 * 99.9". */
export function formatPercent(share: number, decimals = 1): Quantity {
  const text = (value: number) => formatFixed(value * 100, decimals);
  const step = 10 ** (-2 - decimals);
  const rounded = Number((share * 100).toFixed(decimals));
  if (rounded === 0 && share > ROUNDING) return { value: `<${GROUP_GAP}${text(step)}`, unit: "%" };
  if (rounded === 100 && share < 1 - ROUNDING) return { value: `>${GROUP_GAP}${text(1 - step)}`, unit: "%" };
  return { value: text(share), unit: "%" };
}

/** Throughput from bytes and cycles. NaN (shown as –) before the first cycle. */
export function bitsPerSecond(bytes: number, cycles: number, clockHertz: number): number {
  return cycles > 0 ? (bytes * 8 * clockHertz) / cycles : Number.NaN;
}

export function quantityText(quantity: Quantity): string {
  return quantity.unit === "" ? quantity.value : `${quantity.value}${GROUP_GAP}${quantity.unit}`;
}

/** Shares and rates in words. */
export function perSecond(rate: number): Quantity {
  return formatSi(rate, "/s");
}

export function perSecondText(rate: number): string {
  return quantityText(perSecond(rate));
}

/** One decimal below ten percent. */
export function shareText(share: number): string {
  return quantityText(formatPercent(share, share < 0.0995 ? 1 : 0));
}
