/** Whether Details are off on the page that is shown, and which of their parts are open nevertheless. */
import { useMemo } from "react";
import type { DetailPart } from "../../state/details.ts";
import { useApp } from "../../state/hooks.ts";
import { shownParts } from "../../state/shownParts.ts";
import { usePage } from "../../state/usePage.ts";
import { useOnStage } from "../../ui/useMedia.ts";

/** The switch applies to Simulate. Compare and labs show all details. A projector shows none. */
export function useQuiet(): boolean {
  const isOff = useApp(({ details }) => !details);
  const isSimulate = usePage() === "simulate";
  const isOnStage = useOnStage();
  return isOnStage || (isSimulate && isOff);
}

/** Parts of the details that are open while Details are off. */
export function useShownParts(): ReadonlySet<DetailPart> {
  const parts = useApp((state) => shownParts(state).join(" "));
  return useMemo(() => new Set(parts.split(" ") as DetailPart[]), [parts]);
}
