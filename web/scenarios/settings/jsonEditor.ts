/** CodeMirror, set up for a scenario. */
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Path } from "../../../lib/expressions/index.ts";
import { completionsAt } from "../../../lib/settings/completions.ts";
import { parseLoose, spanAt } from "../../../lib/settings/looseJson.ts";
import { parseFieldPath } from "../../../scenarios/base/fieldPath.ts";
import { findExcess } from "../../../scenarios/read/json.ts";
import type { ScenarioError } from "../../../scenarios/read/parse.ts";
import { translatedMessage } from "../../text/message.ts";
import { labels } from "../../text/t.ts";
import type { Settings, TextFault } from "./settings.ts";

export interface JsonEditor {
  readonly show: (text: string, errors: readonly ScenarioError[], fault: TextFault | undefined) => void;
  readonly close: () => void;
}

const COMPLETION_WORDS = labels({ needed: "required", fallback: "default", list: "list" });

const HIGHLIGHT = HighlightStyle.define([
  { tag: tags.propertyName, class: "ink" },
  { tag: [tags.string], class: "ink-2" },
  { tag: [tags.number, tags.bool, tags.null], class: "accent" },
  { tag: [tags.separator, tags.squareBracket, tags.brace], class: "ink-3" },
]);

const LANGUAGE: Extension = [json(), bracketMatching()];
/** Used for text nested deeper than any scenario, because the language mode would take minutes. */
const NO_LANGUAGE: Extension = [];

/** The edited text: a scenario, or another JSON text without completion and with the editor's own undo. */
interface EditedText extends Pick<Settings, "text" | "setText"> {
  readonly label: string;
  readonly scenario?: Pick<Settings, "form" | "undo" | "redo">;
}

export function createJsonEditor(parent: HTMLElement, edited: EditedText): JsonEditor {
  const { scenario } = edited;
  /** True while the editor shows a text from outside, which is not a change by the reader. */
  let showing = false;
  const language = new Compartment();
  const command = (action: () => void) => ({
    run: () => {
      action();
      return true;
    },
    preventDefault: true,
  });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: edited.text(),
      extensions: [
        lineNumbers(),
        foldGutter(),
        codeFolding(),
        lintGutter(),
        drawSelection(),
        highlightActiveLine(),
        indentOnInput(),
        closeBrackets(),
        indentUnit.of("  "),
        language.of(LANGUAGE),
        syntaxHighlighting(HIGHLIGHT),
        EditorState.transactionFilter.of((change) => {
          if (!change.docChanged) return change;
          const isDeep = findExcess(change.newDoc.toString()) !== undefined;
          if (isDeep === (language.get(change.startState) === NO_LANGUAGE)) return change;
          const next = isDeep ? NO_LANGUAGE : LANGUAGE;
          return [change, { effects: language.reconfigure(next) }];
        }),
        autocompletion({ override: [complete], icons: false, activateOnTyping: true }),
        scenario === undefined ? history() : [],
        keymap.of([
          ...(scenario === undefined
            ? historyKeymap
            : [
                { key: "Mod-z", ...command(scenario.undo) },
                { key: "Mod-Shift-z", ...command(scenario.redo) },
                { key: "Mod-y", ...command(scenario.redo) },
              ]),
          { key: "Tab", run: acceptCompletion },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...foldKeymap,
          ...lintKeymap,
          ...defaultKeymap,
        ]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": edited.label, tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !showing) edited.setText(update.state.doc.toString());
        }),
      ],
    }),
  });

  function complete(context: CompletionContext): CompletionResult | null {
    const text = context.state.doc.toString();
    if (!context.explicit && !/["\w:]$/.test(text.slice(0, context.pos))) return null;
    const found = scenario && completionsAt(scenario.form, text, context.pos, COMPLETION_WORDS);
    if (found === undefined) return null;
    return {
      from: found.from,
      to: found.to,
      filter: true,
      options: found.options.map(({ label, insert, detail, info }) => ({
        label: found.from < found.to && text.charAt(found.from) === '"' ? `"${label}"` : label,
        displayLabel: label,
        apply: insert,
        detail,
        ...(info === "" ? {} : { info }),
      })),
    };
  }

  return {
    show: (text, errors, fault) => {
      const doc = view.state.doc;
      const change = changedPart(doc.toString(), text);
      showing = true;
      if (change !== undefined) view.dispatch({ changes: change });
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc, errors, fault)));
      showing = false;
    },
    close: () => view.destroy(),
  };
}

function diagnosticsOf(
  doc: Text,
  errors: readonly ScenarioError[],
  fault: TextFault | undefined,
): readonly Diagnostic[] {
  if (fault !== undefined) {
    const line = doc.line(Math.min(doc.lines, fault.line));
    const from = Math.min(line.to, line.from + fault.column - 1);
    return [
      {
        from,
        to: Math.min(doc.length, from + 1),
        severity: "error",
        message: translatedMessage(fault.message),
      },
    ];
  }
  if (errors.length === 0) return [];
  const root = parseLoose(doc.toString());
  return errors
    .map(({ field, message }): Diagnostic => {
      const { from, to } = spanAt(root, pathOfError(field));
      return { from, to, severity: "error", message: `${field} ${translatedMessage(message)}` };
    })
    .toSorted((a, b) => a.from - b.from);
}

/** Text in parentheses after a space is a remark. */
function pathOfError(field: string): Path {
  return field === "scenario" ? [] : (parseFieldPath(field.replace(/ \(.*$/, "")) ?? []);
}

/** A change in the text of an editor. */
interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The middle in which two texts differ, so that the cursor and the folds around it stay. */
export function changedPart(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  let tail = 0;
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}
