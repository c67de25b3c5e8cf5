import { Suspense } from "react";
import { useApp, useLive, useThrottled } from "../../state/hooks.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";

const NoteHere = lazyPart(() => import("./NoteHere.tsx"));
const LOOK_INTERVAL_MS = 100;

/** The user's note on the cycle where the machine stands; not beside a story, which has captions, often the same notes. */
export function Noted() {
  const bookmarks = useApp((state) => state.bookmarks);
  const isQuiet = useApp((state) => state.playing || state.told !== undefined);
  const cycle = useThrottled(useLive().playhead, LOOK_INTERVAL_MS);
  const isHere = !isQuiet && bookmarks.some((one) => one.cycle === cycle);
  return (
    <span role="status">
      {isHere ? (
        <Suspense>
          <NoteHere cycle={cycle} />
        </Suspense>
      ) : null}
    </span>
  );
}
