/** Network cards from the scenario file to their counters. */
import { describe, expect, test } from "vitest";
import { createMachine, sim_drop_cause } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { ScenarioInput } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

type NicInput = NonNullable<NonNullable<ScenarioInput["machine"]>["nics"]>[number];
type TrafficInput = NonNullable<ScenarioInput["traffic"]>[number];

const CLOCK = 200_000_000;

/** A server that takes a frame every `cycles` if there is one. Entry, save and restore take no time. */
function machineWith(nic: Omit<NicInput, "name">, traffic: Record<string, unknown>, cycles = 1000) {
  const entry = {
    pushSrCycles: 0,
    clearEnableCycles: 0,
    pushPcCycles: 0,
    vectorAcknowledgeCycles: 0,
    vectorAddressCycles: 0,
    loadPcCycles: 0,
  };
  const input = {
    format: "irqscope-scenario",
    version: 1,
    name: "devices",
    seed: 7,
    machine: { clockHertz: CLOCK, interrupts: { entry }, nics: [{ name: "card", ...nic }] },
    software: {
      routines: [{ name: "serve", kind: "cycles", cycles }],
      threads: [
        {
          name: "server",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", nic: "card" },
          steps: [
            { do: "acknowledge", nic: "card" },
            {
              do: "while",
              condition: { on: "rx-not-empty", nic: "card" },
              steps: [{ do: "exec", routine: "serve" }, { do: "take-frame", nic: "card" }, { do: "deliver" }],
            },
          ],
        },
      ],
    },
    traffic: [
      { kind: "poisson", direction: "receive", nic: "card", sizeBytes: 64, ...traffic },
    ] as TrafficInput[],
  };
  const result = parseScenario(input);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return createMachine(core, compileScenario(result.scenario));
}

function countersOf(machine: ReturnType<typeof machineWith>) {
  const [nic] = machine.counters().nics;
  if (nic === undefined) throw new Error("no card");
  return nic;
}

/** Loss of M/D/1/K: the embedded chain at departures, K frames in the system. */
function lossMD1K(load: number, places: number): number {
  const arrivals = (n: number) => {
    let term = Math.exp(-load);
    for (let i = 1; i <= n; i++) term *= load / i;
    return term;
  };
  const chain = [1];
  for (let n = 0; n + 1 < places; n++) {
    let next = (chain[n] ?? 0) - arrivals(n) * (chain[0] ?? 0);
    for (let i = 1; i <= n; i++) next -= arrivals(n - i + 1) * (chain[i] ?? 0);
    chain.push(next / arrivals(0));
  }
  const sum = chain.reduce((total, weight) => total + weight, 0);
  return 1 - 1 / ((chain[0] ?? 0) / sum + load);
}

describe("the loss of M/D/1/K with Poisson frames, a server of 1000 cycles and a ring of K equals the formula", () => {
  test.each([
    [0.5, 2],
    [0.8, 4],
    [0.9, 8],
    [1.2, 4],
    [1.2, 16],
  ])("at load %d, K = %d", (load, places) => {
    const machine = machineWith(
      { rxRingFrames: places },
      { rate: { framesPerSecond: (load * CLOCK) / 1000 } },
    );
    machine.step(60_000_000);
    const { rx_offered, rx_dropped } = countersOf(machine);
    const loss = (rx_dropped[sim_drop_cause["rx-ring-full"]] ?? 0) / rx_offered;
    const expected = lossMD1K(load, places);
    // Losses come in clusters: their deviation is a few times that of independent losses.
    const deviation = Math.sqrt((expected * (1 - expected)) / rx_offered);
    expect(Math.abs(loss - expected), `seed 7: ${loss} for ${expected}`).toBeLessThan(6 * deviation + 0.001);
    expect(machine.checkInvariants()).toBe(0);
  });
});

test("the mean wait of M/D/1 equals Pollaczek-Khinchine", () => {
  const load = 0.7;
  const machine = machineWith({ rxRingFrames: 1024 }, { rate: { framesPerSecond: (load * CLOCK) / 1000 } });
  machine.step(100_000_000);
  const { count, sum } = machine.packetHistogram("receive");
  const wait = (load * 1000) / (2 * (1 - load));
  // An idle server begins in the cycle after the arrival. 70,000 frames: within two hundredths.
  expect(sum / count).toBeGreaterThan((1000 + wait) * 0.98);
  expect(sum / count).toBeLessThan((1000 + wait + 1) * 1.02);
});

test("each kind of wire carries its maximum of frames a second at saturation", () => {
  const rate = (nic: Omit<NicInput, "name">, sizeBytes: number) => {
    const machine = machineWith(
      { rxRingFrames: 1024, ...nic },
      { kind: "constant", sizeBytes, rate: { intervalCycles: 20 } },
      10,
    );
    machine.step(CLOCK / 10);
    return countersOf(machine).rx_offered * 10;
  };
  const ethernet = { minFrameBytes: 64 };
  // Frames of 64 bytes a second on Ethernet: rate / (8 * (64 + 20)), a standard figure.
  expect(rate({ ...ethernet, lineRateBitPerSecond: 10_000_000 }, 60)).toBe(14_880);
  expect(rate({ ...ethernet, lineRateBitPerSecond: 100_000_000 }, 64)).toBe(148_800);
  expect(rate({ ...ethernet, lineRateBitPerSecond: 1_000_000_000 }, 64)).toBe(1_488_090);
  // OC-3 carries 149.76 Mb/s of cells: 353,208 a second
  const atm = { lineRateBitPerSecond: 149_760_000, frameOverheadBytes: 0, cells: {} };
  expect(rate(atm, 40)).toBe(353_200);
  expect(rate(atm, 41)).toBe(176_600);
  // USB 1.1, one millisecond: 1500 bytes, so 23 frames of 64
  const usb = { lineRateBitPerSecond: 12_000_000, frameOverheadBytes: 0, slotNanoseconds: 1_000_000 };
  expect(rate(usb, 64)).toBe(10 * (1 + 99 * 23)); // those after the first wait for slot 1
});

test("flow control loses no frame and delivers the server's maximum", () => {
  const traffic = { kind: "constant", rate: { intervalCycles: 500 } };
  const without = machineWith({ rxRingFrames: 8 }, traffic);
  const paused = machineWith({ rxRingFrames: 8, flowControl: true }, traffic);
  for (const machine of [without, paused]) machine.step(1_000_000);
  expect(countersOf(without).rx_dropped[sim_drop_cause["rx-ring-full"]]).toBeGreaterThan(900);
  expect(countersOf(paused).rx_dropped.every((count) => count === 0)).toBe(true);
  expect(countersOf(paused).rx_delivered).toBe(countersOf(without).rx_delivered);
  expect(countersOf(paused).paused_cycles).toBeGreaterThan(400_000);
});

test("a rate in bits uses the mean of drawn frame sizes", () => {
  const sizeBytes = [
    { bytes: 64, weight: 7 },
    { bytes: 594, weight: 4 },
    { bytes: 1518, weight: 1 },
  ];
  const machine = machineWith(
    { rxRingFrames: 1024 },
    { kind: "constant", sizeBytes, rate: { bitPerSecond: 100_000_000 } },
    10,
  );
  machine.step(CLOCK);
  // 35,000 draws: the mean is 354 bytes within 2.
  expect(countersOf(machine).rx_offered_bytes * 8).toBeGreaterThan(98_000_000);
  expect(countersOf(machine).rx_offered_bytes * 8).toBeLessThan(102_000_000);
});

test("merged frames are one packet to software", () => {
  const machine = machineWith(
    { rxRingFrames: 64, offloads: { mergeBytes: 640, mergeNanoseconds: 100_000 } },
    { kind: "constant", frameCount: 1000, rate: { intervalCycles: 200 } },
  );
  machine.step(1_000_000);
  const { rx_delivered, rx_merged } = countersOf(machine);
  expect(rx_delivered).toBe(1000);
  expect(rx_merged).toBe(900);
  expect(machine.packetHistogram("receive").count).toBe(100);
});

describe("timers and disks", () => {
  const input = {
    format: "irqscope-scenario",
    version: 1,
    name: "disk",
    machine: {
      clockHertz: CLOCK,
      bus: { dma: {} },
      interrupts: { lines: [{ name: "devices", priority: 1 }] },
      timers: [{ name: "tick", periodNanoseconds: 1_000_000 }],
      disks: [
        {
          name: "disk",
          leastSeekNanoseconds: 50_000,
          mostSeekNanoseconds: 50_000,
          rateBitPerSecond: 400_000_000,
          blockBytes: 512,
          line: "devices",
        },
      ],
    },
    software: {
      routines: [
        { name: "copy", kind: "cycles", cycles: 10_000 },
        { name: "tick", kind: "cycles", cycles: 200 },
      ],
      threads: [
        {
          name: "reader",
          layer: "application",
          priority: 9,
          start: { on: "always" },
          steps: [
            { do: "read-disk", disk: "disk", blocks: 8 },
            { do: "wait-disk", disk: "disk" },
            { do: "take-disk", disk: "disk" },
            { do: "exec", routine: "copy" },
          ],
        },
        {
          name: "disk interrupt",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", disk: "disk" },
          steps: [{ do: "acknowledge-disk", disk: "disk" }],
        },
        {
          name: "tick",
          layer: "driver-isr",
          priority: 0,
          start: { on: "line", timer: "tick" },
          steps: [
            { do: "acknowledge-timer", timer: "tick" },
            { do: "exec", routine: "tick" },
          ],
        },
      ],
    },
  };

  test("a reader that asks ahead works while the disk does", () => {
    const waits = '{"do":"wait-disk","disk":"disk"},{"do":"take-disk","disk":"disk"}';
    const ahead: unknown = JSON.parse(
      JSON.stringify(input).replace(waits, '{"do":"wait-disk","disk":"disk","ahead":1}'),
    );
    const completed = [input, ahead].map((one) => {
      const result = parseScenario(one);
      if (!result.ok) throw new Error(JSON.stringify(result.errors));
      const machine = createMachine(core, compileScenario(result.scenario));
      machine.step(CLOCK / 10);
      return machine.counters().disks[0]?.completed ?? 0;
    });
    expect((completed[1] ?? 0) / (completed[0] ?? 1)).toBeGreaterThan(1.2);
  });

  test("a reader is limited by seek, transfer, DMA and its own work", () => {
    const result = parseScenario(input);
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const machine = createMachine(core, compileScenario(result.scenario));
    machine.step(CLOCK / 10);
    const { disks, timers, lines } = machine.counters();
    // 10,000 of seek, 16,384 of medium, 128 bursts of 8 with their gaps, the copy, and the interrupts.
    const turn = 10_000 + 16_384 + 128 * 9 + 10_000;
    const completed = disks[0]?.completed ?? 0;
    expect(completed).toBeLessThanOrEqual(CLOCK / 10 / turn + 1);
    expect(completed).toBeGreaterThan((CLOCK / 10 / turn) * 0.96);
    expect(timers[0]).toMatchObject({ ticks: 99, overruns: 0 });
    expect(lines[0]?.asserted).toBe(completed);
    expect(lines[1]?.asserted).toBe(99);
    expect(machine.checkInvariants()).toBe(0);
  });

  test("a disk setting that is impossible is refused", () => {
    const copy: unknown = JSON.parse(JSON.stringify(input).replace('"blocks":8', '"blocks":40000'));
    const result = parseScenario(copy);
    expect(result.ok ? [] : result.errors).toEqual([
      {
        field: "software.threads[0].steps[0].blocks",
        message: "must be at most 32768 of this disk's blocks",
      },
    ]);
  });
});
