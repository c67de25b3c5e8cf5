import type { SideTab } from "../state/store.ts";
import type { Label } from "../text/t.ts";

export const SIDE_TABS: readonly { readonly tab: SideTab; readonly text: Label }[] = [
  { tab: "metrics", text: "Metrics" },
  { tab: "settings", text: "Settings" },
];
