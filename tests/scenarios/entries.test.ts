/** How an interrupt enters its handler: the save beside the entry steps, abandoned instructions, late lines, saves of a size of their own. */
import { describe, expect, test } from "vitest";
import { createMachine, type Machine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";

const core = await openCore();

const PRESSED = [{ name: "b", pressCycles: [100], line: { priority: 1 } }];

/** A loop, and a handler on its context for each button. */
function scenarioOf(interrupts: object, machine: object = {}, buttons = PRESSED, own: object = {}) {
  const handlers = buttons.map(({ name, line }) => ({
    name,
    layer: "driver-isr",
    priority: line.priority,
    start: { on: "line", button: name },
    steps: [
      { do: "exec", routine: "answer" },
      { do: "acknowledge-button", button: name },
    ],
    ...own,
  }));
  const loop = { name: "loop", layer: "application", priority: 9, start: { on: "always" } };
  return parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "entry",
    runCycles: 1000,
    machine: { ...machine, interrupts, buttons },
    software: {
      routines: [
        { name: "work", kind: "cycles", cycles: 500 },
        { name: "answer", kind: "cycles", cycles: 10 },
      ],
      threads: [{ ...loop, steps: [{ do: "exec", routine: "work" }] }, ...handlers],
    },
  });
}

function run(interrupts: object, buttons = PRESSED): Machine {
  const result = scenarioOf(interrupts, {}, buttons);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const machine = createMachine(core, compileScenario(result.scenario));
  machine.step(1000);
  expect(machine.checkInvariants()).toBe(0);
  return machine;
}

const latencyCycles = (interrupts: object) => run(interrupts).interruptHistogram().maximum;

const SHARED = { core: { policy: "round-robin" } };

function refused(interrupts: object, machine?: object) {
  const result = scenarioOf(interrupts, machine);
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

  test("ends when the first instruction of the handler is in EX, if that is fetched beside it", () => {
    expect(latencyCycles({ saveRestore: { ...saveRestore, overlapsFetch: true } })).toBe(
      latencyCycles({ saveRestore }) - 2,
    );
    const both = { overlapsEntry: true, overlapsFetch: true };
    expect(latencyCycles({ saveRestore: { ...saveRestore, ...both } })).toBe(
      latencyCycles({ saveRestore }) - 2 - 6,
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

describe("a line that comes late", () => {
  /** The other line is recognised at the end of cycle 100, and the steps that push end with 106. */
  const savesOf = (interrupts: object, pressed: number) => {
    const urgent = { name: "urgent", pressCycles: [pressed], line: { priority: 0 } };
    const { saves, interrupts: count } = run(interrupts, [...PRESSED, urgent]).counters();
    expect(count).toBe(2);
    return saves;
  };

  test("takes over the entry, and registers are saved once", () => {
    expect(savesOf({ tailChain: true, lateArrival: true }, 108)).toBe(1);
    expect(savesOf({ tailChain: true }, 108)).toBe(2);
  });

  test("interrupts the handler that has begun", () => {
    const begins = 100 + 1 + 3 + 6 + 93;
    expect(savesOf({ tailChain: true, lateArrival: true }, begins - 1)).toBe(1);
    expect(savesOf({ tailChain: true, lateArrival: true }, begins)).toBe(2);
  });
});

describe("a save of a handler's own size", () => {
  const words = { saveRestore: { kind: "words", saveWords: 8, restoreWords: 8 } };
  const start = { on: "soft" };

  test.each([
    [{}, { saveCycles: 4, restoreCycles: 4 }, []],
    [words, { saveWords: 0 }, []],
    [{}, { saveWords: 4 }, ["software.threads[1].saveWords"]],
    [words, { restoreCycles: 4 }, ["software.threads[1].restoreCycles"]],
    [{}, { saveCycles: 4, start }, ["software.threads[1].saveCycles"]],
  ])("with %j and %j is refused in %j", (interrupts, own, fields) => {
    const result = scenarioOf(interrupts, {}, PRESSED, own);
    expect(result.ok ? [] : result.errors.map(({ field }) => field)).toEqual(fields);
  });
});
