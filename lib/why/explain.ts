/** Finds a loss, packet or interrupt in a run, and explains why it happened. */

import { type HartRegisters, hartRegisters } from "../../core-wasm/binding/registers.ts";
import { lineIndex } from "../../scenarios/devices/lines.ts";
import { partText } from "../../scenarios/story/parts.ts";
import { type MachineEvent, maskOf } from "../events/events.ts";
import { beginOf, follow } from "../journeys/follow.ts";
import type { Journey, Steps, Traveller } from "../journeys/journey.ts";
import { type AskedInterrupt, isReached } from "./hartHolds.ts";
import { askedOf, type HartSpan, hartAnswerClauses, hartWaitClauses, isHart } from "./hartWait.ts";
import { lateInterrupt, latePacket, unacknowledged } from "./late.ts";
import { lostPacket } from "./lostPacket.ts";
import { handlerOfLine, type Records, readRecords } from "./records.ts";
import { waitClauses } from "./wait.ts";
import { waitingThread } from "./waitingThread.ts";
import type { Clause, Why, WhyTarget } from "./why.ts";
import { kindOfLoss, LOSS_KINDS } from "./why.ts";

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
    case "pending":
      return yield* explainPending(run, target);
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
  if (last === undefined)
    return journey.what === "interrupt" ? yield* unansweredInterrupt(run, journey) : undefined;
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
    // The item found was not lost. The search continues in the direction in which it found this item.
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

/** Explains why a device lost something, such as a press of a button: the previous one had not been acknowledged. */
function* lostPress(run: Traveller, records: Records, event: MachineEvent): Steps<Why | undefined> {
  const { scenario } = run;
  const { machine } = scenario;
  const { cycle, subject: number } = event;
  const lost = kindOfLoss(event);
  if (lost === undefined) return undefined;
  const name = machine[lost.list][number]?.name ?? "";
  const line = lineIndex(machine, { [lost.kind]: name });
  const handler = line < 0 ? undefined : handlerOfLine(scenario, line);
  const before = records.events.findLast(
    (one) => one.kind === event.kind && one.subject === number && one.value === 0 && one.cycle < cycle,
  );
  const fromCycle = before?.cycle ?? records.fromCycle;
  const thread = handler ?? (line < 0 ? undefined : yield* hartOfLine(run, line, cycle));
  const span = { fromCycle, toCycle: cycle };
  return {
    what: "lost-press",
    device: lost.kind,
    number,
    cycle,
    place: line < 0 ? undefined : line,
    thread,
    begins: before === undefined ? "cut" : "pressed",
    fromCycle,
    toCycle: cycle,
    part: partText("device", name),
    clauses:
      thread === undefined
        ? []
        : thread === handler
          ? waitClauses(scenario, records, { thread, ...span })
          : yield* hartClauses(run, records, askedOf("line", line), takenIn(records, line, span), {
              thread,
              ...span,
            }),
  };
}

/** The cycle in which a hart took the line's first interrupt of these cycles. */
function takenIn(
  { events }: Records,
  line: number,
  { fromCycle, toCycle }: Pick<HartSpan, "fromCycle" | "toCycle">,
): number | undefined {
  const within = events.filter(({ cycle }) => cycle >= fromCycle && cycle < toCycle);
  const asked = within.find((one) => one.kind === "line-asserted" && one.subject === line);
  return within.find((one) => one.kind === "recognised" && one.value === asked?.value)?.cycle;
}

/** The hart that receives the line, otherwise the first one. */
function* hartOfLine(run: Traveller, line: number, cycle: number): Steps<number | undefined> {
  const { machine, scenario } = run;
  yield* run.goTo(cycle);
  const harts = scenario.software.threads.flatMap((_, thread) => {
    const hart = hartRegisters(machine, thread);
    return hart === undefined ? [] : [{ thread, isReached: isReached(hart, line) }];
  });
  return (harts.find((one) => one.isReached) ?? harts[0])?.thread;
}

/**
 * An interrupt without a latency: it waits at the end of the known run, or its line was cleared before an
 * answer.
 */
function* unansweredInterrupt(run: Traveller, journey: Journey): Steps<Why | undefined> {
  const { scenario } = run;
  const { number, place, source = "line", beginCycle: fromCycle, knownToCycle } = journey;
  const records = yield* readRecords(run, Math.max(0, fromCycle - 1), knownToCycle);
  const taken = journey.waypoints.find(({ kind }) => kind === "recognised")?.cycle;
  const down = records.events.find(
    (one) =>
      one.kind === "line-cleared" && one.subject === place && one.cycle >= fromCycle && one.cycle !== taken,
  );
  const toCycle = down === undefined ? knownToCycle : down.cycle + 1;
  const line = place ?? -1;
  const thread =
    journey.thread ?? handlerOfLine(scenario, line) ?? (yield* hartOfLine(run, line, toCycle - 1));
  if (thread === undefined || toCycle <= fromCycle) return undefined;
  const ofHart = isHart(scenario, thread);
  const span = { thread, fromCycle, toCycle };
  if (!ofHart && taken !== undefined) return unacknowledged(scenario, records, journey, span);
  return {
    what: "late-interrupt",
    number,
    cycle: toCycle,
    place,
    thread,
    source,
    isAnswered: ofHart,
    unanswered: down === undefined ? "waiting" : "line-down",
    begins: "asked",
    fromCycle,
    toCycle,
    part: "controller",
    clauses: ofHart
      ? yield* hartClauses(run, records, askedOf(source, place), taken, span)
      : waitClauses(scenario, records, span),
  };
}

/** The timer or software interrupt of a hart that has not been taken. One that has been taken has a number. */
function* explainPending(
  run: Traveller,
  { source, cycle, thread: only }: Extract<WhyTarget, { readonly what: "pending" }>,
): Steps<Why | undefined> {
  const { machine, scenario } = run;
  const toCycle = Math.min(cycle, run.knownCycle);
  yield* run.goTo(toCycle);
  const pending = scenario.software.threads.flatMap((_, thread) => {
    const hart = only === undefined || only === thread ? hartRegisters(machine, thread) : undefined;
    const fromCycle = hart && pendingSince(hart, source, toCycle);
    return fromCycle === undefined || fromCycle >= toCycle ? [] : [{ thread, fromCycle, toCycle }];
  });
  const span = pending.toSorted((a, b) => a.fromCycle - b.fromCycle)[0];
  if (span === undefined) return undefined;
  const { thread, fromCycle } = span;
  const records = yield* readRecords(run, Math.max(0, fromCycle - 1), toCycle);
  const taken = records.events.find(
    (one) =>
      one.subject === thread &&
      one.cycle >= fromCycle &&
      beginOf(
        one,
        records.events.filter((other) => other.cycle === one.cycle),
      ) === source,
  );
  if (taken !== undefined)
    return yield* explain(run, { what: "interrupt", cycle: taken.cycle + 1, number: taken.value });
  return {
    what: "pending-interrupt",
    number: thread,
    cycle: toCycle,
    thread,
    source,
    begins: "asked",
    fromCycle,
    toCycle,
    part: "controller",
    clauses: yield* hartWaitClauses(run, records, span, askedOf(source, undefined)),
  };
}

/** The cycle from which on the bit of mip is set. Undefined if it is not. */
function pendingSince(
  { mip, mtime, mtimecmp, timer_set, software_set }: HartRegisters,
  source: "timer" | "software",
  cycle: number,
): number | undefined {
  const asked = askedOf(source, undefined);
  if ("line" in asked || ((mip >>> asked.bit) & 1) === 0) return undefined;
  if (source === "software") return software_set;
  return Number.isFinite(timer_set) ? timer_set : Math.max(0, cycle - Number(mtime - mtimecmp));
}

/** Clauses of a time without an answer, before and after the hart took the interrupt. */
function* hartClauses(
  run: Traveller,
  records: Records,
  asked: AskedInterrupt,
  taken: number | undefined,
  { thread, fromCycle, toCycle }: HartSpan,
): Steps<readonly Clause[]> {
  const until = taken === undefined ? toCycle : taken + 1;
  return [
    ...(yield* hartWaitClauses(run, records, { thread, fromCycle, toCycle: until }, asked)),
    ...(yield* hartAnswerClauses(run, records, { thread, fromCycle: until, toCycle }, asked, false)),
  ];
}
