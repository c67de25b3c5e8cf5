/** Receive livelock, budgets, hybrid interrupts and the lost wake-up. */
import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

async function builtin(id: string): Promise<Scenario> {
  const result = await builtinScenario(id)?.load();
  if (!result?.ok) throw new Error(`no scenario ${id}`);
  return result.scenario;
}

interface Outcome {
  readonly offered: number;
  readonly delivered: number;
  readonly interrupts: number;
  readonly dropped: number;
}

function run(scenario: Scenario, framesPerSecond: number, tenthsOfSecond = 1): Outcome {
  const traffic = scenario.traffic.map((source) => ({ ...source, rate: { framesPerSecond } }));
  const machine = createMachine(core, compileScenario({ ...scenario, traffic } as Scenario));
  machine.step((tenthsOfSecond * scenario.machine.clockHertz) / 10);
  expect(machine.checkInvariants()).toBe(0);
  const { nics, interrupts } = machine.counters();
  const [nic] = nics;
  if (nic === undefined) throw new Error("no NIC");
  return {
    offered: nic.rx_offered,
    delivered: nic.rx_delivered,
    interrupts,
    dropped: nic.rx_dropped.reduce((sum, count) => sum + count, 0),
  };
}

/** Driver and protocol handle 44,444 frames a second at 200 MHz. */
const CYCLES_PER_FRAME = 4500;
const RATES = [10_000, 20_000, 30_000, 40_000, 60_000, 80_000, 120_000, 200_000, 400_000];
const CAPACITY = 4444;

describe("delivered frames over the offered rate", () => {
  test("rise to the loss-free maximum and fall to zero with interrupts only", async () => {
    const scenario = await builtin("napi-livelock");
    const delivered = RATES.map((rate) => run(scenario, rate).delivered);
    const peak = Math.max(...delivered);
    const at = delivered.indexOf(peak);
    expect(RATES[at]).toBeLessThanOrEqual(60_000);
    expect(peak).toBeGreaterThan(0.75 * CAPACITY);
    for (let i = 1; i <= at; i++) expect(delivered[i]).toBeGreaterThan(delivered[i - 1] ?? 0);
    for (let i = at + 1; i < delivered.length; i++)
      expect(delivered[i]).toBeLessThanOrEqual(delivered[i - 1] ?? 0);
    expect(delivered.at(-1)).toBeLessThan(0.02 * peak);
  });

  test("leave the application its half with ksoftirqd, and use the rest under overload", async () => {
    const scenario = await builtin("ksoftirqd");
    const machine = createMachine(core, compileScenario(scenario));
    machine.step(scenario.machine.clockHertz / 10);
    const half = scenario.machine.clockHertz / 20;
    const [application, , , ksoftirqd] = machine.counters().threads;
    expect(Math.abs((application?.cycles ?? 0) - half)).toBeLessThan(0.03 * half);
    expect(Math.abs((ksoftirqd?.cycles ?? 0) - half)).toBeLessThan(0.03 * half);
    const delivered = run(scenario, 120_000).delivered;
    expect(delivered).toBeGreaterThan(0.45 * CAPACITY);
    expect(delivered).toBeLessThan(0.52 * CAPACITY);
  });

  test("stay at the loss-free maximum with a budget", async () => {
    const scenario = await builtin("napi-budget");
    const outcomes = RATES.map((rate) => run(scenario, rate));
    for (const [index, { offered, delivered, dropped }] of outcomes.entries()) {
      if ((RATES[index] ?? 0) <= 30_000) expect(dropped).toBe(0);
      expect(delivered).toBeGreaterThan(Math.min(0.97 * offered, 0.97 * CAPACITY) - 64);
      expect(delivered).toBeLessThanOrEqual(CAPACITY + 1);
    }
  });

  /** A claim about shape: polling replaces interrupts as the load rises. */
  test("cost fewer interrupts for each frame as the load rises", async () => {
    const scenario = await builtin("napi-budget");
    const each = RATES.map((rate) => {
      const { interrupts, delivered } = run(scenario, rate);
      return interrupts / delivered;
    });
    for (let i = 1; i < each.length; i++) expect(each[i]).toBeLessThanOrEqual(each[i - 1] ?? 0);
    expect(each[0]).toBeGreaterThan(0.7);
    expect(each.at(-1)).toBeLessThan(0.001);
  });
});

describe("the poll of the kernel's documentation (clear, take until empty, read the status again)", () => {
  /** Clears the status once and never reads it again. */
  function clearingOnce(scenario: Scenario): Scenario {
    const once = structuredClone(scenario);
    const poll = once.software.threads.find(({ name }) => name === "poll");
    const [loop, ...rest] = poll?.steps ?? [];
    if (poll === undefined || loop?.do !== "repeat") throw new Error("the poll does not repeat");
    poll.steps = [...loop.steps, ...rest];
    return once;
  }

  test.each([0.6, 0.9])(
    "avoids at load %d about 30 %% of the interrupts, which are in vain if it clears once",
    async (load) => {
      const scenario = await builtin("napi-budget");
      const framesPerSecond = (load * scenario.machine.clockHertz) / CYCLES_PER_FRAME;
      const [once, again] = [clearingOnce(scenario), scenario].map((of) => run(of, framesPerSecond, 4));
      expect(again?.delivered).toBe(once?.delivered);
      const share = (again?.interrupts ?? 0) / (once?.interrupts ?? 0);
      expect(share).toBeGreaterThan(0.62);
      expect(share).toBeLessThan(0.72);
    },
  );

  test.each(["napi-budget", "ksoftirqd", "eight-cores"])("is that of the scenario %s", async (id) => {
    const { software } = await builtin(id);
    const polls = software.threads.filter(({ steps }) => someStep(steps, ({ do: op }) => op === "unmask"));
    expect(polls.length).toBeGreaterThan(0);
    for (const { steps } of polls) {
      const loop = steps.find(({ do: op }) => op === "repeat");
      expect(loop?.do === "repeat" ? loop.condition : undefined).toMatchObject({
        on: "all",
        of: [{ on: "status-set", bits: ["rx"] }, { on: "budget-left" }],
      });
    }
  });
});

describe("a frame between the last look and the unmask", () => {
  const variant = async (change: (scenario: Scenario) => void) => {
    const scenario = structuredClone(await builtin("napi-lost-wake-up"));
    change(scenario);
    return run(scenario, 20_000);
  };

  test("is lost on an edge line masked at that time, and the ring then fills for ever", async () => {
    const outcome = await variant(() => undefined);
    expect(outcome.dropped).toBeGreaterThan(outcome.offered / 2);
  });

  test("is not lost on a level line", async () => {
    const { offered, delivered, dropped } = await variant(({ machine }) => {
      for (const nic of machine.nics) if (typeof nic.line !== "string") nic.line.trigger = "level";
    });
    expect(dropped).toBe(0);
    expect(offered - delivered).toBeLessThan(20);
  });

  test("is not lost if the driver tests the ring again after the unmask", async () => {
    const { offered, delivered, dropped } = await variant(({ software }) => {
      const poll = software.threads.find(({ name }) => name === "poll");
      poll?.steps.push({
        do: "if",
        condition: { on: "rx-not-empty", nic: "eth0", ring: 0 },
        steps: [
          { do: "mask", nic: "eth0" },
          { do: "raise", thread: "poll" },
        ],
        else: [],
      });
    });
    expect(dropped).toBe(0);
    expect(offered - delivered).toBeLessThan(20);
  });
});
