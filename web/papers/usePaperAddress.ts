/** `#papers=003`: the page of the papers at a source. `#papers=forms`: closed forms instead. */
import { useEffect, useSyncExternalStore } from "react";
import type { Paper } from "../../lib/papers/paper.ts";

export const headingOf = ({ id }: Pick<Paper, "id">): string => `paper-${id}`;

export const addressOf = ({ id }: Pick<Paper, "id">): string => `#papers=${id}`;

function paperIn(hash: string): string | undefined {
  return /^#papers=([\w-]+)$/.exec(hash)?.[1];
}

/** Shows the source that the address names, at once and whenever the address changes. */
export function usePaperAddress(areShown: boolean): void {
  useEffect(() => {
    if (!areShown) return undefined;
    const follow = () => {
      const id = paperIn(window.location.hash);
      if (id !== undefined) goTo(headingOf({ id }));
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [areShown]);
}

export const FORMS_ADDRESS = "#papers=forms";

export function useAreForms(): boolean {
  return useSyncExternalStore(onAddress, () => window.location.hash === FORMS_ADDRESS);
}

function onAddress(change: () => void): () => void {
  window.addEventListener("hashchange", change);
  return () => window.removeEventListener("hashchange", change);
}

function goTo(heading: string): void {
  const element = document.getElementById(heading);
  element?.closest("section")?.scrollIntoView({ block: "start" });
  element?.focus({ preventScroll: true });
}
