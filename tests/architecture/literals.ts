/** Finds text that a user could read and that is a literal in the code instead of going through web/text/t.ts. */
import { parseAst } from "vite";
import { textOf } from "./repository.ts";

export interface Literal {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

type AstNode = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

/** Attributes and properties of components whose text is read out or shown. */
const READ =
  /^(aria-(label|description|valuetext|roledescription)|title|placeholder|label|alt|heading|summary|note|caption|hint|text)$/;
/** Functions that translate their text, or whose text is for engineers. */
const SPEAKS = /^(t|tCount|labels|translated|translatedMessage)$/;
const FOR_ENGINEERS = /(Error|Fault)$/;
/** Names and signs that are the same in every language. */
const SAME =
  /^(irqscope|[A-Z] [−/] [A-Z]|Esc|max|µs|[^A-Za-z]*[A-Za-z]{0,2}[^A-Za-z]*|[^A-Za-z]*|[A-Z0-9]{1,4}|[a-zA-Z])$/;
/** Two lower-case words: a sentence or a part of one. */
const WORDS = /(^|[^\w.#[:-])[A-Za-z]?[a-z]{2,}[,:;]? [a-z]{2,}/;

const SELECTOR = /\[[a-z-]+=/;

function isNode(value: unknown): value is AstNode {
  return typeof value === "object" && value !== null && "type" in value;
}

/** `withErrors`: also report the texts of errors. */
export function literalsOf(
  path: string,
  isTranslated: (text: string) => boolean,
  withErrors = false,
): readonly Literal[] {
  const source = textOf(path);
  const found: Literal[] = [];
  const add = ({ start }: AstNode, text: string) =>
    found.push({ path, line: source.slice(0, start).split("\n").length, text });

  /** `shown`: the literal reaches the reader unchanged. */
  function visit(value: unknown, shown: boolean): void {
    if (Array.isArray(value)) for (const one of value) visit(one, shown);
    if (!isNode(value)) return;
    const literal = literalText(value);
    if (literal !== undefined) {
      const isText = shown
        ? !SAME.test(literal.trim())
        : WORDS.test(literal) && !SELECTOR.test(literal) && !isTranslated(literal);
      if (isText) add(value, literal);
    }
    for (const [key, child] of Object.entries(value)) {
      const next = withErrors && value.type === "NewExpression" ? false : passes(value, key, shown, source);
      if (next !== undefined) visit(child, next);
    }
  }

  visit(parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }), false);
  return found;
}

function literalText(node: AstNode): string | undefined {
  if (node.type === "JSXText" || node.type === "Literal")
    return typeof node.value === "string" ? node.value : undefined;
  if (node.type !== "TemplateLiteral" || !Array.isArray(node.quasis)) return undefined;
  return node.quasis
    .map((part: { readonly value: { readonly cooked: string } }) => part.value.cooked)
    .join("·");
}

/** Whether the value of this property is shown unchanged. Undefined: it is no text. */
function passes(node: AstNode, key: string, shown: boolean, source: string): boolean | undefined {
  const nameOf = (child: unknown) =>
    isNode(child) && typeof child.end === "number" ? source.slice(child.start, child.end) : "";
  switch (node.type) {
    case "ImportDeclaration":
    case "ImportExpression":
    case "ExportAllDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAnnotation":
    case "TSTypeParameterInstantiation":
    case "TaggedTemplateExpression":
      return undefined;
    case "CallExpression":
      return SPEAKS.test(nameOf(node.callee)) ? undefined : false;
    case "NewExpression":
      return FOR_ENGINEERS.test(nameOf(node.callee)) ? undefined : false;
    case "JSXOpeningElement":
      return nameOf(node.name) === "Trans" ? undefined : false;
    case "JSXAttribute": {
      const name = nameOf(node.name);
      if (key !== "value" || name === "className") return undefined;
      return READ.test(name);
    }
    case "Property":
      return nameOf(node.key) === "className" ? undefined : false;
    case "JSXElement":
    case "JSXFragment":
      return key === "children";
    case "ConditionalExpression":
      return key === "test" ? false : shown;
    case "LogicalExpression":
    case "JSXExpressionContainer":
    case "TemplateLiteral":
      return shown;
    case "BinaryExpression":
      return undefined;
    default:
      return false;
  }
}
