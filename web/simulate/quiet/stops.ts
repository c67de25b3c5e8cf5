import type { Box } from "../figure/shapes.ts";
import type { Stops } from "./ways.ts";

/** Boxes in px of the element that holds them, scrolled or not. */
export function stopsOf(root: HTMLElement, origin = root.getBoundingClientRect()): Stops {
  const stops = new Map<string, Box>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-stop]")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const name = element.dataset.stop ?? "";
    if (width > 0)
      stops.set(name, { x: x - origin.x + root.scrollLeft, y: y - origin.y + root.scrollTop, width, height });
  }
  return stops;
}
