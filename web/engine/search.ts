/** The next or previous cycle right after an event of a kind. Intervals between keyframes in which no
 * such event happened are skipped; the others are re-executed with a stop mask. */
import type { SimEventKind } from "../../core-wasm/binding/index.ts";
import { maskOf } from "../../lib/events/mask.ts";
import type { Keyframes } from "./keyframes.ts";
import type { StopKind } from "./protocol.ts";
import type { Scrub, Steps } from "./scrub.ts";

/** What a person follows: a packet and an interrupt on their way, and the thread that runs. */
const WORTH_STOPPING: readonly SimEventKind[] = [
  "frame-offered",
  "frame-dropped",
  "frame-delivered",
  "line-asserted",
  "soft-raised",
  "recognised",
  "entry-step",
  "handler-entered",
  "returned",
  "context-switch",
];

/** Retired instructions are not logged, so the intervals do not know them. */
const UNLOGGED_MASK = maskOf(["retired"]);

export function stopMask(stop: StopKind): number {
  return maskOf(stop === "any-event" ? WORTH_STOPPING : [stop]);
}

interface SearchPlace {
  readonly scrub: Scrub;
  readonly keyframes: Keyframes;
}

/** The first stop in (from, knownTo]. */
export function* searchNext(
  { scrub, keyframes }: SearchPlace,
  mask: number,
  from: number,
  knownTo: number,
): Steps<number | undefined> {
  for (const interval of keyframes.intervalsFrom(from)) {
    if (interval.from >= knownTo) return undefined;
    if (!mayHold(interval.kinds, mask)) continue;
    const begin = Math.max(from, interval.from);
    const found = yield* scrub.firstStop(begin, Math.min(interval.to, knownTo), mask);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The last stop in (0, from). */
export function* searchPrevious(
  { scrub, keyframes }: SearchPlace,
  mask: number,
  from: number,
): Steps<number | undefined> {
  const last = from - 1;
  if (last <= 0) return undefined;
  for (const interval of keyframes.intervalsBack(last - 1)) {
    if (!mayHold(interval.kinds, mask)) continue;
    const found = yield* scrub.lastStop(interval.from, Math.min(interval.to, last), mask);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mayHold(kinds: number, mask: number): boolean {
  return ((kinds | UNLOGGED_MASK) & mask) !== 0;
}
