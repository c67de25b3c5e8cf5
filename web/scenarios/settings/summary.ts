/** Values of fields in words, and what stands in a part of the form that is closed. */
import { isSame } from "../../../lib/scenarioFields/same.ts";
import { childrenOf, type FieldNode, optionsOf } from "../../../lib/settings/node.ts";
import { isObject } from "../../../scenarios/base/values.ts";
import { plainText } from "../../text/numbers.ts";
import { t, tCount } from "../../text/t.ts";
import { withinSentence } from "../../text/withinSentence.ts";

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

/** What is not as it would be without a word; references say enough without their titles. */
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
