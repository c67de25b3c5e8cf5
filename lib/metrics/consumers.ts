/** Finds threads that would deliver the frames of a NIC, and decides whether handlers prevent them. */

import type { Scenario, Step, Thread } from "../../scenarios/format/schema.ts";
import { contextsOf, cpuOf, isInterleaved } from "../../scenarios/software/contexts.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import type { Metrics } from "./metrics.ts";
import type { AccountedCycles } from "./registry/processor.ts";

const HANDLER_LAYERS: ReadonlySet<string> = new Set(["driver-isr", "protocol", "save-restore"]);
/** Share of a processor. If handlers leave a thread at least half of it, the thread itself is too slow. */
const HANDLER_SHARE = 0.5;

const does = ({ steps }: Thread, matches: (step: Step) => boolean) => someStep(steps, matches);

/** Threads that hold a received frame of the NIC at some time. */
function holdersOf({ software: { threads } }: Scenario, nic: string): ReadonlySet<Thread> {
  const holders = new Set(
    threads.filter((thread) => does(thread, (step) => step.do === "take-frame" && step.nic === nic)),
  );
  const queues = new Set<string>();
  for (const thread of holders) {
    /* The loop also visits the threads that it adds to `holders`. */
    does(thread, (step) => {
      if (step.do === "put" || step.do === "copy") queues.add(step.queue);
      return false;
    });
    for (const taker of threads)
      if (does(taker, (step) => step.do === "take" && queues.has(step.queue))) holders.add(taker);
  }
  return holders;
}

/** Threads that deliver received frames of the NIC. The thread that reaps a forwarded frame counts as delivering it. */
export function consumersOf(scenario: Scenario, nic: string): readonly Thread[] {
  const holders = [...holdersOf(scenario, nic)];
  const given = new Set<string>();
  for (const holder of holders)
    does(holder, (step) => {
      if (step.do === "give-frame") given.add(step.nic);
      return false;
    });
  return scenario.software.threads.filter(
    (thread) =>
      (holders.includes(thread) && does(thread, (step) => step.do === "deliver")) ||
      does(thread, (step) => step.do === "reap" && given.has(step.nic)),
  );
}

/** Numbers of the cpus on which the thread may run. */
export function cpusOf(scenario: Scenario, thread: Thread): ReadonlySet<number> {
  return new Set(contextsOf(scenario, thread).map((context) => cpuOf(scenario.machine, context)));
}

const sumOf = (accounts: readonly AccountedCycles[]) => accounts.reduce((sum, { cycles }) => sum + cycles, 0);

/** True if other handlers, with their entry and return, took at least half of the cycles of a consumer's processor. */
export function areHeldUp(scenario: Scenario, metrics: Metrics, consumers: readonly Thread[]): boolean {
  return consumers.some((consumer) => {
    const cpus = cpusOf(scenario, consumer);
    const handlers = scenario.software.threads.reduce((sum, thread, index) => {
      const isOther = HANDLER_LAYERS.has(thread.layer) && !consumers.includes(thread);
      const isHere = isOther && [...cpusOf(scenario, thread)].some((cpu) => cpus.has(cpu));
      return isHere ? sum + (metrics.threads[index]?.cycles ?? 0) : sum;
    }, 0);
    const overhead = metrics.cyclesBy.filter(
      ({ context, layer, cause }) =>
        layer === "save-restore" && isRunning(cause) && cpus.has(cpuOf(scenario.machine, context)),
    );
    const isHeldUp = handlers + sumOf(overhead) >= HANDLER_SHARE * metrics.cycle;
    return isHeldUp || (isInterleaved(scenario.machine) && arePassedOver(scenario, metrics, consumer));
  });
}

const isRunning = (cause: AccountedCycles["cause"]) => cause !== "ready" && cause !== "waiting";

/** True if handlers in the other contexts of its core issue in at least half of its cycles. */
function arePassedOver(scenario: Scenario, { cycle, cyclesBy }: Metrics, consumer: Thread): boolean {
  const { contexts, issueWidth } = scenario.machine.core;
  const own = contextsOf(scenario, consumer);
  const core = Math.floor((own[0] ?? 0) / contexts);
  const issued = cyclesBy.filter(
    ({ context, layer, cause }) =>
      cause === "busy" &&
      HANDLER_LAYERS.has(layer) &&
      Math.floor(context / contexts) === core &&
      !own.includes(context),
  );
  return sumOf(issued) >= HANDLER_SHARE * cycle * issueWidth;
}
