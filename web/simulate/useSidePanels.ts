/** The panels beside the machine: their names, and whether the user has opened one. */
import { useEffect, useEffectEvent } from "react";
import { hasPrograms } from "../../scenarios/software/steps.ts";
import { useApp, useSession } from "../state/hooks.ts";
import type { AppState, SideTab } from "../state/store.ts";
import type { Label } from "../text/t.ts";

const SIDE_TABS: readonly { readonly tab: SideTab; readonly text: Label }[] = [
  { tab: "metrics", text: "Metrics" },
  { tab: "settings", text: "Settings" },
  { tab: "program", text: "Program" },
];

/** The last one is of machines that have programs. */
export function useSideTabs() {
  return useApp(hasProgram) ? SIDE_TABS : SIDE_TABS.slice(0, -1);
}

export function hasProgram({ scenario }: AppState): boolean {
  return scenario !== undefined && hasPrograms(scenario);
}

/** Answers a key or command that asks for a panel, where it is not folded away. */
export function useAsked(onAsked: (tab: SideTab) => void): void {
  const { store, actions } = useSession();
  const answer = useEffectEvent(onAsked);
  useEffect(() => {
    const look = () => {
      const { sideOpen, sideTab } = store.getState();
      if (!sideOpen) return;
      actions.setSideOpen(false);
      answer(sideTab);
    };
    look();
    return store.subscribe(look);
  }, [store, actions]);
}
