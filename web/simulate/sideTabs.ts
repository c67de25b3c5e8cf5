import { hasPrograms } from "../../scenarios/software/hasPrograms.ts";
import { useApp } from "../state/hooks.ts";
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
