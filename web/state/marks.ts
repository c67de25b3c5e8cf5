/** What travels with a place in a run: breakpoints, bookmarks, tracks, the chosen range, what is followed, and where
 * the other machine of a comparison stands. */
import { hasPairMarks, NO_PAIR_MARKS } from "../../scenarios/link/pair.ts";
import type { Journey } from "../engine/protocol.ts";
import type { AppState, Position } from "./store.ts";

type Marks = Pick<AppState, "breakpoints" | "bookmarks" | "tracks" | "pair">;
type Kept = Marks & Pick<AppState, "range" | "told" | "toldCycle" | "isTour">;

/** Range and what is followed are asked of the engine, once it runs. */
export function marksOf(position: Position | undefined): Marks & Pick<AppState, "told" | "isTour"> {
  const { breakpoints = [], bookmarks = [], tracks = [], pair = NO_PAIR_MARKS } = position ?? {};
  return { breakpoints, bookmarks, tracks, pair, told: position?.story, isTour: false };
}

/** Only what there is. A story whose step the user has left is not: it would take the reader back there. */
export function marksFor(
  { breakpoints, bookmarks, tracks, pair, range, told, toldCycle, isTour }: Kept,
  journey: Journey | undefined,
  playheadCycle: number,
): Partial<Position> {
  const isAtStep = toldCycle === undefined || toldCycle === playheadCycle;
  return {
    ...(breakpoints.length > 0 ? { breakpoints } : {}),
    ...(bookmarks.length > 0 ? { bookmarks } : {}),
    ...(tracks.length > 0 ? { tracks } : {}),
    ...(range === undefined ? {} : { range }),
    ...(journey === undefined
      ? {}
      : { follow: { what: journey.what, cycle: journey.stop, number: journey.number } }),
    ...(told === undefined || isTour || !isAtStep ? {} : { story: told }),
    ...(hasPairMarks(pair) ? { pair } : {}),
  };
}
