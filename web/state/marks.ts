/** What travels with a place in a run: breakpoints, bookmarks, tracks. */
import type { AppState, Position } from "./store.ts";

type Marks = Pick<AppState, "breakpoints" | "bookmarks" | "tracks">;

export function marksOf(position: Position | undefined): Marks {
  const { breakpoints = [], bookmarks = [], tracks = [] } = position ?? {};
  return { breakpoints, bookmarks, tracks };
}

/** Only what there is. */
export function marksFor({ breakpoints, bookmarks, tracks }: Marks): Partial<Marks> {
  return {
    ...(breakpoints.length > 0 ? { breakpoints } : {}),
    ...(bookmarks.length > 0 ? { bookmarks } : {}),
    ...(tracks.length > 0 ? { tracks } : {}),
  };
}
