/** Finds a numbered item in a run. */

import { type MachineEvent, namedEvents } from "../events/events.ts";
import type { Steps, Traveller } from "../journeys/journey.ts";
import { type Finding, findingsOf } from "../metrics/findings.ts";
import { readMetrics } from "../metrics/metrics.ts";
import type { WhyTarget } from "./why.ts";
import { kindOfLoss } from "./why.ts";

/** Findings of the whole run, in the order of a report. */
export function* findingsOfRun(run: Traveller): Steps<readonly Finding[]> {
  const { machine, scenario } = run;
  yield* run.goTo(run.limit);
  return findingsOf(scenario, readMetrics(machine, scenario.machine));
}

export type Sought = "packet" | "interrupt" | "drop" | "press";

/** packet and interrupt: by number. drop and press: the n-th loss, counted from 1. Undefined if there is none. */
export function* findTarget(run: Traveller, what: Sought, number: number): Steps<WhyTarget | undefined> {
  const { machine } = run;
  yield* run.goTo(0);
  let next = machine.nextEvent;
  let count = 0;
  let found: MachineEvent | undefined;
  const isIt = (event: MachineEvent): boolean => {
    if (what === "packet") return event.kind === "frame-offered" && event.subject === number;
    if (what === "interrupt")
      return (event.kind === "line-asserted" || event.kind === "recognised") && event.value === number;
    const isLoss = what === "drop" ? event.kind === "frame-dropped" : kindOfLoss(event) !== undefined;
    if (isLoss) count += 1;
    return isLoss && count === number;
  };
  const walk = run.walk(run.knownCycle, () => {
    const columns = machine.readEvents(next);
    next = columns.next;
    found ??= namedEvents(columns).find(isIt);
  });
  while (found === undefined && walk.next().done !== true) yield;
  if (found === undefined) return undefined;
  const { cycle } = found as MachineEvent;
  return what === "packet" || what === "interrupt" ? { what, cycle: cycle + 1, number } : { what, cycle };
}
