/** The series of the machine that runs ahead stay within their memory budget for any machine. */
import { expect, it } from "vitest";
import { createMachine, type Machine } from "../../../core-wasm/binding/index.ts";
import { BUILTIN_SCENARIOS } from "../../../scenarios/index.ts";
import { everything } from "../scenarios/support.ts";
import { openEngine } from "./support.ts";

const BUDGET_BYTES = 48 * 2 ** 20;
/** Bytes of a bin and of its share in the coarser levels. */
const BIN_BYTES = 32;

const SCENARIOS = [["everything", everything()] as const];
for (const { id, load } of BUILTIN_SCENARIOS) {
  const parsed = await load();
  if (parsed.ok) SCENARIOS.push([id as "everything", parsed.scenario]);
}

it.each(SCENARIOS)("the series of %s stay within their memory budget", async (_, scenario) => {
  const made: (readonly [Machine, Parameters<typeof createMachine>[2]])[] = [];
  const engine = await openEngine({
    make: (core, compiled, options) => {
      const machine = createMachine(core, compiled, options);
      made.push([machine, options]);
      return machine;
    },
  });
  engine.load(scenario);
  expect(made.length).toBe(2);
  const bins = made.flatMap(([machine, options]) =>
    options?.rowCapacity === undefined ? [(options?.binCapacity ?? 0) * machine.tracks().length] : [],
  );
  expect(bins.length).toBe(1);
  for (const count of bins) {
    expect(count).toBeGreaterThan(0);
    expect(count * BIN_BYTES).toBeLessThanOrEqual(BUDGET_BYTES);
  }
});
