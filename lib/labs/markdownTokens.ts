/** Reads the Markdown of labs: GitHub's, and formulas between dollars. */
import { Lexer, type MarkedOptions, type Token } from "marked";

/** Markdown with formulas. */
const OPTIONS: MarkedOptions = {
  gfm: true,
  extensions: {
    renderers: {},
    childTokens: {},
    inline: [
      (source) => {
        const found = /^\$([^$\n]{1,300})\$/.exec(source);
        return found === null ? undefined : { type: "formula", raw: found[0], text: found[1] };
      },
    ],
    startInline: [(source) => source.indexOf("$")],
    block: [
      (source) => {
        const found = /^\$\$\n?([^$]{1,1000}?)\n?\$\$(?:\n|$)/.exec(source);
        return found === null ? undefined : { type: "formulas", raw: found[0], text: found[1] };
      },
    ],
    startBlock: [(source) => source.indexOf("$$")],
  },
};

/** Limit for nested lists and quotes. Deeper ones are shown as text. */
export const NESTING_LIMIT = 24;

/** A link to a lab of the course. */
export const LAB_LINK = /^#lab=[a-z0-9-]{1,40}$/;

export function tokensOf(text: string): readonly Token[] {
  try {
    return new Lexer({ ...OPTIONS }).lex(text);
  } catch (error) {
    // Thousands of nested marks are too many for the lexer.
    if (!(error instanceof RangeError)) throw error;
    return [{ type: "paragraph", raw: text, text, tokens: [{ type: "text", raw: text, text }] }];
  }
}

export function textOf(token: Token): string {
  return "text" in token && typeof token.text === "string" ? token.text : token.raw;
}

/** Numbers and their units stay in one line. */
const BEFORE_UNIT = /(?<=\d) (?=(?:[%‰×]|[kMG]?(?:Hz|b\/s)|[nµm]?s|B)(?!\w))/g;

/** The lexer does not decode entities. These few occur in texts. */
export function unescaped(text: string): string {
  return text
    .replace(BEFORE_UNIT, "\u00a0")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
