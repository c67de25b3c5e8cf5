/** Assembly for CodeMirror: the kind of each piece of a line. */
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { isDirective } from "../../lib/assembler/directives.ts";
import { isInstruction } from "../../lib/assembler/encode.ts";
import { csrNumber, registerNumber } from "../../lib/assembler/registers.ts";
import { registerValues } from "../../lib/programs/deviceRegisters.ts";

interface LineState {
  /** True inside a comment of several lines. */
  inComment: boolean;
  /** The statement's instruction or directive has been read. */
  hasName: boolean;
}

const WORD = /^[\p{L}_.$%][\p{L}\p{M}\p{N}_.$]*/u;
const LABEL = /^[\p{L}\p{M}\p{N}_.$]+(?=\s*:)/u;
const NUMBER = /^(?:0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+[bf]?|'(?:\\.|[^'\\])')/;
const TEXT = /^"(?:\\.|[^"\\])*"?/;

const language = StreamLanguage.define<LineState>({
  name: "riscv",
  startState: () => ({ inComment: false, hasName: false }),
  copyState: (state) => ({ ...state }),
  token: (stream, state) => {
    if (stream.sol()) state.hasName = false;
    if (state.inComment) return comment(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(/^(?:#|\/\/).*/)) return "comment";
    if (stream.match("/*")) {
      state.inComment = true;
      return comment(stream, state);
    }
    if (stream.match(TEXT)) return "string";
    if (!state.hasName && stream.match(LABEL)) return "labelName";
    if (stream.match(NUMBER)) return "number";
    if (stream.match(WORD)) return word(stream.current(), state);
    if (stream.next() === ";") state.hasName = false;
    return "punctuation";
  },
  tokenTable: {
    instruction: tags.keyword,
    directive: tags.meta,
    register: tags.variableName,
    csr: tags.variableName,
    labelName: tags.labelName,
  },
  languageData: { commentTokens: { line: "#" } },
});

function comment(stream: StringStream, state: LineState): string {
  if (stream.skipTo("*/")) {
    stream.match("*/");
    state.inComment = false;
  } else stream.skipToEnd();
  return "comment";
}

function word(written: string, state: LineState): string | null {
  const name = written.toLowerCase();
  if (!state.hasName) {
    state.hasName = true;
    if (name.startsWith(".") && isDirective(name)) return "directive";
    return isInstruction(name) ? "instruction" : null;
  }
  if (registerNumber(name) !== undefined) return "register";
  if (csrNumber(name) !== undefined) return "csr";
  return registerValues().has(written) ? "csr" : null;
}

const HIGHLIGHT = HighlightStyle.define([
  { tag: tags.keyword, class: "ink w-600" },
  { tag: tags.meta, class: "ink-3" },
  { tag: tags.variableName, class: "ink-2" },
  { tag: tags.labelName, class: "accent" },
  { tag: [tags.number, tags.string], class: "accent" },
  { tag: tags.comment, class: "asm__comment ink-3" },
  { tag: tags.punctuation, class: "ink-3" },
]);

export const ASSEMBLY: Extension = [language, syntaxHighlighting(HIGHLIGHT)];
