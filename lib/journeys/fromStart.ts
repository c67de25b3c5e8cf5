/** Runs again from the start, with a few snapshots for going back. */
import { type CoreModule, createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Steps, Traveller } from "./journey.ts";

const STEP_CYCLES = 50_000;
const SNAPSHOT_CYCLES = 1_000_000;
/** Searching backwards examines the last cycles first. */
const BLOCK_CYCLES = 100_000;
const EVENT_CAPACITY = 2 ** 18;
const LATENCY_CAPACITY = 2 ** 14;

export function travelFromStart(core: CoreModule, scenario: Scenario): Traveller {
  const machine = createMachine(core, compileScenario(scenario), {
    eventCapacity: EVENT_CAPACITY,
    latencyCapacity: LATENCY_CAPACITY,
  });
  const snapshots = new Map<number, Uint8Array>([[0, machine.save()]]);
  const knownCycle = scenario.runCycles;

  function* walk(until: number, visit?: () => void): Steps<void> {
    while (machine.cycle < until) {
      const at = machine.cycle;
      if (at % SNAPSHOT_CYCLES === 0 && !snapshots.has(at)) snapshots.set(at, machine.save());
      machine.step(Math.min(until, (Math.floor(at / STEP_CYCLES) + 1) * STEP_CYCLES));
      visit?.();
      yield;
    }
  }

  function* goTo(cycle: number): Steps<void> {
    const start = Math.max(...[...snapshots.keys()].filter((at) => at <= cycle));
    const bytes = snapshots.get(start);
    if ((machine.cycle > cycle || machine.cycle < start) && bytes !== undefined) machine.restore(bytes);
    yield* walk(cycle);
  }

  function* firstStop(mask: number, from: number, until: number): Steps<number | undefined> {
    yield* goTo(from);
    while (machine.cycle < until) {
      if (machine.step(Math.min(until, machine.cycle + STEP_CYCLES), mask) !== 0) return machine.cycle;
      yield;
    }
    return undefined;
  }

  function* searchPrevious(mask: number, from: number): Steps<number | undefined> {
    for (let end = from - 1; end > 0; end -= BLOCK_CYCLES) {
      let last: number | undefined;
      let at = Math.max(0, end - BLOCK_CYCLES);
      for (;;) {
        const stop = yield* firstStop(mask, at, end);
        if (stop === undefined) break;
        last = stop;
        at = stop;
      }
      if (last !== undefined) return last;
    }
    return undefined;
  }

  return {
    scenario,
    machine,
    knownCycle,
    limit: knownCycle,
    goTo,
    walk,
    step: (until, mask) => {
      machine.step(Math.min(until, machine.cycle + STEP_CYCLES), mask);
    },
    searchNext: (mask, from, knownTo) => firstStop(mask, from, knownTo),
    searchPrevious,
  };
}

/** Runs all steps without a pause. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
