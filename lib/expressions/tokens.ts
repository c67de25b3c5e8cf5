import { quotedVisibly } from "../assembler/visible.ts";
import { UNITS } from "./dimension.ts";
import { EXPRESSION_CHARACTER_LIMIT, type ExpressionError, type Result } from "./syntax.ts";

export type Token =
  | {
      readonly kind: "number";
      readonly at: number;
      readonly value: number;
      readonly unit: string | undefined;
      /** Only digits behind a point, right behind a name: `.9` of `p99.9`. */
      readonly isDecimal: boolean;
    }
  | { readonly kind: "name" | "symbol"; readonly at: number; readonly text: string }
  | { readonly kind: "string"; readonly at: number; readonly text: string }
  | { readonly kind: "end"; readonly at: number };

const SPACE = /\s+/y;
const NUMBER = /0x[0-9a-fA-F]+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?/y;
const NAME = /[A-Za-z_]\w*/y;
const STRING = /"((?:[^"\\\n]|\\["\\])*)"/y;
const SYMBOL = /<=|>=|==|!=|[-+*/<>()[\].,]/y;
/** The longest first. A letter behind it would make it another word. */
const UNIT = new RegExp(
  `\\s*(${[...UNITS.keys()].sort((a, b) => b.length - a.length).join("|")})(?![\\w/])`,
  "y",
);

export function tokensOf(text: string): Result<{ readonly tokens: readonly Token[] }> {
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
    const number = match(NUMBER);
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
