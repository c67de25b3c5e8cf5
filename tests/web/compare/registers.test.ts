import { describe, expect, it } from "vitest";
import { registerBoxes, stopwatchAt } from "../../../web/compare/race/registers.ts";
import type { FrameView, MachineView, RunState } from "../../../web/engine/protocol.ts";
import { REGISTERS } from "../../../web/simulate/quiet/registerSets.ts";
import { cpu, FACTS, frame, view } from "../simulate/stage/fixture.ts";

const ONE_CONTEXT = {
  ...FACTS,
  cores: { ...FACTS.cores, contexts: 1 },
  save: { amount: 32, unit: "words" },
} as const;

/** "C1 application 12-32": whose cells are filled. */
function boxes(frames: readonly FrameView[], facts: typeof FACTS | typeof ONE_CONTEXT): readonly string[] {
  return registerBoxes(view({ frames, cpus: [cpu({ activeContext: 0 })] }), facts, 0).map(
    ({ name, owner, from, to }) => `${name} ${owner?.thread ?? "nobody"} ${from}-${to}`,
  );
}

describe("the registers of a machine with one context", () => {
  const handler = (runState: RunState, routineDone: number) =>
    frame({ thread: 1, layer: "driver-isr", runState, routineDone, routineBudget: 64 });
  const preempted = frame({ thread: 0, runState: "ready" });

  it("leave the context for memory cell by cell while they are saved", () => {
    expect(boxes([handler("entering", 0), preempted], ONE_CONTEXT)).toEqual([
      `C1 application 0-${REGISTERS}`,
      "memory application 0-0",
      "memory nobody 0-0",
    ]);
    expect(boxes([handler("saving", 24), preempted], ONE_CONTEXT)).toEqual([
      `C1 application 12-${REGISTERS}`,
      "memory application 0-12",
      "memory nobody 0-0",
    ]);
    expect(boxes([handler("running", 5), { ...preempted, inMemory: true }], ONE_CONTEXT)).toEqual([
      `C1 Driver ISR 0-${REGISTERS}`,
      `memory application 0-${REGISTERS}`,
      "memory nobody 0-0",
    ]);
  });

  it("come back from memory cell by cell while they are restored", () => {
    const back = {
      ...preempted,
      inMemory: true,
      runState: "restoring",
      routineDone: 8,
      routineBudget: 32,
    } as const;
    expect(boxes([back], ONE_CONTEXT)).toEqual([
      "C1 application 0-8",
      `memory application 8-${REGISTERS}`,
      "memory nobody 0-0",
    ]);
  });
});

it("the registers of a machine with three contexts stay where they are", () => {
  const frames = [
    frame({ thread: 1, context: 1, layer: "driver-isr", runState: "entering" }),
    frame({ thread: 0, context: 0, runState: "ready" }),
  ];
  expect(boxes(frames, { ...FACTS, save: undefined })).toEqual([
    `C1 application 0-${REGISTERS}`,
    `C2 Driver ISR 0-${REGISTERS}`,
    "C3 nobody 0-0",
  ]);
});

describe("the stopwatch", () => {
  const at = (cycle: number, count: number, cycles: number, runState: RunState = "running"): MachineView =>
    view({ cycle, saves: { count, cycles }, frames: [frame({ runState })] });

  it("runs while registers are saved, and stands at what that took", () => {
    let watch = stopwatchAt(undefined, at(100, 4, 284));
    expect(watch).toMatchObject({ cycles: 71, isRunning: false });
    watch = stopwatchAt(watch, at(120, 5, 294, "saving"));
    expect(watch).toMatchObject({ cycles: 10, isRunning: true });
    watch = stopwatchAt(watch, at(150, 5, 320, "saving"));
    expect(watch).toMatchObject({ cycles: 36, isRunning: true });
    watch = stopwatchAt(watch, at(200, 5, 364));
    expect(watch).toMatchObject({ cycles: 80, isRunning: false });
    expect(stopwatchAt(watch, at(300, 5, 364))).toMatchObject({ cycles: 80, isRunning: false });
  });

  it("does not count a save whose begin it has not seen", () => {
    const watch = stopwatchAt(undefined, at(100, 4, 284, "saving"));
    expect(watch).toMatchObject({ cycles: 71, isRunning: false });
    expect(stopwatchAt(watch, at(101, 4, 285, "saving"))).toMatchObject({ cycles: 71, isRunning: false });
    expect(stopwatchAt(watch, at(120, 4, 290))).toMatchObject({ cycles: 73, isRunning: false });
  });

  it("shows a mean after a leap forward, and that up to there after one back", () => {
    const watch = stopwatchAt(undefined, at(100, 4, 284));
    expect(stopwatchAt(watch, at(9000, 14, 1084))).toMatchObject({ cycles: 80 });
    expect(stopwatchAt(watch, at(50, 2, 120))).toMatchObject({ cycles: 60 });
    expect(stopwatchAt(undefined, at(0, 0, 0))).toMatchObject({ cycles: 0 });
  });
});
