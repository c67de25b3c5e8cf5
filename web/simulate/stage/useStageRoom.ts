/** The space of the stage: its size, and which of its columns are drawn denser because they are too high. */
import { type RefObject, useLayoutEffect, useState } from "react";
import type { MachineInfo } from "./machineInfo.ts";

const COLUMNS = [".stage__nics", ".controller", ".core"] as const;

/** Draws the columns of the stage denser, in steps, until nothing has to be scrolled. Only columns that are too high
 * get denser. The style sheets read `data-dense` of each. A column keeps its density while the same machine is shown in
 * the same window with the same parts open, so that nothing jumps while it runs. */
export function useDensity(stage: RefObject<HTMLElement | null>, facts: MachineInfo): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another machine is another content
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const columns = COLUMNS.flatMap((name) => element.querySelector<HTMLElement>(`:scope > ${name}`) ?? []);
    let levels: readonly number[] = columns.map(() => 0);
    let begunAt = "";
    // The space and the number of open parts. Cores fold a moment after the stage has become lower.
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
    // The observer also reports once for each element that it begins to observe.
    const observer = new ResizeObserver(() => (room() === begunAt ? tighten() : begin()));
    observer.observe(element);
    for (const column of columns) {
      observer.observe(column);
      for (const child of column.children) observer.observe(child);
    }
    return () => observer.disconnect();
  }, [stage, facts]);
}

/**
 * Columns are stretched to the height of the highest, so the needed height is measured at the end of the last
 * child.
 */
function measure(column: HTMLElement, level: number): Column {
  const { top, height } = column.getBoundingClientRect();
  const ends = Array.from(column.children, (child) => child.getBoundingClientRect())
    .filter((child) => child.height > 0)
    .map(({ bottom }) => bottom - top);
  return { topPx: top, heightPx: height, neededPx: Math.max(0, ...ends), level };
}

/** Values for the style sheets. Each one includes the previous ones. */
export const LEVELS = ["none", "some", "much", "much-most"] as const;

/** Rounding of heights. */
const SLACK_PX = 1;

export interface Column {
  readonly topPx: number;
  /** Drawn height. Columns beside each other are all as high as the highest. */
  readonly heightPx: number;
  /** Height that the content needs. */
  readonly neededPx: number;
  /** Index in LEVELS. */
  readonly level: number;
}

/** The next levels of columns that together overflow by some pixels. Undefined if they do not, or if they cannot be
 * denser. If columns are stacked, every one that can get denser does. */
export function tightened(columns: readonly Column[], overflowPx: number): readonly number[] | undefined {
  if (overflowPx <= SLACK_PX) return undefined;
  const areBeside = columns.every(({ topPx }) => Math.abs(topPx - (columns[0]?.topPx ?? 0)) <= SLACK_PX);
  const isTooHigh = ({ heightPx, neededPx }: Column) =>
    !areBeside || neededPx > heightPx - overflowPx + SLACK_PX;
  const densest = LEVELS.length - 1;
  const next = columns.map((column) => column.level + (isTooHigh(column) && column.level < densest ? 1 : 0));
  return next.some((level, index) => level !== columns[index]?.level) ? next : undefined;
}

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Size of the text. 1 is the size on a desk. */
  readonly textScale: number;
}

const UNKNOWN: Size = { widthPx: 0, heightPx: 0, textScale: 1 };
/** --t-13 on a desk. */
const TEXT_PX = 13;

/** Inner size of the element. 0 until it is known. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(UNKNOWN);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const measure = () =>
      setSize((before) => {
        const { clientWidth: widthPx, clientHeight: heightPx } = observed;
        const textScale = parseFloat(getComputedStyle(observed).getPropertyValue("--t-13")) / TEXT_PX || 1;
        const isSame =
          before.widthPx === widthPx && before.heightPx === heightPx && before.textScale === textScale;
        return isSame ? before : { widthPx, heightPx, textScale };
      });
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}
