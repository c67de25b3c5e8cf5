/** Turns the ways of the playhead, one after the other, into moves. */
import type { Passed } from "../../state/live.ts";
import {
  type FlowNames,
  type FlowState,
  knownFrom,
  type Move,
  merged,
  movesOf,
  reversed,
} from "./choreography.ts";

export function createMoveTeller(names: FlowNames): (passed: Passed) => readonly Move[] {
  /** What is known where the last way ended; undefined: what the picture there says. */
  let state: FlowState | undefined;
  let endedAt: number | undefined;
  return ({ fromCycle, toCycle, events, earlier }) => {
    const isBack = toCycle < fromCycle;
    const known = !isBack && fromCycle === endedAt ? state : undefined;
    endedAt = toCycle;
    state = undefined;
    if (events === undefined) return [];
    // Two pictures that were asked for at once tell the same way: what was before the first of them is in it.
    const fresh = isBack ? events : events.filter(({ cycle }) => cycle >= fromCycle);
    const played = movesOf(known ?? knownFrom(earlier), fresh, names);
    if (isBack) return merged(reversed(played.moves));
    state = played.state;
    return merged(played.moves);
  };
}
