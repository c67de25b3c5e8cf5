/** Shared by all views of programs: keys of a debugger, and the line of the cursor. */
import type { EditorState, Text } from "@codemirror/state";
import { EditorView, type KeyBinding } from "@codemirror/view";

export type StepKey = (typeof STEP_KEYS)[number];

const STEP_KEYS = ["F11", "Mod-F11", "Shift-F11", "F10", "Mod-F10", "Shift-F10"] as const;

export interface Debugged {
  /** Sets or removes a breakpoint at this line, from 1. */
  readonly onStop: (line: number) => void;
  /** Called with the cursor's line, from 1, also for a new text. */
  readonly onCursor: (line: number) => void;
  /** Handles a key of a debugger. Returns false if there is nothing to step. */
  readonly onKey: (key: StepKey) => boolean;
}

export function debugKeys({ onStop, onKey }: Debugged): readonly KeyBinding[] {
  return [
    {
      key: "F9",
      run: ({ state }) => {
        onStop(cursorLine(state));
        return true;
      },
      preventDefault: true,
    },
    ...STEP_KEYS.map((key) => ({ key, run: () => onKey(key), preventDefault: true })),
  ];
}

export function cursorLine({ doc, selection }: EditorState): number {
  return doc.lineAt(selection.main.head).number;
}

export function positionOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(to, from + column - 1);
}

/** Puts the cursor there, from 1. */
export function goTo(view: EditorView, line: number, column: number): void {
  const anchor = positionOf(view.state.doc, line, column);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  view.focus();
}
