/** One machine of an experiment, run to its end. */
import { type CoreModule, createMachine, type Machine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/schema/compile.ts";
import { contextTotal, cpuTotal } from "../../scenarios/schema/contexts.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import { measureRun, measureSince } from "../metrics/measure.ts";
import type { Measured } from "../metrics/metric.ts";
import { type Metrics, readMetrics } from "../metrics/metrics.ts";

export interface Outcome {
  readonly measured: Measured;
  /** From cycle 0 on, warm-up included. */
  readonly wholeRun: Metrics;
  readonly stateHash: string;
  /** sim_version: the same gives the same results. */
  readonly model: string;
  /** A law of docs/model.md that does not hold, or 0. */
  readonly brokenLaw: number;
}

/** The same result whatever it is. */
const SLICE_CYCLES = 1_000_000;

/** `goesOn` is asked after each slice; undefined when it said no. */
export function runToOutcome(
  core: CoreModule,
  scenario: Scenario,
  warmUpCycles: number,
  goesOn: (cycle: number) => boolean = () => true,
): Outcome | undefined {
  const machine = createMachine(core, compileScenario(scenario));
  if (!stepTo(machine, warmUpCycles, goesOn)) return undefined;
  const before = warmUpCycles > 0 ? measureRun(machine) : undefined;
  if (!stepTo(machine, scenario.runCycles, goesOn)) return undefined;
  const measured = before === undefined ? measureRun(machine) : measureSince(before, machine);
  return {
    measured,
    wholeRun: readMetrics(machine, contextTotal(scenario.machine), cpuTotal(scenario.machine)),
    stateHash: machine.stateHash(),
    model: core.version,
    brokenLaw: machine.checkLaws(),
  };
}

function stepTo(machine: Machine, cycle: number, goesOn: (cycle: number) => boolean): boolean {
  while (machine.cycle < cycle) {
    machine.step(Math.min(cycle, machine.cycle + SLICE_CYCLES));
    if (!goesOn(machine.cycle)) return false;
  }
  return true;
}
