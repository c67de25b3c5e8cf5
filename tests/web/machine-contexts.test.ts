import { describe, expect, it } from "vitest";
import { contextCards } from "../../web/machine/contexts.ts";
import { cpu, FACTS, frame, view } from "./machine-fixture.ts";

describe("context cards", () => {
  it("has one card a context, with what runs there", () => {
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
    expect(cards[1]?.work).toEqual({ name: "Driver ISR (Rx done)", done: 5, budget: 2228, unit: "cycles" });
    expect(cards[2]?.priority).toBe(2);
  });

  it("puts preempted frames after the contexts, as memory", () => {
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
      ["frame 1", true, "protocol"],
      ["frame 2", true, "application"],
    ]);
    expect(cards[0]?.stateText).toBe("running, masked");
  });

  it("names a step that runs no routine", () => {
    const [card] = contextCards(view({ frames: [frame({ thread: 1, step: 0 })] }), FACTS, 0);
    expect(card?.work?.name).toBe("acknowledge rx");
  });

  it.each([1, 4, 5, 16])("keeps %i contexts apart", (count) => {
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
