import { useEffect, useState } from "react";
import { useSession } from "../../state/hooks.ts";
import { browserStorage } from "../../ui/storage.ts";
import { DRAFTS_KEY } from "./draftsKey.ts";

/** Stores changes, starting with the first. True: an earlier visit has stored some. */
export function useDrafts(): boolean {
  const session = useSession();
  const [areLeft] = useState(() => browserStorage.read(DRAFTS_KEY) !== undefined);
  useEffect(() => {
    const stop = session.store.subscribe(({ scenario, original }) => {
      if (scenario === original) return;
      stop();
      void import("./keepDrafts.ts").then(({ draftKeeper }) => draftKeeper(session));
    });
    return stop;
  }, [session]);
  return areLeft;
}
