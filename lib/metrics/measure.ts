/** What a machine did up to one of its cycles. */
import type { Machine, Results } from "../../core-wasm/binding/index.ts";
import { countedSoFar } from "./counted.ts";
import { readDistributions, readParts, readTallies } from "./distributions.ts";
import type { AllMeasured, Measured } from "./metric.ts";

/** The whole run so far. */
export function measureRun(machine: Results): AllMeasured {
  return {
    counters: countedSoFar(machine),
    cycles: machine.cycle,
    endCycle: machine.cycle,
    isWhole: true,
    marks: machine.marks(),
    latency: readDistributions(machine),
    parts: readParts(machine),
    tallies: readTallies(machine),
  };
}

/** The run so far; marks and tallies of the machine begin anew. */
export function measureAgain(machine: Machine): Measured {
  const before = measureRun(machine);
  machine.measureAgain();
  return before;
}
