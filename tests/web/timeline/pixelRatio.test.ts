/** The page is told of each change of the pixel ratio, and of none after it has stopped watching. */
import { expect, test } from "vitest";
import { watchPixelRatio } from "../../../web/timeline/view.ts";

/** A screen whose media queries fire as in a browser: when their answer changes. */
function screen(devicePixelRatio: number) {
  const queries: { readonly ratio: number; readonly listeners: Set<() => void> }[] = [];
  const view = {
    devicePixelRatio,
    matchMedia: (text: string) => {
      const ratio = Number(/^\(resolution: ([\d.]+)dppx\)$/.exec(text)?.[1]);
      const listeners = new Set<() => void>();
      queries.push({ ratio, listeners });
      return {
        addEventListener: (_: string, listener: () => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
      } as unknown as MediaQueryList;
    },
  };
  const change = (ratio: number) => {
    const before = view.devicePixelRatio;
    view.devicePixelRatio = ratio;
    for (const { ratio: of, listeners } of [...queries])
      if ((of === before) !== (of === ratio)) for (const listener of [...listeners]) listener();
  };
  return { view, change, listening: () => queries.reduce((sum, one) => sum + one.listeners.size, 0) };
}

test("each change of the pixel ratio is reported once, back to an earlier ratio too", () => {
  const { view, change, listening } = screen(1);
  const told: number[] = [];
  const stop = watchPixelRatio(() => told.push(view.devicePixelRatio), view);
  for (const ratio of [2, 1, 1.5, 2, 0.75]) change(ratio);
  expect(told).toEqual([2, 1, 1.5, 2, 0.75]);
  expect(listening()).toBe(1);
  stop();
  change(3);
  expect([told.length, listening()]).toEqual([5, 0]);
});
