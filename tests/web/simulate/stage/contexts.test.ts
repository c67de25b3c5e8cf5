import { describe, expect, it } from "vitest";
import { contextCards } from "../../../../web/simulate/stage/contexts.ts";
import { cpu, FACTS, frame, view } from "./fixture.ts";

describe("the context cards of the stage", () => {
  it("show one card for each context with the running thread", () => {
    const cards = contextCards(
      view({
        cpus: [cpu({ activeContext: 1 })],
        frames: [
          frame({ thread: 1, context: 1, layer: "driver-isr", step: 1, routineDone: 5, routineBudget: 2228 }),
          frame({ thread: 0, context: 0, runState: "ready" }),
        ],
      }),
      FACTS,
      0,
    );
    expect(cards.map((card) => [card.name, card.active, card.threadName, card.stateText])).toEqual([
      ["C1", false, "application", "ready"],
      ["C2", true, "Driver ISR", "running"],
      ["C3", false, undefined, "free"],
    ]);
    expect(cards[1]?.work).toEqual({
      name: "Driver ISR (Rx done)",
      done: 5,
      budget: 2228,
      unit: "cycles",
      layer: "driver-isr",
    });
    expect(cards[2]?.priority).toBe(2);
  });

  it("mark the context that an interrupt enters, though another is active until it has the registers", () => {
    const activeOf = (runState: "entering" | "running") =>
      contextCards(
        view({
          cpus: [cpu({ activeContext: 2 })],
          frames: [
            frame({ thread: 1, context: 1, layer: "driver-isr", runState }),
            frame({ thread: 2, context: 2, runState: "ready" }),
          ],
        }),
        FACTS,
        0,
      )
        .filter(({ active }) => active)
        .map(({ name }) => name);
    expect(activeOf("entering")).toEqual(["C2"]);
    expect(activeOf("running")).toEqual(["C3"]);
  });

  it("show a thread in its context while its registers come back, with the arrow on it", () => {
    const restored = frame({ runState: "restoring", inMemory: true, routineDone: 8, routineBudget: 32 });
    const cards = contextCards(view({ frames: [restored] }), FACTS, 0);
    expect(
      cards.map(({ name, active, threadName, inMemory, registers }) => [
        name,
        active,
        threadName,
        inMemory,
        registers,
      ]),
    ).toEqual([
      ["C1", true, "application", false, "in hardware"],
      ["C2", false, undefined, false, "free"],
      ["C3", false, undefined, false, "free"],
      ["C1 saved", false, "application", true, "being restored"],
    ]);
  });

  it("count the words of a save or restore under way, not those of the routine after it", () => {
    const facts = { ...FACTS, save: { amount: 32, unit: "words" } } as const;
    const work = (runState: "saving" | "restoring" | "running") =>
      contextCards(view({ frames: [frame({ runState, routineDone: 8, routineBudget: 32 })] }), facts, 0)[0]
        ?.work;
    expect(work("saving")).toMatchObject({
      name: "save registers",
      done: 8,
      unit: "words",
      layer: "save-restore",
    });
    expect(work("restoring")).toMatchObject({
      name: "restore registers",
      unit: "words",
      layer: "save-restore",
    });
    expect(work("running")).toMatchObject({ unit: "cycles", layer: "application" });
  });

  it("show preempted activities after the contexts, as memory", () => {
    const cards = contextCards(
      view({
        frames: [
          frame({ thread: 1, interruptsEnabled: false }),
          frame({ thread: 2, inMemory: true, runState: "ready" }),
          frame({ thread: 0, inMemory: true, runState: "ready" }),
        ],
      }),
      { ...FACTS, policy: "single", cores: { cores: 1, contexts: 1 }, contextPriorities: [3] },
      0,
    );
    expect(cards.map((card) => [card.name, card.inMemory, card.threadName])).toEqual([
      ["C1", false, "Driver ISR"],
      ["saved 1", true, "protocol"],
      ["saved 2", true, "application"],
    ]);
    expect(cards[0]?.stateText).toBe("running, masked");
  });

  it("state the remaining slice and budgets, and the order of threads", () => {
    const [application, driver] = FACTS.threads;
    if (application === undefined || driver === undefined) throw new Error("no such thread");
    const facts = {
      ...FACTS,
      cores: { cores: 1, contexts: 1 },
      scheduler: { slices: true },
      threads: [application, { ...driver, budget: 4, budgetCycles: 900 }, application, application],
    };
    const ready = { runState: "ready", inMemory: true } as const;
    const at = view({
      cycle: 1000,
      frames: [
        frame({ thread: 1, budgetLeft: 3, budgetCyclesLeft: 450, sliceLeft: 7 }),
        frame({ thread: 3, ...ready, sliceLeft: 1200 }),
        frame({ thread: 0, ...ready, sliceLeft: 5000 }),
        frame({ thread: 2, ...ready, runState: "waiting" }),
      ],
    });
    expect(contextCards(at, facts, 0).map((card) => [card.stateText, card.left])).toEqual([
      ["running", "3 of 4 packets, 450 cycles of budget"],
      ["ready, 1 of 2", "slice 1\u202f200 cycles"],
      ["ready, 2 of 2", "slice 5\u202f000 cycles"],
      ["waiting", "slice 0 cycles"],
    ]);
    expect(contextCards(at, FACTS, 0).every((card) => card.left === undefined)).toBe(true);
  });

  it("name a step that runs no routine", () => {
    const [card] = contextCards(view({ frames: [frame({ thread: 1, step: 0 })] }), FACTS, 0);
    expect(card?.work?.name).toBe("acknowledge rx");
  });

  it.each([1, 4, 5, 16])("distinguish %i contexts", (count) => {
    const facts = {
      ...FACTS,
      cores: { cores: 1, contexts: count },
      contextPriorities: Array.from({ length: count }, (_, index) => index),
    };
    const cards = contextCards(view({ frames: [] }), facts, 0);
    expect(new Set(cards.map((card) => card.key)).size).toBe(count);
    expect(cards.at(-1)?.name).toBe(`C${count}`);
  });
});
