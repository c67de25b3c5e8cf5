/** A line of assembly as tokens, and the position of an error. */
import { quotedVisibly } from "./visible.ts";

export interface AssemblyError {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly message: string;
}

/** Ends the current statement. `assemble` collects the errors. */
export class SourceError extends Error {
  readonly column: number;

  constructor(column: number, message: string) {
    super(message);
    this.column = column;
  }
}

/** An error that may follow from another error. It is not reported if the value depends on something that is wrong
 * elsewhere. */
export class ValueError extends SourceError {}

export interface Token {
  readonly kind: "name" | "number" | "float" | "string" | "sign" | "end";
  readonly text: string;
  readonly column: number;
  /** True if a blank precedes the token. */
  readonly isApart?: boolean;
}

/** Names may contain ".", as in directives and local labels. `1b` and `1f` are names: the previous or next local label
 * 1. Numbers may end as in C: `5u`, `0x80000003ul`. */
const TOKEN =
  /\s+|(?<number>(?:0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)[uU]?[lL]{0,2}(?![\p{L}\p{N}_.])|'(?:\\.|[^'\\])'?)|(?<float>(?:(?:[0-9]+\.[0-9]*|0[fFdD][-+]?[0-9]*\.?[0-9]+)(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)(?![\w.]))|(?<string>"(?:\\.|[^"\\])*")|(?<name>[\p{L}_.$][\p{L}\p{M}\p{N}_.$]*(?:@plt\b)?|[0-9]+[bf](?!\w))|(?<noNumber>[0-9][\w.]*)|(?<sign><<|>>|[=!<>]=|<>|&&|\|\||%[a-z_]+(?=\s*\()|[-+*/%&|^~(),:=<>!])/uy;
/** Up to a comment, `#` or `//`. */
const STATEMENT = /^(?:'(?:\\.|[^'\\])'|"(?:\\.|[^"\\])*"|(?!#|\/\/).)*/;

/** A line without its comment. */
export const statementOf = (line: string): string => STATEMENT.exec(line)?.[0] ?? "";

const SEPARATOR = /'(?:\\.|[^'\\])'|"(?:\\.|[^"\\])*"|;/g;

/** Columns where the statements of a line end: at each `;` and at the end of the line. A line that is too long is
 * refused as one statement. */
export function statementEnds(line: string): readonly number[] {
  const isWhole = !line.includes(";") || line.length > LINE_CHARACTER_LIMIT;
  const found = isWhole ? [] : Array.from(statementOf(line).matchAll(SEPARATOR));
  return [...found.flatMap(({ 0: text, index }) => (text === ";" ? [index] : [])), line.length];
}

export interface Tokens {
  /** Tokens before the fault. */
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
  let isApart = false;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const column = from + 1;
    const match = TOKEN.exec(text);
    if (match === null) {
      const character = String.fromCodePoint(text.codePointAt(from) ?? 0);
      return { tokens, fault: new SourceError(column, `${quotedVisibly(character)} does not belong here`) };
    }
    const { number, float, string, name, noNumber, sign } = match.groups ?? {};
    if (noNumber !== undefined)
      return { tokens, fault: new SourceError(column, `is not a number: ${noNumber}`) };
    const count = tokens.length;
    if (number !== undefined) tokens.push({ kind: "number", text: number, column, isApart });
    else if (float !== undefined) tokens.push({ kind: "float", text: float, column, isApart });
    else if (string !== undefined) tokens.push({ kind: "string", text: string, column, isApart });
    // A program is at one place in memory, so calls need no procedure linkage table.
    else if (name !== undefined)
      tokens.push({ kind: "name", text: name.replace("@plt", ""), column, isApart });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign, column, isApart });
    isApart = tokens.length === count;
  }
  return { tokens, fault: undefined };
}

/** As in GNU as, except `\0`: it is the character 0 here and the digit 0 in GNU as. diagnostics.ts reports it. */
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  0: "\0",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

export function numberOf({ text: written, column }: Token): bigint {
  if (written.startsWith("'")) return characterOf(written.replace(/^'([\s\S]+?)'?$/, "$1"), column);
  const text = written.replace(/[uUlL]+$/, "");
  const isOctal = text.startsWith("0") && text.length > 1 && text <= "0:";
  if (!isOctal) return BigInt(text);
  if (text.includes("8") || text.includes("9"))
    throw new SourceError(column, `is not an octal number: ${text}; one that begins with 0 is octal`);
  return BigInt(`0o${text}`);
}

function characterOf(inner: string, column: number): bigint {
  const character = inner.startsWith("\\") ? ESCAPES[inner.slice(1)] : inner;
  if (character === undefined) throw new SourceError(column, `has an unknown escape: ${inner}`);
  return BigInt(character.codePointAt(0) ?? 0);
}

const COMMENTED = /'(?:\\.|[^'\\\n\r])'|"(?:\\.|[^"\\\n\r])*"|#.*|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** The source with blanks in place of block comments; lines keep their length. `open` is the position of a block
 * comment without an end. */
export function withoutBlockComments(source: string): {
  readonly source: string;
  readonly open: number | undefined;
} {
  if (!source.includes("/*")) return { source, open: undefined };
  let open: number | undefined;
  const plain = source.replace(COMMENTED, (found, at: number) => {
    if (!found.startsWith("/*")) return found;
    if (found.length < 4 || !found.endsWith("*/")) open = at;
    return found.replace(/[^\r\n]/g, " ");
  });
  return { source: plain, open };
}

/** True if an operand may begin here without a comma. `1 -1` and `1 !1` are one expression. */
export function beginsApart({ kind, text, isApart }: Token): boolean {
  if (isApart !== true || kind === "end") return false;
  return kind !== "sign" || text === "(" || text === "-" || text === "~" || text.length > 2;
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

  /** The tokens that remain. */
  rest(): readonly Token[] {
    return this.#tokens.slice(this.#next);
  }

  take(): Token {
    const token = this.peek();
    this.#next++;
    return token;
  }

  /** Takes the sign if it is next, and returns whether it was. */
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
    if (kind !== "end") this.fail(`${quotedVisibly(text)} is unexpected`);
  }

  get isAtEnd(): boolean {
    return this.peek().kind === "end";
  }

  /** Takes the separator of two operands: a comma or, as in RARS and Ripes, only blanks. */
  separate(): void {
    if (!beginsApart(this.peek())) this.expect(",");
  }

  fail(message: string): never {
    throw new SourceError(this.peek().column, message);
  }
}
