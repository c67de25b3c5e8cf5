/** Parts of the page that stand out: a story, a cause or a hovered name says which. What React draws knows its name
 * (`data-part`, `data-thread`), not whether it is lit: parts come and go with the machine. */
import { panelOf, partText, readPart } from "../../scenarios/story/parts.ts";
import type { AppStore } from "../state/store.ts";
import "./lightParts.css";

/** Parts that have just been lit may be moved so long by what is drawn later, and are brought into view again. */
const SETTLE_MS = 1000;

/** Undone by what is returned. */
export function lightParts(store: AppStore, root: HTMLElement): () => void {
  let lit = store.getState().lit;
  /** No lit part is drawn yet: it comes into view when one is. */
  let isAwaited = false;
  let frame = 0;
  let litMs = Number.NEGATIVE_INFINITY;
  const observer = new MutationObserver(() => {
    mark(root, lit);
    if (isAwaited || performance.now() - litMs < SETTLE_MS) bring();
  });

  function bring(): void {
    // The story's bar is as high as its new caption from the next frame on.
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
  // A story of the address may have been there before this module.
  light();
  return () => {
    stop();
    cancelAnimationFrame(frame);
    lit = [];
    show();
  };
}

const PHONE = "(max-width: 639px)";

/** Of a thread its card comes before its soft interrupt in the list of lines. */
function rankIn(lit: readonly string[], { dataset: { part, thread } }: HTMLElement): number {
  const card = thread === undefined ? -1 : lit.indexOf(partText("thread", thread));
  if (card >= 0) return card;
  const rank = lit.indexOf(part ?? "");
  return part?.startsWith("thread:") ? rank + 0.5 : rank;
}

/** What has not got the room, as a program with its registers, is shown from its beginning on. */
function blockOf(part: HTMLElement): "start" | "center" {
  const room = part.closest(".page__panel")?.clientHeight ?? window.innerHeight;
  return part.offsetHeight > room ? "start" : "center";
}

/** On a phone the story stands over the lower part of the page: what it speaks of scrolls above it. Elsewhere a stage that
 * is higher than its room scrolls as far as it must, for the first part last. The names of the views stay in sight. Parts
 * count in the order in which they are named. False: there is nothing to bring. */
function bringIntoView(root: HTMLElement, lit: readonly string[]): boolean {
  const isPhone = window.matchMedia(PHONE).matches;
  const seen = [...root.querySelectorAll<HTMLElement>(isPhone ? "[data-lit]" : ".stage [data-lit]")]
    .filter((one) => one.checkVisibility() && one.role !== "tab")
    .toSorted((a, b) => rankIn(lit, a) - rankIn(lit, b));
  if (isPhone) seen[0]?.scrollIntoView({ block: blockOf(seen[0]), inline: "nearest" });
  else for (const one of seen.toReversed()) one.scrollIntoView({ block: "nearest", inline: "nearest" });
  return seen.length > 0;
}

/** Where a drawer or another panel hides the knobs or a program, the name of the panel that has them stands for them. */
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
  // What lost its name, as a tab whose panel is shown now, loses its light, too.
  for (const element of root.querySelectorAll<HTMLElement>("[data-part], [data-thread], [data-lit]")) {
    const { part, thread } = element.dataset;
    const isLit =
      (part !== undefined && lit.includes(part)) || (thread !== undefined && threads.includes(thread));
    element.toggleAttribute("data-lit", isLit);
  }
}
