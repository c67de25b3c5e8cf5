/** A line of assembly as tokens, and where an error is. */

export interface AssemblyError {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly message: string;
}

/** Ends the statement under way; `assemble` collects it. */
export class SourceError extends Error {
  readonly column: number;

  constructor(column: number, message: string) {
    super(message);
    this.column = column;
  }
}

/** It may go with another error: of a value that rests on something that is wrong elsewhere it is not told. */
export class ValueError extends SourceError {}

export interface Token {
  readonly kind: "name" | "number" | "string" | "sign" | "end";
  readonly text: string;
  readonly column: number;
}

/** Names also hold ".": directives, local labels. `1b` and `1f` are names: the local label 1 before or behind. */
const TOKEN =
  /\s+|(?<number>0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+(?![0-9A-Za-z_.])|'(?:\\.|[^'\\])')|(?<string>"(?:\\.|[^"\\])*")|(?<name>[A-Za-z_.$][\w.$]*(?:@plt\b)?|[0-9]+[bf](?!\w))|(?<sign><<|>>|[=!<>]=|<>|&&|\|\||%[a-z_]+\b|[-+*/%&|^~(),:=<>!])/y;
/** Up to a comment, `#` or `//`. */
const STATEMENT = /^(?:'(?:\\.|[^'\\])'|"(?:\\.|[^"\\])*"|(?!#|\/\/).)*/;

/** A line without its comment. */
export const statementOf = (line: string): string => STATEMENT.exec(line)?.[0] ?? "";

const SEPARATOR = /'(?:\\.|[^'\\])'|"(?:\\.|[^"\\])*"|;/g;

/** Where the statements of a line end: at each `;` and at its own end. What is too long is refused as one. */
export function statementEnds(line: string): readonly number[] {
  const isWhole = !line.includes(";") || line.length > LINE_CHARACTER_LIMIT;
  const found = isWhole ? [] : Array.from(statementOf(line).matchAll(SEPARATOR));
  return [...found.flatMap(({ 0: text, index }) => (text === ";" ? [index] : [])), line.length];
}

export interface Tokens {
  /** Up to the fault. */
  readonly tokens: readonly Token[];
  readonly fault: SourceError | undefined;
}

export const LINE_CHARACTER_LIMIT = 400;

export function tokensOf(line: string): Tokens {
  if (line.length > LINE_CHARACTER_LIMIT) {
    const { tokens } = tokensOf(line.slice(0, LINE_CHARACTER_LIMIT));
    const tooLong = `a line has at most ${LINE_CHARACTER_LIMIT} characters`;
    return { tokens, fault: new SourceError(LINE_CHARACTER_LIMIT, tooLong) };
  }
  const text = statementOf(line);
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null)
      return {
        tokens,
        fault: new SourceError(from + 1, `${JSON.stringify(text[from])} does not belong here`),
      };
    const { number, string, name, sign } = match.groups ?? {};
    const column = from + 1;
    if (number !== undefined) tokens.push({ kind: "number", text: number, column });
    else if (string !== undefined) tokens.push({ kind: "string", text: string, column });
    // All of a program lies in one place: no table of other programs' functions is in between.
    else if (name !== undefined) tokens.push({ kind: "name", text: name.replace("@plt", ""), column });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign, column });
  }
  return { tokens, fault: undefined };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", 0: "\0" };

export function numberOf(token: Token): bigint {
  if (!token.text.startsWith("'")) return BigInt(token.text);
  const inner = token.text.slice(1, -1);
  const character = inner.startsWith("\\") ? (ESCAPES[inner.slice(1)] ?? inner.slice(1)) : inner;
  return BigInt(character.codePointAt(0) ?? 0);
}

/** Reads the tokens of one statement from left to right. */
export class Cursor {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #next = 0;

  constructor(tokens: readonly Token[], endColumn: number) {
    this.#tokens = tokens;
    this.#end = { kind: "end", text: "", column: endColumn };
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#next + ahead] ?? this.#end;
  }

  take(): Token {
    const token = this.peek();
    this.#next++;
    return token;
  }

  /** Whether the sign is next; it is taken then. */
  accepts(sign: string): boolean {
    const { kind, text } = this.peek();
    if (kind !== "sign" || text !== sign) return false;
    this.#next++;
    return true;
  }

  expect(sign: string): void {
    if (!this.accepts(sign)) this.fail(`${JSON.stringify(sign)} is missing here`);
  }

  expectEnd(): void {
    const { kind, text } = this.peek();
    if (kind !== "end") this.fail(`${JSON.stringify(text)} is too much`);
  }

  get isAtEnd(): boolean {
    return this.peek().kind === "end";
  }

  fail(message: string): never {
    throw new SourceError(this.peek().column, message);
  }
}
