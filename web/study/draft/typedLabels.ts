/** Labels of values as they are typed into the form, and back: texts, whatever they look like. */
import { t } from "../../text/t.ts";
import type { Typed } from "./typedValues.ts";

/** A text in quotes, or one without a comma, with the comma or the end behind it. */
const PART = /\s*(?:("(?:[^"\\]|\\.)*")|([^\s",][^,]*)|)\s*(,|$)/y;

/** Texts between commas: `1.0, 2.50, "a, b"` are three. "": none. */
export function readLabels(text: string): Typed<readonly string[]> {
  const labels: string[] = [];
  if (text.trim() === "") return { ok: true, value: labels };
  for (let at = 0, isLast = false; !isLast; at = PART.lastIndex) {
    PART.lastIndex = at;
    const found = PART.exec(text);
    const label = found === null ? undefined : labelOf(found[1], found[2]);
    if (found === null || label === undefined) return noJson(text.slice(at).trim());
    if (label === "") return { ok: false, message: t("a value is missing") };
    labels.push(label);
    isLast = found[3] === "";
  }
  return { ok: true, value: labels };
}

/** undefined: what is in quotes is no text of JSON. */
function labelOf(quoted: string | undefined, plain = ""): string | undefined {
  if (quoted === undefined) return plain.trim();
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

const noJson = (value: string) =>
  ({
    ok: false,
    message: t("{value} is no JSON: brackets and quotes have to be closed", { value }),
  }) as const;

/** As readLabels reads it again. `labels`: not checked, what a file has. */
export function labelsText(labels: readonly unknown[]): string {
  return labels
    .map((label) => {
      if (typeof label !== "string") return JSON.stringify(label);
      return isPlain(label) ? label : JSON.stringify(label);
    })
    .join(", ");
}

const isPlain = (label: string): boolean =>
  label !== "" && label === label.trim() && !label.startsWith('"') && !/[,\n\t]/.test(label);
