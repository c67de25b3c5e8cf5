/** Words of a knob and of its values. */
import type { KnobValue, OfferedKnob } from "../../../lib/knobs/offered.ts";
import { currentLanguage } from "../../text/language.ts";
import { t, translated } from "../../text/t.ts";
import { formatFixed, formatInteger, formatSeconds, formatSi, quantityText } from "../../ui/format.ts";

export function knobLabel({ label, path }: Pick<OfferedKnob, "label" | "path">): string {
  if (typeof label === "string") return translated(label);
  if (label !== undefined) return label[currentLanguage()];
  return String(path.findLast((part) => typeof part === "string") ?? "");
}

export function valueText(unit: string, value: KnobValue): string {
  if (typeof value === "boolean") return value ? t("on") : t("off");
  if (typeof value === "string") return value;
  switch (unit) {
    case "Hz":
      return quantityText(formatSi(value, "Hz"));
    case "bit/s":
      return quantityText(formatSi(value, "b/s"));
    case "ns":
      return quantityText(formatSeconds(value * 1e-9));
    case "1/s":
      return quantityText({ value: formatInteger(value), unit: "/s" });
    default:
      return quantityText({ value: numberText(value), unit: translated(unit) });
  }
}

const DECIMALS = 3;

function numberText(value: number): string {
  return Number.isInteger(value) ? formatInteger(value) : formatFixed(value, DECIMALS);
}
