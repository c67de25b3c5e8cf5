import { useApp } from "../state/hooks.ts";
import { type Pace, shownPace } from "../state/playback.ts";

export function usePace(): Pace {
  return useApp(shownPace);
}

/** Packets are too fast to be told apart, or rates were asked for. */
export function useFast(): boolean {
  return usePace() === "rates";
}
