/** The packet or interrupt that the user follows: found at the playhead, then the next or previous one. */

import type { Followed } from "../../scenarios/link/pair.ts";
import type { EngineClient, Outcome } from "../engine/client.ts";
import type { EngineError, FollowRequest, Journey } from "../engine/protocol.ts";
import { type Label, t } from "../text/t.ts";
import type { WritableLive } from "./live.ts";
import type { AppActions, AppState, AppStore } from "./store.ts";

/** Keeps the followed journey up to date: requests it again as the run grows, until it is final. */
export interface JourneyKeeper extends Pick<EngineClient, "follow"> {
  /** The run has grown. */
  readonly refresh: () => void;
}

interface JourneyKeeperOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: Pick<EngineClient, "follow">;
}

/** Each answer runs the whole life again. So it is requested only when the life is this many times as long; all
 * requests together then cost twice the last one. */
const GROWTH = 2;

export function createJourneyKeeper({ store, live, client }: JourneyKeeperOptions): JourneyKeeper {
  // A newer question of its kind would replace a waiting one.
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

interface FollowOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly keeper: JourneyKeeper;
  readonly showCycles: (fromCycle: number, toCycle: number) => void;
  readonly notify: (tone: "info", text: string) => void;
  readonly onFailure: (error: EngineError) => void;
}

/** Margin on both sides of a journey that is shown completely. */
const MARGIN_SHARE = 0.08;
/** Smallest number of visible cycles, so that the causes are also in view. */
const LEAST_SHOWN_CYCLES = 4000;

export interface Following {
  readonly actions: Pick<AppActions, "follow" | "followNext" | "showJourney" | "unfollow">;
  /** Restores the followed journey of a link, without a notice and without changing the view. */
  readonly restore: (followed: Followed) => void;
}

export function createFollowing({
  store,
  live,
  keeper,
  showCycles,
  notify,
  onFailure,
}: FollowOptions): Following {
  async function restore(followed: Followed): Promise<void> {
    const outcome = await keeper.follow({ ...followed, move: 0 });
    if (outcome.status === "failed") onFailure(outcome.error);
    if (outcome.status !== "ok") return;
    live.journey.set(outcome.value.journey);
    keeper.refresh();
  }

  async function ask(request: FollowRequest): Promise<Journey | undefined> {
    if (store.getState().scenario === undefined) return undefined;
    const outcome = await keeper.follow(request);
    if (outcome.status === "failed") onFailure(outcome.error);
    if (outcome.status !== "ok") return undefined;
    const { journey } = outcome.value;
    if (journey === undefined) notify("info", noneText(request, store.getState()));
    else {
      live.journey.set(journey);
      showJourney();
      keeper.refresh();
    }
    return journey;
  }

  function showJourney(): void {
    const journey = live.journey.get();
    if (journey === undefined) return;
    const { beginCycle } = journey;
    const lastCycle = lastCycleOf(journey);
    const cycles = lastCycle - beginCycle;
    const margin = Math.max((LEAST_SHOWN_CYCLES - cycles) / 2, cycles * MARGIN_SHARE);
    showCycles(Math.max(0, beginCycle - margin), lastCycle + margin);
  }

  return {
    actions: {
      follow: (what, cycle = live.playhead.get(), number) =>
        ask({ what, cycle, move: 0, number, isOldest: number === undefined }),
      followNext: (direction) => {
        const journey = live.journey.get();
        if (journey === undefined) return;
        const { what, stop, number } = journey;
        void ask({ what, cycle: stop, move: direction, number });
      },
      showJourney,
      unfollow: () => live.journey.set(undefined),
    },
    restore: (followed) => void restore(followed),
  };
}

type Sought = FollowRequest["what"];

interface None {
  readonly before: Label;
  readonly any: Label;
  readonly after: Label;
  readonly afterSoFar: Label;
}

const NONE: Readonly<Record<Sought, None>> = {
  packet: {
    before: "There is no earlier packet.",
    any: "This run has had no packet so far.",
    after: "There is no later packet.",
    afterSoFar: "There is no later packet so far.",
  },
  interrupt: {
    before: "There is no earlier interrupt.",
    any: "This run has had no interrupt so far.",
    after: "There is no later interrupt.",
    afterSoFar: "There is no later interrupt so far.",
  },
};

function noneText(
  { what, move }: FollowRequest,
  { frontier, endCycle }: Pick<AppState, "frontier" | "endCycle">,
): string {
  const { before, any, after, afterSoFar } = NONE[what];
  if (move === 0) return t(any);
  return t(move < 0 ? before : frontier < endCycle ? afterSoFar : after);
}

/** End of the journey, or its last known cycle. */
export function lastCycleOf({ endCycle, knownToCycle }: Journey): number {
  return endCycle ?? knownToCycle;
}

/** Parts of the journey. A journey without parts counts as one part. */
export function journeyParts(journey: Journey): Journey["parts"] {
  if (journey.parts.length > 0) return journey.parts;
  return [{ part: journey.fate.kind, fromCycle: journey.beginCycle, toCycle: lastCycleOf(journey) }];
}
