/** CodeMirror, set up for the source of a program. */
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionKeymap,
  selectedCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, Prec, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { AssemblyError } from "../../lib/assembler/text.ts";
import { assemblyCompletionsAt } from "../../lib/programs/completions.ts";
import { translatedMessage } from "../text/message.ts";
import { labels, translated } from "../text/t.ts";
import { ASSEMBLY } from "./assemblyLanguage.ts";
import type { CodeView } from "./codeMarks.ts";
import { codeMarks, showCosts, showMarks, showStops } from "./codeMarks.ts";
import { cursorLine, type Debugged, debugKeys, goTo, positionOf } from "./debugKeys.ts";
import { FOLLOWED_LINE, WRAPPED_LINES } from "./wrappedLines.ts";

export interface AssemblyEditor extends CodeView {
  /** Replaces the text. This is not a change by the reader, and undo does not go back before it. */
  readonly show: (source: string) => void;
  readonly mark: (errors: readonly AssemblyError[], remarks: readonly AssemblyError[]) => void;
  /** Puts the cursor there, from 1. */
  readonly goTo: (line: number, column: number) => void;
}

interface EditedSource extends Debugged {
  readonly source: string;
  readonly label: string;
  readonly onChange: (source: string) => void;
  readonly onApply: () => void;
}

const SYMBOL_WORDS: Readonly<Record<string, string>> = labels({ label: "label", constant: "constant" });

export function createAssemblyEditor(parent: HTMLElement, edited: EditedSource): AssemblyEditor {
  let showing = false;
  const extensions = [
    codeMarks(edited.onStop),
    FOLLOWED_LINE,
    lineNumbers(),
    lintGutter(),
    drawSelection(),
    highlightActiveLine(),
    ASSEMBLY,
    WRAPPED_LINES,
    EditorState.tabSize.of(8),
    Prec.highest(keymap.of([{ key: "Enter", run: leaveWholeWord }])),
    autocompletion({ override: [complete], icons: false, activateOnTyping: true }),
    history(),
    keymap.of([
      {
        key: "Mod-Enter",
        run: () => {
          edited.onApply();
          return true;
        },
        preventDefault: true,
      },
      ...debugKeys(edited),
      { key: "Tab", run: acceptCompletion },
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
    EditorView.contentAttributes.of({ "aria-label": edited.label, tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (update.selectionSet || update.docChanged) edited.onCursor(cursorLine(update.state));
      if (update.docChanged && !showing) edited.onChange(update.state.doc.toString());
    }),
  ];
  const stateOf = (doc: string) => EditorState.create({ doc, extensions });
  const view = new EditorView({ parent, state: stateOf(edited.source) });
  edited.onCursor(1);

  return {
    show: (source) => {
      if (source === view.state.doc.toString()) return;
      showing = true;
      view.setState(stateOf(source));
      edited.onCursor(1);
      showing = false;
    },
    mark: (errors, remarks) => {
      const { doc } = view.state;
      const marks = [
        ...errors.map((one) => diagnosticOf(doc, one, "error")),
        ...remarks.map((one) => diagnosticOf(doc, one, "warning")),
      ].toSorted((a, b) => a.from - b.from);
      view.dispatch(setDiagnostics(view.state, marks));
    },
    showMarks: (marks) => showMarks(view, marks),
    showStops: (breakpoints) => showStops(view, breakpoints),
    showCosts: (costs) => showCosts(view, costs),
    goTo: (line, column) => goTo(view, line, column),
    close: () => view.destroy(),
  };
}

/** The diagnostic of the word at the error's place. */
function diagnosticOf(doc: Text, error: AssemblyError, severity: "error" | "warning"): Diagnostic {
  const from = positionOf(doc, error.line, error.column);
  const { to: end } = doc.lineAt(from);
  const [word = ""] = /^[^\s,()]+/.exec(doc.sliceString(from, end)) ?? [];
  return {
    from,
    to: Math.min(doc.length, from + Math.max(1, word.length)),
    severity,
    message: translatedMessage(error.message),
  };
}

/** If the chosen completion equals the typed text, Enter starts the next line, as without a list. */
function leaveWholeWord(view: EditorView): boolean {
  const label = selectedCompletion(view.state)?.label;
  const { head } = view.state.selection.main;
  if (label !== undefined && view.state.sliceDoc(head - label.length, head) === label) closeCompletion(view);
  return false;
}

function complete(context: CompletionContext): CompletionResult | null {
  const text = context.state.doc.toString();
  if (!context.explicit && !/[\p{L}\p{N}_.$]$/u.test(text.slice(context.pos - 1, context.pos))) return null;
  const found = assemblyCompletionsAt(text, context.pos);
  if (found === undefined) return null;
  return {
    from: found.from,
    to: found.to,
    options: found.options.map(({ label, kind, detail, info }) => ({
      label,
      detail: kind === "label" ? (SYMBOL_WORDS[detail] ?? detail) : detail,
      ...(info === "" ? {} : { info: kind === "device" ? translatedMessage(info) : translated(info) }),
    })),
  };
}
