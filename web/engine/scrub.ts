/** The machine that can go anywhere in the known part of the run. It restores the nearest snapshot at or before a cycle
 * and re-executes from there. Long distances run in steps, with a pause after each. */

import type { Machine } from "../../core-wasm/binding/index.ts";
import type { Keyframe, Keyframes } from "./keyframes.ts";

/** Yields between steps, so that the caller can answer messages or stop. */
export type Steps<T> = Generator<void, T, void>;

export interface Scrub {
  readonly machine: Machine;
  readonly goTo: (cycle: number) => Steps<void>;
  /** Runs on to `until` and calls `visit` after every step. */
  readonly walk: (until: number, visit?: () => void) => Steps<void>;
  /** The same, but stops right after every event of `stops.mask`, a few of them per step. */
  readonly walkStopping: (until: number, stops: Stops, visit?: () => void) => Steps<void>;
  /** One step of such a run. It ends right after an event of the mask; returns the kinds of that event, or 0. */
  readonly step: (until: number, stopMask: number) => number;
  /** The first cycle in (from, until] right after an event of the mask, or undefined. */
  readonly firstStop: (from: number, until: number, stopMask: number) => Steps<number | undefined>;
  /** The last cycle in (from, until] right after an event of the mask. */
  readonly lastStop: (from: number, until: number, stopMask: number) => Steps<number | undefined>;
  /** Does something elsewhere and returns, so that the next frame of playback finds the machine in place. */
  readonly excursion: <T>(steps: Steps<T>) => Steps<T>;
  /** Approximate time to run from the nearest snapshot to `from` and on to `to`. */
  readonly costMs: (from: number, to: number) => number;
  readonly fineBytes: () => number;
}

export interface Stops {
  /** Read again at each stop. 0 = no more stops. */
  readonly mask: () => number;
  readonly visit: () => void;
}

interface ScrubOptions {
  readonly machine: Machine;
  readonly keyframes: Keyframes;
  readonly pace: Pace;
  readonly fineBudgetBytes: number;
}

const FINE_CYCLES = 10_000;
/** Stops between two chances to answer messages. */
const STOPS_PER_STEP = 32;
/** Searching backwards tries short ranges first, because frequent events are near. */
const FIRST_BLOCK_CYCLES = 64;
const BLOCK_GROWTH = 16;
/** Width of bins at which unused series cost nothing. */
const PARKED_BIN_CYCLES = 2 ** 31;

export function createScrub({ machine, keyframes, pace, fineBudgetBytes }: ScrubOptions): Scrub {
  const fine = createFineSnapshots({ budgetBytes: fineBudgetBytes, spacingCycles: FINE_CYCLES });

  function nearest(cycle: number): Keyframe {
    const coarse = keyframes.atOrBefore(cycle);
    return fine.between(coarse.cycle, cycle) ?? coarse;
  }

  function restore(bytes: Uint8Array): void {
    machine.restore(bytes);
    machine.resetSeries(PARKED_BIN_CYCLES);
  }

  function* walk(until: number, visit?: () => void): Steps<void> {
    while (machine.cycle < until) {
      pace.step(machine, until);
      visit?.();
      yield;
    }
  }

  function* walkStopping(until: number, stops: Stops, visit?: () => void): Steps<void> {
    while (machine.cycle < until) {
      for (let left = STOPS_PER_STEP; left > 0 && machine.cycle < until; left--) {
        const stopped = pace.step(machine, until, stops.mask());
        stops.visit();
        if (stopped === 0) break;
      }
      visit?.();
      yield;
    }
  }

  /** Walks on and leaves a snapshot at every fine boundary from `since` onwards. */
  function* walkLeavingSnapshots(cycle: number, since: number): Steps<void> {
    const first = Math.ceil(Math.max(since, machine.cycle) / FINE_CYCLES) * FINE_CYCLES;
    for (let at = first; at <= cycle; at += FINE_CYCLES) {
      yield* walk(at);
      if (!fine.has(at)) fine.add(at, machine.save());
    }
    yield* walk(cycle);
  }

  function* goTo(cycle: number): Steps<void> {
    const backwards = cycle < machine.cycle;
    const start = nearest(cycle);
    if (backwards || start.cycle > machine.cycle) restore(start.bytes);
    // Steps back often follow a step back, or a jump to another cycle.
    const reach = backwards ? fine.reachCycles(start.bytes.byteLength) : FINE_CYCLES;
    yield* walkLeavingSnapshots(cycle, cycle - reach + 1);
  }

  function* firstStop(from: number, until: number, stopMask: number): Steps<number | undefined> {
    if (until <= from) return undefined;
    yield* goTo(from);
    while (machine.cycle < until) {
      if (pace.step(machine, until, stopMask) !== 0) return machine.cycle;
      yield;
    }
    return undefined;
  }

  function* lastStop(from: number, until: number, stopMask: number): Steps<number | undefined> {
    let end = until;
    let block = FIRST_BLOCK_CYCLES;
    while (end > from) {
      const start = Math.max(from, end - block);
      yield* goTo(start);
      let last: number | undefined;
      while (machine.cycle < end) {
        if (pace.step(machine, end, stopMask) !== 0) last = machine.cycle;
      }
      if (last !== undefined) return last;
      end = start;
      block = Math.min(block * BLOCK_GROWTH, FINE_CYCLES);
      yield;
    }
    return undefined;
  }

  function* excursion<T>(steps: Steps<T>): Steps<T> {
    const home = machine.save();
    try {
      return yield* steps;
    } finally {
      if (machine.fault === undefined) restore(home);
    }
  }

  return {
    machine,
    goTo,
    walk,
    walkStopping,
    step: (until, stopMask) => pace.step(machine, until, stopMask),
    firstStop,
    lastStop,
    excursion,
    costMs: (from, to) => (to - nearest(from).cycle) / pace.cyclesPerMs(),
    fineBytes: fine.heldBytes,
  };
}

/** Snapshots near the place where the user steps backwards, so that the next step back re-executes thousands of cycles
 * and not millions. At the budget, the least recently used snapshots are dropped. */
interface FineSnapshots {
  readonly spacing: number;
  /** The nearest one in [from, cycle]. */
  readonly between: (from: number, cycle: number) => Keyframe | undefined;
  readonly has: (cycle: number) => boolean;
  readonly add: (cycle: number, bytes: Uint8Array) => void;
  /** Number of cycles before a target whose snapshots fit without displacing each other. */
  readonly reachCycles: (snapshotBytes: number) => number;
  readonly heldBytes: () => number;
}

interface FineOptions {
  readonly budgetBytes: number;
  readonly spacingCycles: number;
}

/** Share of all snapshots that one step back may use. */
const REACH_SHARE = 0.5;
const REACH_LIMIT_CYCLES = 1_000_000;

export function createFineSnapshots({ budgetBytes, spacingCycles }: FineOptions): FineSnapshots {
  /** The least recently used one comes first, because a Map keeps the order of insertion. */
  const held = new Map<number, Uint8Array>();
  let heldBytes = 0;

  function touch(cycle: number, bytes: Uint8Array): void {
    held.delete(cycle);
    held.set(cycle, bytes);
  }

  return {
    spacing: spacingCycles,
    has: (cycle) => held.has(cycle),
    heldBytes: () => heldBytes,
    reachCycles: (snapshotBytes) =>
      Math.min(REACH_LIMIT_CYCLES, Math.floor((budgetBytes / snapshotBytes) * REACH_SHARE) * spacingCycles),
    between: (from, cycle) => {
      const last = Math.floor(cycle / spacingCycles) * spacingCycles;
      for (let at = last; at >= from; at -= spacingCycles) {
        const bytes = held.get(at);
        if (bytes === undefined) continue;
        touch(at, bytes);
        return { cycle: at, bytes };
      }
      return undefined;
    },
    add: (cycle, bytes) => {
      heldBytes += bytes.byteLength - (held.get(cycle)?.byteLength ?? 0);
      touch(cycle, bytes);
      for (const [oldest, old] of held) {
        if (heldBytes <= budgetBytes || held.size === 1) break;
        held.delete(oldest);
        heldBytes -= old.byteLength;
      }
    },
  };
}

/** Runs a machine in steps that are short enough to answer messages in between, at any speed. The ends of steps never
 * change a result. */
export interface Pace {
  /** Runs one step towards `until`. Returns the kinds of events that stopped it, or 0. */
  readonly step: (machine: Machine, until: number, stopMask?: number) => number;
  /** Speed of the last steps. */
  readonly cyclesPerMs: () => number;
}

const STEP_MS = 2;
const FIRST_CYCLES = 50_000;
const FEWEST_CYCLES = 1_000;
const MOST_CYCLES = 1_000_000;
/** Timed layers run a thousand times faster than detailed ones and alternate with them, so the length of a step grows
 * slowly. */
const GROWTH_LIMIT = 2;
/** Shorter steps measure the clock rather than the machine. */
const MEASURABLE_MS = 0.2;
const SMOOTHING = 0.3;

export function createPace(now: () => number): Pace {
  let cycles = FIRST_CYCLES;
  let cyclesPerMs = FIRST_CYCLES;

  function learn(done: number, tookMs: number): void {
    if (tookMs > MEASURABLE_MS) cyclesPerMs += SMOOTHING * (done / tookMs - cyclesPerMs);
    else if (done > cyclesPerMs * MEASURABLE_MS) cyclesPerMs = done / MEASURABLE_MS;
    const wanted = Math.min(cyclesPerMs * STEP_MS, cycles * GROWTH_LIMIT);
    cycles = Math.min(Math.max(Math.floor(wanted), FEWEST_CYCLES), MOST_CYCLES);
  }

  return {
    step: (machine, until, stopMask = 0) => {
      const from = machine.cycle;
      const startMs = now();
      const stopped = machine.step(Math.min(until, from + cycles), stopMask);
      learn(machine.cycle - from, now() - startMs);
      return stopped;
    },
    cyclesPerMs: () => cyclesPerMs,
  };
}
