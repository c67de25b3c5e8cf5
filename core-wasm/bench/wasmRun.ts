/** A workload in WebAssembly, in Node as in a page. */
import type { CoreModule, Machine, ObserverOptions } from "../binding/index.ts";
import { createMachine, setSkipping } from "../binding/index.ts";
import type { Workload } from "./workloads.ts";

export interface Timing {
  readonly seconds: number;
  readonly stateHash: string;
}

interface WasmRun extends Timing {
  readonly machine: Machine;
}

/** The product advances in slices; one cold call over the whole run would be slower. */
export const SLICE_CYCLES = 1_000_000;

export function runWasm(
  module: CoreModule,
  workload: Workload,
  observers: ObserverOptions,
  skipping = true,
): WasmRun {
  const machine = createMachine(module, workload.compiled, observers);
  setSkipping(machine, skipping);
  const begin = performance.now();
  while (machine.cycle < workload.cycles)
    machine.step(Math.min(workload.cycles, machine.cycle + SLICE_CYCLES));
  return { seconds: (performance.now() - begin) / 1000, stateHash: machine.stateHash(), machine };
}
