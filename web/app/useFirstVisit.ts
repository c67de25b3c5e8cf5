import { useEffect, useState } from "react";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import { useActions, useApp } from "../state/hooks.ts";
import { namesLink, type Page } from "../state/usePage.ts";
import type { Frame } from "../ui/frame.ts";
import { browserStorage } from "../ui/storage.ts";

/** Its name is older than stories: a reader who has seen the tour is not asked again. */
const SEEN_KEY = "irqscope.tour";

/** The story of the default scenario opens by itself on a first visit that begins with the page itself: a link opens on its
 * machine. Where nothing is remembered it does not, for it would come back each time. */
export function useFirstVisit(frame: Frame, page: Page): void {
  const isSimulate = frame === "full" && page === "simulate";
  const [isFirst, setFirst] = useState(beginsVisits);
  const isReady = useApp(
    ({ status, scenarioId }) => status === "ready" && scenarioId === DEFAULT_SCENARIO_ID,
  );
  const { setTold } = useActions();
  useEffect(() => {
    if (!isFirst || !isReady || !isSimulate) return;
    setFirst(false);
    browserStorage.write(SEEN_KEY, "settled");
    setTold(1);
  }, [isFirst, isReady, isSimulate, setTold]);
}

function beginsVisits(): boolean {
  if (namesLink(window.location.hash) || browserStorage.read(SEEN_KEY) !== undefined) return false;
  browserStorage.write(SEEN_KEY, "asked");
  const isRemembered = browserStorage.read(SEEN_KEY) !== undefined;
  browserStorage.remove(SEEN_KEY);
  return isRemembered;
}
