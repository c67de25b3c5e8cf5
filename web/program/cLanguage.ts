/** C for CodeMirror, in the colours of assembly. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { c } from "@codemirror/legacy-modes/mode/clike";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName], class: "asm__instruction" },
  { tag: tags.meta, class: "asm__directive" },
  { tag: [tags.number, tags.string, tags.atom], class: "asm__value" },
  { tag: tags.comment, class: "asm__comment" },
]);

export const C: Extension = [StreamLanguage.define(c), syntaxHighlighting(HIGHLIGHT)];
