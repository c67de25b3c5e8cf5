import { useEffect, useState } from "react";
import { namesLink } from "../state/usePage.ts";
import { browserStorage } from "../ui/storage.ts";
import { useMedia } from "../ui/useMedia.ts";

const TOUR_KEY = "irqscope.tour";

export interface Invitation {
  readonly isOpen: boolean;
  /** It was taken or refused: it does not come again. */
  readonly settle: () => void;
}

/** To the tour, on a first visit that begins with the page itself: a link opens on its machine. A user who cannot be remembered
 * is not asked, for a question that comes back is a nuisance. */
export function useInvitation(): Invitation {
  const [isOpen, setOpen] = useState(() => {
    if (namesLink(window.location.hash) || browserStorage.read(TOUR_KEY) !== undefined) return false;
    browserStorage.write(TOUR_KEY, "asked");
    const isRemembered = browserStorage.read(TOUR_KEY) !== undefined;
    browserStorage.remove(TOUR_KEY);
    return isRemembered;
  });
  return {
    isOpen,
    settle: () => {
      setOpen(false);
      browserStorage.write(TOUR_KEY, "settled");
    },
  };
}

/** Of an invitation that is there: a phone has no room for a refusal beside it, so it is shown on one visit alone. Below
 * 360 px it has no room itself. */
export function useAsked(): void {
  const isShownOnPhone = useMedia("(min-width: 360px) and (max-width: 639px)");
  useEffect(() => {
    if (isShownOnPhone) browserStorage.write(TOUR_KEY, "asked");
  }, [isShownOnPhone]);
}
