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

  /** The stage, and how far it was scrolled to show the parts. */
  let stage: Element | undefined;
  let scrolledPx = 0;
  // Numbers that arrive in a caption, and a resized window, change the height of the stage.
  const resized = new ResizeObserver(() => {
    const mostPx = stage === undefined ? 0 : stage.scrollHeight - stage.clientHeight;
    const isUsers = Math.abs((stage?.scrollTop ?? 0) - Math.min(scrolledPx, mostPx)) > 1;
    if (lit.length > 0 && !isUsers) bring();
  });

  function bring(): void {
    // The story's bar gets the height of its new caption in the next frame.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      isAwaited = !bringIntoView(root, lit) && lit.length > 0;
      const shown = root.querySelector(".stage") ?? undefined;
      scrolledPx = shown?.scrollTop ?? 0;
      if (shown === stage) return;
      resized.disconnect();
      stage = shown;
      if (stage !== undefined) resized.observe(stage);
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
    resized.disconnect();
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

/** Space around a part, for the outline of a highlight. */
const EDGE_AIR_PX = 6;

/** In px below the upper edge of the contents of the stage. */
interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** As many of the parts as the stage can show at a time. The first one has priority, then the second. */
function spanOf(parts: readonly Span[], roomPx: number): Span {
  return parts.reduce((all, { top, bottom }) => {
    const both = { top: Math.min(all.top, top), bottom: Math.max(all.bottom, bottom) };
    return both.bottom - both.top <= roomPx ? both : all;
  });
}

/** Scrolls the stage so that the parts are in view, and so that its upper edge cuts no part or name if possible. If the
 * parts are in view at the top of the stage, the stage scrolls there. */
function showParts(stage: Element, parts: readonly HTMLElement[], isPhone: boolean): void {
  const { clientHeight, scrollHeight } = stage;
  const start = stage.getBoundingClientRect().top - stage.scrollTop;
  const boxOf = (one: Element) => {
    const { top, bottom } = one.getBoundingClientRect();
    return { top: top - start, bottom: bottom - start };
  };
  const shown = spanOf(parts.map(boxOf), clientHeight - 2 * EDGE_AIR_PX);
  const least = Math.max(0, shown.bottom + EDGE_AIR_PX - clientHeight);
  const most = Math.min(shown.top - EDGE_AIR_PX, scrollHeight - clientHeight);
  if (!isPhone && stage.scrollTop >= least && stage.scrollTop <= most) return;
  // A phone has the part in the middle, because its stage shows little.
  const wanted = isPhone && least > 0 ? (shown.top + shown.bottom - clientHeight) / 2 : least;
  const to = Math.max(0, Math.min(wanted, most));
  const boxes = [...stage.querySelectorAll("[data-part], h2, p, span")]
    .filter(
      (one) =>
        !parts.some((part) => one !== part && one.contains(part)) && !one.matches(".sr-only, .sr-only *"),
    )
    .map(boxOf);
  const isClean = (edge: number) => boxes.every(({ top, bottom }) => top >= edge || bottom <= edge + 1);
  const clean = boxes
    .map(({ top }) => top - EDGE_AIR_PX)
    .filter((edge) => edge >= least && edge <= most && isClean(edge))
    .toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to));
  stage.scrollTop = to === 0 ? 0 : (clean[0] ?? to);
}

/** Scrolls highlighted parts into view. A stage that is higher than its area scrolls as far as needed. On a phone the
 * story covers the lower part of the page, so other parts scroll above it. The names of the views stay visible. Parts
 * count in the order in which they are named. Returns false if there is nothing to scroll. */
function bringIntoView(root: HTMLElement, lit: readonly string[]): boolean {
  const isPhone = window.matchMedia(PHONE).matches;
  const seen = [...root.querySelectorAll<HTMLElement>(isPhone ? "[data-lit]" : ".stage [data-lit]")]
    .filter((one) => one.checkVisibility() && one.role !== "tab")
    .toSorted((a, b) => rankIn(lit, a) - rankIn(lit, b));
  const [first] = seen;
  const stage = first?.closest(".stage");
  if (!isPhone)
    for (const one of seen.toReversed()) one.scrollIntoView({ block: "nearest", inline: "nearest" });
  else first?.scrollIntoView({ block: blockOf(first), inline: "nearest" });
  if (stage)
    showParts(
      stage,
      seen.filter((one) => stage.contains(one)),
      isPhone,
    );
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
