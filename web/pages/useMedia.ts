import { useSyncExternalStore } from "react";

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}

export type PageLayout = "wide" | "rail" | "phone";

/** The same widths as in the style sheets. */
export const PHONE = "(max-width: 639px)";

export function usePageLayout(): PageLayout {
  const wide = useMedia("(min-width: 1200px)");
  const phone = useMedia(PHONE);
  return phone ? "phone" : wide ? "wide" : "rail";
}
