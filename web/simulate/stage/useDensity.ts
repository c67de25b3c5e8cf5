import { type RefObject, useLayoutEffect } from "react";
import { type Column, LEVELS, tightened } from "./density.ts";
import type { MachineInfo } from "./machineInfo.ts";

const COLUMNS = [".stage__nics", ".controller", ".core"] as const;

/** Draws the columns of the stage denser, in steps, until nothing has to be scrolled: only columns that are too high,
 * the style sheets read `data-dense` of each. A column stays as dense as it was while the same machine is shown in
 * the same window, and as much of it is open, so that nothing jumps while it runs. */
export function useDensity(stage: RefObject<HTMLElement | null>, facts: MachineInfo): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another machine is another content
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const columns = COLUMNS.flatMap((name) => element.querySelector<HTMLElement>(`:scope > ${name}`) ?? []);
    let levels: readonly number[] = columns.map(() => 0);
    let begunAt = "";
    // The room, and what is open in it: cores fold a moment after the stage has become lower.
    const room = () => {
      const { clientWidth, clientHeight } = element;
      const open = element.querySelectorAll('[data-open="true"]').length;
      return `${clientWidth} ${clientHeight} ${open} ${element.querySelector<HTMLElement>(".cores")?.dataset.roomy}`;
    };
    const show = () => {
      element.dataset.dense = LEVELS[Math.max(...levels)];
      for (const [index, column] of columns.entries()) column.dataset.dense = LEVELS[levels[index] ?? 0];
    };
    const tighten = () => {
      for (;;) {
        const measured = columns.map((column, index) => measure(column, levels[index] ?? 0));
        const next = tightened(measured, element.scrollHeight - element.clientHeight);
        if (next === undefined) return;
        levels = next;
        show();
      }
    };
    const begin = () => {
      levels = columns.map(() => 0);
      show();
      begunAt = room();
      tighten();
    };
    begin();
    // It also tells once of everything that it begins to observe.
    const observer = new ResizeObserver(() => (room() === begunAt ? tighten() : begin()));
    observer.observe(element);
    for (const column of columns) {
      observer.observe(column);
      for (const child of column.children) observer.observe(child);
    }
    return () => observer.disconnect();
  }, [stage, facts]);
}

/** Columns are stretched to the highest: what one needs is where its last child ends. */
function measure(column: HTMLElement, level: number): Column {
  const { top, height } = column.getBoundingClientRect();
  const ends = Array.from(column.children, (child) => child.getBoundingClientRect())
    .filter((child) => child.height > 0)
    .map(({ bottom }) => bottom - top);
  return { topPx: top, heightPx: height, neededPx: Math.max(0, ...ends), level };
}
