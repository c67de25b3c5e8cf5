import { describe, expect, it } from "vitest";
import { spokenChange, stageName } from "../../../../web/simulate/stage/speech.ts";
import { cpu, FACTS, frame, line, nic, stage, view } from "./fixture.ts";

describe("the spoken names of stage boxes", () => {
  it("contain stage, work, layer and state", () => {
    const waiting = stage({
      rowKind: "entry-step",
      entryStep: 4,
      layer: "entry",
      operation: "none",
      stall: "bus",
    });
    expect(stageName("EX", waiting)).toBe("EX, push PC, entry, waiting, bus");
    expect(stageName("ID", stage({ operation: "load", destination: 7, source1: 2 }))).toBe(
      "ID, ld r7,[r2], application",
    );
    expect(stageName("IF", stage({ nullified: true }))).toContain("nullified");
    expect(stageName("WB", undefined)).toBe("WB, bubble");
  });
});

describe("the spoken changes of the stage", () => {
  it("are empty if nothing happened", () => {
    expect(spokenChange(view(), view({ cycle: 1001 }), FACTS)).toBe("");
  });

  it("describe the state after a step back", () => {
    const now = view({ cycle: 500, cpus: [cpu({ entryStep: 2 })], lines: [line({ pending: true })] });
    expect(spokenChange(view({ cycle: 501 }), now, FACTS)).toBe(
      "Cycle 500: eth0's interrupt is pending, entry: push SR, application running.",
    );
  });

  it("name who gets a lock and who waits for it", () => {
    const facts = { ...FACTS, locks: ["table"] };
    const free = view({ locks: [{ holder: undefined, waiting: [] }] });
    const held = view({ cycle: 1500, locks: [{ holder: 0, waiting: [1] }] });
    const [first, second] = FACTS.threads;
    expect(spokenChange(free, held, facts)).toBe(
      `Cycle 1500: ${first?.name} has table, ${second?.name} waits for table.`,
    );
    expect(spokenChange(held, view({ ...held, cycle: 1600 }), facts)).toBe("");
  });

  it("name drops, interrupts, switches and the running thread", () => {
    const before = view({ nics: [nic({ offered: 4, dropped: 1 })] });
    const after = view({
      cycle: 2000,
      cpus: [cpu({ activeContext: 1 })],
      frames: [frame({ thread: 1, context: 1, layer: "driver-isr" })],
      nics: [nic({ offered: 7, dropped: 3 })],
      lines: [line({ pending: true })],
    });
    expect(spokenChange(before, after, FACTS)).toBe(
      "Cycle 2000: eth0 lost 2 frames, eth0 raised its interrupt, 3 frames arrived at eth0, C2 is active, Driver ISR running.",
    );
  });
});
