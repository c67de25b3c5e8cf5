/** Shares and rates in words. */
import { formatPercent, formatSi, type Quantity, quantityText } from "./format.ts";

export function perSecond(rate: number): Quantity {
  return formatSi(rate, "/s");
}

export function perSecondText(rate: number): string {
  return quantityText(perSecond(rate));
}

/** Below ten percent with one decimal. */
export function shareText(share: number): string {
  return quantityText(formatPercent(share, share < 0.0995 ? 1 : 0));
}
