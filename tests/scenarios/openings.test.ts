import { beforeAll, describe, expect, it } from "vitest";
import { type CoreModule, sim_cause, sim_entry_step } from "../../core-wasm/binding/index.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import { build, openCore } from "../boundary/support.ts";

let core: CoreModule;

function isInterrupted({ software }: Scenario): boolean {
  return software.threads.some(({ start }) => start.on !== "always");
}

beforeAll(async () => {
  core = await openCore();
});

describe("the page opens a scenario", () => {
  it.each(BUILTIN_SCENARIOS)("$id where something happens, in view", async ({ load, opening }) => {
    const parsed = await load();
    if (!parsed.ok) throw new Error(`${parsed.errors[0]?.field}: ${parsed.errors[0]?.message}`);
    const machine = build(core, parsed.scenario);
    machine.step(opening.cycle);
    const view = machine.view();
    if (isInterrupted(parsed.scenario)) {
      // Amid an interrupt's entry.
      const steps = view.cpus.slice(0, view.cpu_count).map((cpu) => cpu.entry_step);
      expect(steps.some((step) => step !== sim_entry_step.none)).toBe(true);
    } else {
      // Some instructions move, some wait.
      const stalls = view.stages.slice(0, view.occupied_count).map((stage) => stage.stall);
      expect(stalls).toContain(sim_cause.busy);
      expect(stalls.some((stall) => stall !== sim_cause.busy)).toBe(true);
    }
    expect(opening.fromCycle).toBeLessThan(opening.cycle);
    expect(opening.toCycle).toBeGreaterThan(opening.cycle);
    expect(opening.toCycle).toBeLessThanOrEqual(parsed.scenario.runCycles);
  });
});
