/** The same workloads in a browser: tests/bench/core.ts bundles this file and calls it from outside. */
import { loadCore } from "../binding/index.ts";
import { runWasm, type Timing } from "./wasmRun.ts";
import { loadWorkloads } from "./workloads.ts";

/** `core`: core_fast.wasm or core.wasm as base64. What it gives runs a workload, by its place in the list. */
export async function openBench(core: string): Promise<(index: number, cycles: number) => Timing> {
  const module = await loadCore(Uint8Array.from(atob(core), (character) => character.charCodeAt(0)));
  const workloads = await loadWorkloads();
  return (index, cycles) => {
    const workload = workloads[index];
    if (workload === undefined) throw new RangeError(`there is no workload ${index}`);
    const { seconds, stateHash } = runWasm(module, { ...workload, cycles }, {});
    return { seconds, stateHash };
  };
}
