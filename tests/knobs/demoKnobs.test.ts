/** The knobs of the demos: every value is valid for the machine, and changes the result. */
import { describe, expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { type EndedRun, headlinesOf } from "../../lib/knobs/headlines.ts";
import { type FoundKnob, knobsOf } from "../../lib/knobs/knobs.ts";
import { type KnobValue, offeredKnobs } from "../../lib/knobs/offered.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { changeField } from "../../lib/scenarioFields/change.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { DEMOS } from "../../scenarios/demos/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { fastCore } from "../support/cores.ts";
import { long, someOf } from "../support/long.ts";

const core = await fastCore();

/** Long enough for an effect, short enough for a test. */
const RUN_CYCLES = 1_500_000;
/** Runs the machines one after another. */
const RUN_CORE_CYCLES = 3_000_000;
const MEASURABLE = 0.1;

function changed(scenario: Scenario, { field }: FoundKnob, value: KnobValue): Scenario {
  const result = changeField(scenario, field, value);
  if (!result.ok) throw new Error(`${field.name} = ${value}: ${result.message}`);
  return result.scenario;
}

/** The invariants hold at its end. */
function ran(scenario: Scenario): EndedRun {
  const machine = createMachine(core, compileScenario(scenario));
  const cycles = Math.floor(RUN_CORE_CYCLES / scenario.machine.core.cores);
  const end = Math.min(RUN_CYCLES, cycles, scenario.runCycles);
  machine.step(end);
  expect([machine.cycle, machine.checkInvariants()]).toEqual([end, 0]);
  const metrics = readMetrics(machine, scenario.machine);
  return { metrics, clockHertz: scenario.machine.clockHertz };
}

/** The relative difference of the headline numbers of two runs. The number of delivered frames follows the rate and is
 * left out. */
function effectOf(before: EndedRun, after: EndedRun): number {
  const shares = headlinesOf(after, before)
    .filter(({ key }) => key !== "delivered")
    .map((one) => {
      const [was, is] = [one.before ?? 0, one.after ?? 0];
      return Math.abs(is - was) / Math.max(Math.abs(was), Math.abs(is), Number.MIN_VALUE);
    });
  return Math.max(0, ...shares);
}

const EVERY_FIELD = long(
  "Machines at both ends of every field run without a fault, where the short list builds them and runs them up to the first field that matters; they take 10 s of CPU.",
);

const OTHER_DEMOS = long(
  "Whether the offered knobs of a demo matter is a property of its file; the runs of all take 12 s of CPU.",
);
const RUN_IN_SHORT = new Set(someOf(DEMOS, 4).some.map(({ id }) => id));

describe.each(DEMOS.map(({ id, load }) => ({ id, load })))("the demo $id", ({ id, load }) => {
  const loadDemo = async () => {
    const loaded = await load();
    if (!loaded.ok) throw new Error("not loaded");
    const { scenario } = loaded;
    const { knobs, faults } = knobsOf(scenario);
    expect(faults).toEqual([]);
    const fields = knobs.map((knob) => {
      const machines = knob.values.map((value) => ({ value, machine: changed(scenario, knob, value) }));
      const others = [machines[0], machines.at(-1)].flatMap((one) =>
        one === undefined || one.value === knob.value ? [] : [one.machine],
      );
      return { name: knob.field.name, others };
    });
    return { scenario, knobs, fields };
  };

  it("names three to six knobs whose values the checks and the core accept", async () => {
    const { scenario, knobs, fields } = await loadDemo();
    expect(knobs.length).toBeGreaterThanOrEqual(3);
    expect(knobs.length).toBeLessThanOrEqual(6);
    // The page finds the knobs without the schema, with the result of the schema.
    expect(offeredKnobs(scenario)).toEqual(
      knobs.map(({ field, ...knob }) => ({ ...knob, path: field.path, unit: field.unit })),
    );
    expect(knobs.map(({ label }) => label)).not.toContain(undefined);
    for (const { others } of fields)
      for (const other of others) expect(createMachine(core, compileScenario(other)).cycle).toBe(0);
  });

  it("has only knobs that change the result", RUN_IN_SHORT.has(id) ? {} : OTHER_DEMOS, async () => {
    const { scenario, fields } = await loadDemo();
    const before = ran(scenario);
    const effects: { readonly name: string; readonly effect: number }[] = [];
    // The first field that matters is enough.
    for (const { name, others } of fields) {
      const effect = Math.max(...others.map((other) => effectOf(before, ran(other))));
      if (effect > MEASURABLE) return;
      effects.push({ name, effect });
    }
    expect.fail(`no field matters: ${JSON.stringify(effects)}`);
  });

  it("runs at both ends of every knob", EVERY_FIELD, async () => {
    const { fields } = await loadDemo();
    for (const { others } of fields) for (const other of others) ran(other);
  });
});
