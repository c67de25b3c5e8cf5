/** The workloads of the benchmark, with skipping and with every cycle stepped, have the same state at every stop. */
import { beforeAll, describe, expect, it } from "vitest";
import { loadWorkloads, type Workload } from "../../core-wasm/bench/workloads.ts";
import { type CoreModule, createMachine, setSkipping } from "../../core-wasm/binding/index.ts";
import { createRandom } from "../support/random.ts";
import { openCore } from "./support.ts";

const STOPS = 400;
const LONGEST_SLICE_CYCLES = 1500;

const workloads = await loadWorkloads();
let core: CoreModule;

beforeAll(async () => {
  core = await openCore();
});

/** The first stop at which the states differ, with the cycle of the previous stop. */
function firstDifference({ compiled }: Workload): string | undefined {
  const skipping = createMachine(core, compiled);
  const stepped = createMachine(core, compiled);
  setSkipping(stepped, false);
  const draw = createRandom(7);
  for (let stop = 0; stop < STOPS; stop++) {
    const from = skipping.cycle;
    const to = from + draw.integer(1, LONGEST_SLICE_CYCLES);
    for (const machine of [skipping, stepped]) machine.step(to);
    if (skipping.stateHash() !== stepped.stateHash()) return `between cycles ${from} and ${to}`;
  }
  return undefined;
}

describe("the workloads of the benchmark", () => {
  it.each(workloads)("$name: the result is the same without skipping", (workload) => {
    expect(firstDifference(workload)).toBeUndefined();
  });
});
