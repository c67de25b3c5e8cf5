import { expect, test } from "vitest";
import type { ScenarioInput } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

type Software = NonNullable<ScenarioInput["software"]>;

function errorsOf(software: Software): readonly string[] {
  const result = parseScenario(
    JSON.stringify({ format: "irqscope-scenario", version: 1, name: "kernel", software }),
  );
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field} ${message}`);
}

const routines = [{ name: "work", kind: "cycles", cycles: 10 }] as const;
const always = { layer: "application", priority: 5, start: { on: "always" } } as const;

test("the work of a tick must be less than a tick", () => {
  expect(errorsOf({ scheduler: { tickCycles: 100, tickWorkCycles: 99 } })).toEqual([]);
  expect(errorsOf({ scheduler: { tickWorkCycles: 5 } })).toEqual([
    "software.scheduler.tickWorkCycles must be less than a tick, 0 cycles",
  ]);
});

test("a raised thread must be a soft interrupt or wait for raises", () => {
  const raiser = {
    ...always,
    name: "raiser",
    steps: [
      { do: "exec", routine: "work" },
      { do: "raise", thread: "raiser" },
    ],
  } as const;
  expect(errorsOf({ routines: [...routines], threads: [{ ...raiser, steps: [...raiser.steps] }] })).toEqual([
    'software.threads[0].steps[1].thread names a thread that never waits for a raise: "raiser"',
  ]);
  const waits = { ...raiser, steps: [...raiser.steps, { do: "wait-raise" } as const] };
  expect(errorsOf({ routines: [...routines], threads: [waits] })).toEqual([]);
});

test("only a permanent thread may wait for raises", () => {
  const soft = {
    ...always,
    name: "soft",
    start: { on: "soft" },
    steps: [{ do: "wait-raise" }],
  } as const;
  expect(errorsOf({ threads: [{ ...soft, steps: [...soft.steps] }] })[0]).toMatch(
    /only a permanent thread may wait/,
  );
});
