/** The engine's way over a run, for what looks at lives in it. */
import type { Traveller } from "../../lib/journeys/traveller.ts";
import type { Run } from "./run.ts";
import { searchNext, searchPrevious } from "./search.ts";

export function travellerOf({ scenario, scrub, frontier, limit }: Run): Traveller {
  const place = { scrub, keyframes: frontier.keyframes };
  return {
    scenario,
    machine: scrub.machine,
    knownCycle: frontier.machine.cycle,
    limit,
    goTo: scrub.goTo,
    walk: scrub.walk,
    step: scrub.step,
    searchNext: (mask, from, knownTo) => searchNext(place, mask, from, knownTo),
    searchPrevious: (mask, from) => searchPrevious(place, mask, from),
  };
}
