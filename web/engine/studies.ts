/** Rarely used functions of the engine: journeys, chains of causes, ranges, counts after a warm-up, conditions, states
 * of threads. They are loaded when one of them is first needed. */
import { createMachine, type Machine } from "../../core-wasm/binding/index.ts";
import { follow } from "../../lib/journeys/follow.ts";
import type { Traveller } from "../../lib/journeys/journey.ts";
import type { Measured } from "../../lib/metrics/measure.ts";
import { measureAgain, measureRun } from "../../lib/metrics/measure.ts";
import { knownMetrics, measureSince } from "../../lib/metrics/since.ts";
import { explain } from "../../lib/why/explain.ts";
import {
  type Answer,
  clampCycle,
  type LateEnvelope,
  metricsOf,
  quietly,
  readAt,
  type Studies,
  searchNext,
  searchPrevious,
} from "./answers.ts";
import type { Counted } from "./protocol.ts";
import type { Counting, MachineMaker, Run } from "./run.ts";
import { createThreadCollector } from "./threadStates.ts";
import { createWatch, searchCondition, searchConditionBack } from "./watch.ts";

export const STUDIES: Studies = {
  ...{
    answerLate,
    countedAt,
    createCounting,
    createThreadCollector,
    createWatch,
    searchCondition,
    searchConditionBack,
  },
};

function* answerLate(envelope: LateEnvelope, run: Run): Answer {
  const { frontier, scrub } = run;
  switch (envelope.kind) {
    case "range":
      return yield* range(run, envelope.from, envelope.to);
    case "why": {
      const { target } = envelope;
      const known = clampCycle(run, target.what === "thread" ? target.toCycle : target.cycle);
      if (frontier.machine.cycle < known) yield known;
      const steps = explain(travellerOf(run), target);
      return { kind: "why", why: yield* quietly(scrub.excursion(steps)) };
    }
    case "follow":
      // A start is known once the frontier has passed it. Later events are requested again.
      if (frontier.machine.cycle < clampCycle(run, envelope.cycle)) yield clampCycle(run, envelope.cycle);
      return {
        kind: "journey",
        journey: yield* quietly(scrub.excursion(follow(travellerOf(run), envelope))),
      };
  }
}

function* range(run: Run, wantedFrom: number, wantedTo: number): Answer {
  const to = clampCycle(run, wantedTo);
  const from = Math.min(clampCycle(run, wantedFrom), to);
  if (run.frontier.machine.cycle < to) yield to;
  const read = (machine: Machine) => metricsOf(run, machine);
  const before = yield* quietly(run.scrub.excursion(readAt(run, from, read)));
  const after = yield* quietly(run.scrub.excursion(readAt(run, to, read)));
  return { kind: "range", before, after };
}

/** Access to a run for code that follows packets and interrupts in it. */
function travellerOf({ scenario, scrub, frontier, limit }: Run): Traveller {
  const place = { scrub, keyframes: frontier.keyframes };
  return {
    scenario,
    machine: scrub.machine,
    knownCycle: frontier.machine.cycle,
    limit,
    goTo: scrub.goTo,
    walk: scrub.walk,
    step: scrub.step,
    searchNext: (mask, from, knownTo) => searchNext(place, mask, from, knownTo),
    searchPrevious: (mask, from) => searchPrevious(place, mask, from),
  };
}

/** Counts the results of a run after its warm-up. Marks and tallies are stored beside the state of a machine and return
 * with its snapshots. They are reset whenever a machine of the run reaches the end of the warm-up. So at every later
 * cycle they equal those of a run that measures from there on (irqscope run --warm-up), however the machine got there.
 * `make` makes the machines that count this way. */
function createCounting(warmUpCycles: number, make: MachineMaker = createMachine): Counting {
  let before: Measured | undefined;

  function endWarmUp(machine: Machine): void {
    if (before === undefined) before = measureAgain(machine);
    else machine.measureAgain();
  }

  return {
    before: () => before,
    make: (...parts) => {
      const machine = make(...parts);
      const step = machine.step.bind(machine);
      machine.step = (untilCycle, stopMask = 0) => {
        if (machine.cycle >= warmUpCycles || untilCycle < warmUpCycles) return step(untilCycle, stopMask);
        const stopped = step(warmUpCycles, stopMask);
        if (machine.cycle < warmUpCycles) return stopped;
        endWarmUp(machine);
        return stopped === 0 && untilCycle > warmUpCycles ? step(untilCycle, stopMask) : stopped;
      };
      return machine;
    },
  };
}

/** Counts at the machine's current cycle. */
function countedAt(run: Run, machine: Machine, isMeasured: boolean): Counted {
  const { counting, scenario, placeFault } = run;
  if (counting === undefined) return isMeasured ? { measured: measureRun(machine) } : {};
  const before = counting.before();
  if (before === undefined || machine.cycle < before.cycles) return {};
  const measured = measureSince(before, machine);
  const counted = placeFault(knownMetrics(machine, measured, scenario.machine));
  return { counted, ...(isMeasured ? { measured } : {}) };
}
