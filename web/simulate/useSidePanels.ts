/** The panels beside the machine: their names, and whether the user has opened one. */
import { useEffect, useEffectEvent } from "react";
import { hasPrograms } from "../../scenarios/software/steps.ts";
import type { DetailPart } from "../state/details.ts";
import { useApp, useSession } from "../state/hooks.ts";
import type { AppState, SideTab } from "../state/store.ts";
import type { Label } from "../text/t.ts";
import { useQuiet, useShownParts } from "./quiet/useShownParts.ts";

const SIDE_TABS: readonly { readonly tab: SideTab; readonly text: Label; readonly part: DetailPart }[] = [
  { tab: "metrics", text: "Results", part: "results" },
  { tab: "settings", text: "Settings", part: "settings" },
  { tab: "program", text: "Program", part: "program" },
];

/** The last panel exists only for machines with programs. */
export function useSideTabs() {
  const has = useApp(hasProgram);
  const isQuiet = useQuiet();
  const open = useShownParts();
  return SIDE_TABS.filter(({ tab, part }) => (tab !== "program" || has) && (!isQuiet || open.has(part)));
}

export const isPanel = (part: DetailPart) => SIDE_TABS.some((tab) => tab.part === part);

/** Whether Details are off while a panel next to the machine is open. */
export function useOpenPanel(): boolean {
  return [...useShownParts()].some(isPanel);
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
