/** Finds threads that were ready and did not run, the interrupt storms that kept them from running, and threads that
 * wait for a lock forever. */

import { SIM_SCARCE_SHARE } from "../../core-wasm/binding/layout.gen.ts";
import { lineIndex, linesOf } from "../../scenarios/devices/lines.ts";
import { ringsOf } from "../../scenarios/devices/nic.ts";
import type { Scenario, Step, Thread } from "../../scenarios/format/schema.ts";
import { cpuOf } from "../../scenarios/software/contexts.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import { cpusOf } from "./consumers.ts";
import type { Metrics } from "./metrics.ts";

export interface Span {
  readonly fromCycle: number;
  /** The cycle that the run has reached. */
  readonly untilCycle: number;
}

/** The thread could run during the whole period and hardly ran or did not run at all. */
export interface Starved extends Span {
  readonly kind: "starved";
  readonly thread: string;
  /** Cycles that it ran in that time. Undefined if none. */
  readonly ranCycles?: number | undefined;
}

/** The thread's interrupt or raise was pending during the whole period, and the thread was not started. */
interface NeverStarted extends Span {
  readonly kind: "never-started";
  readonly thread: string;
}

/** The thread waited for the lock during the whole period. */
interface LockStarved extends Span {
  readonly kind: "lock-starved";
  readonly thread: string;
  readonly lock: string;
  /**
   * The thread that took the lock last. If no thread took it during the wait, the last one before the wait
   * began.
   */
  readonly taker: string;
  readonly takenCycle: number;
}

/** The interrupts of one line took nearly all of a processor from threads that could run. */
interface Storm extends Span {
  readonly kind: "storm";
  readonly line: string;
  /** Interrupts of the whole run, and their cycles: handler, drain, entry, save and restore. */
  readonly interrupts: number;
  readonly cycles: number;
  readonly victims: readonly Starved[];
}

export type Starvation = Starved | NeverStarted | Storm | LockStarved;

/** Share of the run, at its end, without progress. */
const PERSISTENCE_SHARE = 0.25;
/** Smallest number of useless interrupts or frames. A smaller number may be due to a queue that fills. */
export const FUTILE_COUNT = 64;

/** An interrupt of source 000. */
const INTERRUPT_CYCLES = 2_228;
/** A thread that waits for a shorter time may be delayed by this number of consecutive interrupts. */
const LEAST_STARVED_CYCLES = FUTILE_COUNT * INTERRUPT_CYCLES;
/** Number of frames of a common ring. */
const RING_FRAMES = 1024;
/**
 * A thread that gets few cycles for a shorter time may wait while a backlog is processed, at most a full
 * ring.
 */
const LEAST_SCARCE_CYCLES = RING_FRAMES * INTERRUPT_CYCLES;

export function persists(fromCycle: number, cycle: number): boolean {
  return cycle > 0 && cycle - fromCycle >= PERSISTENCE_SHARE * cycle;
}

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

/** Omits a thread if a deadlock already reports the thread, or the holder of the lock. */
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

/** Share of the time in which a thread was starved: nearly all. The rest is for the thread itself, for ticks and other
 * lines. */
const STORM_SHARE = 0.9;
/** Share of the period. A thread that ran for less cannot have caused the starvation. */
const RIVAL_SHARE = 0.5;
/**
 * One interrupt when the frame has arrived, and one when it was sent. In a closed loop, further interrupts
 * are useless.
 */
const INTERRUPTS_OF_FRAME = 2;

/** `starved` are the threads that are reported as starved. Victims are threads that progress by one instruction at a
 * time. */
function stormsOf(
  scenario: Scenario,
  metrics: Metrics,
  starved: ReadonlyMap<Thread, Starved>,
  saturated: ReadonlySet<Thread>,
): Storm[] {
  const { machine, software } = scenario;
  const frames = metrics.receive.offered + metrics.send.offered;
  const lineOfThread = software.threads.map(({ start }) =>
    start.on === "line" ? lineIndex(machine, start) : -1,
  );
  return linesOf(machine).flatMap(({ name }, line) => {
    const handler = software.threads[lineOfThread.indexOf(line)];
    if (handler === undefined) return [];
    return stormOf(scenario, metrics, name, handler, starved).filter(
      ({ interrupts }) => !saturated.has(handler) || interrupts > INTERRUPTS_OF_FRAME * frames,
    );
  });
}

/** Cycles are counted over the whole run. The storm is of this line if the other lines together cannot have caused it.
 */
function stormOf(
  scenario: Scenario,
  metrics: Metrics,
  line: string,
  handler: Thread,
  starved: ReadonlyMap<Thread, Starved>,
): Storm[] {
  const { threads } = scenario.software;
  const counted = metrics.threads[threads.indexOf(handler)];
  if (counted === undefined || counted.ended < FUTILE_COUNT) return [];
  const isHere = (thread: Thread) => thread !== handler && isBeside(scenario, thread, new Set([handler]));
  const cycles = counted.cycles + overheadOf(scenario, metrics, handler, counted.ended);
  const rivals = threads.reduce((sum, thread, index) => {
    const isRival = isHere(thread) && !starved.has(thread);
    return isRival ? sum + (metrics.threads[index]?.cycles ?? 0) : sum;
  }, 0);
  const victims = [...starved].flatMap(([thread, one]) => {
    const length = one.untilCycle - one.fromCycle;
    const isLines = cycles >= STORM_SHARE * length && rivals < RIVAL_SHARE * length;
    return one.ranCycles !== undefined && isHere(thread) && isLines ? [one] : [];
  });
  if (victims.length === 0) return [];
  const fromCycle = Math.min(...victims.map((one) => one.fromCycle));
  const { ended: interrupts } = counted;
  return [{ kind: "storm", line, interrupts, cycles, fromCycle, untilCycle: metrics.cycle, victims }];
}

/** True if the thread may run on a processor of one of `others`. */
export function isBeside(scenario: Scenario, thread: Thread, others: ReadonlySet<Thread>): boolean {
  const cpus = cpusOf(scenario, thread);
  return [...others].some((other) => [...cpusOf(scenario, other)].some((cpu) => cpus.has(cpu)));
}

/** Cycles for entering, saving and restoring on the handler's processor, by its share of the activities there. */
function overheadOf(scenario: Scenario, metrics: Metrics, handler: Thread, ended: number): number {
  const { machine, software } = scenario;
  const cpus = cpusOf(scenario, handler);
  const overhead = metrics.cyclesBy.reduce((sum, { context, layer, cause, cycles }) => {
    const isIt = layer === "save-restore" && cause !== "ready" && cpus.has(cpuOf(machine, context));
    return isIt ? sum + cycles : sum;
  }, 0);
  const came = software.threads.reduce((sum, thread, index) => {
    const one = metrics.threads[index];
    if (one === undefined || !isBeside(scenario, thread, new Set([handler]))) return sum;
    return sum + (thread.start.on === "always" ? one.switches : one.ended);
  }, 0);
  return Math.round((overhead * ended) / came);
}

/** Threads that work on frames of a closed loop. The loop offers the next frame when the machine has finished the last
 * one, so it takes any machine to its limit. The cycles left for other threads say nothing about the machine. */
function threadsOfClosedLoops({ machine, software, traffic }: Scenario): ReadonlySet<Thread> {
  const closed = traffic.filter(({ loop }) => loop === "closed");
  const names = new Set(closed.map(({ nic }) => nic));
  const isOfNic = (step: Step) => "nic" in step && step.nic !== undefined && names.has(step.nic);
  const nics = machine.nics.filter(({ name }) => names.has(name));
  const lines = new Set(
    nics.flatMap((nic) => ringsOf(nic).map((_, ring) => lineIndex(machine, { nic: nic.name, ring }))),
  );
  return new Set(
    software.threads.filter(
      ({ start, steps }) =>
        (start.on === "line" && lines.has(lineIndex(machine, start))) || someStep(steps, isOfNic),
    ),
  );
}

/** Share of its fair part. It is below 1 because slices and hold times differ, and a run ends in the middle of a round.
 */
const EVEN_SHARE = 0.5;
/** Factor on slices for drain, entry, save and restore, and a few interrupts. */
const SLACK = 1.2;
/** A thread that takes the lock for longer than others may be first again. */
const ROUNDS = 2;

/** True if the thread yields its processor. Its share of cycles then says nothing. */
function givesWay({ steps }: Thread): boolean {
  return someStep(steps, (step) => step.do === "yield");
}

/** Threads that take turns with this thread, including itself. */
function peersOf(scenario: Scenario, thread: Thread): readonly Thread[] {
  const { scheduler, threads } = scenario.software;
  if (scheduler.policy !== "round-robin" || thread.start.on !== "always") return [thread];
  return threads.filter(
    (one) =>
      one.start.on === "always" &&
      one.priority === thread.priority &&
      isBeside(scenario, one, new Set([thread])),
  );
}

/** Greatest delay of its next turn if all the others can run. */
function cyclesToTurn(scenario: Scenario, thread: Thread): number {
  const { timeSliceCycles, switchCycles } = scenario.software.scheduler;
  const others = peersOf(scenario, thread).filter((one) => one !== thread);
  const turns = others.map((one) => (one.timeSliceCycles ?? timeSliceCycles) + switchCycles);
  return SLACK * turns.reduce((sum, cycles) => sum + cycles, 0);
}

/** True if the thread ran for an equal part of its peers' cycles, and the peers together were not starved. */
function hasItsPart(scenario: Scenario, { cycle, threads }: Metrics, thread: Thread): boolean {
  const peers = peersOf(scenario, thread);
  if (peers.length === 1) return false;
  const ran = (one: Thread) => threads[scenario.software.threads.indexOf(one)]?.cycles ?? 0;
  const together = peers.reduce((sum, one) => sum + ran(one), 0);
  return together * SIM_SCARCE_SHARE >= cycle && ran(thread) * peers.length >= EVEN_SHARE * together;
}

/** All threads that take the lock may have had it once, for as long as they have it on average. */
function isInTurnForLock(
  { software }: Scenario,
  { locks }: Metrics,
  lock: number,
  waitedCycles: number,
): boolean {
  const { taken = 0, heldCycles = 0 } = locks[lock] ?? {};
  const name = software.locks[lock]?.name;
  const users = software.threads.filter(({ steps }) =>
    someStep(steps, (step) => step.do === "lock" && step.lock === name),
  );
  return waitedCycles * taken <= ROUNDS * users.length * heldCycles;
}

/** A number formatted for people. */
type WholeText = (value: number) => string;

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

function stormText({ line, interrupts, cycles, untilCycle, victims }: Storm, whole: WholeText): string {
  const until = whole(untilCycle);
  const took = `interrupt storm: ${whole(interrupts)} interrupts of ${JSON.stringify(line)} took ${whole(cycles)} of ${until} cycles, entry, save and restore included`;
  const left = victims.map(
    ({ thread, fromCycle, ranCycles = 0 }) =>
      `${JSON.stringify(thread)} could run from cycle ${whole(fromCycle)} until cycle ${until} and ran for ${whole(ranCycles)} cycles of that time`,
  );
  return [took, ...left].join("; ");
}
