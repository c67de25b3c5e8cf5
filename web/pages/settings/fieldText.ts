/** What a field may hold and what it holds when nobody says anything, in words. */
import type { FieldForm } from "../../../lib/settings/form.ts";
import { numberText, valueText } from "../../../lib/settings/summary.ts";

export function rangeText({ control, fallback, source }: FieldForm): string {
  const parts: string[] = [];
  if (control.kind === "number") {
    const words = control.words.map((word) => (typeof word === "number" ? numberText(word) : word));
    const range = `${numberText(control.minimum)} to ${numberText(control.maximum)}`;
    parts.push([...words, range].join(" or "));
  }
  const isShort = ["number", "choice", "toggle", "values", "marks"].includes(control.kind);
  if (fallback !== undefined && isShort) {
    const from = source === "" ? "" : ` (${source})`;
    parts.push(`default ${valueText(fallback)}${from}`);
  }
  const text = parts.join(", ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
