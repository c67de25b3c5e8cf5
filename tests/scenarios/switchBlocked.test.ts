/** The cost of a turn from a blocked context to another. */
import { expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

const core = await openCore();
const CYCLES = 100_000;

/** Contexts, each with the sequence in a loop. */
function scenarioOf(settings: object, sequence: readonly string[], contexts = 2) {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "switch",
    runCycles: CYCLES,
    machine: { core: { policy: "round-robin", contexts, ...settings } },
    software: {
      routines: [{ name: "work", kind: "sequence", sequence, repeat: 1000 }],
      threads: Array.from({ length: contexts }, (_, context) => ({
        name: `t${context}`,
        layer: "application",
        priority: 9,
        context,
        start: { on: "always" },
        steps: [{ do: "exec", routine: "work" }],
      })),
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

function perCycle(settings: object, sequence: readonly string[]): number {
  const machine = createMachine(core, compileScenario(scenarioOf(settings, sequence)));
  machine.step(CYCLES);
  expect(machine.checkInvariants()).toBe(0);
  const { instructions, detailed_cycles } = machine.counters();
  return instructions / detailed_cycles;
}

/** A pair whose second instruction waits: with three cycles of load-use delay it is blocked for three. */
const PAIR = ["load r1, r2", "alu r3, r1, r0"];
const SLOW_LOADS = { pipeline: { loadUseCycles: 3 } };

test("a switch from a blocked context costs nothing without hazards", () => {
  const independent = ["alu r1, r2, r3", "alu r4, r5, r6"];
  expect(perCycle({ switchBlockedCycles: 5 }, independent)).toBe(perCycle({}, independent));
});

/* An alu waits three cycles after its load. Context 0 goes first if both could issue: it issues its alu and its next
 * load and waits, and context 1 does the same. Without a cost both have 2 of 5 cycles. With a cost each turn that a
 * wait forces adds n: alu load (n) alu load (n). */
test.each([
  [0, 4 / 5],
  [1, 4 / 6],
  [2, 4 / 8],
  [3, 4 / 10],
])("a turn from a context that waits for its load costs %i cycles", (switchBlockedCycles, rate) => {
  const machine = { policy: "fixed-priority", contextPriorities: [1, 2], ...SLOW_LOADS };
  expect(perCycle({ ...machine, switchBlockedCycles }, PAIR)).toBeCloseTo(rate, 2);
});

test("a turn costs nothing at a load-use delay if only misses block", () => {
  const machine = { policy: "round-robin", ...SLOW_LOADS };
  expect(perCycle({ ...machine, switchBlockedCycles: 5, switchBlockedBy: "miss" }, PAIR)).toBe(
    perCycle(machine, PAIR),
  );
});

test.each(["round-robin", "weighted-round-robin"])(
  "the policy %s also pays for a turn from a blocked context",
  (policy) => {
    const machine = { policy, ...SLOW_LOADS };
    expect(perCycle({ ...machine, switchBlockedCycles: 2 }, PAIR)).toBeLessThan(
      0.8 * perCycle(machine, PAIR),
    );
  },
);

test.each(["single", "on-event", "smt"])(
  "the policy %s pays nothing for a turn, and a warning says so",
  (policy) => {
    const scenario = scenarioOf({ policy, switchBlockedCycles: 2 }, PAIR, policy === "single" ? 1 : 2);
    expect(warningsOf(scenario).map(({ field }) => field)).toContain("machine.core.switchBlockedCycles");
    createMachine(core, compileScenario(scenario)).step(1000);
  },
);
