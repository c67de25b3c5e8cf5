/** At the opening of a built-in scenario its effect is visible and in the metrics: after the warm-up, packets were
 * delivered, programs ran, or the fault has been found. */
import { expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { findingsOf } from "../../lib/metrics/findings.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { fastCore } from "../support/cores.ts";
import { long, someOf } from "../support/long.ts";

const core = await fastCore();

it.each(BUILTIN_SCENARIOS)(
  "the built-in scenario $id opens inside its view and its run",
  async ({ load, opening }) => {
    const loaded = await load();
    if (!loaded.ok) throw new Error("does not load");
    expect(opening.toCycle).toBeGreaterThan(opening.fromCycle);
    expect(opening.cycle).toBeGreaterThanOrEqual(opening.fromCycle);
    expect(opening.cycle).toBeLessThan(opening.toCycle);
    expect(opening.cycle).toBeLessThanOrEqual(loaded.scenario.runCycles);
  },
);

async function expectSomething({ load, opening }: (typeof BUILTIN_SCENARIOS)[number]): Promise<void> {
  const loaded = await load();
  if (!loaded.ok) throw new Error("does not load");
  const { scenario } = loaded;
  const machine = createMachine(core, compileScenario(scenario));
  machine.step(opening.cycle);
  const metrics = readMetrics(machine, scenario.machine);
  const { receive, send, interruptLatency, instructions } = metrics;
  const moved = receive.delivered + send.delivered + interruptLatency.count;
  const seen = scenario.traffic.length + interruptLatency.count > 0 ? moved : instructions;
  const found = findingsOf(scenario, metrics).length > 0;
  expect(found || seen > 0, `delivered or handled by cycle ${opening.cycle}: ${seen}`).toBe(true);
}

const { some, others } = someOf(
  BUILTIN_SCENARIOS.filter(({ isVariant }) => isVariant !== true),
  3,
);
const TITLE = "the built-in scenario $id opens at a place with something to see and measure";
it.each(some)(TITLE, expectSomething);
it.each(others)(
  TITLE,
  long("Each scenario runs to its opening, which takes 5 s of CPU; what has an opening is seldom edited."),
  expectSomething,
);

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
