/** The picture that is drawn in an element of the page, kept for code that makes another picture of it. */
import type { TimelineSpec } from "./spec.ts";

const views = new WeakMap<Element, () => TimelineSpec | undefined>();

export function tellsShown(body: Element, spec: () => TimelineSpec | undefined): void {
  views.set(body, spec);
}

/** `body`: the element with the canvases; undefined: nothing was drawn in it. */
export function shownIn(body: Element): TimelineSpec | undefined {
  return views.get(body)?.();
}
