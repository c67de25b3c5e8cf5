import { useApp } from "../state/hooks.ts";
import { type Pace, paceOf } from "../state/pace.ts";

/** What the stage shows: single cycles while it stands. */
export function usePace(): Pace {
  return useApp(({ playing, speed }) => (playing ? paceOf(speed) : "cycles"));
}

/** Playing faster than the eye can follow single packets. */
export function useFast(): boolean {
  return usePace() === "rates";
}
