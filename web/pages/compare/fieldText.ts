/** Values and ranges of fields as people read them. */
import type { Field } from "../../../lib/scenario_fields/describe.ts";
import { formatInteger, formatSi, quantityText } from "../../base/format.ts";

const SI_UNITS: ReadonlySet<string> = new Set(["Hz", "bit/s", "1/s"]);

/** "8 frames", "100 MHz", "on"; "–" for a field that the machine does not have. */
export function valueText(value: unknown, unit: string): string {
  if (value === undefined) return "–";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value !== "number") return String(value);
  if (SI_UNITS.has(unit)) return quantityText(formatSi(value, unit, 6));
  const number = Number.isInteger(value) ? formatInteger(value) : String(value);
  return quantityText({ value: number, unit });
}

/** "1 to 1 024 frames, whole", "one of …". */
export function rangeText({ of, unit }: Field): string {
  switch (of.kind) {
    case "number": {
      const words = of.words.length === 0 ? "" : `, or ${of.words.join(", ")}`;
      const steps = of.step === 0 ? "" : of.step === 1 ? ", whole" : `, steps of ${of.step}`;
      return `${valueText(of.minimum, "")} to ${valueText(of.maximum, unit)}${steps}${words}`;
    }
    case "choice":
      return `one of ${of.options.join(", ")}`;
    case "switch":
      return "on or off";
    case "text":
      return "a name or a text";
  }
}

/** "machine › nics › eth0", the place of a field without its own name. */
export function placeText({ path }: Field): string {
  return path.slice(0, -1).join(" › ");
}
