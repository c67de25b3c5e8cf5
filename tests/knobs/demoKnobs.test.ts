/** What the demos offer to be tried: every value is one that the machine can have, and something comes of it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createMachine, loadCore } from "../../core-wasm/binding/index.ts";
import { type EndedRun, headlinesOf } from "../../lib/knobs/headlines.ts";
import { type FoundKnob, knobsOf } from "../../lib/knobs/knobs.ts";
import { type KnobValue, offeredKnobs } from "../../lib/knobs/offered.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { changeField } from "../../lib/scenarioFields/change.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { DEMOS } from "../../scenarios/demos/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

const core = await loadCore(readFileSync(new URL("../../core-wasm/binding/core_fast.wasm", import.meta.url)));

/** Enough for an effect, little enough for a test. */
const RUN_CYCLES = 1_500_000;
/** Cores take their time one after the other. */
const RUN_CORE_CYCLES = 3_000_000;
const MEASURABLE = 0.1;

function changed(scenario: Scenario, { field }: FoundKnob, value: KnobValue): Scenario {
  const result = changeField(scenario, field, value);
  if (!result.ok) throw new Error(`${field.name} = ${value}: ${result.message}`);
  return result.scenario;
}

function ran(scenario: Scenario): EndedRun {
  const machine = createMachine(core, compileScenario(scenario));
  const cycles = RUN_CORE_CYCLES / scenario.machine.core.cores;
  machine.step(Math.min(RUN_CYCLES, cycles, scenario.runCycles));
  const metrics = readMetrics(machine, scenario.machine);
  return { metrics, clockHertz: scenario.machine.clockHertz };
}

/** How far apart the headline numbers of two runs are, as a share; frames that were delivered follow the rate alone. */
function effectOf(before: EndedRun, after: EndedRun): number {
  const shares = headlinesOf(after, before)
    .filter(({ key }) => key !== "delivered")
    .map((one) => {
      const [was, is] = [one.before ?? 0, one.after ?? 0];
      return Math.abs(is - was) / Math.max(Math.abs(was), Math.abs(is), Number.MIN_VALUE);
    });
  return Math.max(0, ...shares);
}

describe.each(DEMOS.map(({ id, load }) => ({ id, load })))("$id", ({ load }) => {
  it("names three to six fields, whose values the checks take, and some of them matters", async () => {
    const loaded = await load();
    if (!loaded.ok) throw new Error("not loaded");
    const { scenario } = loaded;
    const { knobs, faults } = knobsOf(scenario);
    expect(faults).toEqual([]);
    expect(knobs.length).toBeGreaterThanOrEqual(3);
    expect(knobs.length).toBeLessThanOrEqual(6);
    // What the page finds without the schema is what the schema says.
    expect(offeredKnobs(scenario)).toEqual(
      knobs.map(({ field, ...knob }) => ({ ...knob, path: field.path, unit: field.unit })),
    );
    expect(knobs.map(({ label }) => label)).not.toContain(undefined);
    const before = ran(scenario);
    const effects = knobs.map((knob) => {
      const machines = knob.values.map((value) => ({ value, machine: changed(scenario, knob, value) }));
      const others = [machines[0], machines.at(-1)].filter((one) => one?.value !== knob.value);
      const runs = others.flatMap((one) => (one === undefined ? [] : [ran(one.machine)]));
      return { field: knob.field.name, effect: Math.max(...runs.map((run) => effectOf(before, run))) };
    });
    const most = Math.max(...effects.map(({ effect }) => effect));
    expect(most, JSON.stringify(effects)).toBeGreaterThan(MEASURABLE);
  });
});
