/** One machine of an experiment, run to its end. */
import {
  type CoreModule,
  createMachine,
  type Machine,
  type SimLayer,
  sim_layer_names,
} from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type Measured, measureAgain, measureRun } from "../metrics/measure.ts";
import { type Metrics, readMetrics } from "../metrics/metrics.ts";
import { measureSince } from "../metrics/since.ts";
import { type ConsoleOutput, consoleOutputs, type ProgramsEnd, programsEnd } from "../programs/ends.ts";
import { HANDLER_OBSERVERS, type Handlers, watchOf } from "../programs/handlers.ts";

export interface Outcome {
  readonly measured: Measured;
  /** Metrics from cycle 0 onwards, including the warm-up. High-water marks are those after the warm-up. */
  readonly wholeRun: Metrics;
  readonly stateHash: string;
  /** sim_version: the same version gives the same results. */
  readonly model: string;
  /** Number of a broken invariant of docs/model.md, or 0. */
  readonly brokenLaw: number;
  /** Omitted if the machine has no programs. */
  readonly programs?: ProgramsEnd;
  /** Omitted if the machine has no consoles. */
  readonly consoles?: readonly ConsoleOutput[];
  /** Omitted if no thread is in machine mode. */
  readonly handlers?: Handlers;
}

/** Ends the measurement when layers have retired this number of instructions since the warm-up. For periodic work,
 * the number of instructions in one round makes the rates exact, wherever in a round the warm-up ends. */
export interface WorkEnd {
  readonly layers: readonly SimLayer[];
  readonly instructions: number;
}

/** The value does not affect results. */
const SLICE_CYCLES = 1_000_000;

/** Largest delay, in cycles, until the end of the work is noticed. */
const LOOK_CYCLES = 5_000;

/** `goesOn` is called after each slice. Returns undefined if it returned false. */
export function runToOutcome(
  core: CoreModule,
  scenario: Scenario,
  warmUpCycles: number,
  until?: WorkEnd,
  goesOn: (cycle: number) => boolean = () => true,
): Outcome | undefined {
  const hasHarts = scenario.software.threads.some(({ machineMode }) => machineMode);
  const machine = createMachine(core, compileScenario(scenario), hasHarts ? HANDLER_OBSERVERS : undefined);
  const watch = watchOf(machine, scenario);
  const step = (until: number) => (watch === undefined ? machine.step(until) : watch.step(until));
  if (!stepTo({ machine, step }, warmUpCycles, goesOn)) return undefined;
  const before = warmUpCycles > 0 ? measureAgain(machine) : undefined;
  if (until !== undefined) {
    if (!stepUntil({ machine, step }, until, scenario.runCycles, goesOn)) return undefined;
  } else if (!stepTo({ machine, step }, scenario.runCycles, goesOn)) return undefined;
  const measured = before === undefined ? measureRun(machine) : measureSince(before, machine);
  const programs = programsEnd(machine, scenario);
  const consoles = consoleOutputs(machine, scenario);
  return {
    ...(programs === undefined ? {} : { programs }),
    ...(consoles.length === 0 ? {} : { consoles }),
    ...(watch === undefined ? {} : { handlers: watch.handlers }),
    measured,
    wholeRun: readMetrics(machine, scenario.machine),
    stateHash: machine.stateHash(),
    model: core.version,
    brokenLaw: machine.checkInvariants(),
  };
}

interface Stepped {
  readonly machine: Machine;
  readonly step: (until: number) => void;
}

function stepTo({ machine, step }: Stepped, cycle: number, goesOn: (cycle: number) => boolean): boolean {
  while (machine.cycle < cycle) {
    step(Math.min(cycle, machine.cycle + SLICE_CYCLES));
    if (!goesOn(machine.cycle)) return false;
  }
  return true;
}

function stepUntil(
  { machine, step }: Stepped,
  { layers, instructions }: WorkEnd,
  latest: number,
  goesOn: (cycle: number) => boolean,
): boolean {
  const indices = layers.map((layer) => sim_layer_names.indexOf(layer));
  const retired = () => {
    const { instructions_of } = machine.counters();
    return indices.reduce((sum, index) => sum + (instructions_of[index] ?? 0), 0);
  };
  const end = retired() + instructions;
  while (retired() < end) {
    if (machine.cycle >= latest)
      throw new Error(
        `${layers.join(" and ")} have not retired ${instructions} instructions by cycle ${latest}`,
      );
    step(Math.min(latest, machine.cycle + LOOK_CYCLES));
    if (!goesOn(machine.cycle)) return false;
  }
  return true;
}
