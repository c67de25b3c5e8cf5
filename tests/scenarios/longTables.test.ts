/** The long tables of a machine: presses of buttons, points of drawn cycles. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  type CoreModule,
  machineRecord,
  SIM_POINT_LIMIT,
  SIM_PRESS_LIMIT,
  sim_config,
} from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, openCore } from "../boundary/support.ts";

const GAP_CYCLES = 20;
const FIRST_CYCLE = 100;

function parsed(presses: number, quantiles: readonly number[]) {
  const pressCycles = Array.from({ length: presses }, (_, index) => FIRST_CYCLE + index * GAP_CYCLES);
  return parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "long tables",
    machine: {
      nics: [],
      buttons: presses === 0 ? [] : [{ name: "key", pressCycles, line: { priority: 1 } }],
    },
    software: {
      routines: [{ name: "work", kind: "cycles", cycles: 1, drawnCycles: { kind: "quantiles", quantiles } }],
      threads: [
        {
          name: "loop",
          layer: "application",
          priority: 5,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "work" }],
        },
      ],
    },
  });
}

function scenarioOf(...given: Parameters<typeof parsed>) {
  const result = parsed(...given);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

const messagesOf = (...given: Parameters<typeof parsed>) => {
  const result = parsed(...given);
  return result.ok ? [] : result.errors.map(({ message }) => message);
};

let core: CoreModule;
beforeAll(async () => {
  core = await openCore();
});

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("long tables", () => {
  test("reach the machine in full", () => {
    const scenario = scenarioOf(SIM_PRESS_LIMIT, upTo(SIM_POINT_LIMIT));
    const machine = build(core, scenario);
    machine.step(FIRST_CYCLE + SIM_PRESS_LIMIT * GAP_CYCLES);
    expect(machine.checkInvariants()).toBe(0);
    expect(machine.counters().buttons[0]?.presses).toBe(SIM_PRESS_LIMIT);
  });

  test("have limits, which an error states", () => {
    expect(messagesOf(SIM_PRESS_LIMIT + 1, [1, 2])[0]).toContain(`at most ${SIM_PRESS_LIMIT}`);
    expect(messagesOf(1, upTo(SIM_POINT_LIMIT + 1))[0]).toContain(`at most ${SIM_POINT_LIMIT}`);
  });

  test("cost nothing on a machine without them", () => {
    const bytesOf = (presses: number, points: number) =>
      machineRecord(core, compileScenario(scenarioOf(presses, upTo(points)))).config.length;
    const { presses, points } = sim_config.fields;
    expect(bytesOf(0, 2)).toBe(points.offset + 2 * 8);
    expect(bytesOf(5, 2)).toBe(points.offset + 2 * 8);
    expect(presses.offset).toBeLessThan(120_000);
    const few = build(core, scenarioOf(1, [1, 2])).save().length;
    expect(build(core, scenarioOf(3000, upTo(5000))).save().length).toBe(few);
  });
});
