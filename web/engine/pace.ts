/** Runs a machine in steps short enough to answer messages in between, however fast it happens to go.
 * Where a step ends never changes a result. */
import type { Machine } from "../../core-wasm/binding/index.ts";

export interface Pace {
  /** One step towards `until`; returns the kinds of events that stopped it, or 0. */
  readonly step: (machine: Machine, until: number, stopMask?: number) => number;
  /** What the last steps made of a millisecond. */
  readonly cyclesPerMs: () => number;
}

const STEP_MS = 2;
const FIRST_CYCLES = 50_000;
const FEWEST_CYCLES = 1_000;
const MOST_CYCLES = 1_000_000;
/** Timed layers go a thousand times faster than detailed ones and alternate with them: grow slowly. */
const GROWTH_LIMIT = 2;
/** Shorter steps say more about the clock than about the machine. */
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
