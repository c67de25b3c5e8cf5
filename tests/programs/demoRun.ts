/** Runs a demo with a program to its end: memory by label, counters, consoles. */
import { expect } from "vitest";
import { type Machine, SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
import { consoleOutputs, programSymbols } from "../../lib/programs/ends.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, builtin, openCore } from "../boundary/support.ts";

const core = await openCore();

export interface DemoRun {
  readonly scenario: Scenario;
  readonly machine: Machine;
  /** Offset of a label in the memory of programs. */
  readonly at: (name: string) => number;
  readonly word: (name: string, behind?: number) => number;
  readonly bytes: (offset: number, count: number) => Uint8Array;
  /** Text of the first console. */
  readonly text: () => string;
}

/** The machine at cycle 0, with changed source and fields. */
export async function openDemo(
  id: string,
  change: (text: string) => string = (text) => text,
): Promise<DemoRun> {
  const parsed = parseScenario(change(JSON.stringify(await builtin(id))));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { scenario } = parsed;
  const machine = build(core, scenario, { eventCapacity: 2 ** 16 });
  const symbols = programSymbols(placeRoutines(scenario, assembleProgram));
  const at = (name: string) => {
    const address = symbols.get(name);
    if (address === undefined) throw new Error(`${id} has no ${name}`);
    return address - SIM_PROGRAM_MEMORY_BASE;
  };
  const bytes = (offset: number, count: number) => machine.programMemory(offset, count);
  return {
    scenario,
    machine,
    at,
    bytes,
    word: (name, behind = 0) => {
      const { buffer } = bytes(at(name) + behind, 4);
      return new DataView(buffer).getUint32(0, true);
    },
    text: () => consoleOutputs(machine, scenario)[0]?.text ?? "",
  };
}

export async function endedDemo(id: string, change?: (text: string) => string): Promise<DemoRun> {
  const demo = await openDemo(id, change);
  demo.machine.step(demo.scenario.runCycles);
  expect(demo.machine.checkInvariants()).toBe(0);
  expect(demo.machine.counters().program_faults).toBe(0);
  return demo;
}
