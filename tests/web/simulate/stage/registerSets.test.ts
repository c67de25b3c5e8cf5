import { describe, expect, it } from "vitest";
import { registerSets } from "../../../../web/simulate/quiet/registerSets.ts";
import { FACTS, frame, view } from "./fixture.ts";

const ONE = { ...FACTS, cores: { cores: 1, contexts: 1 }, save: { amount: 32, unit: "words" as const } };

/** "c0 driver-isr 32/out", one for each set. */
const sets = (frames: readonly ReturnType<typeof frame>[], facts = ONE) =>
  registerSets(view({ frames: [...frames] }), facts, 0).map(
    ({ key, layer, filled, moving }) =>
      `${key} ${layer} ${filled}${moving === undefined ? "" : ` ${moving}`}`,
  );

const handler = (over: Parameters<typeof frame>[0] = {}) =>
  frame({ thread: 1, layer: "driver-isr", context: 0, ...over });
const application = (over: Parameters<typeof frame>[0] = {}) =>
  frame({ thread: 0, layer: "application", context: 0, ...over });

describe("the register sets", () => {
  it("hold the registers of the thread that runs, and an empty copy", () => {
    expect(sets([application()])).toEqual(["c0 application 32", "m0 idle 0"]);
  });

  it("keep the registers of the interrupted thread while the interrupt is entered", () => {
    expect(sets([handler({ runState: "entering" }), application({ runState: "ready" })])).toEqual([
      "c0 application 32",
      "m0 application 0",
    ]);
  });

  it("empty one set and fill the copy while words are saved, without a word in both", () => {
    for (const routineDone of [0, 1, 13, 31, 32])
      expect(
        sets([
          handler({ runState: "saving", routineDone, routineBudget: 32 }),
          application({ runState: "ready" }),
        ]),
      ).toEqual([`c0 application ${32 - routineDone} out`, `m0 application ${routineDone} in`]);
  });

  it("hold the handler's registers beside the full copy once all are saved", () => {
    expect(sets([handler(), application({ runState: "ready", inMemory: true })])).toEqual([
      "c0 driver-isr 32",
      "m0 application 32",
    ]);
  });

  it("fill the set and empty the copy while words are restored", () => {
    const restored = application({
      runState: "restoring",
      inMemory: true,
      routineDone: 8,
      routineBudget: 32,
    });
    expect(sets([restored])).toEqual(["c0 application 8 in", "m0 application 24 out"]);
  });

  it("move no word where each thread has a context of its own", () => {
    const facts = { ...FACTS, save: undefined };
    const three = [handler({ context: 1, runState: "entering" }), application({ runState: "ready" })];
    expect(
      registerSets(view({ frames: three }), facts, 0).map(({ filled, moving }) => [filled, moving]),
    ).toEqual([
      [32, undefined],
      [32, undefined],
      [0, undefined],
    ]);
  });
});
