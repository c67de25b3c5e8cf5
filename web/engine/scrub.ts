/** The machine that goes anywhere in the known part of the run: it restores the nearest snapshot at or
 * before a cycle and re-executes from there. Long ways are walked in steps, with a pause after each. */
import type { Machine } from "../../core-wasm/binding/index.ts";
import { createFineSnapshots } from "./fineSnapshots.ts";
import type { Keyframe, Keyframes } from "./keyframes.ts";
import type { Pace } from "./pace.ts";

/** Yields between steps, so that the caller can answer messages or give up. */
export type Steps<T> = Generator<void, T, void>;

export interface Scrub {
  readonly machine: Machine;
  readonly goTo: (cycle: number) => Steps<void>;
  /** Walks on to `until`; calls `visit` after every step. */
  readonly walk: (until: number, visit?: () => void) => Steps<void>;
  /** One step of such a walk, which ends right after an event of the mask; what it was, or 0. */
  readonly step: (until: number, stopMask: number) => number;
  /** The first cycle in (from, until] right after an event of the mask, or undefined. */
  readonly firstStop: (from: number, until: number, stopMask: number) => Steps<number | undefined>;
  /** The last such cycle in (from, until]. */
  readonly lastStop: (from: number, until: number, stopMask: number) => Steps<number | undefined>;
  /** Does something elsewhere and comes back, so that the next frame of playback finds it in place. */
  readonly excursion: <T>(steps: Steps<T>) => Steps<T>;
  /** Rough time to walk from the nearest snapshot to `from` and on to `to`. */
  readonly costMs: (from: number, to: number) => number;
  readonly fineBytes: () => number;
}

interface ScrubOptions {
  readonly machine: Machine;
  readonly keyframes: Keyframes;
  readonly pace: Pace;
  readonly fineBudgetBytes: number;
}

const FINE_CYCLES = 10_000;
/** Searching back looks at short stretches first: what happens often is near. */
const FIRST_BLOCK_CYCLES = 64;
const BLOCK_GROWTH = 16;
/** Bins so wide that the series of a machine that is not asked cost nothing. */
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

  /** Walks on and leaves a snapshot at every fine boundary from `since` on. */
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
    // A user who goes back once will go back again; one who arrives may go back next.
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
    step: (until, stopMask) => pace.step(machine, until, stopMask),
    firstStop,
    lastStop,
    excursion,
    costMs: (from, to) => (to - nearest(from).cycle) / pace.cyclesPerMs(),
    fineBytes: fine.heldBytes,
  };
}
