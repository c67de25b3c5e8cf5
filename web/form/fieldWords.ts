/** The words for a field of a form: its value, its range, and its error. */
import { isSame } from "../../lib/scenarioFields/same.ts";
import type { FieldForm } from "../../lib/settings/form.ts";
import { childrenOf, type FieldNode, nodesToward, optionsOf } from "../../lib/settings/node.ts";
import { typedExamples } from "../../lib/settings/numberText.ts";
import { isObject } from "../../scenarios/base/values.ts";
import { translatedMessage } from "../text/message.ts";
import { plainText } from "../text/numbers.ts";
import { t, tCount } from "../text/t.ts";
import { withinSentence } from "../text/withinSentence.ts";

const SHOWN_VALUES = 2;

export function summaryOf(node: FieldNode): string {
  const { control } = node.form;
  if (node.value === undefined) return t("none|value");
  if (control.kind === "list") {
    const entries = childrenOf(node);
    if (entries.length === 0) return t("none|value");
    return entries.map(({ title }) => title).join(", ");
  }
  const option = optionsOf(node.form)[node.chosen]?.title ?? "";
  const kind = node.isEntry && node.title.endsWith(option) ? [] : [option];
  const values = unusual(node, SHOWN_VALUES, node.isEntry);
  return [...kind, ...values].filter(Boolean).join(" · ") || t("default");
}

/** Values that differ from their defaults. References are listed without their titles. */
function unusual(node: FieldNode, limit: number, isBrief: boolean): readonly string[] {
  const found: string[] = [];
  for (const child of childrenOf(node)) {
    const { form, value, title, path } = child;
    if (found.length >= limit) break;
    if (isSame(value, form.fallback) || value === undefined || path.at(-1) === "name") continue;
    if (!isPlain(value)) found.push(...unusual(child, limit - found.length, isBrief));
    else if (isBrief && typeof value === "string") found.push(value);
    else found.push(`${withinSentence(title)} ${valueText(value, form.unit)}`);
  }
  return found;
}

/** A value in one line. */
export function valueText(value: unknown, unit = ""): string {
  if (value === undefined) return t("none|value");
  if (typeof value === "boolean") return t(value ? "on" : "off");
  if (typeof value === "number") return `${plainText(value)}${unit === "" ? "" : ` ${unit}`}`;
  if (typeof value === "string") return value === "" ? t("empty") : value;
  if (!Array.isArray(value)) return isObject(value) && typeof value.name === "string" ? value.name : t("set");
  if (value.every((entry) => typeof entry !== "object"))
    return value.length === 0 ? t("none|value") : value.join(" ");
  return tCount(value.length, "{count} entry", "{count} entries");
}

function isPlain(value: unknown): boolean {
  return ["number", "boolean"].includes(typeof value) || (typeof value === "string" && value.length <= 24);
}

export function rangeText({ control, fallback, source }: FieldForm): string {
  const parts: string[] = [];
  if (control.kind === "number" && Number.isFinite(control.maximum)) {
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

const ABOVE_SHOWN = 2;

/** The field's title on the page, and the titles above it. The title of a field that the form does not know is the
 * field's name in the file. */
export function errorPlace(
  root: FieldNode,
  field: string,
): { readonly title: string; readonly above: string } {
  const nodes = nodesToward(root, field);
  const known = nodes.at(-1)?.field ?? "";
  const unknown = field.slice(known.length).replace(/^\./, "");
  const titles = nodes.map(({ title }) => title);
  const title = unknown === "" ? titles.pop() : unknown;
  return { title: title ?? field, above: titles.slice(-ABOVE_SHOWN).join(" › ") };
}

/** The error. If the typed text is not a number, it also shows ways to type one. */
export function errorText(node: FieldNode | undefined, field: string, message: string): string {
  const text = translatedMessage(message);
  if (node?.form.control.kind !== "number" || node.field !== field || typeof node.value !== "string")
    return text;
  const examples = typedExamples(node.form.control).map(({ digits, prefix }) => plainText(digits) + prefix);
  const last = examples.pop() ?? "";
  const list = examples.length === 0 ? last : `${examples.join(", ")} ${t("or")} ${last}`;
  return t("{problem}; write numbers like {examples}", { problem: text, examples: list });
}
