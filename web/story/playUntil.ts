/** Plays until the playhead is at a cycle. */
import type { Session } from "../state/session.ts";

/** `onThere` is not called once the user has paused, or what is returned was. */
export function playUntil(
  { store, live, actions }: Pick<Session, "store" | "live" | "actions">,
  cycle: number,
  onThere: () => void,
): () => void {
  const stops = [
    live.playhead.subscribe(() => {
      if (live.playhead.get() < cycle) return;
      stop();
      onThere();
    }),
    store.subscribe(({ playing }) => {
      if (!playing) stop();
    }),
  ];
  const stop = () => {
    for (const one of stops) one();
  };
  actions.play();
  return stop;
}
