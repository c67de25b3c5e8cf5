/** Parts of the page that stand out: a story, a cause or a hovered name says which. What React draws knows its name
 * (`data-part`, `data-thread`), not whether it is lit: parts come and go with the machine. */
import { readPart } from "../../scenarios/story/parts.ts";
import type { AppStore } from "../state/store.ts";
import "./lightParts.css";

/** Undone by what is returned. */
export function lightParts(store: AppStore, root: HTMLElement): () => void {
  let lit = store.getState().lit;
  const observer = new MutationObserver(() => mark(root, lit));

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

  const stop = store.subscribe((now) => {
    if (now.lit === lit) return;
    lit = now.lit;
    show();
    bringIntoView(root);
  });
  show();
  return () => {
    stop();
    lit = [];
    show();
  };
}

const PHONE = "(max-width: 639px)";

/** On a phone the story stands over the lower part of the page: what it speaks of scrolls above it. The names of the
 * views stay in sight. */
function bringIntoView(root: HTMLElement): void {
  if (!window.matchMedia(PHONE).matches) return;
  const first = [...root.querySelectorAll<HTMLElement>("[data-lit]")].find(
    (one) => one.checkVisibility() && one.role !== "tab",
  );
  first?.scrollIntoView({ block: "center", inline: "nearest" });
}

/** Where a drawer or another panel hides the knobs, the name of the panel that has them stands for them. */
function shownInstead(root: HTMLElement, lit: readonly string[]): readonly string[] {
  if (!lit.includes("tries") || root.querySelector('[data-part="tries"]') !== null) return lit;
  return [...lit, "metrics"];
}

function mark(root: HTMLElement, named: readonly string[]): void {
  const lit = shownInstead(root, named);
  const threads = lit.flatMap((part) => {
    const read = readPart(part);
    return read?.kind === "thread" ? [read.name] : [];
  });
  for (const element of root.querySelectorAll<HTMLElement>("[data-part], [data-thread]")) {
    const { part, thread } = element.dataset;
    const isLit =
      (part !== undefined && lit.includes(part)) || (thread !== undefined && threads.includes(thread));
    element.toggleAttribute("data-lit", isLit);
  }
}
