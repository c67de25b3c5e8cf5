import { phonePage } from "../simulate/late.ts";
import type { Session } from "../state/session.ts";
import { pageOf } from "../state/usePage.ts";
import { PHONE } from "../ui/useMedia.ts";

/** The page is built once, with the machine in it, when that comes so soon; else without it first. */
const PATIENCE_MS = 1000;

/** Resolves when there is something to show on the page that the address names. */
export async function firstPicture({ store, live }: Session): Promise<void> {
  if (pageOf(window.location.hash) !== "simulate") return;
  const parts = window.matchMedia(PHONE).matches ? phonePage.load().catch(() => undefined) : undefined;
  await new Promise<void>((resolve) => {
    const stops = [
      live.view.subscribe(done),
      store.subscribe(({ status, notice }) => {
        if (status === "failed" || notice !== undefined) done();
      }),
    ];
    const timer = setTimeout(done, PATIENCE_MS);
    function done(): void {
      for (const stop of stops) stop();
      clearTimeout(timer);
      resolve();
    }
  });
  await parts;
}
