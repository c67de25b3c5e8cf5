/** What travels with a place in a run: breakpoints, bookmarks, tracks, the chosen range, warm-up and own measures, what
 * is followed, and where the other machine of a comparison stands. */
import { hasPairMarks, NO_PAIR_MARKS } from "../../scenarios/link/pair.ts";
import type { Journey } from "../engine/protocol.ts";
import type { AppState, Position } from "./store.ts";

type Marks = Pick<AppState, "breakpoints" | "bookmarks" | "tracks" | "pair">;
type Kept = Marks & Pick<AppState, "range" | "warmUpCycles" | "measures" | "told" | "toldCycle" | "isTour">;

/** Range and what is followed are asked of the engine, once it runs; the warm-up comes with its machine. The user's
 * own measures stay where the place brings none. */
export function marksOf(
  position: Position | undefined,
): Marks & Pick<AppState, "told" | "isTour"> & Partial<Pick<AppState, "measures">> {
  const { breakpoints = [], bookmarks = [], tracks = [], pair = NO_PAIR_MARKS, measures } = position ?? {};
  return {
    breakpoints,
    bookmarks,
    tracks,
    pair,
    told: position?.story,
    isTour: false,
    ...(measures === undefined ? {} : { measures }),
  };
}

/** Only what there is. A story whose step the user has left is not: it would take the reader back there. */
export function marksFor(
  { breakpoints, bookmarks, tracks, pair, range, warmUpCycles, measures, told, toldCycle, isTour }: Kept,
  journey: Journey | undefined,
  playheadCycle: number,
): Partial<Position> {
  const isAtStep = toldCycle === undefined || toldCycle === playheadCycle;
  return {
    ...(breakpoints.length > 0 ? { breakpoints } : {}),
    ...(bookmarks.length > 0 ? { bookmarks } : {}),
    ...(tracks.length > 0 ? { tracks } : {}),
    ...(range === undefined ? {} : { range }),
    ...(warmUpCycles === 0 ? {} : { warmUpCycles }),
    ...(measures.length === 0 ? {} : { measures }),
    ...(journey === undefined
      ? {}
      : { follow: { what: journey.what, cycle: journey.stop, number: journey.number } }),
    ...(told === undefined || isTour || !isAtStep ? {} : { story: told }),
    ...(hasPairMarks(pair) ? { pair } : {}),
  };
}
