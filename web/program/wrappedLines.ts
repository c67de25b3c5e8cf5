/** Wraps long lines of a source; a comment continues below its beginning. */
import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** Greatest indent in letters. The style sheet uses less if the editor is narrow. */
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
