/** A run that is searched in smaller and smaller parts, until a cycle is found. */
import { type CoreModule, createMachine, type Machine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type Measured, measureAgain, measureRun } from "../metrics/measure.ts";
import { measureSince } from "../metrics/since.ts";

const PARTS = 64;

/** Ends of parts after `from`. The last one is `to`. */
export function* stopsIn(from: number, to: number): Generator<number> {
  const step = Math.max(1, Math.ceil((to - from) / PARTS));
  for (let cycle = from; cycle < to; ) {
    cycle = Math.min(to, cycle + step);
    yield cycle;
  }
}

interface MeasuredMachine {
  readonly machine: Machine;
  /** Results up to the machine's cycle, without the warm-up. */
  readonly measured: () => Measured;
}

/** The machine after the warm-up. */
export function machineBehind(core: CoreModule, scenario: Scenario, warmUpCycles: number): MeasuredMachine {
  const machine = createMachine(core, compileScenario(scenario));
  for (const cycle of stopsIn(0, warmUpCycles)) machine.step(cycle);
  const before = warmUpCycles > 0 ? measureAgain(machine) : undefined;
  return {
    machine,
    measured: () => (before === undefined ? measureRun(machine) : measureSince(before, machine)),
  };
}
