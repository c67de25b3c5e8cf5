/** Status bits by event and by fill, and steps that test them. */
import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";
import { oneHandler } from "../support/oneHandler.ts";

const core = await fastCore();

/** Three frames, 1000 cycles apart. The handler runs the steps. */
function machineOf(steps: unknown, nic: unknown = {}, software: unknown = {}) {
  const routines = [
    { name: "work", kind: "cycles", cycles: 100 },
    { name: "long", kind: "cycles", cycles: 1500 },
  ];
  const machine = { bus: { dma: "instant" } };
  const scenario = oneHandler({ name: "status", frameCount: 3, steps, nic, machine, routines, software });
  return createMachine(core, compileScenario(scenario));
}

function interruptsOf(steps: unknown, nic: unknown = {}): { interrupts: number; delivered: number } {
  const machine = machineOf(steps, nic);
  machine.step(100_000);
  expect(machine.checkInvariants()).toBe(0);
  const { interrupts, nics } = machine.counters();
  return { interrupts, delivered: nics[0]?.rx_delivered ?? 0 };
}

const ACKNOWLEDGE = { do: "acknowledge", nic: "card" };
const TAKE = [{ do: "take-frame", nic: "card" }, { do: "exec", routine: "work" }, { do: "deliver" }];
const exec = (routine: string) => ({ do: "exec", routine });
/** Two more frames arrive before the driver takes any. */
const LATE_ONE = [ACKNOWLEDGE, exec("long"), ACKNOWLEDGE, ...TAKE];

describe("a card's status bit by event", () => {
  test("is clear from the acknowledge on, whatever is left in the ring", () => {
    expect(interruptsOf(LATE_ONE)).toEqual({ interrupts: 2, delivered: 2 });
  });

  test("is set by a frame that arrives while the driver drains, so that an interrupt finds nothing", () => {
    const drain = { do: "while", condition: { on: "rx-not-empty", nic: "card" }, steps: TAKE };
    expect(interruptsOf([ACKNOWLEDGE, exec("long"), drain])).toEqual({ interrupts: 3, delivered: 3 });
  });
});

describe("a card's status bit by fill", () => {
  const FILL = { statusBy: "fill" };

  test("stays set through an acknowledge until the ring is empty", () => {
    expect(interruptsOf(LATE_ONE, FILL)).toEqual({ interrupts: 3, delivered: 3 });
  });

  test("is cleared with the last frame, without an acknowledge", () => {
    expect(interruptsOf(TAKE, FILL)).toEqual({ interrupts: 3, delivered: 3 });
    expect(interruptsOf(TAKE).interrupts).toBeGreaterThan(3);
  });

  test("is set when the card interrupts, with coalescing too", () => {
    const nic = { ...FILL, coalescing: { frames: 3 } };
    expect(interruptsOf(TAKE, nic)).toEqual({ interrupts: 3, delivered: 3 });
  });

  test("causes no edge while it stays set", () => {
    const nic = { ...FILL, line: { trigger: "edge" } };
    expect(interruptsOf(LATE_ONE, nic)).toEqual({ interrupts: 1, delivered: 1 });
  });
});

describe("a step that tests a status bit", () => {
  const counted = (condition: object) => ({ do: "if", condition, steps: [...TAKE, ...TAKE], else: TAKE });

  test("runs status-set for any of the bits, and status-clear for all of them", () => {
    const asks = (on: string, bits: readonly string[]) =>
      interruptsOf([counted({ on, nic: "card", bits }), ACKNOWLEDGE]).delivered;
    // The first interrupt finds rx set. One branch takes two frames if they are there, so the test uses a late handler.
    const late = (on: string, bits: readonly string[]) =>
      interruptsOf([exec("long"), counted({ on, nic: "card", bits }), ACKNOWLEDGE]).delivered;
    expect(asks("status-set", ["rx"])).toBe(3);
    expect(late("status-set", ["rx", "tx"])).toBe(3);
    expect(late("status-set", ["tx"])).toBe(2);
    expect(late("status-clear", ["rx", "tx"])).toBe(2);
    expect(late("status-clear", ["tx", "overflow"])).toBe(3);
  });

  test("repeats its steps once, and again as long as the condition holds after them", () => {
    const until = { on: "status-set", nic: "card" };
    const drain = { do: "while", condition: { on: "rx-not-empty", nic: "card" }, steps: TAKE };
    const poll = { do: "repeat", steps: [ACKNOWLEDGE, exec("long"), drain], condition: until };
    expect(interruptsOf([poll])).toEqual({ interrupts: 1, delivered: 3 });
  });

  test("is checked for its bits and its ring", () => {
    const condition = (more: object) => [
      { do: "if", condition: { on: "status-set", nic: "card", ...more }, steps: TAKE },
    ];
    expect(() => machineOf(condition({ bits: [] }))).toThrow(/bits/);
    expect(() => machineOf(condition({ bits: ["ready"] }))).toThrow(/bits/);
    expect(() => machineOf(condition({ ring: 1 }))).toThrow(/ring/);
    expect(() => machineOf(condition({ nic: "other" }))).toThrow(/other/);
  });
});

test("a disk's status bit by fill stays set until software takes the last completed request", () => {
  const handler = (steps: unknown, statusBy: string) => {
    const result = parseScenario({
      format: "irqscope-scenario",
      version: 1,
      name: "disk",
      runCycles: 100_000,
      machine: {
        core: { policy: "single" },
        bus: { dma: "instant" },
        disks: [{ name: "disk", rateBitPerSecond: 10_000_000_000, line: { priority: 2 }, statusBy }],
      },
      software: {
        routines: [{ name: "long", kind: "cycles", cycles: 20_000 }],
        threads: [
          {
            name: "starter",
            layer: "application",
            priority: 9,
            interruptsEnabled: false,
            start: { on: "always" },
            steps: [
              { do: "read-disk", disk: "disk" },
              { do: "read-disk", disk: "disk" },
              { do: "exec", routine: "long" },
              { do: "sleep", cycles: 1_000_000 },
            ],
          },
          { name: "handler", layer: "driver-isr", priority: 1, start: { on: "line", disk: "disk" }, steps },
        ],
      },
    });
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const machine = createMachine(core, compileScenario(result.scenario));
    machine.step(100_000);
    expect(machine.checkInvariants()).toBe(0);
    const { disks, interrupts } = machine.counters();
    return { interrupts, taken: disks[0]?.taken };
  };
  const steps = [
    { do: "acknowledge-disk", disk: "disk" },
    { do: "take-disk", disk: "disk" },
  ];
  expect(handler(steps, "event")).toEqual({ interrupts: 1, taken: 1 });
  expect(handler(steps, "fill")).toEqual({ interrupts: 2, taken: 2 });
});
