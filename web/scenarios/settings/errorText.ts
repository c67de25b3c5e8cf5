/** What is wrong with a field, in the words of the form. */

import { type FieldNode, nodesToward } from "../../../lib/settings/node.ts";
import { typedExamples } from "../../../lib/settings/numberText.ts";
import { translatedMessage } from "../../text/message.ts";
import { plainText } from "../../text/numbers.ts";
import { t } from "../../text/t.ts";

const ABOVE_SHOWN = 2;

/** The field as the page names it and where it stands; what the form does not know keeps its name in the file. */
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

/** With ways to type a number where what was typed is none. */
export function errorText(node: FieldNode | undefined, field: string, message: string): string {
  const text = translatedMessage(message);
  if (node?.form.control.kind !== "number" || node.field !== field || typeof node.value !== "string")
    return text;
  const examples = typedExamples(node.form.control).map(({ digits, prefix }) => plainText(digits) + prefix);
  const last = examples.pop() ?? "";
  const list = examples.length === 0 ? last : `${examples.join(", ")} ${t("or")} ${last}`;
  return t("{problem}; numbers are written like {examples}", { problem: text, examples: list });
}
