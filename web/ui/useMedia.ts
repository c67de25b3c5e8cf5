import { createContext, use, useSyncExternalStore } from "react";
import type { Frame } from "./frame.ts";

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => onScreen(query),
  );
}

/** The latest result on the screen. A printed page is narrow, but shows the same as the screen. */
const known = new Map<string, boolean>();

function onScreen(query: string): boolean {
  const value = known.get(query);
  if (value !== undefined && window.matchMedia("print").matches) return value;
  const { matches } = window.matchMedia(query);
  known.set(query, matches);
  return matches;
}

type PageLayout = "wide" | "rail" | "phone";

/** The same widths as in the style sheets. */
export const PHONE = "(max-width: 639px)";

export function usePageLayout(): PageLayout {
  const wide = useMedia("(min-width: 1200px)");
  const phone = useMedia(PHONE);
  return phone ? "phone" : wide ? "wide" : "rail";
}

export const FrameContext = createContext<Frame>("full");

/** True in presenter mode. */
export const useOnStage = (): boolean => use(FrameContext) === "presenter";
