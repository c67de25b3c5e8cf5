import { useEffect } from "react";
import type { LabSession } from "./labSession.ts";

const INTERVAL_SECONDS = 10;

/** Time in which the page was seen, for the student's own file. */
export function useTimeSpent({ store, tell }: LabSession): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible")
        tell({ do: "spend", step: store.getState().step.id, seconds: INTERVAL_SECONDS });
    }, INTERVAL_SECONDS * 1000);
    return () => clearInterval(timer);
  }, [store, tell]);
}
