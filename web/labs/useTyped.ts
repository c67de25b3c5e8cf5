import { useEffect } from "react";
import { useStore } from "zustand";
import { draftPlace } from "../../lib/labs/progress.ts";
import { type LabSession, typedIn } from "./labSession.ts";

type Typed = readonly [typed: string | undefined, type: (text: string) => void, forget: () => void];

/** Text that was typed at a question or a field of a step and not checked yet. It survives reloads and visits to other
 * pages. Undefined if nothing is typed there. */
export function useTyped(
  { store, type, tell }: Pick<LabSession, "store" | "type" | "tell">,
  step: string,
  of: Parameters<typeof draftPlace>[0],
): Typed {
  const place = draftPlace(of);
  const typed = useStore(store, (state) => typedIn(state, step, place));
  const forget = () => tell({ do: "draft", step, place, text: undefined });
  return [typed, (text) => type(step, place, text), forget];
}

/** Stores what was typed last before the page is hidden or left. */
export function useStoreTyped(lab: Pick<LabSession, "storeTyped"> | undefined): void {
  useEffect(() => {
    if (lab === undefined) return;
    const { storeTyped } = lab;
    const onHidden = () => document.visibilityState === "hidden" && storeTyped();
    // Runs before the connection with a learning platform closes, which happens at the end of the page.
    const first = { capture: true };
    window.addEventListener("pagehide", storeTyped, first);
    document.addEventListener("visibilitychange", onHidden, first);
    return () => {
      window.removeEventListener("pagehide", storeTyped, first);
      document.removeEventListener("visibilitychange", onHidden, first);
    };
  }, [lab]);
}
