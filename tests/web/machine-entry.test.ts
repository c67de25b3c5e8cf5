import { describe, expect, it } from "vitest";
import { entrySequence } from "../../web/machine/entry.ts";
import { FACTS, frame, view } from "./machine-fixture.ts";

const states = (sequence: ReturnType<typeof entrySequence>) => sequence.rows.map((row) => row.state);
const SAVES = { ...FACTS, save: { amount: 93, unit: "cycles" as const } };

describe("entry sequence", () => {
  it("is all to do before the first interrupt", () => {
    const sequence = entrySequence(view(), SAVES);
    expect(new Set(states(sequence))).toEqual(new Set(["todo"]));
    expect(sequence.underWay).toBe(false);
    expect(sequence.totalCycles).toBe(0);
  });

  it("lights the step under way, ticks the ones before, counts the cycles", () => {
    const now = view({
      entryStep: 4,
      entryStepCyclesDone: 1,
      entryTaken: [3, 1, 1, 0, 0, 0, 0],
      entryThread: 1,
    });
    const sequence = entrySequence(now, SAVES);
    expect(states(sequence)).toEqual(["done", "done", "done", "current", "todo", "todo", "todo", "todo"]);
    expect(sequence.rows.map((row) => row.cyclesText)).toEqual([
      "3",
      "1",
      "1",
      "1 of 1",
      "1",
      "1",
      "1",
      "93",
    ]);
    expect(sequence.elapsedCycles).toBe(6);
    expect(sequence.totalCycles).toBe(9);
    expect(sequence.thread).toBe(1);
  });

  it("counts the step under way once, also in its last cycle", () => {
    const now = view({ entryStep: 2, entryStepCyclesDone: 1, entryTaken: [3, 1, 0, 0, 0, 0, 0] });
    const sequence = entrySequence(now, SAVES);
    expect([sequence.elapsedCycles, sequence.totalCycles]).toEqual([4, 9]);
  });

  it("does not guess how long the drain takes", () => {
    const sequence = entrySequence(view({ entryStep: 1, entryStepCyclesDone: 2 }), SAVES);
    expect(sequence.rows[0]).toMatchObject({ state: "current", cyclesText: "2" });
    expect(sequence.elapsedCycles).toBe(2);
    expect(sequence.totalCycles).toBeUndefined();
  });

  it("strikes out steps of no cycles, and the save where no activities share a context", () => {
    const facts = { ...FACTS, entryCycles: [0, 0, 0, 1, 0, 1, 1, 1] };
    const sequence = entrySequence(view({ entryStep: 3 }), facts);
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

  it("shows the save as it goes on after the last step", () => {
    const now = view({
      entryTaken: [3, 1, 1, 1, 1, 1, 1],
      frames: [
        frame({ thread: 1, runState: "saving", routineDone: 40, routineBudget: 93 }),
        frame({ inMemory: true, runState: "ready" }),
      ],
    });
    const sequence = entrySequence(now, SAVES);
    expect(sequence.rows.at(-1)).toMatchObject({ state: "current", cyclesText: "40 of 93" });
    expect(states(sequence).slice(0, -1)).toEqual(Array(7).fill("done"));
  });
});
