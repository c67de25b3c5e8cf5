/** C for CodeMirror, in the colours of assembly. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { c } from "@codemirror/legacy-modes/mode/clike";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName], class: "ink w-600" },
  { tag: tags.meta, class: "ink-3" },
  { tag: [tags.number, tags.string, tags.atom], class: "accent" },
  { tag: tags.comment, class: "asm__comment ink-3" },
]);

export const C: Extension = [StreamLanguage.define(c), syntaxHighlighting(HIGHLIGHT)];
