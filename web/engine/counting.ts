/** What a run did behind its warm-up. Marks and tallies lie beside the state of a machine and come back with its snapshots;
 * they begin anew whenever a machine of the run reaches the end of the warm-up, so every cycle behind it has those of a
 * run that measures from there on (irqscope run --warm-up), however the machine was brought there. */
import { createMachine, type Machine } from "../../core-wasm/binding/index.ts";
import { measureAgain, measureRun } from "../../lib/metrics/measure.ts";
import { knownMetrics, measureSince } from "../../lib/metrics/measureSince.ts";
import type { Measured } from "../../lib/metrics/metric.ts";
import type { Metrics } from "../../lib/metrics/metrics.ts";
import type { MachineMaker, Run } from "./run.ts";

export interface Counting {
  readonly make: MachineMaker;
  /** What was measured up to the end of the warm-up; undefined: no machine has reached it so far. */
  readonly before: () => Measured | undefined;
}

/** `make`: how the machines are made that count so. */
export function createCounting(warmUpCycles: number, make: MachineMaker = createMachine): Counting {
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

export interface Counted {
  /** Behind the warm-up alone; left out: the run has none, or it is not over at this cycle. */
  readonly counted?: Metrics;
  /** What measures are computed of, where it was asked for: behind the warm-up, too; left out: it is not over. */
  readonly measured?: Measured;
}

/** Of the machine as it stands. */
export function countedAt(run: Run, machine: Machine, isMeasured: boolean): Counted {
  const { counting, scenario, placeFault } = run;
  if (counting === undefined) return isMeasured ? { measured: measureRun(machine) } : {};
  const before = counting.before();
  if (before === undefined || machine.cycle < before.cycles) return {};
  const measured = measureSince(before, machine);
  const counted = placeFault(knownMetrics(machine, measured, scenario.machine));
  return { counted, ...(isMeasured ? { measured } : {}) };
}
