/** Threads in machine mode whose programs are over. */

import { type CoreModule, createMachine, type Machine } from "../../core-wasm/binding/index.ts";
import { hartRegisters } from "../../core-wasm/binding/registers.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
/** Threads in machine mode whose programs are over, with the cycle in which they ended. */
export interface HartEnd {
  readonly hart: string;
  /** Value of a0, with its sign. */
  readonly exitCode: number;
  /** Cycle of its last instruction. */
  readonly cycle: number;
}

const BLOCK_CYCLES = 1_000_000;

/** `machine` is at the end of the run. If a program has ended, the run is repeated to find the cycle. */
export function hartsEnd(core: CoreModule, scenario: Scenario, machine: Machine): readonly HartEnd[] {
  const over = scenario.software.threads.flatMap(({ name, machineMode }, thread) => {
    const exitCode = machineMode ? hartRegisters(machine, thread)?.exitCode : undefined;
    return exitCode === undefined ? [] : [{ hart: name, thread, exitCode: exitCode | 0 }];
  });
  if (over.length === 0) return [];
  const cycles = endCycles(createMachine(core, compileScenario(scenario)), over, machine.cycle);
  return over
    .map(({ thread, ...one }): HartEnd => ({ ...one, cycle: cycles.get(thread) ?? machine.cycle }))
    .toSorted((a, b) => a.cycle - b.cycle);
}

function endCycles(
  machine: Machine,
  over: readonly { readonly thread: number }[],
  until: number,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  while (machine.cycle < until && found.size < over.length) {
    const begin = { cycle: machine.cycle, state: machine.save() };
    machine.step(Math.min(until, begin.cycle + BLOCK_CYCLES));
    const end = { cycle: machine.cycle, state: machine.save() };
    for (const { thread } of over)
      if (!found.has(thread) && isOver(machine, thread)) {
        found.set(thread, firstOver(machine, thread, begin, end.cycle));
        machine.restore(end.state);
      }
  }
  return found;
}

const isOver = (machine: Machine, thread: number): boolean =>
  hartRegisters(machine, thread)?.exitCode !== undefined;

/** The program has not ended at `from` and has ended at `to`. */
function firstOver(
  machine: Machine,
  thread: number,
  from: { readonly cycle: number; readonly state: Uint8Array },
  to: number,
): number {
  let [before, after] = [from, to];
  while (after - before.cycle > 1) {
    const middle = Math.floor((before.cycle + after) / 2);
    machine.restore(before.state);
    machine.step(middle);
    if (isOver(machine, thread)) after = middle;
    else before = { cycle: middle, state: machine.save() };
  }
  return before.cycle;
}
