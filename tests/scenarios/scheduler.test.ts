import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

async function demo(): Promise<Scenario> {
  const result = await builtinScenario("time-slices")?.load();
  if (!result?.ok) throw new Error("no scenario");
  return structuredClone(result.scenario);
}

function run(scenario: Scenario) {
  const machine = createMachine(core, compileScenario(scenario));
  machine.step(scenario.runCycles);
  expect(machine.checkInvariants()).toBe(0);
  return reportRun(scenario, readMetrics(machine, scenario.machine));
}

function withScheduler(scenario: Scenario, change: Partial<Scenario["software"]["scheduler"]>): Scenario {
  const { software } = scenario;
  return { ...scenario, software: { ...software, scheduler: { ...software.scheduler, ...change } } };
}

describe("two user threads on one context", () => {
  test("take turns, lose nothing, and switch more often with a shorter slice", async () => {
    const scenario = await demo();
    const long = run(scenario);
    const short = run(withScheduler(scenario, { timeSliceCycles: 5000 }));
    const [player, reader] = long.threads;
    expect(long.receive.delivered).toBeGreaterThan(0.9 * long.receive.offered);
    expect(player?.switches).toBeGreaterThan(100);
    expect(reader?.waits).toBeGreaterThan(100);
    expect(short.threads[0]?.switches).toBeGreaterThan(player?.switches ?? 0);
    expect(short.threads[1]?.longestReady).toBeLessThan(reader?.longestReady ?? 0);
    expect(long.cyclesByLayer.find(({ layer }) => layer === "kernel-copy")?.cycles).toBe(reader?.cycles);
    expect(long.findings).toEqual([]);
  });

  test("have their own slices", () => {
    const spin = (name: string, slice: { readonly timeSliceCycles?: number }) => ({
      name,
      layer: "application",
      priority: 5,
      ...slice,
      start: { on: "always" },
      steps: [{ do: "exec", routine: "work" }],
    });
    const result = parseScenario({
      format: "irqscope-scenario",
      version: 1,
      name: "slices",
      runCycles: 900_000,
      software: {
        scheduler: { policy: "round-robin", timeSliceCycles: 1000 },
        routines: [{ name: "work", kind: "cycles", cycles: 100_000 }],
        threads: [spin("long", { timeSliceCycles: 8000 }), spin("short", {})],
      },
    });
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const [long, short] = run(result.scenario).threads;
    expect((long?.cycles ?? 0) / (short?.cycles ?? 1)).toBeCloseTo(8, 1);
  });

  test("starve under priority alone if the other never waits, and a finding names the thread", async () => {
    const report = run(withScheduler(await demo(), { policy: "priority" }));
    expect(report.receive.delivered).toBe(0);
    expect(report.findings).toEqual([
      { kind: "starved", thread: "reader", fromCycle: 0, untilCycle: 20_000_000 },
    ]);
  });

  test("are refused without a scheduler", async () => {
    const result = parseScenario(JSON.stringify(withScheduler(await demo(), { policy: "none" })));
    expect(result.ok ? [] : result.errors.map(({ field }) => field)).toContain("software.threads[1].context");
  });

  test("are the kind of thread that may sleep, yield and wait", async () => {
    for (const step of [
      { do: "sleep", cycles: 5 },
      { do: "yield" },
      { do: "put", queue: "socket", whenFull: "wait" },
    ] as const) {
      const scenario = await demo();
      scenario.software.threads[2]?.steps.push(step);
      const result = parseScenario(JSON.stringify(scenario));
      expect(result.ok ? "" : result.errors[0]?.message).toMatch(/only a permanent thread may/);
    }
  });
});
