/** How an interrupt enters its handler: the save beside the entry steps, abandoned instructions. */
import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

const core = await openCore();

/** A press at cycle 100 interrupts a loop; its handler runs on the same context. */
function pressed(interrupts: object, machine: object = {}) {
  return parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "entry",
    runCycles: 1000,
    machine: {
      ...machine,
      interrupts,
      buttons: [{ name: "b", pressCycles: [100], line: { priority: 1 } }],
    },
    software: {
      routines: [{ name: "work", kind: "cycles", cycles: 500 }],
      threads: [
        {
          name: "loop",
          layer: "application",
          priority: 9,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "work" }],
        },
        {
          name: "handler",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", button: "b" },
          steps: [{ do: "acknowledge-button", button: "b" }],
        },
      ],
    },
  });
}

function latencyCycles(interrupts: object): number {
  const result = pressed(interrupts);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const machine = createMachine(core, compileScenario(result.scenario));
  machine.step(1000);
  expect(machine.checkInvariants()).toBe(0);
  return machine.interruptHistogram().maximum;
}

const SHARED = { core: { policy: "round-robin" } };

function refused(interrupts: object, machine?: object) {
  const result = pressed(interrupts, machine);
  return result.ok ? [] : result.errors;
}

describe("a save beside the entry steps", () => {
  const saveRestore = { kind: "cycles", saveCycles: 20, restoreCycles: 20 };

  test("takes as long as the longer of the two", () => {
    const longer = latencyCycles({ saveRestore });
    expect(latencyCycles({ saveRestore: { ...saveRestore, overlapsEntry: true } })).toBe(longer - 6);
    const short = { ...saveRestore, saveCycles: 4 };
    expect(latencyCycles({ saveRestore: { ...short, overlapsEntry: true } })).toBe(
      latencyCycles({ saveRestore: { ...short, saveCycles: 0 } }),
    );
  });

  test("is refused for words, and where contexts share the pipeline", () => {
    const words = { kind: "words", saveWords: 8, restoreWords: 8, overlapsEntry: true };
    expect(refused({ saveRestore: words })).toMatchObject([
      { field: "machine.interrupts.saveRestore.overlapsEntry" },
    ]);
    expect(refused({ saveRestore: { ...saveRestore, overlapsEntry: true } }, SHARED)).toEqual([
      {
        field: "machine.interrupts.saveRestore.overlapsEntry",
        message: 'needs policy "single" or "on-event": with the others a save issues instructions',
      },
    ]);
  });
});

describe("instructions that an interrupt abandons", () => {
  test("need no drain", () => {
    expect(latencyCycles({ abandons: true })).toBe(latencyCycles({}) - 3);
  });

  test("are refused where nothing can take them back", () => {
    expect(refused({ abandons: true })).toEqual([]);
    const nonBlocking = { memory: { l1d: { sizeBytes: 1024, ways: 2, lineBytes: 32 }, nonBlocking: true } };
    const refilled = { memory: { tlb: { refillInstructions: 8 } } };
    for (const machine of [SHARED, nonBlocking, refilled])
      expect(refused({ abandons: true }, machine)).toMatchObject([{ field: "machine.interrupts.abandons" }]);
  });
});
