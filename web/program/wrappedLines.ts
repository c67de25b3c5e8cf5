/** Wraps long lines of a source; a comment continues below its beginning. */
import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { setsMarks, shownLine } from "./codeMarks.ts";

/** Largest indent in letters. The style sheet uses less if the editor is narrow. */
const INDENT_LIMIT = 30;
const TAB_LETTERS = 8;

/** Letters before the comment of a line, or, of code without one, before the code. */
export function indentOf(line: string): number {
  const code = line.replaceAll("\t", " ".repeat(TAB_LETTERS));
  const comment = code.search(/#|\/\//);
  const words = comment < 0 ? code.search(/\S/) : comment;
  return Math.min(INDENT_LIMIT, Math.max(0, words)) + 2;
}

function indentsIn(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const indent = indentOf(line.text);
      const style = `--indent: ${indent}ch`;
      builder.add(line.from, line.from, Decoration.line({ class: "asm__wrapped", attributes: { style } }));
      at = line.to + 1;
    }
  return builder.finish();
}

const indents = ViewPlugin.define(
  (view) => ({
    lines: indentsIn(view),
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.lines = indentsIn(update.view);
    },
  }),
  { decorations: ({ lines }) => lines },
);

export const WRAPPED_LINES: Extension = [EditorView.lineWrapping, indents];

const READERS_MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Scrolls to the line of the selected thread and keeps it visible when lines wrap differently, until the reader
 * scrolls or types. */
export const FOLLOWED_LINE = ViewPlugin.define((view) => {
  let isFollowed = false;
  let frame = 0;
  const leave = () => {
    isFollowed = false;
  };

  /** Waits a frame, because the lines then have their heights. */
  function bring(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const place = shownLine(view.state);
      if (place !== undefined && isFollowed && !isSeen(view, place))
        view.dispatch({ effects: EditorView.scrollIntoView(place, { y: "center" }) });
    });
  }

  for (const move of READERS_MOVES) view.scrollDOM.addEventListener(move, leave, { passive: true });
  return {
    update(update: ViewUpdate) {
      if (update.docChanged || update.selectionSet) leave();
      if (setsMarks(update) && shownLine(update.state) !== undefined) isFollowed = true;
      else if (!update.geometryChanged) return;
      bring();
    },
    destroy() {
      cancelAnimationFrame(frame);
      for (const move of READERS_MOVES) view.scrollDOM.removeEventListener(move, leave);
    },
  };
});

function isSeen(view: EditorView, place: number): boolean {
  const box = view.scrollDOM.getBoundingClientRect();
  const line = view.lineBlockAt(place);
  const top = line.top + view.documentTop;
  return top >= box.top && top + line.height <= box.bottom;
}
