/** Durations in bus clocks: which are multiplied by the clock ratio, and the resulting cost of a miss. */
import { describe, expect, test } from "vitest";
import { createMachine, cyclesBy, sim_cause, sim_config, sim_layer } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

const core = await openCore();

function compiled(bus: object) {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "bus clocks",
    machine: {
      bus,
      memory: {
        l1d: { sizeBytes: 1024, lineBytes: 16 },
        latencyCycles: 5,
        uncachedCycles: 7,
        deviceBusCycles: 3,
        writeCycles: 2,
        transferCycles: 4,
        claimCycles: 6,
        l2Cycles: 9,
        tlb: { entries: 4, missCycles: 11 },
      },
    },
    software: {
      routines: [
        { name: "load", kind: "sequence", sequence: ["load r1 [0x1000]"] },
        { name: "rest", kind: "cycles", cycles: 100_000 },
      ],
      threads: [
        {
          name: "a",
          layer: "application",
          priority: 1,
          start: { on: "always" },
          steps: [
            { do: "exec", routine: "load" },
            { do: "exec", routine: "rest" },
          ],
        },
      ],
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return compileScenario(result.scenario);
}

const DMA = { bytesPerBeat: 4, cyclesPerBeat: 2, beatsPerBurst: 8, burstGapCycles: 1 };
const FIELDS = [
  "bus_cycles_per_beat",
  "bus_burst_gap_cycles",
  "memory_latency_cycles",
  "uncached_cycles",
  "device_bus_cycles",
  "write_cycles",
  "transfer_cycles",
  "claim_cycles",
  "l2_cycles",
  "tlb_miss_cycles",
  "memory_cycles",
  "bus_beats_per_burst",
] as const;

function durations(bus: object): number[] {
  const view = new DataView(new ArrayBuffer(sim_config.size));
  compiled(bus).writeConfig(view, true);
  return FIELDS.map((field) => view.getUint16(sim_config.fields[field].offset, true));
}

describe("durations in bus clocks", () => {
  const plain = [2, 1, 5, 7, 3, 2, 4, 6, 9, 11, 1, 8];

  test("stay as they are without a clock ratio", () => {
    expect(durations({ clockRatio: 3, dma: DMA })).toEqual(plain);
    expect(durations({ clockRatio: 1, inBusClocks: true, dma: DMA })).toEqual(plain);
  });

  test("are multiplied for accesses that pass the bus, and for nothing else", () => {
    expect(durations({ clockRatio: 3, inBusClocks: true, dma: DMA })).toEqual([
      ...[6, 3, 15, 21, 9, 6, 12, 18],
      ...[9, 11, 1, 8],
    ]);
  });

  /** Latency of 5 and four beats of 2, from a bus clock onwards, after the TLB miss. */
  test("are the cycles of a miss", () => {
    const lost = (bus: object): number => {
      const machine = createMachine(core, compiled(bus));
      machine.step(1000);
      return cyclesBy(machine.counters(), 0, sim_layer.application, sim_cause["data-miss"]);
    };
    const one = lost({ dma: DMA });
    expect(one).toBe(11 + 5 + 4 * 2 - 1);
    const three = lost({ clockRatio: 3, inBusClocks: true, dma: DMA });
    const aligned = three - (11 + 3 * (5 + 4 * 2) - 1);
    expect(aligned).toBeGreaterThanOrEqual(0);
    expect(aligned).toBeLessThan(3);
  });
});
