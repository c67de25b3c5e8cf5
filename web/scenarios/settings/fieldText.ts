/** What a field may hold and its default, in words. */
import type { FieldForm } from "../../../lib/settings/form.ts";
import { plainText } from "../../text/numbers.ts";
import { t } from "../../text/t.ts";
import { valueText } from "./summary.ts";

export function rangeText({ control, fallback, source }: FieldForm): string {
  const parts: string[] = [];
  if (control.kind === "number") {
    const words = control.words.map((word) => (typeof word === "number" ? plainText(word) : word));
    const range = t("{from} to {to}", {
      from: plainText(control.minimum),
      to: plainText(control.maximum),
    });
    parts.push([...words, range].join(` ${t("or")} `));
  }
  const isShort = ["number", "choice", "toggle", "values", "marks"].includes(control.kind);
  if (fallback !== undefined && isShort) {
    const from = source === "" ? "" : ` (${source})`;
    parts.push(t("default {value}", { value: valueText(fallback) }) + from);
  }
  const text = parts.join(", ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
