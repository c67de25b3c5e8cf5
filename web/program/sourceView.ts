/** CodeMirror for reading and debugging the files that a program was compiled from, and its instructions. */

import { defaultKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { c } from "@codemirror/legacy-modes/mode/clike";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { ASSEMBLY } from "./assemblyLanguage.ts";
import type { CodeView } from "./codeMarks.ts";
import { codeMarks, showCosts, showMarks, showStops } from "./codeMarks.ts";
import { cursorLine, type Debugged, debugKeys, goTo } from "./debugKeys.ts";
import { FOLLOWED_LINE, WRAPPED_LINES } from "./wrappedLines.ts";

export interface SourceView extends CodeView {
  /** Puts the cursor into this line, from 1. */
  readonly goTo: (line: number) => void;
}

interface ShownSource extends Debugged {
  readonly text: string;
  readonly label: string;
  /** Name of its file. Undefined for instructions. */
  readonly file: string | undefined;
}

export function createSourceView(parent: HTMLElement, shown: ShownSource): SourceView {
  const { text, label, file } = shown;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        codeMarks(shown.onStop),
        FOLLOWED_LINE,
        // The lines of a disassembly have addresses.
        file === undefined ? [] : lineNumbers(),
        drawSelection(),
        highlightActiveLine(),
        languageOf(file),
        EditorState.tabSize.of(8),
        WRAPPED_LINES,
        EditorState.readOnly.of(true),
        keymap.of([...debugKeys(shown), ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.selectionSet) shown.onCursor(cursorLine(update.state));
        }),
      ],
    }),
  });
  shown.onCursor(1);
  return {
    showMarks: (marks) => showMarks(view, marks),
    showStops: (breakpoints) => showStops(view, breakpoints),
    showCosts: (costs) => showCosts(view, costs),
    goTo: (line) => goTo(view, line, 1),
    close: () => view.destroy(),
  };
}

const languageOf = (file: string | undefined): Extension =>
  file === undefined || /\.s$/i.test(file) ? ASSEMBLY : C;

/** C for CodeMirror, in the colours of assembly. */
const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName], class: "ink w-600" },
  { tag: tags.meta, class: "ink-3" },
  { tag: [tags.number, tags.string, tags.atom], class: "accent" },
  { tag: tags.comment, class: "asm__comment ink-3" },
]);

export const C: Extension = [StreamLanguage.define(c), syntaxHighlighting(HIGHLIGHT)];
