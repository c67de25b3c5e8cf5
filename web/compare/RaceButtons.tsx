import { useState } from "react";
import { useStore } from "zustand";
import type { Session } from "../state/session.ts";
import { t } from "../text/t.ts";
import { Icon } from "../ui/Icon.tsx";
import type { Follower } from "./follower.ts";

export function EndButton({ a }: { readonly a: Session }) {
  const endCycle = useStore(a.store, (state) => state.endCycle);
  const isSeeking = useStore(a.store, (state) => state.seeking);
  const toEnd = () => {
    a.actions.pause();
    a.actions.seek(endCycle);
  };
  return (
    <button type="button" className="btn" aria-busy={isSeeking} onClick={toEnd}>
      <Icon name="forward" />
      {t("To the end")}
    </button>
  );
}

/** Both machines play from the start of the same packet, at a speed at which packets are visible. */
export function StartButton({ b }: { readonly b: Follower }) {
  const [starting, setStarting] = useState(false);
  async function start(): Promise<void> {
    setStarting(true);
    try {
      await b.start();
    } finally {
      setStarting(false);
    }
  }
  return (
    <button
      type="button"
      className="btn"
      aria-busy={starting}
      disabled={starting}
      onClick={() => void start()}
    >
      <Icon name="play" />
      {t("Start at the same packet")}
    </button>
  );
}
