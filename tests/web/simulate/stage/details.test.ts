import { describe, expect, it } from "vitest";
import { parseScenario } from "../../../../scenarios/read/parse.ts";
import { cacheDetails, coreDetails } from "../../../../web/simulate/stage/coreDetails.ts";
import type { Detail, DetailGroup } from "../../../../web/simulate/stage/detailRows.ts";
import { busDetails, nicDetails } from "../../../../web/simulate/stage/deviceDetails.ts";
import { everything } from "../../scenarios/support.ts";

const said = (rows: readonly Detail[]) =>
  Object.fromEntries(rows.map(({ label, value }) => [label, value.replaceAll("\u202f", " ")]));

const rowsOf = (groups: readonly DetailGroup[], title: string) =>
  said(groups.find((group) => group.title === title)?.rows ?? []);

describe("the details of a part of the stage", () => {
  it("show what the drawing does not: kind of wire, offloads, buffers, limits, clock ratio, misses", () => {
    const result = parseScenario({
      format: "irqscope-scenario",
      version: 1,
      name: "details",
      machine: {
        core: { predictor: { kind: "bimodal" } },
        memory: {
          l1d: { sizeBytes: 4096 },
          nonBlocking: true,
          uncachedRanges: [{ from: 0x1000, to: 0x1100 }],
        },
        bus: { clockRatio: 4, inBusClocks: true, dma: { beatsPerBurst: 16 } },
        nics: [
          {
            name: "atm",
            lineRateBitPerSecond: 155_000_000,
            cells: { bytes: 53, payloadBytes: 48 },
            bufferBytes: 2048,
            rxBuffers: 64,
            txQueueBytes: 9000,
            txBuffers: 12,
            txBufferBytes: 512,
            rxCutThroughBytes: 48,
            txCoalescing: { frames: 4, absoluteNanoseconds: 5000 },
            flowControl: true,
          },
          { name: "usb", slotNanoseconds: 1_000_000, offloads: { checksum: true, segmentBytes: 1500 } },
        ],
      },
      software: { scheduler: { policy: "round-robin", tickCycles: 200_000 } },
    });
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const { scenario } = result;
    const [atm, usb] = scenario.machine.nics.map((nic) => said(nicDetails(nic)));
    const core = coreDetails(scenario, 1000);
    expect(atm).toMatchObject({
      wire: "cells of 53 B with 48 B of payload, 20 B of overhead each",
      buffers: "2 048 B each, 64 at most",
      "transmit queue": "16 frames, 9 000 B, 12 descriptors of 512 B",
      "cut-through": "receive from 48 B on",
      offloads: "none",
      "flow control": "on",
    });
    expect(atm?.["sent frames ask"]).toBe("every 4 or after 5.00 µs");
    expect(usb).toMatchObject({
      offloads: "checksum, segments of 1 500 B",
      "cut-through": "none, store and forward",
      "sent frames ask": "each",
    });
    expect(usb?.wire).toBe("frames, in slots of 1.00 ms, 20 B of overhead each");
    expect(rowsOf(core, "caches and TLB")).toMatchObject({ misses: "non-blocking" });
    expect(rowsOf(core, "branches")).toEqual({ "resolved in": "EX", predicted: "512 2-bit counters" });
    expect(rowsOf(core, "scheduler")).toEqual({
      chooses: "round robin",
      "time slice": "10 000 cycles",
      "tick each": "200 000 cycles",
      "next tick": "in 199 000 cycles",
    });
    expect(said(busDetails(scenario.machine))).toMatchObject({
      clock: "1 / 4 of that of the cores",
      DMA: "bursts of 16 beats, 1 bus clock apart",
      "uncached ranges": "0x1000 to 0x10ff",
    });
  });

  it("show all settings of a core", () => {
    const groups = coreDetails(everything(), 0);
    expect(groups.map(({ title }) => title)).toEqual([
      "pipeline",
      "branches",
      "contexts",
      "caches and TLB",
      "interrupts",
    ]);
    expect(rowsOf(groups, "pipeline")).toEqual({
      "operands in": "EX",
      "accesses in": "MEM, 1 cycle",
      "load-use": "1 cycle",
      multiply: "4 cycles, divide 35 cycles",
      "stores, jumps": "2 and 2 cycles in EX",
    });
    expect(rowsOf(groups, "branches")).toEqual({
      "resolved in": "EX",
      predicted: "256 2-bit counters",
      "table of targets": "64 entries",
      "return stack": "4 addresses",
      "behind a compare": "waits 1 cycle",
    });
    expect(rowsOf(groups, "contexts")).toEqual({
      "group 0": "C1, C2: weight 1",
      "group 1": "C4: weight 1; C3: weight 3",
    });
    expect(rowsOf(groups, "caches and TLB")).toEqual({
      L1I: "4 KiB, 2 ways, lines of 32 B, a miss brings 4 B, LRR",
      L1D: "4 KiB, 4 ways, lines of 16 B, random, write-through, a miss brings no line, pinned ways 2, 3 in 32 of 64 sets, pinned 0x10000 to 0x103ff",
      L2: "64 KiB, 8 ways, lines of 64 B, LRU, write-back, pinned 4 of a set at most, locked until software unlocks them, of each core",
      "instruction cache returns after": "1 cycle",
      misses: "non-blocking",
      "L2 access": "12 cycles",
      "cache to cache": "20 cycles",
      "claim of a line": "6 cycles",
      "store buffer": "4 stores",
      TLB: "16 pages of 4 KiB, random",
      "TLB miss": "30 cycles",
      "TLB refill": "10 instructions",
      "unmapped ranges": "0x40000 to 0x40fff",
    });
    expect(rowsOf(groups, "interrupts")["save, restore"]).toBe("32, 32 words");
  });

  it("show all settings of a cache, and of the path to a device", () => {
    const scenario = everything();
    expect(said(cacheDetails("l1d", scenario))).toEqual({
      size: "4 KiB, 4 ways, 64 sets",
      lines: "16 B",
      "when full": "any goes, at random",
      "on a write": "write-through, a miss brings no line",
      pinned: "ways 2, 3 in 32 of 64 sets",
      "pinned ranges": "0x10000 to 0x103ff",
      "pinned for": "driver",
      cores: "each has its own",
      misses: "non-blocking",
      "a miss goes on": "with its word, which comes first",
    });
    expect(said(cacheDetails("l1i", scenario))["on a write"]).toBeUndefined();
    expect(said(busDetails(scenario.machine))["device registers"]).toBe(
      "24 cycles, the bus for 4 of them, writes posted",
    );
  });

  it("show only existing settings", () => {
    const result = parseScenario({ format: "irqscope-scenario", version: 1, name: "plain", machine: {} });
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const groups = coreDetails(result.scenario, 0);
    expect(groups.map(({ title }) => title)).toEqual(["pipeline", "branches", "interrupts"]);
    expect(rowsOf(groups, "pipeline")).toEqual({
      "operands in": "EX",
      "accesses in": "MEM, 1 cycle",
      "load-use": "1 cycle",
      multiply: "1 cycle",
    });
    expect(cacheDetails("l2", result.scenario)).toEqual([]);
  });
});
