/** What is followed, kept true: what became of it is asked again as the run grows, until it is known for good. */
import type { EngineClient, Outcome } from "../engine/client.ts";
import type { FollowRequest, Journey } from "../engine/protocol.ts";
import type { WritableLive } from "./live.ts";
import type { AppStore } from "./store.ts";

export interface JourneyKeeper extends Pick<EngineClient, "follow"> {
  /** The run has grown. */
  readonly refresh: () => void;
}

interface JourneyKeeperOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: Pick<EngineClient, "follow">;
}

/** Each answer walks over its whole life: asked only when that is so many times as long, all of them together cost
 * twice the last. */
const GROWTH = 2;

export function createJourneyKeeper({ store, live, client }: JourneyKeeperOptions): JourneyKeeper {
  // A newer question of its kind would take the place of one that waits.
  let asked = 0;

  async function follow(request: FollowRequest): Promise<Outcome<{ readonly journey: Journey | undefined }>> {
    asked += 1;
    try {
      return await client.follow(request);
    } finally {
      asked -= 1;
    }
  }

  function isDue({ isFinal, beginCycle, knownToCycle }: Journey): boolean {
    const { frontier, endCycle } = store.getState();
    if (isFinal || frontier <= knownToCycle) return false;
    return frontier >= endCycle || frontier - beginCycle >= GROWTH * (knownToCycle - beginCycle);
  }

  async function refresh(): Promise<void> {
    for (;;) {
      const journey = live.journey.get();
      if (asked > 0 || journey === undefined || !isDue(journey)) return;
      const { what, stop, number } = journey;
      const outcome = await follow({ what, cycle: stop, move: 0, number });
      if (outcome.status !== "ok" || outcome.value.journey === undefined) return;
      if (live.journey.get() === journey) live.journey.set(outcome.value.journey);
    }
  }

  return { follow, refresh: () => void refresh() };
}
