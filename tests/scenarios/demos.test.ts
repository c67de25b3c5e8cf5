import { describe, expect, test } from "vitest";
import { createMachine, type Machine, sim_event_kind } from "../../core-wasm/binding/index.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

async function builtin(id: string): Promise<Scenario> {
  const result = await builtinScenario(id)?.load();
  if (!result?.ok) throw new Error(`no scenario ${id}`);
  return result.scenario;
}

function machineOf(scenario: Scenario): Machine {
  return createMachine(core, compileScenario(scenario));
}

describe("the scenario that the page opens", () => {
  test("fills its ring and loses a frame within the first millisecond", async () => {
    const scenario = await builtin(DEFAULT_SCENARIO_ID);
    const machine = machineOf(scenario);
    machine.step(scenario.machine.clockHertz / 1000, 1 << sim_event_kind["frame-dropped"]);
    expect(machine.cycle).toBeLessThan(scenario.machine.clockHertz / 1000);
    expect(machine.view().nics[0]?.rx_fill).toBe(scenario.machine.nics[0]?.rxRingFrames);
  });

  test("uses every layer, and with three contexts loses less and leaves the application more", async () => {
    const run = async (id: string) => {
      const scenario = await builtin(id);
      const machine = machineOf(scenario);
      machine.step(scenario.runCycles);
      const metrics = readMetrics(machine, scenario.machine);
      const cyclesOf = (layer: string) =>
        metrics.cyclesByLayer.find((one) => one.layer === layer)?.cycles ?? 0;
      return { ...metrics, cyclesOf, dropped: metrics.receive.offered - metrics.receive.delivered };
    };
    const one = await run("ring-overflow");
    const three = await run("ring-overflow-three-contexts");
    expect(one.receive.offered).toBe(three.receive.offered);
    for (const layer of ["application", "driver-isr", "protocol", "save-restore"]) {
      expect(one.cyclesOf(layer), layer).toBeGreaterThan(one.cycle / 100);
    }
    expect(three.saves).toBe(0);
    expect(three.dropped).toBeLessThan(one.dropped);
    expect(three.cyclesOf("application")).toBeGreaterThan(one.cyclesOf("application"));
  });
});

describe("a deadline beside three other threads", () => {
  /** Cycles of a turn of the control loop. */
  const turn = async (change: (scenario: Scenario) => Scenario = (same) => same) => {
    const scenario = change(await builtin("deadline-thread"));
    const machine = machineOf(scenario);
    machine.step(5_000_000);
    const { threads, devices } = readMetrics(machine, scenario.machine);
    return (threads[0]?.cycles ?? 0) / (devices.timers[0]?.ticks ?? 0);
  };
  const withMachine = (scenario: Scenario, change: Partial<Scenario["machine"]>): Scenario => ({
    ...scenario,
    machine: { ...scenario.machine, ...change },
  });
  const inTurns = (scenario: Scenario) =>
    withMachine(scenario, {
      core: { ...scenario.machine.core, policy: "round-robin" },
    });
  const unpinned = (scenario: Scenario) => {
    const { memory } = scenario.machine;
    const { l1d } = memory;
    if (l1d === undefined) throw new Error("no L1 data cache");
    return withMachine(scenario, {
      memory: { ...memory, l1d: { ...l1d, pinnedWays: [], pinnedRanges: [] } },
    });
  };
  const alone = (scenario: Scenario): Scenario => ({
    ...scenario,
    traffic: [],
    software: { ...scenario.software, threads: scenario.software.threads.slice(0, 3) },
  });

  test("is met by priority and pinned lines, as its description states", async () => {
    const near = (cycles: number, said: number) =>
      expect(Math.abs(cycles / said - 1), `${cycles}, not ${said}`).toBeLessThan(0.03);
    near(await turn(), 2280);
    near(await turn(alone), 2230);
    near(await turn(inTurns), 2620);
    near(await turn(unpinned), 3510);
    near(await turn((scenario) => unpinned(inTurns(scenario))), 3870);
  });
});

describe("a lost press of a button", () => {
  /** Numbers of presses, answered presses, overruns and drawn pages. */
  const counted = (scenario: Scenario) => {
    const machine = machineOf(scenario);
    machine.step(scenario.runCycles);
    const { devices, threads } = readMetrics(machine, scenario.machine);
    const [button] = devices.buttons;
    return [button?.presses, button?.acknowledged, button?.overruns, threads[1]?.ended];
  };
  const acknowledgingFirst = (scenario: Scenario): Scenario => ({
    ...scenario,
    software: {
      ...scenario.software,
      threads: scenario.software.threads.map((thread) => ({ ...thread, steps: thread.steps.toReversed() })),
    },
  });

  test("occurs with a handler that acknowledges last", async () => {
    expect(counted(await builtin("button-overrun"))).toEqual([5, 4, 1, 4]);
  });

  test("does not occur with a handler that acknowledges first, unless another press follows in the same page", async () => {
    const first = acknowledgingFirst(await builtin("button-overrun"));
    expect(counted(first)).toEqual([5, 5, 0, 5]);
    const buttons = first.machine.buttons.map((button) => ({
      ...button,
      pressCycles: [700_000, 790_000, 800_000],
    }));
    expect(counted({ ...first, machine: { ...first.machine, buttons } })).toEqual([3, 2, 1, 2]);
  });
});
