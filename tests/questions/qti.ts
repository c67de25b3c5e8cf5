/** Reads QTI 2.1 and marks answers by its response processing. Checks the order of elements and the attributes that
 * http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd asks for, as far as the export uses them. */
import { childrenOf, under, type XmlElement, xmlRoot } from "../support/xml.ts";

interface QtiMark {
  readonly score: number;
  /** Id of the shown feedback. */
  readonly feedback: string;
}

export interface QtiItem {
  readonly id: string;
  readonly title: string;
  readonly body: XmlElement;
  readonly mark: (response: number | string) => QtiMark;
}

const CHILDREN =
  /^(responseDeclaration )+(outcomeDeclaration )+itemBody (responseProcessing )?(modalFeedback )*$/;
const IDENTIFIER = /^[A-Za-z_][\w-]*$/;
/** Elements of a body, without those that only hold text. */
const BLOCKS = ["p", "div", "h4", "ul", "ol", "pre", "table", "blockquote", "hr"];
const IN_LINE = ["strong", "em", "code", "br", "a", "sub", "textEntryInteraction"];
const PARTS: Readonly<Record<string, readonly string[]>> = {
  itemBody: [...BLOCKS, "choiceInteraction", "extendedTextInteraction"],
  div: [...BLOCKS, ...IN_LINE],
  ul: ["li"],
  ol: ["li"],
  li: [...BLOCKS, ...IN_LINE],
  table: ["thead", "tbody"],
  thead: ["tr"],
  tbody: ["tr"],
  tr: ["th", "td"],
  blockquote: BLOCKS,
  pre: [],
  choiceInteraction: ["simpleChoice"],
};

const NO_TEXT = ["itemBody", "ul", "ol", "table", "thead", "tbody", "tr", "blockquote", "choiceInteraction"];

export function readQtiItem(xml: string): QtiItem {
  const root = xmlRoot(xml);
  const id = root.attributes.get("identifier") ?? "";
  const asked = ["identifier", "title", "adaptive", "timeDependent"];
  const lacks = asked.filter((name) => !root.attributes.has(name));
  if (root.name !== "assessmentItem" || lacks.length > 0 || !IDENTIFIER.test(id))
    throw new Error(`no item: ${root.name} ${id} lacks ${lacks.join(", ")}`);
  if (!CHILDREN.test(root.children.map(({ name }) => `${name} `).join("")))
    throw new Error(`${id}: ${root.children.map(({ name }) => name).join(", ")}`);
  const body = under(root, "itemBody");
  if (body === undefined) throw new Error(`${id}: no body`);
  checkBody(body);
  return { id, title: root.attributes.get("title") ?? "", body, mark: (response) => markOf(root, response) };
}

function checkBody(element: XmlElement): void {
  const allowed = PARTS[element.name] ?? IN_LINE;
  for (const child of element.children) {
    if (!allowed.includes(child.name)) throw new Error(`${child.name} in ${element.name}`);
    checkBody(child);
  }
  if (NO_TEXT.includes(element.name) && element.text.trim() !== "")
    throw new Error(`text in ${element.name}: ${element.text}`);
  if (element.name === "a" && !element.attributes.has("href")) throw new Error("a without href");
}

type Value = number | string | undefined;

function markOf(root: XmlElement, response: number | string): QtiMark {
  const outcomes = new Map<string, Value>();
  for (const declared of childrenOf(root, "outcomeDeclaration"))
    outcomes.set(declared.attributes.get("identifier") ?? "", under(declared, "defaultValue", "value")?.text);
  const condition = under(root, "responseProcessing", "responseCondition");
  const branch = condition?.children.find(
    ({ children: [when] }) => when !== undefined && holds(when, response),
  );
  for (const rule of childrenOf(branch ?? { ...root, children: [] }, "setOutcomeValue"))
    outcomes.set(
      rule.attributes.get("identifier") ?? "",
      rule.children[0] && readValue(rule.children[0], response),
    );
  const shown = childrenOf(root, "modalFeedback").find(
    ({ attributes }) => attributes.get("identifier") === outcomes.get("FEEDBACK"),
  );
  return { score: Number(outcomes.get("SCORE")), feedback: shown?.attributes.get("identifier") ?? "" };
}

function holds(expression: XmlElement, response: number | string): boolean {
  const [one, other] = expression.children.map((child) => readValue(child, response));
  if (expression.name === "match") return one !== undefined && one === other;
  if (expression.name !== "equal" || expression.attributes.get("toleranceMode") !== "absolute")
    throw new Error(`unknown expression ${expression.name}`);
  const [below, above] = (expression.attributes.get("tolerance") ?? "").split(" ").map(Number);
  if (typeof one !== "number" || typeof other !== "number" || below === undefined || above === undefined)
    return false;
  return one >= other - below - 1e-12 && one <= other + above + 1e-12;
}

function readValue({ name, attributes, text }: XmlElement, response: number | string): Value {
  if (name === "variable" && attributes.get("identifier") === "RESPONSE") return response;
  if (name !== "baseValue") throw new Error(`unknown value ${name}`);
  return attributes.get("baseType") === "float" ? Number(text) : text;
}
