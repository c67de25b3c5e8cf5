import { beforeAll, describe, expect, it } from "vitest";
import { type CoreModule, sim_entry_step } from "../../core-wasm/binding/index.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { build, openCore } from "../boundary/support.ts";

let core: CoreModule;

beforeAll(async () => {
  core = await openCore();
});

describe("the page opens a scenario", () => {
  it.each(BUILTIN_SCENARIOS)("$id amid an interrupt's entry, in view", async ({ load, opening }) => {
    const parsed = await load();
    if (!parsed.ok) throw new Error(`${parsed.errors[0]?.field}: ${parsed.errors[0]?.message}`);
    const machine = build(core, parsed.scenario);
    machine.step(opening.cycle);
    expect(machine.view().cpus[0]?.entry_step).not.toBe(sim_entry_step.none);
    expect(opening.fromCycle).toBeLessThan(opening.cycle);
    expect(opening.toCycle).toBeGreaterThan(opening.cycle);
    expect(opening.toCycle).toBeLessThanOrEqual(parsed.scenario.runCycles);
  });
});
