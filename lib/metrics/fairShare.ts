/** Threads that wait for a turn that comes: what is shared evenly is kept from no thread. */
import { SIM_SCARCE_SHARE } from "../../core-wasm/binding/layout.gen.ts";
import type { Scenario, Thread } from "../../scenarios/format/schema.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import type { Metrics } from "./metrics.ts";
import { isBeside } from "./storm.ts";

/** Of its even part: slices and holds differ, and a run ends in the middle of a round. */
const EVEN_SHARE = 0.5;
/** Of slices: what comes on top is drain, entry, save and restore, and some interrupts. */
const SLACK = 1.2;
/** A thread that takes the lock for longer than others may be first again. */
const ROUNDS = 2;

/** It gives its processor away by itself, so what it gets says nothing. */
export function givesWay({ steps }: Thread): boolean {
  return someStep(steps, (step) => step.do === "yield");
}

/** Threads that take turns with it, itself included; alone where no other does. */
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

/** Its next turn may be that late, where all the others can run. */
export function cyclesToTurn(scenario: Scenario, thread: Thread): number {
  const { timeSliceCycles, switchCycles } = scenario.software.scheduler;
  return SLACK * (peersOf(scenario, thread).length - 1) * (timeSliceCycles + switchCycles);
}

/** It has its part of what its peers have together, and that is more than next to nothing. */
export function hasItsPart(scenario: Scenario, { cycle, threads }: Metrics, thread: Thread): boolean {
  const peers = peersOf(scenario, thread);
  if (peers.length === 1) return false;
  const ran = (one: Thread) => threads[scenario.software.threads.indexOf(one)]?.cycles ?? 0;
  const together = peers.reduce((sum, one) => sum + ran(one), 0);
  return together * SIM_SCARCE_SHARE >= cycle && ran(thread) * peers.length >= EVEN_SHARE * together;
}

/** All threads that take the lock may have had it once, for as long as they have it on average. */
export function isInTurnForLock(
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
