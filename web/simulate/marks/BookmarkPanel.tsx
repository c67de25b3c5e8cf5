import { type SubmitEvent, Suspense, useEffect, useRef, useState } from "react";
import { BOOKMARK_LIMIT, NOTE_CHARACTER_LIMIT } from "../../../scenarios/link/marks.ts";
import { useActions, useApp, useLive, useThrottled } from "../../state/hooks.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import "./marks.css";

const StoryForm = lazyPart(() => import("../../story/StoryForm.tsx"));

const READING_INTERVAL_MS = 150;

/** Loaded when it is opened first. */
export default function BookmarkPanel() {
  const { setBookmark, removeBookmark, seek, setPanel } = useActions();
  const bookmarks = useApp((state) => state.bookmarks);
  const cycle = useThrottled(useLive().playhead, READING_INTERVAL_MS);
  const hasStory = useApp((state) => state.scenario?.story !== undefined);
  const [isStoryOpen, openStory] = useState(false);
  const here = bookmarks.find((one) => one.cycle === cycle);
  const note = useRef<HTMLInputElement>(null);
  // The popup has chosen its focus before this field exists, so the field takes it.
  useEffect(() => note.current?.focus({ preventScroll: true }), []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setBookmark({ cycle, note: note.current?.value.trim() ?? "" });
    setPanel(undefined);
  }

  return (
    <div className="grid gap-3">
      <div className="row gap-2">
        <h2 className="grow t-13 w-600">{t("Bookmarks")}</h2>
        <span className="note">{t("share links include them")}</span>
      </div>
      {here === undefined && bookmarks.length >= BOOKMARK_LIMIT ? null : (
        <form className="marks__form--row grid gap-2 t-12" onSubmit={submit} key={cycle}>
          <label className="marks__note grid gap-1 slim">
            <span>
              <Trans
                text="note at cycle {cycle}"
                gaps={{ cycle: <b className="mono">{formatInteger(cycle)}</b> }}
              />
            </span>
            <input
              ref={note}
              className="field"
              maxLength={NOTE_CHARACTER_LIMIT}
              autoComplete="off"
              defaultValue={here?.note ?? ""}
              placeholder={t("what to see here")}
            />
          </label>
          <button type="submit" className="btn btn--primary btn--small">
            {here === undefined ? t("Bookmark") : t("Change")}
          </button>
        </form>
      )}
      {bookmarks.length === 0 ? null : (
        <ol className="marks__list grid scroll-down" aria-label={t("Bookmarks")}>
          {bookmarks.map((one) => (
            <li
              key={one.cycle}
              className="marks__row grid middle hair-below"
              aria-current={one.cycle === cycle ? "true" : undefined}
            >
              <button
                type="button"
                className="marks__go line gap-3 slim to-left bare r-1 press"
                onClick={() => seek(one.cycle)}
              >
                <span className="mono">{formatInteger(one.cycle)}</span>
                <span className="ink-2 anywhere">{one.note === "" ? t("no note") : one.note}</span>
              </button>
              <button
                type="button"
                className="btn btn--ghost btn--small btn--icon"
                aria-label={t("Remove the bookmark at cycle {cycle}", { cycle: formatInteger(one.cycle) })}
                title={t("Remove")}
                onClick={() => removeBookmark(one.cycle)}
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ol>
      )}
      {bookmarks.length === 0 && !hasStory ? null : isStoryOpen ? (
        <Suspense fallback={<p className="dim">{t("loading")}</p>}>
          <StoryForm onDone={() => setPanel(undefined)} />
        </Suspense>
      ) : (
        <button type="button" className="btn btn--small marks__story" onClick={() => openStory(true)}>
          {hasStory ? t("Change the story") : t("Make a story of these")}
        </button>
      )}
    </div>
  );
}
