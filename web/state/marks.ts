/** Data that belong to a place in a run: breakpoints, bookmarks, tracks, the chosen range, warm-up and own measures,
 * the followed journey, and the position of the second machine in a comparison. */
import { BOOKMARK_LIMIT, type Bookmark, NOTE_CHARACTER_LIMIT } from "../../scenarios/link/marks.ts";
import { hasPairMarks, NO_PAIR_MARKS } from "../../scenarios/link/pair.ts";
import type { EngineClient } from "../engine/client.ts";
import type { EngineError, Journey } from "../engine/protocol.ts";
import { t } from "../text/t.ts";
import type { Live, WritableLive } from "./live.ts";
import type { AppActions, AppState, AppStore, Position } from "./store.ts";
import { endCycleOf } from "./viewport.ts";

type Marks = Pick<AppState, "breakpoints" | "bookmarks" | "tracks" | "pair">;
type Kept = Marks &
  Pick<AppState, "details" | "range" | "warmUpCycles" | "measures" | "told" | "toldCycle" | "isTour">;

/** The engine computes the range and the followed journey once it runs. The warm-up is set with its machine. The user's
 * own measures stay if the place has none. */
export function marksOf(
  position: Position | undefined,
): Marks & Pick<AppState, "told" | "isTour" | "openParts"> & Partial<Pick<AppState, "measures" | "details">> {
  const { breakpoints = [], bookmarks = [], tracks = [], pair = NO_PAIR_MARKS, measures } = position ?? {};
  return {
    breakpoints,
    bookmarks,
    tracks,
    pair,
    told: position?.story,
    isTour: false,
    openParts: [],
    // A link turns Details on for this visit. It never turns them off for a reader who has chosen them.
    ...(position?.details === true ? { details: true } : {}),
    ...(measures === undefined ? {} : { measures }),
  };
}

/** Marks that exist. Omits a story whose step the user has left, because it would lead back there. */
export function marksFor(
  {
    details,
    breakpoints,
    bookmarks,
    tracks,
    pair,
    range,
    warmUpCycles,
    measures,
    told,
    toldCycle,
    isTour,
  }: Kept,
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
    ...(details ? { details } : {}),
    ...(hasPairMarks(pair) ? { pair } : {}),
  };
}

/** Bookmarks in the order of cycles, one for each cycle. Undefined if the list is full. */
function withBookmark(
  bookmarks: readonly Bookmark[],
  { cycle, note }: Bookmark,
): readonly Bookmark[] | undefined {
  const others = withoutBookmark(bookmarks, cycle);
  if (others.length >= BOOKMARK_LIMIT) return undefined;
  const plain = note.replace(/\p{Cc}+/gu, " ").slice(0, NOTE_CHARACTER_LIMIT);
  return [...others, { cycle, note: plain }].sort((a, b) => a.cycle - b.cycle);
}

function withoutBookmark(bookmarks: readonly Bookmark[], cycle: number): readonly Bookmark[] {
  return bookmarks.filter((one) => one.cycle !== cycle);
}

export function bookmarkFrom(
  bookmarks: readonly Bookmark[],
  cycle: number,
  direction: 1 | -1,
): Bookmark | undefined {
  return direction > 0
    ? bookmarks.find((one) => one.cycle > cycle)
    : bookmarks.findLast((one) => one.cycle < cycle);
}

interface BookmarkPorts {
  readonly store: AppStore;
  readonly live: Live;
  readonly seek: (cycle: number) => void;
  readonly notify: (tone: "info", text: string) => void;
}

export function bookmarkActions({
  store,
  live,
  seek,
  notify,
}: BookmarkPorts): Pick<AppActions, "setBookmark" | "removeBookmark" | "goToBookmark"> {
  const now = () => store.getState().bookmarks;
  return {
    setBookmark: (bookmark) => {
      const bookmarks = withBookmark(now(), bookmark);
      if (bookmarks !== undefined) store.setState({ bookmarks });
      else notify("info", t("There is no room for more bookmarks."));
    },
    removeBookmark: (cycle) => store.setState({ bookmarks: withoutBookmark(now(), cycle) }),
    goToBookmark: (direction) => {
      const here = live.playhead.get();
      const bookmark = bookmarkFrom(now(), here, direction);
      if (bookmark !== undefined) seek(bookmark.cycle);
      else if (now().some(({ cycle }) => cycle === here))
        notify("info", direction > 0 ? t("This is the last bookmark.") : t("This is the first bookmark."));
      else
        notify(
          "info",
          direction > 0 ? t("No bookmark after this cycle.") : t("No bookmark before this cycle."),
        );
    },
  };
}

interface RangeOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: EngineClient;
  readonly onFailure: (error: EngineError) => void;
}

/** The range of the run that the user has chosen for separate statistics. */
export function rangeActions({
  store,
  live,
  client,
  onFailure,
}: RangeOptions): Pick<AppActions, "setRange" | "rangeOfView"> {
  async function measure(from: number, to: number): Promise<void> {
    const outcome = await client.range(from, to);
    if (outcome.status === "failed") onFailure(outcome.error);
    const { range } = store.getState();
    if (outcome.status === "ok" && range?.from === from && range.to === to) live.range.set(outcome.value);
  }

  function setRange(chosen: { readonly from: number; readonly to: number } | undefined): void {
    const { endCycle } = store.getState();
    const inside = (cycle: number) => Math.min(Math.max(Math.round(cycle), 0), endCycle);
    if (chosen === undefined || inside(chosen.from) === inside(chosen.to)) {
      store.setState({ range: undefined });
      live.range.set(undefined);
      return;
    }
    const [from, to] = [inside(chosen.from), inside(chosen.to)];
    const range = { from: Math.min(from, to), to: Math.max(from, to) };
    store.setState({ range });
    void measure(range.from, range.to);
  }

  return {
    setRange,
    rangeOfView: () => {
      const { viewport } = store.getState();
      setRange({ from: viewport.startCycle, to: endCycleOf(viewport) });
    },
  };
}
