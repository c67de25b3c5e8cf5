/** How components reach the session: useApp for state, useActions for actions, the rest for what
 * changes every frame. The page shell puts one session into SessionContext. */
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import type { Metrics, RowsWindow, TimelineWindow } from "../engine/protocol.ts";
import type { ReadableCell } from "../ui/cell.ts";
import { browserScheduler, createSharedFrame } from "../ui/scheduler.ts";
import { type CommandId, withKeyText } from "./keymap.ts";
import type { CountedRun, Live } from "./live.ts";
import type { Session } from "./session.ts";
import type { AppActions, AppState, Viewport } from "./store.ts";

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("no session: wrap the page in SessionContext");
  return session;
}

/** Select as little as possible, because the component renders again when the selected value changes. */
export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useSession().store, select);
}

export function useActions(): AppActions {
  return useSession().actions;
}

export function useLive(): Live {
  return useSession().live;
}

/** Adds the key of a command to the text of a button. */
export function useKeyHint(): (id: CommandId, text: string) => string {
  const keys = useApp((state) => state.keys);
  return (id, text) => withKeyText(keys, id, text);
}

export function useCell<T>(cell: ReadableCell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get, cell.get);
}

export function useMetrics(): Metrics | undefined {
  return useCell(useLive().metrics);
}

/** The data of the metrics panel. */
export function useCounted(): CountedRun | undefined {
  return useCell(useLive().counted);
}

/** Text about the view is updated at reading speed, not with each frame of a drag. */
const READING_INTERVAL_MS = 150;

/** The cycles in the timeline, at reading speed. The drawing code reads the store itself. */
export function useViewport(): Viewport {
  const { store } = useSession();
  const cell = useMemo(() => ({ get: () => store.getState().viewport, subscribe: store.subscribe }), [store]);
  return useThrottled(cell, READING_INTERVAL_MS);
}

/** The same with the data, for a table. */
export function useShown(): {
  readonly viewport: Viewport;
  readonly window: TimelineWindow | undefined;
  readonly rows: RowsWindow | undefined;
} {
  const live = useLive();
  return {
    viewport: useViewport(),
    window: useThrottled(live.window, READING_INTERVAL_MS),
    rows: useThrottled(live.rows, READING_INTERVAL_MS),
  };
}

/** Draws the machine. Otherwise React would render after the frame in which the canvases draw. */
export const pictureTask = createSharedFrame(browserScheduler, flushSync);

/** A cell's value, rendered at most once per interval; 0 = once a frame. The final value always arrives. */
export function useThrottled<T>(cell: ReadableCell<T>, intervalMs: number): T {
  const [value, setValue] = useState(() => cell.get());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      setValue(() => cell.get());
    };
    const frame = pictureTask(show);
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

/** Boxes at high speed: ten times a second. */
export const FAST_INTERVAL_MS = 100;
