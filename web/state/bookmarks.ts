/** Bookmarks in the order of their cycles, one a cycle. */

import { BOOKMARK_LIMIT, type Bookmark, NOTE_CHARACTER_LIMIT } from "../../scenarios/link/marks.ts";
import { t } from "../text/t.ts";
import type { Live } from "./live.ts";
import type { AppActions, AppStore } from "./store.ts";

/** Undefined: there are as many as there may be. */
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
