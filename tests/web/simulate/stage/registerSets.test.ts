import { describe, expect, it } from "vitest";
import { registerSets } from "../../../../web/simulate/quiet/registerSets.ts";
import { cpu, FACTS, frame, view } from "./fixture.ts";

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

  it("empty while the entry steps go on if the save runs beside them, and go on behind them", () => {
    const beside = { ...ONE, save: { amount: 8, unit: "cycles" as const, overlapsEntry: true } };
    const at = (over: Parameters<typeof cpu>[0], own: Parameters<typeof frame>[0]) =>
      registerSets(
        view({ cpus: [cpu(over)], frames: [handler(own), application({ runState: "ready" })] }),
        beside,
        0,
      ).map(({ filled }) => filled);
    const entering = { runState: "entering" as const };
    expect(at({ entryStep: 1, entryStepCyclesDone: 3 }, entering)).toEqual([32, 0]);
    expect(at({ entryStep: 2, entryStepCyclesDone: 1, entryTaken: [3, 0, 0, 0, 0, 0, 0] }, entering)).toEqual(
      [28, 4],
    );
    expect(at({ entryStep: 7, entryStepCyclesDone: 2, entryTaken: [3, 1, 0, 0, 1, 0, 0] }, entering)).toEqual(
      [16, 16],
    );
    const behind = { entryTaken: [3, 1, 0, 0, 1, 0, 2] };
    expect(at(behind, { runState: "saving", routineDone: 1, routineBudget: 2 })).toEqual([12, 20]);
    expect(at(behind, { runState: "saving", routineDone: 4, routineBudget: 8 }), "a save of its own").toEqual(
      [16, 16],
    );
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
