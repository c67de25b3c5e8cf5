/** CodeMirror, set up for the source of a program. */
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { AssemblyError } from "../../lib/assembler/text.ts";
import { assemblyCompletionsAt } from "../../lib/programs/completions.ts";
import { translatedMessage } from "../text/message.ts";
import { labels, translated } from "../text/t.ts";
import { ASSEMBLY } from "./assemblyLanguage.ts";
import type { LineBreakpoint } from "./breakpoints.ts";
import { codeMarks, type LineMark, showMarks, showStops } from "./codeMarks.ts";

export interface AssemblyEditor {
  /** From outside: it is no change of the reader's, and no undo leads behind it. */
  readonly show: (source: string) => void;
  readonly mark: (errors: readonly AssemblyError[], remarks: readonly AssemblyError[]) => void;
  readonly showMarks: (marks: readonly LineMark[]) => void;
  readonly showStops: (breakpoints: readonly LineBreakpoint[]) => void;
  /** Puts the cursor there, from 1. */
  readonly goTo: (line: number, column: number) => void;
  readonly close: () => void;
}

export interface EditedSource {
  readonly source: string;
  readonly label: string;
  readonly onChange: (source: string) => void;
  readonly onApply: () => void;
  /** A breakpoint at this line, from 1, or none there any more. */
  readonly onStop: (line: number) => void;
  /** The cursor is in this line, from 1; also told of a new text. */
  readonly onCursor: (line: number) => void;
  /** A key of a debugger; false: there is nothing to step. */
  readonly onKey: (key: StepKey) => boolean;
}

export type StepKey = (typeof STEP_KEYS)[number];

const STEP_KEYS = ["F11", "Mod-F11", "Shift-F11", "F10", "Mod-F10"] as const;
const SYMBOL_WORDS: Readonly<Record<string, string>> = labels({ label: "label", constant: "constant" });

export function createAssemblyEditor(parent: HTMLElement, edited: EditedSource): AssemblyEditor {
  let showing = false;
  const extensions = [
    codeMarks(edited.onStop),
    lineNumbers(),
    lintGutter(),
    drawSelection(),
    highlightActiveLine(),
    ASSEMBLY,
    EditorState.tabSize.of(8),
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
      {
        key: "F9",
        run: ({ state }) => {
          edited.onStop(state.doc.lineAt(state.selection.main.head).number);
          return true;
        },
        preventDefault: true,
      },
      ...STEP_KEYS.map((key) => ({ key, run: () => edited.onKey(key), preventDefault: true })),
      { key: "Tab", run: acceptCompletion },
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
    EditorView.contentAttributes.of({ "aria-label": edited.label, tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (update.selectionSet || update.docChanged) {
        const { doc, selection } = update.state;
        edited.onCursor(doc.lineAt(selection.main.head).number);
      }
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
    goTo: (line, column) => {
      const anchor = positionOf(view.state.doc, line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

function positionOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(to, from + column - 1);
}

/** Of the word at its place. */
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
