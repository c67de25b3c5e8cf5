/** How components reach the session: useApp for state, useActions for actions, the rest for what
 * changes every frame. The page shell puts one session into SessionContext. */
import { createContext, useContext, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { ReadableCell } from "../base/cell.ts";
import type { MachineView, Metrics, Overview, RowsWindow, TimelineWindow } from "../engine/protocol.ts";
import type { Live } from "./live.ts";
import type { Session } from "./session.ts";
import type { AppActions, AppState } from "./store.ts";

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("no session: wrap the page in SessionContext");
  return session;
}

/** Select the least you need: the component renders again when the selected value changes. */
export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useSession().store, select);
}

export function useActions(): AppActions {
  return useSession().actions;
}

export function useLive(): Live {
  return useSession().live;
}

export function useCell<T>(cell: ReadableCell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get, cell.get);
}

/** Changes every frame while playing: keep the component that uses it small. */
export function usePlayhead(): number {
  return useCell(useLive().playhead);
}

export function useMachineView(): MachineView | undefined {
  return useCell(useLive().view);
}

export function useMetrics(): Metrics | undefined {
  return useCell(useLive().metrics);
}

export function useTimelineWindow(): TimelineWindow | undefined {
  return useCell(useLive().window);
}

export function useOverview(): Overview | undefined {
  return useCell(useLive().overview);
}

export function useRows(): RowsWindow | undefined {
  return useCell(useLive().rows);
}
