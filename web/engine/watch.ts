/** Finds cycles at which conditions of breakpoints become true. A watch records them with a machine of its own, which
 * runs once through the known part of the run. A search finds the next or previous one from the user's position. Both
 * run only through intervals in which the conditions can change. */

import { createMachine, type Machine, SIM_STOP_EXECUTED } from "../../core-wasm/binding/index.ts";
import { type Condition, type ConditionResult, compileCondition } from "../../lib/breakpoints/condition.ts";
import { type LatencyKind, latencyEnds } from "../../lib/breakpoints/latencyEnds.ts";
import type { ProgramReader } from "../../lib/breakpoints/moment.ts";
import { createProgramReader } from "../../lib/breakpoints/programReader.ts";
import { createWatcher } from "../../lib/breakpoints/watcher.ts";
import { REQUEST_STOPS } from "../../lib/events/requestAnswers.ts";
import { programNames, programThreads } from "../../lib/programs/programNames.ts";
import type { WatchReport } from "./protocol.ts";
import { EVENT_CAPACITY, LATENCY_CAPACITY, type Run, type RunOptions } from "./run.ts";
import { createPace, type Steps } from "./scrub.ts";
import { windowStart } from "./timeline.ts";

export interface Watch {
  /** True if the frontier has passed cycles that the watch has not. */
  readonly isBehind: () => boolean;
  /** One step. */
  readonly advance: () => void;
  /** Hits since the last report. Undefined if there are none. */
  readonly report: () => WatchReport | undefined;
}

/** Maximum number of hits for one condition. The search stops there. */
const HIT_LIMIT = 100_000;

interface Watched {
  readonly condition: Condition | undefined;
  readonly refused: string | undefined;
  hits: number[];
  count: number;
  fullAtCycle: number | undefined;
}

function watchedOf(run: Run, text: string): Watched {
  const compiled = compileIn(run, text);
  const state = { hits: [], count: 0, fullAtCycle: undefined };
  return compiled.ok
    ? { ...state, condition: compiled.condition, refused: undefined }
    : { ...state, condition: undefined, refused: compiled.error.message };
}

export function createWatch(
  run: Run,
  { core, now, make = createMachine }: RunOptions,
  texts: readonly string[],
  hitLimit: number = HIT_LIMIT,
): Watch {
  const { scenario, compiled, frontier, limit } = run;
  const { keyframes } = frontier;
  const pace = createPace(now);
  const watched = texts.map((text) => watchedOf(run, text));
  const active = watched.filter((one) => one.condition !== undefined);
  const machine = make(core, compiled, { eventCapacity: EVENT_CAPACITY, latencyCapacity: LATENCY_CAPACITY });
  const start = windowStart(machine, scenario);
  const watcher = createWatcher(
    active.flatMap(({ condition }) => condition ?? []),
    levelsOf(start),
    start.lineOfThread,
    (index, cycle) => note(active[index], cycle),
    readerOf(run, machine),
  );
  const latencies = latencyEnds(machine, watcher.ends, start.lineOfThread);
  const stopMask = (watcher.kinds & STOP_EXECUTED) | stopsFor(watcher.ends);
  /** Cycles [0, at) have been searched. */
  let at = 0;
  /** The machine is at `at`, and its events from here on are new. */
  let readFrom: number | undefined = machine.nextEvent;
  let stepCycles = Number.POSITIVE_INFINITY;
  let reportedTo: number | undefined;

  function note(one: Watched | undefined, cycle: number): void {
    if (one === undefined || one.fullAtCycle !== undefined) return;
    if (one.count === hitLimit) {
      one.fullAtCycle = cycle;
      return;
    }
    one.count += 1;
    one.hits.push(cycle);
  }

  /** Goes to `at` without checking conditions. */
  function place(): void {
    const keyframe = keyframes.atOrBefore(at);
    if (machine.cycle > at || machine.cycle < keyframe.cycle) machine.restore(keyframe.bytes);
    else pace.step(machine, at);
    if (machine.cycle !== at) return;
    readFrom = machine.nextEvent;
    latencies.skip();
  }

  function pass(to: number): void {
    watcher.feed(NOTHING, to);
    at = to;
    readFrom = undefined;
  }

  /** Runs one step of the pace. A program stops after each instruction, so it runs as many as fit into `AT_ONCE_MS`. */
  function walkOn(to: number): void {
    const endMs = now() + AT_ONCE_MS;
    while (readFrom !== undefined && at < to) {
      walk(to, readFrom);
      if (now() >= endMs || stopMask === 0) return;
    }
  }

  function walk(to: number, from: number): void {
    const stopped = pace.step(machine, Math.min(to, at + stepCycles), stopMask);
    const [hasExecuted, ends] = [(stopped & STOP_EXECUTED) !== 0, latencies.take()];
    if (stopMask !== 0 && machine.nextEvent === from && ends !== undefined) {
      at = machine.cycle;
      watcher.feed(NOTHING, at, hasExecuted, ends);
      return;
    }
    const events = machine.readEvents(from);
    if (events.lost > 0 || ends === undefined) {
      stepCycles = Math.max(1, Math.floor((machine.cycle - at) / STEP_SHRINK));
      readFrom = undefined;
      return;
    }
    at = machine.cycle;
    readFrom = events.next;
    watcher.feed(events, at, hasExecuted, ends);
  }

  /** An interval without relevant kinds of events is skipped once it is completely known. */
  function next(): { readonly to: number; readonly passes: boolean } | undefined {
    const known = frontier.machine.cycle;
    if (at >= known) return undefined;
    const [interval] = keyframes.intervalsFrom(at);
    if (interval === undefined) return undefined;
    const passes = !mayChange(watcher, interval.kinds);
    const isWhole = interval.to <= known || known >= limit;
    return passes && !isWhole ? undefined : { to: Math.min(interval.to, known), passes };
  }

  return {
    isBehind: () => next() !== undefined,
    advance: () => {
      const stretch = next();
      if (stretch === undefined) return;
      if (stretch.passes) pass(stretch.to);
      else if (readFrom === undefined) place();
      else walkOn(stretch.to);
    },
    report: () => {
      if (reportedTo === at) return undefined;
      const report: WatchReport = {
        from: reportedTo ?? 0,
        to: at,
        conditions: watched.map(({ hits, refused, fullAtCycle }) => ({
          hits: Float64Array.from(hits),
          refused,
          fullAtCycle,
        })),
      };
      for (const one of watched) one.hits = [];
      reportedTo = at;
      return report;
    },
  };
}

/** Conditions about programs are checked after each instruction. */
const STOP_EXECUTED = SIM_STOP_EXECUTED | 0;

const stopsFor = (ends: readonly LatencyKind[]): number => (ends.includes("request") ? REQUEST_STOPS : 0);

/** Whether conditions may change in an interval with events of these kinds. */
function mayChange({ kinds, ends }: Pick<Condition, "kinds" | "ends">, kindsThere: number): boolean {
  return ((kindsThere | STOP_EXECUTED) & kinds) !== 0 || ends.includes("interrupt");
}

/** The engine answers messages between two steps. */
const AT_ONCE_MS = 1;

/** A condition with the names of the programs that the run has. */
function compileIn({ scenario, placed }: Run, text: string): ConditionResult {
  return compileCondition(text, scenario, programNames(scenario, placed));
}

export function readerOf({ scenario, shape }: Run, machine: Machine): ProgramReader {
  return createProgramReader(machine, programThreads(scenario), shape.programBytes);
}

/** Factor after a step that overran the log. */
const STEP_SHRINK = 4;

/** A range in which no relevant event occurs. */
export const NOTHING = {
  cycle: new Float64Array(),
  kind: new Uint8Array(),
  context: new Uint8Array(),
  subject: new Uint32Array(),
  value: new Uint32Array(),
};

function levelsOf(start: ReturnType<typeof windowStart>) {
  return {
    rxFill: start.nics.map((nic) => nic.rxFill),
    txFill: start.nics.map((nic) => nic.txFill),
    queueFill: start.queues.map((queue) => queue.fill),
    lanes: start.lanes,
    assertedSinceCycle: start.assertedSinceCycle,
  };
}

/** The first cycle in (from, knownTo] in which the condition becomes true. Undefined if there is none, or if the
 * condition cannot be searched. */
export function* searchCondition(
  run: Run,
  text: string,
  from: number,
  knownTo: number,
): Steps<number | undefined> {
  const compiled = compileIn(run, text);
  return compiled.ok ? yield* hitIn(run, compiled.condition, from, knownTo, "first") : undefined;
}

/** The last such cycle in (0, from), as far as the run is known. */
export function* searchConditionBack(run: Run, text: string, from: number): Steps<number | undefined> {
  const compiled = compileIn(run, text);
  const end = from - 1;
  if (!compiled.ok || end <= 0) return undefined;
  const { condition } = compiled;
  if (condition.remembers) return yield* hitIn(run, condition, 0, end, "last");
  const { intervalsBack } = run.frontier.keyframes;
  for (const { from: begin, to, kinds } of intervalsBack(end - 1)) {
    // A change at the end of the previous interval counts as an event of this one.
    const [before] = begin > 0 ? intervalsBack(begin - 1) : [];
    if (!mayChange(condition, kinds | (before?.kinds ?? 0))) continue;
    const found = yield* hitIn(run, condition, begin, Math.min(to, end), "last");
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first or last hit in (from, to]. */
function* hitIn(
  run: Run,
  condition: Condition,
  from: number,
  to: number,
  which: "first" | "last",
): Steps<number | undefined> {
  const { scenario, scrub, frontier } = run;
  const { machine } = scrub;
  // A change at the end of the previous cycle counts as an event of this one, and is already logged.
  const begin = condition.remembers ? 0 : Math.max(0, from - 1);
  yield* scrub.goTo(begin);
  const start = windowStart(machine, scenario);
  let found: number | undefined;
  const watcher = createWatcher(
    [condition],
    levelsOf(start),
    start.lineOfThread,
    (_, cycle) => {
      if (cycle > from && cycle <= to && (found === undefined || which === "last")) found = cycle;
    },
    readerOf(run, machine),
  );
  const latencies = latencyEnds(machine, condition.ends, start.lineOfThread);
  const isDone = () => found !== undefined && which === "first";
  for (const interval of frontier.keyframes.intervalsFrom(begin)) {
    if (interval.from >= to) break;
    const until = Math.min(interval.to, to);
    if (!mayChange(condition, interval.kinds)) watcher.feed(NOTHING, until);
    else {
      yield* scrub.goTo(Math.max(begin, interval.from));
      let readFrom = machine.nextEvent;
      latencies.skip();
      while (machine.cycle < until && !isDone()) {
        const stopped = scrub.step(until, condition.kinds);
        const events = machine.readEvents(readFrom);
        readFrom = events.next;
        watcher.feed(events, machine.cycle, (stopped & STOP_EXECUTED) !== 0, latencies.take());
        yield;
      }
    }
    if (isDone()) break;
  }
  return found;
}
