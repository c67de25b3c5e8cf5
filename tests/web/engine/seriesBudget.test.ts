/** The series of the machine that runs ahead stay within their memory budget for any machine. */
import { expect, it } from "vitest";
import { createMachine, type Machine } from "../../../core-wasm/binding/index.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../../scenarios/index.ts";
import { long, someOf } from "../../support/long.ts";
import { everything } from "../scenarios/support.ts";
import { openEngine } from "./support.ts";

const BUDGET_BYTES = 48 * 2 ** 20;
/** Bytes of a bin and of its share in the coarser levels. */
const BIN_BYTES = 32;

async function expectBudget(scenario: Scenario): Promise<void> {
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
}

async function expectBudgetOf({ load }: (typeof BUILTIN_SCENARIOS)[number]): Promise<void> {
  const parsed = await load();
  if (!parsed.ok) throw new Error("does not load");
  await expectBudget(parsed.scenario);
}

it("the series of a scenario with everything stay within their memory budget", () =>
  expectBudget(everything()));

const { some, others } = someOf(BUILTIN_SCENARIOS, 6);
it.each(some)("the series of $id stay within their memory budget", expectBudgetOf);
it.each(others)(
  "the series of $id stay within their memory budget",
  long(
    "The budget is of bins and tracks, which a sixth of the scenarios have in every number; they take 7 s of CPU.",
  ),
  expectBudgetOf,
);
