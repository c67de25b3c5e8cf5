import { useEffect, useState } from "react";
import { browserStorage } from "../base/storage.ts";
import { PHONE } from "./useMedia.ts";

const TOUR_KEY = "irqscope.tour";

export interface Invitation {
  readonly isOpen: boolean;
  /** It was taken or refused: it does not come again. */
  readonly settle: () => void;
}

/** To the tour, on a first visit that begins with the page itself: a link opens on its machine. Who cannot be remembered
 * is not asked, for a question that comes back is a nuisance. */
export function useInvitation(): Invitation {
  const [isOpen, setOpen] = useState(() => {
    if (window.location.hash.includes("s=") || browserStorage.read(TOUR_KEY) !== undefined) return false;
    browserStorage.write(TOUR_KEY, "asked");
    const isRemembered = browserStorage.read(TOUR_KEY) !== undefined;
    browserStorage.remove(TOUR_KEY);
    return isRemembered;
  });
  // A phone has no room for a refusal beside it: it invites on the first visit alone.
  useEffect(() => {
    if (window.matchMedia(PHONE).matches) browserStorage.write(TOUR_KEY, "asked");
  }, []);
  return {
    isOpen,
    settle: () => {
      setOpen(false);
      browserStorage.write(TOUR_KEY, "settled");
    },
  };
}
