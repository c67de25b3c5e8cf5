import { useStore } from "zustand";
import { useApp } from "../state/hooks.ts";
import { programView } from "./programView.ts";

/** Name of the selected thread. Undefined: whichever thread runs. */
export function useChosenThread(): string | undefined {
  const chosen = useStore(programView, (state) => state.thread);
  return useApp(({ scenario }) =>
    chosen === undefined ? undefined : scenario?.software.threads[chosen]?.name,
  );
}
