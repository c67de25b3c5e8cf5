/** Scrolls to the line of the selected thread and keeps it visible when lines wrap differently, until the reader
 * scrolls or types. */
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { setsMarks, shownLine } from "./codeMarks.ts";

const READERS_MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

export const FOLLOWED_LINE = ViewPlugin.define((view) => {
  let isFollowed = false;
  let frame = 0;
  const leave = () => {
    isFollowed = false;
  };

  /** In the next frame the lines have their heights. */
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
