/** One packet or interrupt that somebody follows: asked for at the playhead, then from one to the next. */

import type { Followed } from "../../scenarios/schema/link/pair.ts";
import type { EngineClient } from "../engine/client.ts";
import type { EngineError, FollowRequest, Journey } from "../engine/protocol.ts";
import { type Label, say } from "../text/say.ts";
import type { WritableLive } from "./live.ts";
import type { AppActions, AppStore } from "./store.ts";

export interface FollowOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: EngineClient;
  readonly showCycles: (fromCycle: number, toCycle: number) => void;
  readonly notify: (tone: "info", text: string) => void;
  readonly onFailure: (error: EngineError) => void;
}

/** Air on both sides of a journey that is shown as a whole. */
const MARGIN_SHARE = 0.08;
/** So much of the run at least: what led to it is part of the story. */
const LEAST_SHOWN_CYCLES = 4000;

export function followActions({ store, live, client, showCycles, notify, onFailure }: FollowOptions): Pick<
  AppActions,
  "follow" | "followNext" | "showJourney" | "unfollow"
> & {
  /** As a link says: without a word, and without another view. */
  readonly restore: (followed: Followed) => void;
} {
  async function restore({ what, cycle }: Followed): Promise<void> {
    const outcome = await client.follow({ what, cycle, move: 0 });
    if (outcome.status === "failed") onFailure(outcome.error);
    if (outcome.status === "ok") live.journey.set(outcome.value.journey);
  }

  async function ask(request: FollowRequest): Promise<Journey | undefined> {
    if (store.getState().scenario === undefined) return undefined;
    const outcome = await client.follow(request);
    if (outcome.status === "failed") onFailure(outcome.error);
    if (outcome.status !== "ok") return undefined;
    const { journey } = outcome.value;
    if (journey === undefined) notify("info", noneText(request));
    else {
      live.journey.set(journey);
      showJourney();
    }
    return journey;
  }

  function showJourney(): void {
    const journey = live.journey.get();
    if (journey === undefined) return;
    const { beginCycle } = journey;
    const endCycle = journey.endCycle ?? store.getState().frontier;
    const cycles = endCycle - beginCycle;
    const margin = Math.max((LEAST_SHOWN_CYCLES - cycles) / 2, cycles * MARGIN_SHARE);
    showCycles(Math.max(0, beginCycle - margin), endCycle + margin);
  }

  return {
    follow: (what, cycle = live.playhead.get()) => ask({ what, cycle, move: 0 }),
    followNext: (direction) => {
      const journey = live.journey.get();
      if (journey === undefined) return;
      const { what, stop, number } = journey;
      void ask({ what, cycle: stop, move: direction, number });
    },
    showJourney,
    unfollow: () => live.journey.set(undefined),
    restore: (followed) => void restore(followed),
  };
}

type Sought = FollowRequest["what"];

const NONE: Readonly<Record<Sought, readonly [before: Label, any: Label, after: Label]>> = {
  packet: ["No packet before.", "No packet in this run so far.", "No packet after it."],
  interrupt: ["No interrupt before.", "No interrupt in this run so far.", "No interrupt after it."],
};

function noneText({ what, move }: FollowRequest): string {
  const [before, any, after] = NONE[what];
  return say(move < 0 ? before : move > 0 ? after : any);
}

/** Its parts, or as a whole where it has none. */
export function journeyParts(journey: Journey, knownTo: number): Journey["parts"] {
  if (journey.parts.length > 0) return journey.parts;
  return [{ part: journey.fate.kind, fromCycle: journey.beginCycle, toCycle: journey.endCycle ?? knownTo }];
}
