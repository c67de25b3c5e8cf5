/** Length and cyclomatic complexity of the functions of a file. */
import { parseAst } from "vite";
import { textOf } from "./repository.ts";

export interface FunctionSize {
  /** "path name", or "path ?" if the function has no name. */
  readonly id: string;
  /** Lines from the first to the last. */
  readonly span: number;
  /** Lines without the functions inside, which count for themselves. */
  readonly ownLines: number;
  /** One plus the number of decisions: if, loops, cases, ?:, catch, &&, || and ??. */
  readonly complexity: number;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const DECISION =
  /^(IfStatement|For(In|Of)?Statement|(Do)?WhileStatement|ConditionalExpression|CatchClause|LogicalExpression)$/;

interface Counted {
  nestedLines: number;
  complexity: number;
}

export function functionsOf(path: string, text = textOf(path)): readonly FunctionSize[] {
  const found: FunctionSize[] = [];
  const lines = lineCounter(text);

  function visit(value: unknown, name: string | undefined, inside: Counted | undefined): void {
    if (Array.isArray(value)) for (const entry of value) visit(entry, name, inside);
    else if (isNode(value)) {
      if (FUNCTION.test(value.type) && isNode(value.body)) measure(value, name, inside);
      else {
        if (inside !== undefined && isDecision(value)) inside.complexity += 1;
        for (const child of Object.values(value)) visit(child, nameFrom(value) ?? name, inside);
      }
    }
  }

  function measure(node: Node, name: string | undefined, outer: Counted | undefined): void {
    const counted: Counted = { nestedLines: 0, complexity: 1 };
    for (const child of Object.values(node)) visit(child, undefined, counted);
    const span = lines(Number(node.start), Number(node.end));
    if (outer !== undefined) outer.nestedLines += span - 1;
    const id = `${path} ${nameFrom(node) ?? name ?? "?"}`;
    found.push({ id, span, ownLines: span - counted.nestedLines, complexity: counted.complexity });
  }

  visit(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }), undefined, undefined);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string";
}

function isDecision(node: Node): boolean {
  return DECISION.test(node.type) || (node.type === "SwitchCase" && isNode(node.test));
}

/** The name of the declaration, variable or property that holds the function. */
function nameFrom(node: Node): string | undefined {
  const named = isNode(node.id) ? node.id : isNode(node.key) ? node.key : undefined;
  return typeof named?.name === "string" ? named.name : undefined;
}

/** The lines of the characters from `from` up to `to`. */
function lineCounter(text: string): (from: number, to: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) ends.push(at);
  return (from, to) => 1 + ends.filter((end) => end >= from && end < to).length;
}
