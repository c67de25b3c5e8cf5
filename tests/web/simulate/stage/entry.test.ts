import { describe, expect, it } from "vitest";
import type { CpuView } from "../../../../web/engine/protocol.ts";
import { entrySequence, runningRows, shownCpu } from "../../../../web/simulate/stage/entry.ts";
import { cpu, FACTS, frame, view } from "./fixture.ts";

const states = (sequence: ReturnType<typeof entrySequence>) => sequence.rows.map((row) => row.state);
const entering = (over: Partial<CpuView>) => view({ cpus: [cpu(over)] });
const SAVES = { ...FACTS, save: { amount: 93, unit: "cycles" as const } };

describe("the entry sequence on the stage", () => {
  it("shows all steps as not done before the first interrupt", () => {
    const sequence = entrySequence(view(), 0, SAVES);
    expect(new Set(states(sequence))).toEqual(new Set(["todo"]));
    expect(sequence.underWay).toBe(false);
    expect(sequence.totalCycles).toBe(0);
  });

  it("highlights the step under way, checks off the earlier steps and counts the cycles", () => {
    const now = entering({
      entryStep: 4,
      entryStepCyclesDone: 1,
      entryTaken: [3, 1, 1, 0, 0, 0, 0],
      entryThread: 1,
    });
    const sequence = entrySequence(now, 0, SAVES);
    expect(states(sequence)).toEqual(["done", "done", "done", "current", "todo", "todo", "todo", "todo"]);
    expect(sequence.rows.map((row) => row.cyclesText)).toEqual(["3", "1", "1", "1 / 1", "1", "1", "1", "93"]);
    expect(sequence.elapsedCycles).toBe(6);
    expect(sequence.totalCycles).toBe(9);
    expect(sequence.thread).toBe(1);
  });

  it("shows a save that runs beside the steps together with them, and what is left of it behind them", () => {
    const beside = { ...FACTS, save: { amount: 9, unit: "cycles" as const, overlapsEntry: true } };
    const rows = (over: Partial<CpuView>, own: Parameters<typeof frame>[0]) =>
      entrySequence(
        view({ cpus: [cpu(over)], frames: [frame({ thread: 1, ...own })] }),
        0,
        beside,
      ).rows.slice(-2);
    const last = { entryStep: 7, entryStepCyclesDone: 1, entryTaken: [3, 1, 1, 0, 0, 0, 0] };
    expect(rows(last, { runState: "entering" })).toMatchObject([
      { state: "current" },
      { state: "current", cyclesText: "3 / 9" },
    ]);
    expect(
      rows({ entryStep: 1, entryTaken: [1, 1, 1, 1, 1, 1, 1] }, { runState: "entering" })[1],
    ).toMatchObject({
      state: "todo",
    });
    const over = { entryTaken: [3, 1, 1, 0, 0, 0, 2] };
    expect(rows(over, { runState: "saving", routineDone: 2, routineBudget: 5 })).toMatchObject([
      { state: "done" },
      { state: "current", cyclesText: "6 / 9" },
    ]);
  });

  it("writes no words into the column of cycles", () => {
    const words = { ...FACTS, save: { amount: 32, unit: "words" as const } };
    expect(entrySequence(view(), 0, words).rows.at(-1)).toMatchObject({
      label: "save 32 words",
      cyclesText: "–",
    });
  });

  it("states how long the words took to save, or the mean of several saves", () => {
    const words = { ...FACTS, save: { amount: 32, unit: "words" as const } };
    const over = cpu({ entryTaken: [3, 1, 1, 1, 1, 1, 1], entryThread: 1 });
    const last = (count: number, cycles: number, state: "running" | "saving" = "running") =>
      entrySequence(
        view({
          cpus: [over],
          frames: [frame({ thread: 1 }), frame({ inMemory: true }), frame({ context: 1, runState: state })],
          saves: { count, cycles },
        }),
        0,
        words,
      ).rows.at(-1);
    expect(last(1, 47)).toMatchObject({ state: "done", cyclesText: "47" });
    expect(last(3, 143)).toMatchObject({ state: "done", cyclesText: "≈ 48", note: "mean of 3 saves" });
    expect(last(3, 120, "saving"), "one goes on elsewhere").toMatchObject({ cyclesText: "–" });
  });

  it("counts the current step once, also in its last cycle", () => {
    const now = entering({ entryStep: 2, entryStepCyclesDone: 1, entryTaken: [3, 1, 0, 0, 0, 0, 0] });
    const sequence = entrySequence(now, 0, SAVES);
    expect([sequence.elapsedCycles, sequence.totalCycles]).toEqual([4, 9]);
  });

  it("does not guess the length of the drain", () => {
    const sequence = entrySequence(entering({ entryStep: 1, entryStepCyclesDone: 2 }), 0, SAVES);
    expect(sequence.rows[0]).toMatchObject({ state: "current", cyclesText: "2" });
    expect(sequence.elapsedCycles).toBe(2);
    expect(sequence.totalCycles).toBeUndefined();
  });

  it("strikes out steps of no cycles, and the save if no activities share a context", () => {
    const facts = { ...FACTS, entryCycles: [0, 0, 0, 1, 0, 1, 1, 1] };
    const sequence = entrySequence(entering({ entryStep: 3 }), 0, facts);
    expect(states(sequence)).toEqual([
      "done",
      "left-out",
      "current",
      "left-out",
      "todo",
      "todo",
      "todo",
      "left-out",
    ]);
    expect(sequence.totalCycles).toBe(4);
  });

  it("shows the progress of the save after the last step", () => {
    const now = view({
      cpus: [cpu({ entryTaken: [3, 1, 1, 1, 1, 1, 1] })],
      frames: [
        frame({ thread: 1, runState: "saving", routineDone: 40, routineBudget: 93 }),
        frame({ inMemory: true, runState: "ready" }),
      ],
    });
    const sequence = entrySequence(now, 0, SAVES);
    expect(sequence.rows.at(-1)).toMatchObject({ state: "current", cyclesText: "40 / 93" });
    expect(states(sequence).slice(0, -1)).toEqual(Array(7).fill("done"));
  });

  it("shows no open save once the entry is over and nothing is in memory", () => {
    const over = { entryTaken: [3, 1, 1, 1, 1, 1, 1], entryThread: 1 };
    const last = (frames: ReturnType<typeof frame>[]) =>
      entrySequence(view({ cpus: [cpu(over)], frames }), 0, SAVES).rows.at(-1);
    const [handler, other] = [1, 0].map((thread) => frame({ thread, runState: "running" }));
    if (handler === undefined || other === undefined) throw new Error("no frames");
    expect(last([handler, frame({ inMemory: true })]), "saved").toMatchObject({ state: "done" });
    expect(last([handler]), "there was nothing to save").toMatchObject({
      state: "left-out",
      cyclesText: "–",
    });
    expect(last([other]), "restored, or never saved").toMatchObject({ state: "past", cyclesText: "–" });
    expect(last([]), "idle").toMatchObject({ state: "past" });
  });

  it("shows steps while an entry or its save runs, and none between entries", () => {
    const taken = { entryTaken: [3, 1, 1, 1, 1, 1, 1], entryThread: 1 };
    const rows = (over: Parameters<typeof view>[0]) =>
      runningRows(entrySequence(view(over), 0, SAVES)).length;
    expect(rows({ cpus: [cpu({ ...taken, entryStep: 4 })] })).toBe(8);
    const saves = frame({ thread: 1, runState: "saving", routineDone: 40, routineBudget: 93 });
    expect(rows({ cpus: [cpu(taken)], frames: [saves] })).toBe(8);
    expect(rows({ cpus: [cpu(taken)], frames: [frame({ thread: 1, runState: "running" })] })).toBe(0);
    expect(rows({})).toBe(0);
  });

  it("is that of the cpu that enters, or of the selected one between entries", () => {
    const idle = cpu();
    const was = cpu({ entryTaken: [3, 1, 1, 1, 1, 1, 1] });
    const enters = cpu({ entryStep: 3 });
    expect(shownCpu(view({ cpus: [idle, enters, enters] }), 0)).toBe(1);
    expect(shownCpu(view({ cpus: [idle, enters, enters] }), 2)).toBe(2);
    expect(shownCpu(view({ cpus: [was, idle, was] }), 2)).toBe(2);
    expect(shownCpu(view({ cpus: [idle, idle, was] }), 0)).toBe(2);
    expect(shownCpu(view({ cpus: [idle, idle, idle] }), 1)).toBe(0);
  });
});
