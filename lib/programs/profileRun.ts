/** A run from its begin, and the profile of a part of it. */
import { type CoreModule, createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type InstructionProfile, Profiler } from "./profile.ts";
import { profileRows } from "./profileRows.ts";

/** 25 MB in the machine. */
const ROW_CAPACITY = 2 ** 18;
/** No more rows than that begin in as many cycles: at most eight of each core, and what the wrong path fetches. */
const STEP_CYCLES = 8192;

export function profileRun(
  core: CoreModule,
  scenario: Scenario,
  { from, to }: { readonly from: number; readonly to: number },
): readonly InstructionProfile[] {
  const machine = createMachine(core, compileScenario(scenario), { rowCapacity: ROW_CAPACITY });
  const profiler = new Profiler(scenario);
  const stages = scenario.machine.core.pipeline.stages.length;
  machine.step(from);
  while (machine.cycle < to) {
    const begin = machine.cycle;
    const end = Math.min(to, begin + STEP_CYCLES);
    machine.setWindow(begin, end);
    machine.step(end);
    if (machine.windowFull) throw new Error(`more rows than ${ROW_CAPACITY} in ${end - begin} cycles`);
    profiler.take(profileRows(machine, stages), begin, end);
  }
  return profiler.result();
}
