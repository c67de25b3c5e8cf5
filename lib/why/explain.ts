/** Finds a loss, packet or interrupt in a run, and explains why it happened. */
import { type MachineEvent, maskOf } from "../events/events.ts";
import { follow } from "../journeys/follow.ts";
import type { Journey, Steps, Traveller } from "../journeys/journey.ts";
import { kindOfLoss, LOSS_KINDS } from "./deviceLoss.ts";
import { lateInterrupt, latePacket } from "./late.ts";
import { lostPacket } from "./lostPacket.ts";
import { lostPress } from "./lostPress.ts";
import { readRecords } from "./records.ts";
import { waitingThread } from "./waitingThread.ts";
import type { Why, WhyTarget } from "./why.ts";

/** Cycles before a loss in which its causes are searched. */
const LOOK_BACK_CYCLES = 400_000;

/** Undefined if there is no such loss, packet or interrupt, or if it has not ended. */
export function* explain(run: Traveller, target: WhyTarget): Steps<Why | undefined> {
  switch (target.what) {
    case "drop":
    case "press":
      return yield* explainLoss(run, target);
    case "packet":
    case "interrupt": {
      const { what, cycle, number } = target;
      const journey = yield* follow(run, { what, cycle, number, move: 0 });
      return journey === undefined ? undefined : yield* explainJourney(run, journey);
    }
    case "thread": {
      const toCycle = Math.min(target.toCycle, run.knownCycle);
      if (toCycle <= target.fromCycle) return undefined;
      const fromCycle = Math.max(target.fromCycle, toCycle - LOOK_BACK_CYCLES);
      const records = yield* readRecords(run, fromCycle, toCycle);
      return waitingThread(run.scenario, records, { ...target, toCycle });
    }
  }
}

function* explainJourney(run: Traveller, journey: Journey): Steps<Why | undefined> {
  const { fate, endCycle, beginCycle, parts, number } = journey;
  if (fate.kind === "dropped" && endCycle !== undefined)
    return yield* lossAt(run, "drop", endCycle - 1, number);
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  const records = yield* readRecords(run, Math.max(0, beginCycle - 1), Math.min(last.toCycle + 1, run.limit));
  return yield* journey.what === "packet"
    ? latePacket(run, records, journey)
    : lateInterrupt(run, records, journey);
}

function* explainLoss(
  run: Traveller,
  { what, cycle, move = 0 }: Extract<WhyTarget, { readonly what: "drop" | "press" }>,
): Steps<Why | undefined> {
  const mask = maskOf(what === "drop" ? ["frame-dropped"] : LOSS_KINDS.map(({ lossEvent }) => lossEvent));
  let from = cycle;
  for (let direction = move; ; ) {
    const before =
      direction > 0 ? undefined : yield* run.searchPrevious(mask, from + (direction === 0 ? 2 : 1));
    const stop =
      before ?? (direction < 0 ? undefined : yield* run.searchNext(mask, from + direction, run.knownCycle));
    if (stop === undefined) return undefined;
    const why = yield* lossAt(run, what, stop - 1, undefined);
    if (why !== undefined) return why;
    // The item found was not lost. The search continues in the direction in which it found this one.
    direction = before === undefined ? 1 : -1;
    from = stop - 1;
  }
}

function* lossAt(
  run: Traveller,
  what: "drop" | "press",
  cycle: number,
  number: number | undefined,
): Steps<Why | undefined> {
  const records = yield* readRecords(run, Math.max(0, cycle - LOOK_BACK_CYCLES), cycle + 1);
  const isIt = (event: MachineEvent) =>
    event.cycle === cycle &&
    (what === "drop"
      ? event.kind === "frame-dropped" && (number === undefined || event.subject === number)
      : kindOfLoss(event) !== undefined);
  const event = records.events.findLast(isIt);
  if (event === undefined) return undefined;
  return what === "drop" ? lostPacket(run.scenario, records, event) : yield* lostPress(run, records, event);
}
