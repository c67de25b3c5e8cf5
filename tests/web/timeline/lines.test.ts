import { describe, expect, it } from "vitest";
import { createLineLevels } from "../../../web/engine/interruptMarks.ts";
import type { TimelineWindow } from "../../../web/engine/protocol.ts";
import { factsOf } from "../../../web/timeline/facts.ts";
import { hitTest } from "../../../web/timeline/hitTest.ts";
import { layoutTracks, usualTracks } from "../../../web/timeline/layout.ts";
import { lineAt } from "../../../web/timeline/tracks/line.ts";
import { formatInteger } from "../../../web/ui/format.ts";
import { openEngine } from "../engine/support.ts";
import { overflowing } from "../scenarios/support.ts";
import { machine, makeSpec, makeWindow } from "./fixtures.ts";

function levels(
  isUp: boolean,
  events: readonly (readonly ["raised" | "cleared" | "recognised" | "returned", number])[],
) {
  const lines = createLineLevels([isUp]);
  for (const [kind, offset] of events) lines[kind](0, offset);
  return lines.finish(100)[0];
}

describe("the level of an interrupt line", () => {
  it("is high from raised to cleared, or to the end if nothing clears it", () => {
    const line = levels(false, [
      ["raised", 10],
      ["recognised", 13],
      ["cleared", 20],
      ["returned", 40],
      ["raised", 90],
    ]);
    expect([...(line?.level?.start ?? [])]).toEqual([10, 90]);
    expect([...(line?.level?.end ?? [])]).toEqual([20, 100]);
    expect([...(line?.level?.recognised ?? [])]).toEqual([13]);
    expect([...(line?.level?.returned ?? [])]).toEqual([40]);
    expect([...(line?.raised.at ?? [])]).toEqual([10, 90]);
  });

  it("may be high before the window, and stays high if raised again", () => {
    const line = levels(true, [
      ["raised", 5],
      ["cleared", 30],
    ]);
    expect([...(line?.level?.start ?? [])]).toEqual([0]);
    expect([...(line?.level?.end ?? [])]).toEqual([30]);
    expect([...(levels(true, [])?.level?.end ?? [])]).toEqual([100]);
    expect([...(levels(false, [])?.level?.start ?? [])]).toEqual([]);
  });

  it("is absent for a line that does not exist", () => {
    const lines = createLineLevels([]);
    lines.raised(3, 1);
    lines.recognised(-1, 1);
    expect(lines.finish(9)).toEqual([]);
  });
});

const line = levels(false, [
  ["raised", 10],
  ["recognised", 13],
  ["cleared", 20],
  ["returned", 40],
]);
const LINE_WINDOW: Partial<TimelineWindow> = { lines: line === undefined ? [] : [line] };

describe("the track of an interrupt line", () => {
  it("can be chosen, and is not shown before", () => {
    expect(usualTracks(machine).find(({ kind }) => kind === "line")).toEqual({
      kind: "line",
      index: 0,
      shown: false,
    });
    expect(layoutTracks(makeSpec({})).tracks.some(({ kind }) => kind === "line")).toBe(false);
  });

  it("states whether it is high, from when to when, and which thread answers", () => {
    const window = makeWindow({ from: 1000, to: 1100, knownTo: 1100, columns: 100, ...LINE_WINDOW });
    expect(lineAt(window, 0, 1015)).toEqual({
      fromCycle: 1010,
      toCycle: 1020,
      isUp: true,
      raised: 1,
      recognised: [1013],
      returned: [],
    });
    expect(lineAt(window, 0, 1005)).toMatchObject({ fromCycle: 1000, toCycle: 1010, isUp: false });
    expect(lineAt(window, 0, 1020)).toMatchObject({
      fromCycle: 1020,
      toCycle: 1100,
      isUp: false,
      returned: [1040],
    });
    expect(lineAt(window, 1, 1020)).toBeUndefined();
    const shown = { kind: "line", index: 0, shown: true, pinned: true, heightPx: 40 } as const;
    const viewport = { startCycle: 1000, cyclesPerPx: 0.1, widthPx: 1000 };
    const spec = makeSpec({ window, viewport, tracks: [shown] });
    const layout = layoutTracks(spec);
    expect(layout.tracks[0]).toMatchObject({ kind: "line", isPinned: true });
    const hit = hitTest(spec, layout.plotX + 150, layout.tracksArea.y + 20);
    expect(hit).toMatchObject({ kind: "line", isUp: true });
    expect(factsOf(hit, machine)).toMatchObject({
      title: "line eth0",
      rows: expect.arrayContaining([
        ["line", "raised"],
        ["recognised", formatInteger(1013)],
      ]),
    });
  });

  it("states how often it was raised if its level is not known", () => {
    const raised = { at: Float64Array.of(0, 50), count: Uint32Array.of(3, 2) };
    const window = makeWindow({
      from: 0,
      to: 1000,
      knownTo: 1000,
      columns: 20,
      lines: [{ raised, level: undefined }],
    });
    expect(lineAt(window, 0, 60)).toEqual({
      fromCycle: 50,
      toCycle: 100,
      isUp: undefined,
      raised: 2,
      recognised: [],
      returned: [],
    });
  });
});

describe("interrupt lines of the real machine", () => {
  it("are high exactly in the cycles in which the machine has them pending", async () => {
    const engine = await openEngine();
    engine.load(overflowing({ runCycles: 20_000 }));
    engine.runToEnd();
    const [from, to] = [3000, 9000];
    const { window } = engine.ask({ kind: "window", from, to, columns: 600, patient: true }, "window");
    const level = window.lines[0]?.level;
    if (level === undefined) throw new Error("no level");
    expect(level.start.length).toBeGreaterThan(0);
    for (let cycle = from + 1; cycle < to; cycle += 61) {
      const isUp = level.start.some(
        (start, i) => start < cycle - from && cycle - from <= (level.end[i] ?? 0),
      );
      expect(isUp, `cycle ${cycle}`).toBe(engine.seekCycle(cycle).lines[0]?.assertedSinceCycle !== undefined);
    }
    expect(window.lines[0]?.raised.at.length).toBe(window.interrupts.asserted.at.length);
  });
});
