/** Text to expression, by precedence: or, and, not, comparison, sum, product, sign. See docs/expressions.md. */

import { quotedVisibly } from "../assembler/visible.ts";
import { NUMBER, UNITS } from "./dimension.ts";
import {
  type BinaryOperator,
  EXPRESSION_CHARACTER_LIMIT,
  EXPRESSION_DEPTH_LIMIT,
  type Expression,
  type ExpressionError,
  type FunctionName,
  type LimitOperator,
  type Path,
  type Result,
} from "./syntax.ts";

const FUNCTIONS: ReadonlyMap<
  string,
  { readonly name: FunctionName | "share"; readonly operands: readonly [number, number] }
> = new Map([
  ["min", { name: "min", operands: [2, 8] }],
  ["max", { name: "max", operands: [2, 8] }],
  ["abs", { name: "abs", operands: [1, 1] }],
  ["share", { name: "share", operands: [1, 1] }],
] as const);

const COMPARISONS: ReadonlySet<string> = new Set<BinaryOperator>(["<", "<=", ">", ">=", "==", "!="]);
const LIMITS: ReadonlySet<string> = new Set<LimitOperator>(["<", "<=", ">", ">="]);
const isLimit = (operator: string): operator is LimitOperator => LIMITS.has(operator);
const WORDS: ReadonlySet<string> = new Set(["and", "or", "not"]);

/** Thrown and caught in this file only. */
class Refusal extends Error {
  readonly error: ExpressionError;
  constructor(at: number, message: string) {
    super(message);
    this.error = { at, message };
  }
}

export function parseExpression(text: string): Result<{ readonly expression: Expression }> {
  const found = tokensOf(text);
  if (!found.ok) return found;
  try {
    return { ok: true, expression: new Parser(found.tokens).whole() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.error };
    throw error;
  }
}

class Parser {
  private next = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): Expression {
    const expression = this.either();
    if (this.token.kind !== "end") this.refuse("expected an operator or the end");
    return expression;
  }

  private get token(): Token {
    return this.tokens[this.next] ?? { kind: "end", at: 0 };
  }

  private refuse(message: string): never {
    throw new Refusal(this.token.at, message);
  }

  private takes(kind: "name" | "symbol", text: string): boolean {
    const { token } = this;
    if (token.kind !== kind || token.text !== text) return false;
    this.next++;
    return true;
  }

  private expect(symbol: string): void {
    if (!this.takes("symbol", symbol)) this.refuse(`expected ${JSON.stringify(symbol)}`);
  }

  private nested(inner: () => Expression): Expression {
    if (++this.depth > EXPRESSION_DEPTH_LIMIT) this.refuse("nested too deeply");
    const expression = inner();
    this.depth--;
    return expression;
  }

  private leftToRight(
    kind: "name" | "symbol",
    operators: readonly BinaryOperator[],
    operand: () => Expression,
  ): Expression {
    let left = operand();
    for (;;) {
      const { at } = this.token;
      const operator = operators.find((one) => this.takes(kind, one));
      if (!operator) return left;
      left = { kind: "binary", at, operator, left, right: operand() };
    }
  }

  private either(): Expression {
    return this.leftToRight("name", ["or"], () => this.leftToRight("name", ["and"], () => this.negation()));
  }

  private negation(): Expression {
    const { at } = this.token;
    if (!this.takes("name", "not")) return this.comparison();
    return { kind: "unary", at, operator: "not", of: this.nested(() => this.negation()) };
  }

  private comparison(): Expression {
    const left = this.sum();
    const { at } = this.token;
    const operator = this.comparator();
    if (!operator) return left;
    const right = this.sum();
    const { at: behind } = this.token;
    if (this.comparator()) throw new Refusal(behind, "comparisons do not chain: join two of them with and");
    return { kind: "binary", at, operator, left, right };
  }

  private comparator(): BinaryOperator | undefined {
    const { token } = this;
    if (token.kind !== "symbol" || !COMPARISONS.has(token.text)) return undefined;
    this.next++;
    return token.text as BinaryOperator;
  }

  private sum(): Expression {
    return this.leftToRight("symbol", ["+", "-"], () =>
      this.leftToRight("symbol", ["*", "/"], () => this.signed()),
    );
  }

  private signed(): Expression {
    const { at } = this.token;
    if (!this.takes("symbol", "-")) return this.primary();
    return { kind: "unary", at, operator: "-", of: this.nested(() => this.signed()) };
  }

  private primary(): Expression {
    const { token } = this;
    if (token.kind === "number") {
      this.next++;
      const unit = token.unit === undefined ? undefined : UNITS.get(token.unit);
      const { factor, dimension } = unit ?? { factor: 1, dimension: NUMBER };
      return { kind: "number", at: token.at, value: token.value * factor, dimension };
    }
    if (this.takes("symbol", "(")) {
      const expression = this.nested(() => this.either());
      this.expect(")");
      return expression;
    }
    if (token.kind !== "name" || WORDS.has(token.text))
      this.refuse("expected a number, a metric or a bracket");
    const called = this.tokens[this.next + 1];
    return called?.kind === "symbol" && called.text === "(" ? this.call(token) : this.metric(token);
  }

  private call(token: { readonly at: number; readonly text: string }): Expression {
    const known = FUNCTIONS.get(token.text);
    if (!known)
      this.refuse(`no function ${JSON.stringify(token.text)}: there are ${[...FUNCTIONS.keys()].join(", ")}`);
    this.next += 2;
    const operands = [this.nested(() => this.either())];
    while (this.takes("symbol", ",")) operands.push(this.nested(() => this.either()));
    this.expect(")");
    const [least, most] = known.operands;
    if (operands.length < least || operands.length > most)
      throw new Refusal(
        token.at,
        `${known.name} takes ${least === most ? least : `${least} to ${most}`} operands`,
      );
    if (known.name === "share") return this.share(token.at, operands[0]);
    return { kind: "call", at: token.at, name: known.name, operands };
  }

  private share(at: number, of: Expression | undefined): Expression {
    if (of?.kind !== "binary" || of.left.kind !== "metric" || !isLimit(of.operator))
      throw new Refusal(at, "share takes a latency and a limit, as in share(interrupt.latency > 20 us)");
    return { kind: "share", at, path: of.left.path, operator: of.operator, limit: of.right };
  }

  private metric(token: { readonly at: number; readonly text: string }): Expression {
    this.next++;
    const path: (string | number)[] = [token.text];
    for (;;) {
      if (this.takes("symbol", ".")) path.push(this.name());
      else if (this.isDecimalOf(path.at(-1))) path.push(`${path.pop()}${this.decimal()}`);
      else if (this.takes("symbol", "[")) {
        path.push(this.key());
        this.expect("]");
      } else return { kind: "metric", at: token.at, path: path as Path };
    }
  }

  /** `.9` right behind `p99`. */
  private isDecimalOf(name: string | number | undefined): boolean {
    const { token } = this;
    return (
      token.kind === "number" &&
      token.isDecimal &&
      token.unit === undefined &&
      typeof name === "string" &&
      /^p\d+$/.test(name)
    );
  }

  private decimal(): string {
    const { token } = this;
    this.next++;
    return token.kind === "number" ? String(token.value).slice(1) : "";
  }

  private name(): string {
    const { token } = this;
    if (token.kind !== "name") this.refuse("expected a name");
    this.next++;
    return token.text;
  }

  private key(): string | number {
    const { token } = this;
    const isIndex = token.kind === "number" && token.unit === undefined && Number.isSafeInteger(token.value);
    if (token.kind === "string") {
      this.next++;
      return token.text;
    }
    if (!isIndex) this.refuse('expected a text in quotes or an index, as in thread["player"]');
    this.next++;
    return token.kind === "number" ? token.value : 0;
  }
}

type Token =
  | {
      readonly kind: "number";
      readonly at: number;
      readonly value: number;
      readonly unit: string | undefined;
      /** True for digits after a point that directly follows a name: `.9` of `p99.9`. */
      readonly isDecimal: boolean;
    }
  | { readonly kind: "name" | "symbol"; readonly at: number; readonly text: string }
  | { readonly kind: "string"; readonly at: number; readonly text: string }
  | { readonly kind: "end"; readonly at: number };

const SPACE = /\s+/y;
const NUMBER_TOKEN = /0x[0-9a-fA-F]+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?/y;
const NAME = /[A-Za-z_]\w*/y;
const STRING = /"((?:[^"\\\n]|\\["\\])*)"/y;
const SYMBOL = /<=|>=|==|!=|[-+*/<>()[\].,]/y;
/** Longest unit first. A unit followed by a letter is a part of another word. */
const UNIT = new RegExp(
  `\\s*(${[...UNITS.keys()].sort((a, b) => b.length - a.length).join("|")})(?![\\w/])`,
  "y",
);

function tokensOf(text: string): Result<{ readonly tokens: readonly Token[] }> {
  if (text.length > EXPRESSION_CHARACTER_LIMIT)
    return fail(EXPRESSION_CHARACTER_LIMIT, `longer than ${EXPRESSION_CHARACTER_LIMIT} characters`);
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    const start = at;
    if (match(SPACE)) continue;
    const number = match(NUMBER_TOKEN);
    if (number) {
      const value = Number(number[0]);
      if (!Number.isFinite(value)) return fail(start, "the number is too large");
      const isDecimal = /^\.\d+$/.test(number[0]) && /\w/.test(text[start - 1] ?? "");
      tokens.push({ kind: "number", at: start, value, unit: match(UNIT)?.[1], isDecimal });
      continue;
    }
    const name = match(NAME);
    if (name) {
      tokens.push({ kind: "name", at: start, text: name[0] });
      continue;
    }
    const string = match(STRING);
    if (string) {
      tokens.push({ kind: "string", at: start, text: (string[1] ?? "").replace(/\\(.)/g, "$1") });
      continue;
    }
    const symbol = match(SYMBOL);
    if (!symbol) {
      const [character = ""] = text.slice(start);
      return fail(
        start,
        character === '"' ? "the text in quotes has no end" : `unexpected ${quotedVisibly(character)}`,
      );
    }
    tokens.push({ kind: "symbol", at: start, text: symbol[0] });
  }
  tokens.push({ kind: "end", at });
  return { ok: true, tokens };
}

function fail(at: number, message: string): { readonly ok: false; readonly error: ExpressionError } {
  return { ok: false, error: { at, message } };
}
