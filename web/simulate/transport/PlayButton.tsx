import { useEffect, useState } from "react";
import { useActions, useApp, useKeyHint } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";

const PLAY = "M3.5 1.6v10.8L12.4 7z";
const PAUSE = "M3 1.8h3v10.4H3zM8 1.8h3v10.4H8z";
const CROSS = "M3.4 2.2 7 5.8l3.6-3.6 1.2 1.2L8.2 7l3.6 3.6-1.2 1.2L7 8.2l-3.6 3.6-1.2-1.2L5.8 7 2.2 3.4z";

/** Plays, and gives up a search that takes long: so that button covers nothing, and nothing moves. */
export function PlayButton() {
  const hint = useKeyHint();
  const { toggle, cancelSeek } = useActions();
  const loaded = useApp(({ scenario }) => scenario !== undefined);
  const playing = useApp((state) => state.playing);
  const searching = useLongSearch();
  const name = searching ? t("Searching, cancel") : playing ? t("Pause") : t("Play");
  return (
    <button
      type="button"
      className="play grid centre rigid tight edgeless press"
      disabled={!loaded}
      data-searching={searching}
      aria-label={name}
      title={searching ? name : hint("play", name)}
      onClick={searching ? cancelSeek : toggle}
    >
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <path d={searching ? CROSS : playing ? PAUSE : PLAY} />
      </svg>
    </button>
  );
}

const LONG_SEARCH_MS = 250;

/** Most searches are over before a user could give them up. */
function useLongSearch(): boolean {
  const seeking = useApp((state) => state.seeking);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!seeking) return;
    const timer = setTimeout(() => setLong(true), LONG_SEARCH_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [seeking]);
  return seeking && isLong;
}
