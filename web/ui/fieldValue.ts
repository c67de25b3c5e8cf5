/** The value of a scenario's field as people read it. */
import { plainText } from "../text/numbers.ts";
import { t, translated } from "../text/t.ts";
import { formatSi, quantityText } from "./format.ts";

const SI_UNITS: ReadonlySet<string> = new Set(["Hz", "bit/s", "1/s"]);

/** "8 frames", "100 MHz", "on". "–" for a field that the machine does not have. */
export function valueText(value: unknown, unit: string): string {
  if (value === undefined) return "–";
  if (typeof value === "boolean") return t(value ? "on" : "off");
  if (typeof value !== "number") return String(value);
  if (SI_UNITS.has(unit)) return quantityText(formatSi(value, unit, 6));
  return quantityText({ value: plainText(value), unit: translated(unit) });
}
