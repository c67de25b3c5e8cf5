/** Highlights parts of the page that a story, a cause or a hovered name mentions. React sets the name of a part
 * (`data-part`, `data-thread`), but not the highlight, because parts come and go with the machine. */
import { panelOf, partText, readPart } from "../../scenarios/story/parts.ts";
import type { AppStore } from "../state/store.ts";
import "./lightParts.css";

/** For this time after a highlight, drawing may move the parts, and they then scroll into view again. */
const SETTLE_MS = 1000;

/** The returned function removes the highlights. */
export function lightParts(store: AppStore, root: HTMLElement): () => void {
  let lit = store.getState().lit;
  /** True while no highlighted part is drawn. The first one that appears scrolls into view. */
  let isAwaited = false;
  let frame = 0;
  let litMs = Number.NEGATIVE_INFINITY;
  const observer = new MutationObserver(() => {
    mark(root, lit);
    if (isAwaited || performance.now() - litMs < SETTLE_MS) bring();
  });

  function bring(): void {
    // The story's bar gets the height of its new caption in the next frame.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      isAwaited = !bringIntoView(root, lit) && lit.length > 0;
    });
  }

  function show(): void {
    observer.disconnect();
    mark(root, lit);
    if (lit.length > 0)
      observer.observe(root, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ["data-part", "data-thread"],
      });
  }

  function light(): void {
    show();
    litMs = performance.now();
    bring();
  }

  const stop = store.subscribe((now) => {
    if (now.lit === lit) return;
    lit = now.lit;
    light();
  });
  // The story of the address may have opened before this module was loaded.
  light();
  return () => {
    stop();
    cancelAnimationFrame(frame);
    lit = [];
    show();
  };
}

const PHONE = "(max-width: 639px)";

/** The card of a thread precedes its soft interrupt in the list of lines. */
function rankIn(lit: readonly string[], { dataset: { part, thread } }: HTMLElement): number {
  const card = thread === undefined ? -1 : lit.indexOf(partText("thread", thread));
  if (card >= 0) return card;
  const rank = lit.indexOf(part ?? "");
  return part?.startsWith("thread:") ? rank + 0.5 : rank;
}

/** A part that is higher than the visible area, such as a program with its registers, is shown from its start. */
function blockOf(part: HTMLElement): "start" | "center" {
  const room = part.closest(".page__panel")?.clientHeight ?? window.innerHeight;
  return part.offsetHeight > room ? "start" : "center";
}

/** Space between the upper edge of the stage and the part below it, for the outline of a highlight. */
const EDGE_AIR_PX = 4;

/** Scrolls the stage as little as possible so that its upper edge cuts no part or name and the given part stays in view.
 * If the part is in view at the top of the stage, the stage scrolls there. */
function uncut(part: HTMLElement): void {
  const stage = part.closest(".stage");
  if (stage === null) return;
  const edge = stage.getBoundingClientRect().top;
  const box = part.getBoundingClientRect();
  const roomPx = edge + stage.clientHeight - box.bottom;
  if (stage.scrollTop <= roomPx) {
    stage.scrollTop = 0;
    return;
  }
  const boxes = [...stage.querySelectorAll("[data-part], h2, p, span")]
    .filter(
      (one) =>
        one === part || !(one.contains(part) || part.contains(one) || one.matches(".sr-only, .sr-only *")),
    )
    .map((one) => one.getBoundingClientRect());
  const isClean = (movePx: number) =>
    boxes.every(({ top, bottom }) => top + movePx >= edge - 1 || bottom + movePx <= edge + 1);
  const mostDown = stage.scrollHeight - stage.clientHeight - stage.scrollTop;
  const [move = 0] = boxes
    .map(({ top }) => edge + EDGE_AIR_PX - top)
    .filter((movePx) => movePx >= Math.max(edge - box.top, -mostDown) && movePx <= roomPx && isClean(movePx))
    .toSorted((a, b) => Math.abs(a) - Math.abs(b));
  stage.scrollTop -= move;
}

/** Scrolls highlighted parts into view. On a phone the story covers the lower part of the page, so the parts scroll
 * above it. Elsewhere a stage that is higher than its area scrolls as far as needed, and the first part has
 * priority. The names of the views stay visible. Parts count in the order in which they are named. Returns false
 * if there is nothing to scroll. */
function bringIntoView(root: HTMLElement, lit: readonly string[]): boolean {
  const isPhone = window.matchMedia(PHONE).matches;
  const seen = [...root.querySelectorAll<HTMLElement>(isPhone ? "[data-lit]" : ".stage [data-lit]")]
    .filter((one) => one.checkVisibility() && one.role !== "tab")
    .toSorted((a, b) => rankIn(lit, a) - rankIn(lit, b));
  const [first] = seen;
  if (isPhone && first !== undefined) {
    first.scrollIntoView({ block: blockOf(first), inline: "nearest" });
    uncut(first);
  } else for (const one of seen.toReversed()) one.scrollIntoView({ block: "nearest", inline: "nearest" });
  return seen.length > 0;
}

/** If a drawer or another panel hides the knobs or a program, the tab of that panel is highlighted instead. */
function shownInstead(root: HTMLElement, lit: readonly string[]): readonly string[] {
  const panels = lit.flatMap((part) => {
    const panel = panelOf(part);
    const isHidden = root.querySelector(`[data-part="${CSS.escape(part)}"]`) === null;
    return panel !== undefined && isHidden ? [panel] : [];
  });
  return [...lit, ...panels];
}

function mark(root: HTMLElement, named: readonly string[]): void {
  const lit = shownInstead(root, named);
  const threads = lit.flatMap((part) => {
    const read = readPart(part);
    return read?.kind === "thread" ? [read.name] : [];
  });
  // An element that lost its name, such as a tab whose panel is now open, also loses its highlight.
  for (const element of root.querySelectorAll<HTMLElement>("[data-part], [data-thread], [data-lit]")) {
    const { part, thread } = element.dataset;
    const isLit =
      (part !== undefined && lit.includes(part)) || (thread !== undefined && threads.includes(thread));
    element.toggleAttribute("data-lit", isLit);
  }
}
