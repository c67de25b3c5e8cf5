/** Records of a run for an interval: its events, and the state at its start. */

import type { View } from "../../core-wasm/binding/index.ts";
import type { Line } from "../../scenarios/devices/deviceFields.ts";
import { lineIndex, linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Thread } from "../../scenarios/software/software.ts";
import { type MachineEvent, namedEvents } from "../events/events.ts";
import type { Steps, Traveller } from "../journeys/journey.ts";

/** Looks up related parts of a scenario. */
export function lineOfThread({ machine, software }: Scenario, thread: number): number | undefined {
  const start = software.threads[thread]?.start;
  if (start?.on !== "line") return undefined;
  const index = lineIndex(machine, start);
  return index < 0 ? undefined : index;
}

export function lineStarting(scenario: Scenario, thread: number): Line | undefined {
  const line = lineOfThread(scenario, thread);
  return line === undefined ? undefined : linesOf(scenario.machine)[line];
}

export function handlerOfLine(scenario: Scenario, line: number): number | undefined {
  const index = scenario.software.threads.findIndex((_, thread) => lineOfThread(scenario, thread) === line);
  return index < 0 ? undefined : index;
}

type Step = Thread["steps"][number];

/** Includes steps inside other steps. */
export function stepsOf({ steps }: Pick<Thread, "steps">): readonly Step[] {
  return steps.flatMap((step) => [
    step,
    ...stepsOf({ steps: "steps" in step ? (step.steps as Thread["steps"]) : [] }),
    ...stepsOf({ steps: "else" in step && step.else !== undefined ? (step.else as Thread["steps"]) : [] }),
  ]);
}

function threadWith({ software }: Scenario, has: (step: Step) => boolean): number | undefined {
  const index = software.threads.findIndex((thread) => stepsOf(thread).some(has));
  return index < 0 ? undefined : index;
}

/** The first thread that takes frames out of the card's ring. */
export function takerOfRing(scenario: Scenario, nic: number): number | undefined {
  const name = scenario.machine.nics[nic]?.name;
  return threadWith(scenario, (step) => step.do === "take-frame" && step.nic === name);
}

export function takerOfQueue(scenario: Scenario, queue: number): number | undefined {
  const name = scenario.software.queues[queue]?.name;
  return threadWith(scenario, (step) => step.do === "take" && step.queue === name);
}

export function delivererIn(scenario: Scenario): number | undefined {
  return threadWith(scenario, (step) => step.do === "deliver");
}

export function does(scenario: Scenario, thread: number, what: Step["do"]): boolean {
  const of = scenario.software.threads[thread];
  return of !== undefined && stepsOf(of).some((step) => step.do === what);
}

/** Queues that the thread takes from. */
export function queuesOf({ software }: Scenario, thread: number): readonly number[] {
  const of = software.threads[thread];
  if (of === undefined) return [];
  const names = stepsOf(of).flatMap((step) => (step.do === "take" ? [step.queue] : []));
  return software.queues.flatMap(({ name }, index) => (names.includes(name) ? [index] : []));
}

export function ringsTakenBy({ machine, software }: Scenario, thread: number): readonly number[] {
  const of = software.threads[thread];
  if (of === undefined) return [];
  const names = stepsOf(of).flatMap((step) => (step.do === "take-frame" ? [step.nic] : []));
  return machine.nics.flatMap(({ name }, index) => (names.includes(name) ? [index] : []));
}

export interface Records {
  /** Events of [fromCycle, toCycle). */
  readonly fromCycle: number;
  readonly toCycle: number;
  /** The machine at fromCycle. */
  readonly begin: View;
  readonly events: readonly MachineEvent[];
}

export function* readRecords(run: Traveller, fromCycle: number, toCycle: number): Steps<Records> {
  const { machine } = run;
  yield* run.goTo(fromCycle);
  const begin = machine.view();
  const events: MachineEvent[] = [];
  let next = machine.nextEvent;
  yield* run.walk(toCycle, () => {
    const columns = machine.readEvents(next);
    if (columns.lost > 0) throw new Error(`the event log lost ${columns.lost} of them`);
    next = columns.next;
    events.push(...namedEvents(columns));
  });
  return { fromCycle, toCycle, begin, events };
}

/** Events from this cycle onwards. */
export function since(records: Records, fromCycle: number): readonly MachineEvent[] {
  return records.events.filter(({ cycle }) => cycle >= fromCycle);
}
