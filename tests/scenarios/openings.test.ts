/** At the opening of a built-in scenario its effect is visible and in the metrics: after the warm-up, packets were
 * delivered, programs ran, or the fault has been found. */
import { describe, expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { findingsOf } from "../../lib/metrics/findings.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

describe.each(BUILTIN_SCENARIOS)("the built-in scenario $id", ({ load, opening, isVariant }) => {
  it("opens at a place with something to see and measure", { timeout: 120_000 }, async () => {
    const loaded = await load();
    if (!loaded.ok) throw new Error("does not load");
    const { scenario } = loaded;
    expect(opening.toCycle).toBeGreaterThan(opening.fromCycle);
    expect(opening.cycle).toBeGreaterThanOrEqual(opening.fromCycle);
    expect(opening.cycle).toBeLessThan(opening.toCycle);
    expect(opening.cycle).toBeLessThanOrEqual(scenario.runCycles);
    if (isVariant === true) return;
    const machine = createMachine(core, compileScenario(scenario));
    machine.step(opening.cycle);
    const metrics = readMetrics(machine, scenario.machine);
    const { receive, send, interruptLatency, instructions } = metrics;
    const moved = receive.delivered + send.delivered + interruptLatency.count;
    const seen = scenario.traffic.length + interruptLatency.count > 0 ? moved : instructions;
    const found = findingsOf(scenario, metrics).length > 0;
    expect(found || seen > 0, `delivered or handled by cycle ${opening.cycle}: ${seen}`).toBe(true);
  });
});

it("threads of built-in scenarios are named by what they do, not by what they are", async () => {
  for (const { id, load } of BUILTIN_SCENARIOS) {
    const loaded = await load();
    const names = loaded.ok ? loaded.scenario.software.threads.map(({ name }) => name) : [];
    expect(
      names.filter((name) => /^(hart|thread|task)\b/i.test(name)),
      id,
    ).toEqual([]);
  }
});
