import { useEffect } from "react";
import { useStore } from "zustand";
import { draftPlace } from "../../lib/labs/progress.ts";
import { type LabSession, typedIn } from "./labSession.ts";

type Typed = readonly [typed: string | undefined, type: (text: string) => void, forget: () => void];

/** What is typed at a question or a field of a step and not checked yet. It lasts over reloads and other pages.
 * Undefined if nothing is typed there. */
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
    window.addEventListener("pagehide", storeTyped);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      window.removeEventListener("pagehide", storeTyped);
      document.removeEventListener("visibilitychange", onHidden);
    };
  }, [lab]);
}
