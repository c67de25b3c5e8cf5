/** Threads that were ready and did not run, and threads that wait for a lock for ever. */
import type { Scenario, Thread } from "../../scenarios/format/schema.ts";
import { cyclesToTurn, givesWay, hasItsPart, isInTurnForLock } from "./fairShare.ts";
import type { Metrics } from "./metrics.ts";
import { FUTILE_COUNT, persists, type WholeText } from "./persistence.ts";
import { isBeside, type Storm, stormsOf, stormText, threadsOfClosedLoops } from "./storm.ts";

/** An interrupt of source 000. */
const INTERRUPT_CYCLES = 2_228;
/** A thread that waits for less may wait behind so many interrupts in a row. */
const LEAST_STARVED_CYCLES = FUTILE_COUNT * INTERRUPT_CYCLES;
/** Frames of a ring as it is common. */
const RING_FRAMES = 1024;
/** A thread that gets little for less time may do so while a backlog is worked off, at most a full ring. */
const LEAST_SCARCE_CYCLES = RING_FRAMES * INTERRUPT_CYCLES;

export interface Span {
  readonly fromCycle: number;
  /** The cycle that the run has come to. */
  readonly untilCycle: number;
}

/** The thread could run all that time, and did not, or next to nothing. */
export interface Starved extends Span {
  readonly kind: "starved";
  readonly thread: string;
  /** In that time; undefined: none. */
  readonly ranCycles?: number | undefined;
}

/** Its interrupt, or raise, was pending all that time, and it was not started. */
interface NeverStarted extends Span {
  readonly kind: "never-started";
  readonly thread: string;
}

/** It waited for the lock all that time. */
interface LockStarved extends Span {
  readonly kind: "lock-starved";
  readonly thread: string;
  readonly lock: string;
  /** The thread that took it last; before the wait began, if none took it in that time. */
  readonly taker: string;
  readonly takenCycle: number;
}

export type Starvation = Starved | NeverStarted | Storm | LockStarved;

export function starvationOf(scenario: Scenario, metrics: Metrics): Starvation[] {
  const { threads } = scenario.software;
  const { cycle } = metrics;
  const starved = new Map<Thread, Starved>();
  const neverStarted: NeverStarted[] = [];
  threads.forEach((thread, index) => {
    const { name } = thread;
    const one = metrics.threads[index];
    if (one === undefined) return;
    const found = starvedFinding(scenario, metrics, thread, index);
    if (found) starved.set(thread, found);
    if (isLong(one.pendingSince, cycle, LEAST_STARVED_CYCLES))
      neverStarted.push({ kind: "never-started", thread: name, ...span(one.pendingSince, cycle) });
  });
  const saturated = threadsOfClosedLoops(scenario);
  const storms = stormsOf(scenario, metrics, starved, saturated);
  const ofStorms = new Set(storms.flatMap(({ victims }) => victims));
  const others = [...starved].filter(
    ([thread, one]) =>
      !ofStorms.has(one) &&
      (one.ranCycles === undefined || (!givesWay(thread) && !isBeside(scenario, thread, saturated))),
  );
  return [
    ...storms,
    ...others.map(([, one]) => one),
    ...neverStarted,
    ...threads.flatMap((thread, index) =>
      starved.has(thread) ? [] : lockStarved(scenario, metrics, thread.name, index),
    ),
  ];
}

function isLong(since: number | undefined, cycle: number, leastCycles: number): since is number {
  return since !== undefined && persists(since, cycle) && cycle - since >= leastCycles;
}

const span = (fromCycle: number, untilCycle: number): Span => ({ fromCycle, untilCycle });

function starvedFinding(
  scenario: Scenario,
  metrics: Metrics,
  thread: Thread,
  index: number,
): Starved | undefined {
  const { cycle, threads } = metrics;
  const { readySince, scarce } = threads[index] ?? {};
  const named = { kind: "starved" as const, thread: thread.name };
  const leastCycles = Math.max(LEAST_STARVED_CYCLES, cyclesToTurn(scenario, thread));
  if (isLong(readySince, cycle, leastCycles)) return { ...named, ...span(readySince, cycle) };
  if (!scarce || !isLong(scarce.since, cycle, LEAST_SCARCE_CYCLES)) return undefined;
  if (hasItsPart(scenario, metrics, thread)) return undefined;
  return { ...named, ...span(scarce.since, cycle), ranCycles: scarce.ranCycles };
}

/** Unless a deadlock says it: of the thread, or of the one that has the lock. */
function lockStarved(scenario: Scenario, metrics: Metrics, name: string, index: number): LockStarved[] {
  const { locks, threads } = scenario.software;
  const { cycle, deadlock, locks: counted, threads: all } = metrics;
  const wait = all[index]?.lockWait;
  if (wait === undefined || !isLong(wait.since, cycle, LEAST_STARVED_CYCLES)) return [];
  const { lastTaken } = counted[wait.lock] ?? {};
  if (lastTaken === undefined) return [];
  const { thread: taker, cycle: takenCycle } = lastTaken;
  const isTaken = takenCycle > wait.since;
  if (isTaken && isInTurnForLock(scenario, metrics, wait.lock, cycle - wait.since)) return [];
  if (deadlock?.waits.some(({ thread }) => thread === index || thread === taker)) return [];
  const lock = locks[wait.lock]?.name ?? "";
  const named = { thread: name, lock, taker: threads[taker]?.name ?? "", takenCycle };
  return [{ kind: "lock-starved", ...named, ...span(wait.since, cycle) }];
}

function starvedText({ thread, fromCycle, untilCycle, ranCycles }: Starved, whole: WholeText): string {
  const name = JSON.stringify(thread);
  return ranCycles === undefined
    ? `starved: ${name} was ready but did not run, from cycle ${whole(fromCycle)} until cycle ${whole(untilCycle)}`
    : `starved: ${name} could run from cycle ${whole(fromCycle)} until cycle ${whole(untilCycle)} and ran for ${whole(ranCycles)} cycles of that time`;
}

function lockText(finding: LockStarved, whole: WholeText): string {
  const { thread, lock, taker, takenCycle, fromCycle, untilCycle } = finding;
  const [name, other] = [JSON.stringify(thread), JSON.stringify(taker)];
  const waits = `starved of a lock: ${name} waits for ${JSON.stringify(lock)} from cycle ${whole(fromCycle)} until cycle ${whole(untilCycle)}`;
  return takenCycle <= fromCycle
    ? `${waits}, which ${other} has since cycle ${whole(takenCycle)}`
    : `${waits}, which others take meanwhile, the last ${other} in cycle ${whole(takenCycle)}`;
}

export function starvationText(finding: Starvation, whole: WholeText): string {
  switch (finding.kind) {
    case "starved":
      return starvedText(finding, whole);
    case "never-started":
      return `starved: the interrupt that starts ${JSON.stringify(finding.thread)} was pending and its handler not running, from cycle ${whole(finding.fromCycle)} until cycle ${whole(finding.untilCycle)}`;
    case "storm":
      return stormText(finding, whole);
    case "lock-starved":
      return lockText(finding, whole);
  }
}
