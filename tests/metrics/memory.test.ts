/** Counts of memory, bus and rings, compared with counts by hand. */
import { expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

const core = await openCore();

function run(cycles: number, parts: object) {
  const result = parseScenario({ format: "irqscope-scenario", version: 1, name: "counted", ...parts });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const machine = createMachine(core, compileScenario(result.scenario));
  machine.step(cycles);
  expect(machine.checkInvariants()).toBe(0);
  return readMetrics(machine, result.scenario.machine);
}

const routine = (name: string, ...sequence: readonly string[]) => ({ name, kind: "sequence", sequence });
const always = (name: string, more: object, ...routines: readonly string[]) => ({
  name,
  layer: "application",
  priority: 1,
  start: { on: "always" },
  steps: routines.map((one) => ({ do: "exec", routine: one })),
  ...more,
});
const BUS = { dma: { bytesPerBeat: 4, cyclesPerBeat: 1, beatsPerBurst: 8, burstGapCycles: 0 } };
const REST = { name: "rest", kind: "cycles", cycles: 100_000 };

/** A line has four beats. Core 0 fetches it for a store: 5 + 4. Core 1 reads it from there: 4 + 4. Then it is shared,
 * and a store of core 1 claims it: 6. */
test("a modified cache line counts one transfer and one claim", () => {
  const { memory } = run(2_000, {
    machine: {
      core: { cores: 2 },
      bus: BUS,
      memory: {
        l1d: { sizeBytes: 1024, lineBytes: 16 },
        latencyCycles: 5,
        transferCycles: 4,
        claimCycles: 6,
      },
    },
    software: {
      routines: [
        routine("store", "store r2 [0x1000]"),
        routine("load", "load r3 [0x1000]"),
        { name: "pause", kind: "cycles", cycles: 100 },
        REST,
      ],
      threads: [
        always("first", { core: 0 }, "store", "rest"),
        always("second", { core: 1 }, "pause", "load", "store", "rest"),
      ],
    },
  });
  expect(memory.bus).toEqual({ transactions: 3, cycles: 9 + 8 + 6, transfers: 1, claims: 1 });
});

/** The line is there after the first load. Each of the two stores is forwarded. */
test("stores of a write-through cache are counted as forwarded, and TLB misses by layer", () => {
  const { memory } = run(2_000, {
    machine: {
      bus: BUS,
      memory: {
        l1d: { sizeBytes: 1024, lineBytes: 16, writePolicy: "write-through" },
        latencyCycles: 5,
        writeCycles: 3,
        tlb: { entries: 4, pageBytes: 4096, missCycles: 11 },
      },
    },
    software: {
      routines: [routine("work", "load r1 [0x1000]", "store r2 [0x1000]", "store r2 [0x1004]"), REST],
      threads: [always("a", { layer: "protocol" }, "work", "rest")],
    },
  });
  expect(memory.caches.map(({ level, storesOn }) => [level, storesOn])).toEqual([["l1d", 2]]);
  expect(memory.bus).toEqual({ transactions: 3, cycles: 9 + 3 + 3, transfers: 0, claims: 0 });
  expect(memory.tlbLayers).toEqual([{ layer: "protocol", accesses: 3, misses: 1 }]);
});

/** No thread takes a frame: each ring holds its four frames, all others are lost, and every flow keeps its ring. */
test("frames are counted by ring", () => {
  const { devices, receive } = run(200_000, {
    machine: {
      clockHertz: 100_000_000,
      nics: [
        {
          name: "n",
          lineRateBitPerSecond: 1_000_000_000,
          rxRingFrames: 4,
          moreRings: [{ rxRingFrames: 4 }, { rxRingFrames: 4 }],
        },
      ],
    },
    software: { routines: [REST], threads: [always("a", {}, "rest")] },
    traffic: [
      {
        kind: "constant",
        direction: "receive",
        nic: "n",
        sizeBytes: 64,
        flows: 64,
        rate: { framesPerSecond: 100_000 },
      },
    ],
  });
  const rings = devices.nics[0]?.rings ?? [];
  expect(rings.map(({ held, taken }) => [held, taken])).toEqual([
    [4, 0],
    [4, 0],
    [4, 0],
  ]);
  expect(rings.reduce((sum, { offered }) => sum + offered, 0)).toBe(receive.offered);
  for (const { offered, dropped } of rings) expect(dropped).toBe(offered - 4);
});
