/** Runs from the start, and profiles a part of the run. */
import { type CoreModule, createMachine, type Machine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type InstructionProfile, Profiler, profileRows } from "./profile.ts";

/** 25 MB in the machine. */
const ROW_CAPACITY = 2 ** 18;
/** In this many cycles, no more rows begin than the core records: at most eight for each core, and the fetches of the
 * wrong path. */
const STEP_CYCLES = 8192;
/** Cycles per step before the profiled part. */
const WAY_CYCLES = 2 ** 20;

/** From its first cycle to the first cycle after it. */
export interface ProfileSpan {
  readonly from: number;
  readonly to: number;
}

interface ProfileStep {
  /** Current cycle of the machine. */
  readonly cycle: number;
  /** Counts up to that cycle, except for instructions in the pipeline. */
  readonly soFar: () => readonly InstructionProfile[];
}

export function profileSteps(
  core: CoreModule,
  scenario: Scenario,
  span: ProfileSpan,
): Generator<ProfileStep, readonly InstructionProfile[]> {
  return stepsOf(profiledMachine(core, scenario), scenario, span);
}

const profiledMachine = (core: CoreModule, scenario: Scenario): Machine =>
  createMachine(core, compileScenario(scenario), { rowCapacity: ROW_CAPACITY });

function* stepsOf(
  machine: Machine,
  scenario: Scenario,
  { from, to }: ProfileSpan,
): Generator<ProfileStep, readonly InstructionProfile[]> {
  const profiler = new Profiler(scenario);
  const stages = scenario.machine.core.pipeline.stages.length;
  const soFar = () => profiler.soFar();
  while (machine.cycle < from) {
    machine.step(Math.min(from, machine.cycle + WAY_CYCLES));
    yield { cycle: machine.cycle, soFar };
  }
  while (machine.cycle < to) {
    const begin = machine.cycle;
    const end = Math.min(to, begin + STEP_CYCLES);
    machine.setWindow(begin, end);
    machine.step(end);
    if (machine.windowFull) throw new Error(`more rows than ${ROW_CAPACITY} in ${end - begin} cycles`);
    profiler.take(profileRows(machine, stages), begin, end);
    yield { cycle: machine.cycle, soFar };
  }
  return profiler.result();
}

export function profileRun(
  core: CoreModule,
  scenario: Scenario,
  span: ProfileSpan,
): readonly InstructionProfile[] {
  return profileWithState(core, scenario, span).profile;
}

/** `stateHash` is that of the machine after the span. */
export function profileWithState(
  core: CoreModule,
  scenario: Scenario,
  span: ProfileSpan,
): { readonly profile: readonly InstructionProfile[]; readonly stateHash: string } {
  const machine = profiledMachine(core, scenario);
  const steps = stepsOf(machine, scenario, span);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { profile: value, stateHash: machine.stateHash() };
  }
}
