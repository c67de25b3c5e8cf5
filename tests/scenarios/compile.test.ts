import { describe, expect, test } from "vitest";
import {
  sim_config,
  sim_direction,
  sim_step_config,
  sim_step_op,
  sim_trace_entry,
} from "../../core-wasm/binding/index.ts";
import { timeInCycles } from "../../scenarios/base/cycles.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { resolveNames } from "../../scenarios/compile/names.ts";
import type { Scenario, ScenarioInput } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { parseInstruction } from "../../scenarios/software/instruction.ts";
import { intervalOf } from "../../scenarios/traffic/rates.ts";

function scenarioOf(parts: Partial<ScenarioInput>): Scenario {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "test",
    machine: { nics: [{ name: "eth0" }] },
    ...parts,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

function configOf(scenario: Scenario): DataView {
  const view = new DataView(new ArrayBuffer(sim_config.size));
  compileScenario(scenario).writeConfig(view, true);
  return view;
}

describe("rates become exact fractions of cycles", () => {
  test.each([
    [{ framesPerSecond: 100_000 }, 64, 200_000_000, 2000n, 1n],
    [{ framesPerSecond: 0.001 }, 64, 200_000_000, 200_000_000_000n, 1n],
    [{ framesPerSecond: 148_809.524 }, 64, 100_000_000, 25_000_000_000n, 37_202_381n],
    [{ bitPerSecond: 100_000_000 }, 1500, 200_000_000, 24_000n, 1n],
    [{ bitPerSecond: 3 }, 1, 1, 8n, 3n],
    [{ intervalCycles: 77 }, 1, 1, 77n, 1n],
  ])("%j of %i bytes at %i Hz", (rate, sizeBytes, clockHertz, numerator, denominator) => {
    expect(intervalOf(rate, sizeBytes, clockHertz)).toEqual({ numerator, denominator });
  });
});

describe("nanoseconds become cycles without drift", () => {
  test("each time is rounded down by itself", () => {
    expect([0, 5, 9, 10, 999_999_999_999].map(timeInCycles(200_000_000))).toEqual([
      0n,
      1n,
      1n,
      2n,
      199_999_999_999n,
    ]);
  });
});

test.each([
  ["alu r3, r1, r2", ["alu", 3, 1, 2, false]],
  ["alu r3", ["alu", 3, 0, 0, false]],
  ["multiply r31, r1", ["multiply", 31, 1, 0, false]],
  ["load r2, r1", ["load", 2, 1, 0, false]],
  ["store r2, r1", ["store", 0, 1, 2, false]],
  ["store r2", ["store", 0, 0, 2, false]],
  ["prefetch r1", ["prefetch", 0, 1, 0, false]],
  ["prefetch r1 [0x40]", ["prefetch", 0, 1, 0, false, 0x40]],
  ["branch", ["branch", 0, 0, 0, false]],
  ["branch r1, r2 taken", ["branch", 0, 1, 2, true]],
  ["jump", ["jump", 0, 0, 0, true]],
  ["jump r31", ["jump", 0, 31, 0, true]],
  ["load r2, r1 [0x40] x2", ["load", 2, 1, 0, false, 0x40, 2]],
  ["store r2, r1 x16", ["store", 0, 1, 2, false, undefined, 16]],
])(
  "the instruction %s is compiled to its fields",
  (text, [operation, destination, source1, source2, taken, address, words = 1]) => {
    expect(parseInstruction(text)).toEqual({
      operation,
      destination,
      source1,
      source2,
      taken,
      address,
      words,
    });
  },
);

test.each([
  "",
  "add r1",
  "alu r32",
  "alu r1,",
  "load r1, r2, r3",
  "store",
  "prefetch r1, r2",
  "branch r1 maybe",
  "jump r1, r2",
  "load r2 x1",
  "store r2 x17",
  "alu r2 x2",
  "alu r1\nalu r2",
])("%j is refused as an instruction", (text) => {
  expect(parseInstruction(text)).toBeUndefined();
});

test("a while step compiles to a test, its body and a jump back, and every thread ends with a return", () => {
  const condition = { on: "rx-not-empty", nic: "eth0" } as const;
  const scenario = scenarioOf({
    software: {
      routines: [{ name: "work", kind: "cycles", cycles: 5 }],
      threads: [
        {
          name: "first",
          layer: "application",
          priority: 9,
          start: { on: "soft" },
          steps: [{ do: "return" }],
        },
        {
          name: "driver",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", nic: "eth0" },
          steps: [
            { do: "mask", nic: "eth0" },
            {
              do: "while",
              condition,
              steps: [
                { do: "take-frame", nic: "eth0" },
                { do: "while", condition, steps: [{ do: "exec", routine: "work" }] },
              ],
            },
          ],
        },
      ],
    },
  });
  const view = configOf(scenario);
  const stepCount = view.getUint16(sim_config.fields.step_count.offset, true);
  const names = Object.fromEntries(Object.entries(sim_step_op).map(([name, value]) => [value, name]));
  const steps = Array.from({ length: stepCount }, (_, index) => {
    const base = sim_config.fields.steps.offset + index * sim_step_config.size;
    const op = names[view.getUint8(base + sim_step_config.fields.op.offset)];
    return [op, view.getUint16(base + sim_step_config.fields.target.offset, true)];
  });
  expect(steps).toEqual([
    ["return", 0],
    ["return", 0],
    ["mask", 0],
    ["jump-unless", 7],
    ["take-frame", 0],
    ["jump-unless", 6],
    ["exec", 0],
    ["jump", 3],
    ["jump", 1],
    ["return", 0],
  ]);
  expect(resolveNames(scenario).threads[1]?.steps).toEqual([
    "mask eth0",
    "while rx-not-empty",
    "take-frame eth0",
    "while rx-not-empty",
    "exec work",
    "repeat",
    "repeat",
    "return",
  ]);
});

test("the traces of several sources are stored one after another", () => {
  const trace = (offset: number): NonNullable<ScenarioInput["traffic"]>[number] => ({
    kind: "trace",
    nic: "eth0",
    events: { timesNanoseconds: [offset, offset + 10], sizesBytes: [64, 65], directions: "rr" },
  });
  const compiled = compileScenario(scenarioOf({ traffic: [trace(0), trace(100)] }));
  expect(compiled.traceEntryCount).toBe(4);
  const view = new DataView(new ArrayBuffer(4 * sim_trace_entry.size));
  compiled.writeTrace(view);
  const entries = [0, 1, 2, 3].map((index) => [
    view.getBigUint64(index * sim_trace_entry.size, true),
    view.getUint32(index * sim_trace_entry.size + 8, true),
    view.getUint8(index * sim_trace_entry.size + 12),
  ]);
  expect(entries).toEqual([
    [0n, 64, sim_direction.receive],
    [2n, 65, sim_direction.receive],
    [20n, 64, sim_direction.receive],
    [22n, 65, sim_direction.receive],
  ]);
});
