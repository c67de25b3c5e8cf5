/** Running ahead occupies a core, so it pauses while the page is hidden and continues when the page is visible again.
 */
import type { AppActions } from "./store.ts";

/** Delay before the pause, so that a user who looks at another tab for a moment finds the run where it would be. */
export const GRACE_MS = 60_000;

type Page = Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;

/** Returns the function that stops this. */
export function holdWhileHidden(actions: Pick<AppActions, "setRunAhead">, page: Page = document): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;
  function look(): void {
    clearTimeout(timer);
    if (page.visibilityState === "hidden") {
      timer = setTimeout(() => {
        isHeld = true;
        actions.setRunAhead(false);
      }, GRACE_MS);
    } else if (isHeld) {
      isHeld = false;
      actions.setRunAhead(true);
    }
  }
  page.addEventListener("visibilitychange", look);
  look();
  return () => {
    clearTimeout(timer);
    page.removeEventListener("visibilitychange", look);
  };
}
