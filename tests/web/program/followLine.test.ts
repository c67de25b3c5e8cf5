// @vitest-environment happy-dom
/** The view of a source scrolls to the line of the selected thread. The document has no layout: the test says where the
 * text is. */
import { EditorState, type Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { afterEach, expect, it, vi } from "vitest";
import { codeMarks, showMarks, showStops } from "../../../web/program/codeMarks.ts";
import { FOLLOWED_LINE } from "../../../web/program/wrappedLines.ts";

const BOX_PIXELS = 100;
const LINE_PIXELS = 14;
let open: EditorView | undefined;
afterEach(() => {
  open?.destroy();
  vi.restoreAllMocks();
});

/** A view of 100 lines, of which it shows about seven. */
function sourceView() {
  const done: Transaction[] = [];
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc: Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join("\n"),
      extensions: [codeMarks(() => undefined), FOLLOWED_LINE],
    }),
    dispatchTransactions: (transactions) => {
      done.push(...transactions);
      view.update(transactions);
    },
  });
  open = view;
  let widthPixels = 300;
  let topPixels = 0;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    if (this === view.contentDOM) return new DOMRect(0, -topPixels, widthPixels, view.contentHeight);
    return new DOMRect(0, 0, widthPixels, this.matches(".cm-line") ? LINE_PIXELS : BOX_PIXELS);
  });
  Object.defineProperty(view.scrollDOM, "clientWidth", { get: () => widthPixels });

  /** Returns the number of times that the view has scrolled by itself. */
  async function after(act: () => void, own: number): Promise<number> {
    done.length = 0;
    act();
    for (let frame = 0; frame < 3; frame++)
      await new Promise((resolve) => void requestAnimationFrame(resolve));
    return done.length - own;
  }

  return {
    mark: (line: number) =>
      after(() => showMarks(view, [{ line, label: "C0", colour: "app", isShown: true, note: undefined }]), 1),
    stop: (line: number) => after(() => showStops(view, [{ line, enabled: true }]), 1),
    resize: (pixels: number) =>
      after(() => {
        widthPixels = pixels;
        view.requestMeasure();
      }, 0),
    wheel: () => after(() => view.scrollDOM.dispatchEvent(new Event("wheel")), 0),
    type: () => after(() => view.dispatch({ changes: { from: 0, insert: "li t0, 1\n" } }), 1),
    select: () => after(() => view.dispatch({ selection: { anchor: 9 } }), 1),
    /** Puts this line at the upper edge. */
    place: (line: number) => {
      topPixels = view.lineBlockAt(view.state.doc.line(line).from).top;
    },
  };
}

it("scrolls to a marked line that is out of sight, and to no line in sight", async () => {
  const { mark, place } = sourceView();
  expect(await mark(50)).toBe(1);
  place(49);
  expect(await mark(50)).toBe(0);
});

it("brings the line back when the lines wrap differently, and at no other update", async () => {
  const { mark, place, resize, stop } = sourceView();
  await mark(50);
  place(49);
  expect(await resize(200)).toBe(0);
  place(70);
  expect(await stop(3)).toBe(0);
  expect(await resize(150)).toBe(1);
});

it.each(["wheel", "type", "select"] as const)("leaves the line at %s, until the next mark", async (move) => {
  const view = sourceView();
  await view.mark(50);
  expect(await view[move]()).toBe(0);
  view.place(70);
  expect(await view.resize(200)).toBe(0);
  expect(await view.mark(51)).toBe(1);
});
