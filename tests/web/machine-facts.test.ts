import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseScenario } from "../../scenarios/schema/parse.ts";
import { machineFacts } from "../../web/machine/facts.ts";

function facts(path: string) {
  const result = parseScenario(readFileSync(new URL(`../../scenarios/${path}`, import.meta.url), "utf8"));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return machineFacts(result.scenario);
}

describe("facts of a machine", () => {
  it("knows that one context saves and three do not", () => {
    expect(facts("papers/000-receive-one-context.json").save).toEqual({ amount: 93, unit: "cycles" });
    expect(facts("papers/000-receive-three-contexts.json").save).toBeUndefined();
  });

  it("knows that a system call may keep its frame", () => {
    expect(facts("papers/000-send-three-contexts.json").save).toBeUndefined();
    expect(facts("papers/000-send-three-contexts-keeps-frame.json").save).toBeDefined();
  });

  it("finds the routine of a step inside a loop", () => {
    const { threads, routines } = facts("papers/000-receive-three-contexts.json");
    const driver = threads.find((thread) => thread.name === "Driver ISR");
    const exec = driver?.steps.find((step) => step.routine !== undefined);
    expect(routines[exec?.routine ?? -1]?.name).toBe("Driver ISR (Rx done)");
  });

  it("gives a queue the colour of who takes from it", () => {
    const { queues } = facts("demos/figure-4.json");
    expect(queues.map((queue) => [queue.name, queue.layer])).toEqual([
      ["packets to send", "system-call"],
      ["received", "protocol"],
    ]);
  });

  it("has what no figure says: kind of wire, offloads, buffers, bounds, clock ratio, misses", () => {
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
    const { busDetails, coreDetails, nics } = machineFacts(result.scenario);
    const said = (rows: readonly { label: string; value: string }[]) =>
      Object.fromEntries(rows.map(({ label, value }) => [label, value.replaceAll("\u202f", " ")]));
    const [atm, usb] = nics;
    expect(said(atm?.details ?? [])).toMatchObject({
      wire: "cells of 53 B with 48 B of payload, 20 B of overhead each",
      buffers: "2 048 B each, 64 at most",
      "transmit queue": "16 frames, 9 000 B, 12 descriptors of 512 B",
      "cut-through": "receive from 48 B on",
      offloads: "none",
      "flow control": "on",
    });
    expect(said(atm?.details ?? [])["sent frames ask"]).toBe("every 4 or after 5.00 µs");
    expect(said(usb?.details ?? [])).toMatchObject({
      offloads: "checksum, segments of 1 500 B",
      "cut-through": "none, store and forward",
      "sent frames ask": "each",
    });
    expect(said(usb?.details ?? []).wire).toBe("frames, in slots of 1.00 ms, 20 B of overhead each");
    expect(said(coreDetails)).toMatchObject({
      misses: "non-blocking",
      branches: "resolved in EX, 512 2-bit counters",
      scheduler: "round robin, slices of 10 000 cycles, tick each 200 000 cycles",
    });
    expect(said(busDetails)).toMatchObject({
      clock: "1 / 4 of that of the cores",
      DMA: "bursts of 16 beats, 1 bus clock apart",
      "uncached ranges": "0x1000 to 0x10ff",
    });
  });

  it("knows who sends", () => {
    expect(facts("papers/000-send-one-context.json").sends).toBe(true);
    expect(facts("papers/000-receive-one-context.json").sends).toBe(false);
  });
});
