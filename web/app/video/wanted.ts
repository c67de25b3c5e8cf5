/** Computes the end of a video from the choices in its form. */
import { bookmarkFrom } from "../../state/marks.ts";
import { packetSpeed } from "../../state/playback.ts";
import type { Session } from "../../state/session.ts";
import { MOST_SECONDS, type Stretch, stretchOf } from "./stretch.ts";

export type Length =
  | { readonly to: "seconds" | "events"; readonly count: number }
  | { readonly to: "event" | "bookmark" };

export const MOST_EVENTS = 1000;

/** Undefined if the run has no such place after the playhead. */
export async function stretchWanted(
  session: Pick<Session, "store" | "live" | "find">,
  length: Length,
): Promise<Stretch | undefined> {
  const from = session.live.playhead.get();
  const speed = packetSpeed(session.store.getState().scenario, session.live.metrics.get());
  const to = await placeOf(session, length, from, speed);
  return to === undefined || to <= from ? undefined : stretchOf(from, to, speed);
}

async function placeOf(
  { store, find }: Pick<Session, "store" | "find">,
  length: Length,
  from: number,
  speed: number,
): Promise<number | undefined> {
  const { endCycle, bookmarks } = store.getState();
  const event = (number: number) => find({ of: { event: "any-event" }, number, afterCycle: from });
  switch (length.to) {
    case "seconds":
      return Math.min(endCycle, from + Math.ceil(Math.min(length.count, MOST_SECONDS) * speed));
    case "events":
      return event(Math.min(length.count, MOST_EVENTS));
    case "event":
      return event(1);
    case "bookmark":
      return bookmarkFrom(bookmarks, from, 1)?.cycle;
  }
}
