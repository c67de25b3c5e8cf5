import { beforeAll, describe, expect, it } from "vitest";
import { type CoreModule, setSkipping, sim_event_kind } from "../../core-wasm/binding/index.ts";
import { createRandom } from "../support/random.ts";
import { build, EVERYTHING, openCore, random, runTo } from "./support.ts";

const END = 60_000;
const SEEDS = Array.from({ length: 24 }, (_, index) => index + 100);

let core: CoreModule;

beforeAll(async () => {
  core = await openCore();
});

describe("the state hash does not depend on", () => {
  it.each(SEEDS)("slice lengths, skipping, stops or observers (random scenario %i)", (seed) => {
    const scenario = random(seed);
    const whole = build(core, scenario);
    whole.step(END);
    const expected = whole.stateHash();

    const sliced = build(core, scenario);
    const draw = createRandom(seed);
    while (sliced.cycle < END) {
      sliced.step(Math.min(END, sliced.cycle + draw.integer(1, draw.pick([2, 50, 5000]))));
      if (draw.chance(5)) sliced.counters();
      if (draw.chance(5)) sliced.view();
      if (draw.chance(2)) sliced.stateHash();
    }
    expect(sliced.stateHash()).toBe(expected);

    const unskipped = build(core, scenario);
    setSkipping(unskipped, false);
    runTo(unskipped, END);
    expect(unskipped.stateHash()).toBe(expected);
    expect(unskipped.counters()).toEqual(whole.counters());

    const observed = build(core, scenario, EVERYTHING);
    observed.setWindow(END / 2, END / 2 + 500);
    runTo(observed, END, 977);
    expect(observed.stateHash()).toBe(expected);

    const stopped = build(core, scenario, { eventCapacity: 16 });
    const mask = 2 ** sim_event_kind["frame-delivered"] + 2 ** sim_event_kind.recognised;
    for (let stops = 0; stops < 500 && stopped.cycle < END; stops++) stopped.step(END, mask);
    runTo(stopped, END);
    expect(stopped.stateHash()).toBe(expected);
  });

  it("single steps", () => {
    const scenario = random(7);
    const whole = build(core, scenario);
    whole.step(3000);
    const single = build(core, scenario);
    runTo(single, 3000, 1);
    expect(single.stateHash()).toBe(whole.stateHash());
    expect(single.counters()).toEqual(whole.counters());
    expect(single.view()).toEqual(whole.view());
  });
});

describe("core invariants", () => {
  it.each(SEEDS.slice(0, 8))("hold at every cycle (random scenario %i)", (seed) => {
    const machine = build(core, random(seed));
    for (let cycle = 1; cycle <= 5000; cycle++) {
      machine.step(cycle);
      const broken = machine.checkInvariants();
      if (broken !== 0) expect({ cycle, broken }).toEqual({ cycle, broken: 0 });
    }
    runTo(machine, END, 1000);
    expect(machine.checkInvariants()).toBe(0);
  });

  it("the parts of a latency sum to the whole, for each packet and in the histograms", () => {
    for (const seed of SEEDS.slice(0, 12)) {
      const machine = build(core, random(seed), { latencyCapacity: 1 << 14 });
      runTo(machine, END * 4);
      const records = machine.readLatencies(0);
      const parts = records.parts.length / Math.max(1, records.number.length);
      records.number.forEach((_, i) => {
        const sum = records.parts.slice(i * parts, (i + 1) * parts).reduce((a, b) => a + b, 0);
        expect(sum).toBe((records.endCycle[i] ?? 0) - (records.beginCycle[i] ?? 0));
      });
      const sumOf = (parts: readonly { summary: { sum: number } }[]) =>
        parts.reduce((sum, { summary }) => sum + summary.sum, 0);
      for (const direction of ["receive", "send"] as const)
        expect(sumOf(machine.packetParts(direction))).toBe(machine.packetHistogram(direction).sum);
      expect(sumOf(machine.interruptParts())).toBe(machine.interruptHistogram().sum);
      const packets = records.isPacket.reduce((count, flag) => count + flag, 0);
      const counted = machine.packetHistogram("receive").count + machine.packetHistogram("send").count;
      if (records.lost === 0) expect(packets).toBe(counted);
    }
  });
});
