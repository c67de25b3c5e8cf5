import { useEffect, useState } from "react";
import type { ReadableCell } from "../ui/cell.ts";
import { browserScheduler, createOncePerFrame } from "../ui/scheduler.ts";

/** A cell's value, rendered at most once per interval; 0 = once a frame. The last value always arrives. */
export function useThrottled<T>(cell: ReadableCell<T>, intervalMs: number): T {
  const [value, setValue] = useState(() => cell.get());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      setValue(() => cell.get());
    };
    // Two pictures in a frame would be drawn for one that is seen.
    const frame = createOncePerFrame(browserScheduler, show);
    const changed = () => {
      if (intervalMs === 0) frame.schedule();
      else timer ??= setTimeout(show, intervalMs);
    };
    show();
    const stop = cell.subscribe(changed);
    return () => {
      stop();
      frame.cancel();
      clearTimeout(timer);
    };
  }, [cell, intervalMs]);
  return value;
}

/** Counters and boxes at high speed: ten times a second. */
export const FAST_INTERVAL_MS = 100;
