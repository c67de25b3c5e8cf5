/** Numbers of the comparison with their unit, which is the same for a and b. */
import type { ComparedUnit } from "../../lib/metrics/registry/entry.ts";
import { t } from "../text/t.ts";
import {
  formatFixed,
  formatInteger,
  formatPercent,
  formatSeconds,
  formatSi,
  formatSignificant,
  type Quantity,
  quantityText,
} from "../ui/format.ts";

export function comparedText(value: number, unit: ComparedUnit): string {
  return quantityText(quantityOf(value, unit));
}

/** A change with its sign. */
export function changeText(value: number, unit: ComparedUnit): string {
  const text = sizeText(value, unit);
  return value > 0 ? `+${text}` : text;
}

/** The size of a change. The difference of two shares is in percentage points. */
export function sizeText(value: number, unit: ComparedUnit): string {
  return unit === "share"
    ? quantityText({ value: pointsText(100 * value), unit: t("pp") })
    : comparedText(value, unit);
}

/** One decimal, or as many as show that the value changed. */
function pointsText(points: number): string {
  return Math.abs(points) < 0.05 ? formatSignificant(points, 1) : formatFixed(points, 1);
}

/** "3.4", "0.29". "–" if there is nothing to compare with. */
export function ratioText(ratio: number): string {
  return Number.isFinite(ratio) ? formatSignificant(ratio, 3) : "–";
}

function quantityOf(value: number, unit: ComparedUnit): Quantity {
  switch (unit) {
    case "cycle":
      return { value: cyclesText(value), unit: "" };
    case "s":
      return formatSeconds(value);
    case "1/s":
      return formatSi(value, "/s");
    case "bit/s":
      return formatSi(value, "b/s");
    case "frames":
    case "count":
      return { value: Number.isInteger(value) ? formatInteger(value) : formatSignificant(value), unit: "" };
    case "share":
      return formatPercent(value);
  }
}

/** One decimal if it carries information, as for means of few cycles. */
function cyclesText(cycles: number): string {
  return formatFixed(cycles, Math.abs(cycles) < 100 && !Number.isInteger(cycles) ? 1 : 0);
}
