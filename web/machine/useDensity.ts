import { type RefObject, useLayoutEffect } from "react";
import type { MachineFacts } from "./facts.ts";

/** Rounding of heights. */
const SLACK_PX = 1;
const LEVELS = ["none", "some", "much"] as const;

/** Draws the stage denser, in steps, until nothing has to be scrolled: the style sheets read `data-dense`. It stays
 * as dense as it was while the same machine is shown in the same window, so that nothing jumps while it runs. */
export function useDensity(stage: RefObject<HTMLElement | null>, facts: MachineFacts): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another machine is another content
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return;
    let level = 0;
    let begunAt = "";
    const room = () => `${element.clientWidth} ${element.clientHeight}`;
    const tighten = () => {
      while (level < LEVELS.length - 1 && element.scrollHeight > element.clientHeight + SLACK_PX) {
        level += 1;
        element.dataset.dense = LEVELS[level];
      }
    };
    const begin = () => {
      level = 0;
      element.dataset.dense = LEVELS[level];
      begunAt = room();
      tighten();
    };
    begin();
    // It also tells once of everything that it begins to observe.
    const observer = new ResizeObserver(() => (room() === begunAt ? tighten() : begin()));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [stage, facts]);
}
