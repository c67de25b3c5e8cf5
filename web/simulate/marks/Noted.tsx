import { Suspense } from "react";
import { useApp, useLive } from "../../state/hooks.ts";
import { useThrottled } from "../../state/useThrottled.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";

const NoteHere = lazyPart(() => import("./NoteHere.tsx"));
const LOOK_INTERVAL_MS = 100;

/** The user's note on the cycle where the machine stands. */
export function Noted() {
  const bookmarks = useApp((state) => state.bookmarks);
  const playing = useApp((state) => state.playing);
  const cycle = useThrottled(useLive().playhead, LOOK_INTERVAL_MS);
  const isHere = !playing && bookmarks.some((one) => one.cycle === cycle);
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
