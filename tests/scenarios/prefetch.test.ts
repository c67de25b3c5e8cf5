/** Prefetches of a profile: the lines that they load, and the later misses that they save. */
import { beforeAll, describe, expect, test } from "vitest";
import { type CoreModule, type Counters, createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

const CYCLES = 200_000;
const L1D = 1;
let core: CoreModule;

beforeAll(async () => {
  core = await openCore();
});

/** A loop of loads over a footprint much larger than the L1D, with this much arithmetic between them. */
function countersOf(prefetch: number, memory: object): Counters {
  const profile = {
    mix: { alu: 160, load: 10, store: 0, branch: 0, multiply: 0, prefetch },
    prefetchAhead: 0,
    bodyInstructions: 512,
  };
  const work = { name: "work", kind: "instructions", instructions: 1000, profile };
  const steps = [{ do: "exec", routine: "work" }];
  const thread = { name: "work", layer: "application", priority: 1, start: { on: "always" }, steps };
  const data = { bytes: 1 << 16, hotPermille: 0 };
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "prefetch",
    machine: { clockHertz: 1_000_000_000, core: {}, memory },
    software: { routines: [{ ...work, data }], threads: [thread] },
    traffic: [],
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const machine = createMachine(core, compileScenario(result.scenario));
  machine.step(CYCLES);
  expect(machine.checkInvariants()).toBe(0);
  return machine.counters();
}

const missShare = ({ caches }: Counters): number => {
  const sum = (by: readonly number[] = []) => by.reduce((all, one) => all + one, 0);
  return sum(caches[L1D]?.misses) / sum(caches[L1D]?.accesses);
};

describe("prefetch", () => {
  const memory = { l1d: { sizeBytes: 4096, ways: 4, lineBytes: 32 }, latencyCycles: 10 };

  test("removes most misses and retires more instructions, since it loads what is accessed next", () => {
    const without = countersOf(0, memory);
    const having = countersOf(40, memory);
    expect(without.prefetches).toBe(0);
    expect(missShare(without)).toBeGreaterThan(0.8);
    expect(missShare(having)).toBeLessThan(0.4);
    expect(having.instructions).toBeGreaterThan(without.instructions);
    expect(having.prefetch_waits).toBeGreaterThan(0);
    expect(having.prefetched_lines + having.prefetches_dropped).toBeLessThanOrEqual(having.prefetches);
    expect(having.prefetches_dropped).toBeGreaterThan(0);
  });

  test("does nothing without an L1D", () => {
    const having = countersOf(40, {});
    expect(having.prefetches).toBe(0);
    expect(having.instructions).toBeGreaterThan(CYCLES / 2);
  });
});
