/** The range of a video, and the cycle that each of its pictures shows. */
import { bookmarkFrom } from "../../state/marks.ts";
import { packetSpeed } from "../../state/playback.ts";
import type { Session } from "../../state/session.ts";

export const PICTURES_PER_SECOND = 30;
export const PICTURE_MS = 1000 / PICTURES_PER_SECOND;
/** Longest time in which the machine moves in a video. A longer part is shown faster. */
export const MOST_SECONDS = 60;
/** Duration of the first picture before the machine moves, and of the last one until all tokens have arrived. */
const LEAD_MS = 700;
const TAIL_MS = 1500;

export interface Stretch {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly cyclesPerSecond: number;
}

/** Uses this speed, or a higher one if the video would exceed its greatest length. */
export function stretchOf(fromCycle: number, toCycle: number, cyclesPerSecond: number): Stretch {
  const least = (toCycle - fromCycle) / MOST_SECONDS;
  return { fromCycle, toCycle, cyclesPerSecond: Math.max(1, cyclesPerSecond, least) };
}

export function movingSeconds({ fromCycle, toCycle, cyclesPerSecond }: Stretch): number {
  return (toCycle - fromCycle) / cyclesPerSecond;
}

export function pictureCount(stretch: Stretch): number {
  return Math.ceil((LEAD_MS + 1000 * movingSeconds(stretch) + TAIL_MS) / PICTURE_MS);
}

export function cycleOf(stretch: Stretch, picture: number): number {
  const movedMs = Math.max(0, picture * PICTURE_MS - LEAD_MS);
  const cycle = stretch.fromCycle + Math.round((movedMs / 1000) * stretch.cyclesPerSecond);
  return Math.min(stretch.toCycle, cycle);
}

/** The end of a video, as chosen in the form. */
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
