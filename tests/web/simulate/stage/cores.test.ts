import { describe, expect, it } from "vitest";
import { contextCards, frontOf, issueStatusOf, lanesOf } from "../../../../web/simulate/stage/contexts.ts";
import { foldLines, lineRows, pendingCount } from "../../../../web/simulate/stage/lines.ts";
import type { MachineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { cardQueues, coalescingText, isCrowded } from "../../../../web/simulate/stage/nics.ts";
import {
  coreStage,
  coresRoomPx,
  enteringCore,
  isRoomy,
  openCount,
  openingOrder,
  pipelineColumns,
} from "../../../../web/simulate/stage/pipelines.ts";
import { frontName, spokenChange } from "../../../../web/simulate/stage/speech.ts";
import { contextName, contextNameInCore } from "../../../../web/ui/contextName.ts";
import { cpu, FACTS, frame, line, nic as nicView, stage, view } from "./fixture.ts";

const SHARED: MachineInfo = {
  ...FACTS,
  policy: "round-robin",
  interleaved: true,
  cores: { cores: 2, contexts: 2 },
  contextPriorities: [3, 1, 2, 2],
};
const FOUR_CPUS = [cpu(), cpu(), cpu(), cpu({ running: false })];

describe("names of contexts on the stage", () => {
  it("include the core if there are several", () => {
    expect(contextName(1, { cores: 1, contexts: 4 })).toBe("C2");
    expect(contextName(5, { cores: 2, contexts: 4 })).toBe("core 2 · C2");
    expect(contextNameInCore(5, { cores: 2, contexts: 4 })).toBe("C2");
  });
});

describe("the core that the stage opens first", () => {
  const apart: MachineInfo = { ...FACTS, cores: { cores: 4, contexts: 1 } };
  const entering = (...steps: readonly number[]) =>
    view({ cpus: steps.map((entryStep) => cpu({ entryStep })) });

  it("is the one that enters an interrupt, until another does", () => {
    expect(enteringCore(entering(0, 0, 0, 0), undefined, apart)).toBeUndefined();
    expect(enteringCore(entering(0, 0, 3, 0), undefined, apart)).toBe(2);
    expect(enteringCore(entering(0, 0, 0, 0), 2, apart)).toBe(2);
    expect(enteringCore(entering(1, 0, 5, 0), 2, apart)).toBe(2);
    expect(enteringCore(entering(1, 0, 0, 0), 2, apart)).toBe(0);
    expect(enteringCore(entering(0, 0, 3, 0), undefined, SHARED)).toBe(1);
  });

  it("is in front of the others", () => {
    expect(openingOrder(4, undefined)).toEqual([0, 1, 2, 3]);
    expect(openingOrder(4, 2)).toEqual([2, 0, 1, 3]);
    expect(openingOrder(2, 3)).toEqual([0, 1]);
  });
});

describe("the gate of a shared pipeline on the stage", () => {
  const now = view({
    cpus: FOUR_CPUS,
    frames: [frame({ context: 0 }), frame({ context: 1 }), frame({ context: 2, runState: "entering" })],
    stages: [
      stage({ context: 0, stage: 1 }),
      stage({ context: 1, stage: 0, stall: "load-use" }),
      stage({ context: 1, stage: 1, stall: "load-use" }),
      stage({ context: 2, stage: 0, rowKind: "entry-step", entryStep: 4 }),
      stage({ context: 1, stage: 2, lane: 0 }),
      stage({ context: 3, stage: 2, lane: 0 }),
    ],
  });

  it("states who issues, and why the others do not", () => {
    expect([0, 1, 2, 3].map((context) => issueStatusOf(now, context, SHARED))).toEqual([
      { kind: "issues", text: "issues" },
      { kind: "held", text: "load-use" },
      { kind: "empty", text: "entry" },
      { kind: "empty", text: "idle" },
    ]);
    const ready = view({ cpus: FOUR_CPUS, stages: [stage({ context: 0, stage: 1, stall: "ready" })] });
    expect(issueStatusOf(ready, 0, SHARED).kind).toBe("ready");
    expect(issueStatusOf(view({ cpus: FOUR_CPUS, stages: [] }), 0, SHARED).text).toBe("bubble");
  });

  it("does not guess what delays an instruction that drains", () => {
    const recognised = view({
      cpus: FOUR_CPUS,
      stages: [stage({ context: 0, stage: 0, nullified: true }), stage({ context: 0, stage: 1 })],
    });
    expect(issueStatusOf(recognised, 0, SHARED)).toEqual({ kind: "empty", text: "drain" });
  });

  it("separates the stages of a context from those of its core", () => {
    expect(frontOf(now, 1, SHARED).map((one) => one?.stage)).toEqual([0, 1]);
    expect(frontOf(now, 0, SHARED).map((one) => one?.stage)).toEqual([undefined, 1]);
    expect(lanesOf(now, [0, 1], 2, SHARED).map((one) => one?.context)).toEqual([1]);
    expect(lanesOf(now, [2, 3], 2, SHARED).map((one) => one?.context)).toEqual([3]);
  });

  it("is spoken by a screen reader", () => {
    const name = (context: number) =>
      frontName(
        "C1",
        frontOf(now, context, SHARED),
        SHARED.pipeline.stages,
        issueStatusOf(now, context, SHARED),
      );
    expect(name(0)).toBe("C1, application, ID add r5,r5,r7, issues next");
    expect(name(1)).toBe("C1, application, IF add r5,r5,r7, ID add r5,r5,r7, load-use");
  });

  it("marks the card of the context that issues", () => {
    expect(contextCards(now, SHARED, 0).map(({ name, active }) => [name, active])).toEqual([
      ["C1", true],
      ["C2", false],
    ]);
    expect(contextCards(now, SHARED, 1).map(({ name, active }) => [name, active])).toEqual([
      ["C1", false],
      ["C2", false],
    ]);
  });
});

describe("several cores on the stage", () => {
  const cores = (count: number): MachineInfo => ({
    ...FACTS,
    cores: { cores: count, contexts: 2 },
    contextPriorities: Array.from({ length: 2 * count }, () => 1),
  });

  it("show which context is in a stage of a core", () => {
    const now = view({ stages: [stage({ context: 0, stage: 2 }), stage({ context: 3, stage: 2, pc: 7 })] });
    expect(coreStage(now, 1, 2, cores(2))).toBe(1);
    expect(coreStage(now, 1, 3, cores(2))).toBe(-1);
  });

  it("are open as far as there is room, and at least one", () => {
    expect(openCount(cores(2), 2000)).toBe(2);
    expect(openCount(cores(8), 360)).toBe(1);
    expect(openCount(cores(8), 500)).toBe(2);
    expect(openCount(cores(8), 0)).toBe(1);
    // The same height with texts for the last row. A few cores keep theirs open.
    const size = { widthPx: 1000, heightPx: 560, textScale: 1 };
    expect(openCount(cores(8), coresRoomPx(cores(8), size))).toBe(2);
    expect(openCount(cores(8), coresRoomPx(cores(8), { ...size, textScale: 1.6 }))).toBe(1);
    expect(openCount(cores(2), coresRoomPx(cores(2), { ...size, textScale: 1.6 }))).toBe(2);
    expect(isRoomy(cores(2), 2000)).toBe(true);
    expect(isRoomy(cores(8), 360)).toBe(false);
  });

  it("state where something happens", () => {
    const facts = cores(2);
    const before = view({ cpus: [cpu(), cpu({ activeContext: 2 })], frames: [frame()] });
    const after = view({
      cycle: 1001,
      cpus: [cpu(), cpu({ activeContext: 3, entryStep: 7 })],
      frames: [frame(), frame({ context: 3, thread: 1, runState: "entering" })],
    });
    expect(spokenChange(before, after, facts)).toBe(
      "Cycle 1001: core 2: entry: load PC, core 2 · C2 is active, core 2: Driver ISR entering.",
    );
  });

  it("are described in a limited text", () => {
    const facts = cores(8);
    const cpus = Array.from({ length: 8 }, (_, core) => cpu({ activeContext: 2 * core }));
    const frames = cpus.map((_, core) => frame({ context: 2 * core }));
    const text = spokenChange(view({ cycle: 2 }), view({ cycle: 1, cpus, frames, lines: [] }), facts);
    expect(text).toContain("core 8: application running.");
    const entering = cpus.map((one) => ({ ...one, entryStep: 2 }));
    expect(spokenChange(view({ cycle: 2 }), view({ cycle: 1, cpus: entering, frames }), facts)).toMatch(
      /core 4: application running, and 8 more\.$/,
    );
  });
});

describe("the stages of a pipeline", () => {
  it("are in one row up to seven, else in two", () => {
    expect([5, 7, 8, 9, 12].map(pipelineColumns)).toEqual([5, 7, 4, 5, 6]);
  });
});

describe("the table of interrupt lines", () => {
  const many = (count: number): MachineInfo => ({
    ...FACTS,
    cores: { cores: 2, contexts: 2 },
    lines: Array.from({ length: count }, (_, index) => ({
      name: `line ${index}`,
      priority: index,
      trigger: "edge",
      contexts: index === 0 ? [] : [3],
    })),
  });

  it("shows state and context", () => {
    const now = view({ lines: [line({ masked: true, pending: true }), line({ pending: true }), line()] });
    expect(
      lineRows(now, many(3)).map(({ text, target, targetContext }) => [text, target, targetContext]),
    ).toEqual([
      ["pending, masked", undefined, undefined],
      ["pending", "core 2", "C2"],
      ["clear", "core 2", "C2"],
      ["clear", "core 2", "C1"],
    ]);
    const anywhere = many(3).lines.map((one) => ({ ...one, contexts: [2, 3] }));
    expect(lineRows(now, { ...many(3), lines: anywhere })[1], "any of its contexts").toMatchObject({
      target: "core 2",
      targetContext: undefined,
    });
    const alone = { ...many(3), cores: { cores: 4, contexts: 1 } };
    expect(lineRows(now, alone)[1], "its only context").toMatchObject({
      target: "core 4",
      targetContext: undefined,
    });
    const [row] = lineRows(now, FACTS);
    expect(row?.target).toBe("C2");
    expect(lineRows(now, { ...FACTS, cores: { cores: 1, contexts: 1 } })[0]?.target).toBeUndefined();
  });

  it("is folded above six lines, and states how many hidden ones are pending", () => {
    const rows = lineRows(view({ lines: Array.from({ length: 8 }, () => line({ pending: true })) }), many(8));
    const { shown, folded } = foldLines(rows);
    expect([shown.length, folded.length, pendingCount(folded)]).toEqual([5, 4, 3]);
    expect(foldLines(rows.slice(0, 6)).folded).toEqual([]);
    const masked = lineRows(
      view({ lines: [line({ masked: true, pending: true }), line({ masked: true })] }),
      FACTS,
    );
    expect(pendingCount(masked)).toBe(1);
  });
});

describe("network cards on the stage", () => {
  it("are a table above four", () => {
    const [nic] = FACTS.nics;
    const facts = (count: number) => ({
      ...FACTS,
      nics: Array.from({ length: count }, () => nic ?? never()),
    });
    expect(isCrowded(facts(4))).toBe(false);
    expect(isCrowded(facts(5))).toBe(true);
  });

  it("show each of their queues beside their rings, however many", () => {
    const facts = {
      ...(FACTS.nics[0] ?? never()),
      fifoBytes: 0,
      txQueueFrames: 8,
      txQueueBytes: 0,
      txBuffers: 0,
    };
    const keys = (over: Partial<typeof facts>, sends = true) =>
      cardQueues(nicView({ txFill: 3 }), { ...facts, ...over }, sends).map(({ key }) => key);
    expect(keys({})).toEqual(["tx"]);
    expect(keys({ fifoBytes: 64, txQueueBytes: 64, txBuffers: 4 })).toEqual([
      "fifo",
      "tx",
      "bytes",
      "buffers",
    ]);
    expect(keys({ fifoBytes: 64, txBuffers: 4 }, false)).toEqual(["fifo"]);
  });

  it("show when they request an interrupt", () => {
    const none = { frames: 1, absoluteNanoseconds: 0, packetNanoseconds: 0, throttleNanoseconds: 0 };
    const text = (over: Partial<typeof none>) =>
      coalescingText({ frames: 8, line: 0, coalescing: { ...none, ...over } })?.replace(/\s/g, " ");
    expect(text({})).toBeUndefined();
    expect(text({ frames: 8, absoluteNanoseconds: 50_000 })).toBe("8 frames or 50.0 µs");
    expect(text({ frames: 0, packetNanoseconds: 2_000 })).toBe("2.00 µs of quiet");
    expect(text({ throttleNanoseconds: 100_000 })).toBe("1 frame, 100 µs apart");
  });
});

function never(): never {
  throw new Error("the fixture has a card");
}
