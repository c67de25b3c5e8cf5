import { describe, expect, it } from "vitest";
import type { Cause } from "../../../web/engine/protocol.ts";
import {
  cellsOf,
  followedScrollTop,
  isCut,
  rowNote,
  rowPosition,
  rowsInView,
} from "../../../web/timeline/rows.ts";
import { makeRow } from "./fixtures.ts";

const stalled = (stage: number, cause: Cause): readonly Cause[] =>
  Array.from({ length: 5 }, (_, s) => (s === stage ? cause : "busy"));

describe("the cells of an instruction row", () => {
  it("are one for each stage without waits", () => {
    expect(cellsOf(makeRow()).map((cell) => [cell.stage, cell.from, cell.to, cell.stall])).toEqual([
      [0, 0, 1, undefined],
      [1, 1, 2, undefined],
      [2, 2, 3, undefined],
      [3, 3, 4, undefined],
      [4, 4, 5, undefined],
    ]);
  });

  it("split where the instruction waits in a stage", () => {
    const row = makeRow({ enter: [0, 1, 4, 5, 6], end: 7, stall: stalled(1, "load-use") });
    expect(cellsOf(row).slice(1, 3)).toEqual([
      { stage: 1, from: 1, to: 2, stall: undefined },
      { stage: 1, from: 2, to: 4, stall: "load-use" },
    ]);
    expect(rowNote(row)).toBe("load-use, 2 cycles");
    expect(rowNote(row, () => false)).toBe("");
  });

  it("end where a flushed instruction is gone, and state it", () => {
    const row = makeRow({ enter: [0, 1, undefined, undefined, undefined], end: 2, flushed: true });
    expect(cellsOf(row)).toHaveLength(2);
    expect(rowNote(row)).toBe("flushed");
    expect(rowNote({ ...row, nullified: true })).toBe("nullified");
  });

  it("sum lost time of the same reason", () => {
    const row = makeRow({
      enter: [0, 2, 4, 7, 10],
      end: 11,
      stall: ["memory", "memory", "load-use", "memory", "busy"],
    });
    expect(rowNote(row)).toBe("memory 4, load-use 2 cycles");
  });

  it("are cut at the end of the window", () => {
    const window = { from: 1000, to: 1010 };
    expect(isCut(makeRow({ end: 9 }), window)).toBe(false);
    expect(isCut(makeRow({ end: 10 }), window)).toBe(true);
  });

  it("count the machine's own work as work", () => {
    const save = makeRow({
      kind: "save",
      enter: [undefined, undefined, 0, undefined, undefined],
      end: 93,
      stall: stalled(2, "save"),
    });
    expect(cellsOf(save)).toEqual([{ stage: 2, from: 0, to: 93, stall: undefined }]);
  });
});

describe("the instruction rows in view", () => {
  const rows = {
    from: 1000,
    to: 1100,
    complete: true,
    rows: Array.from({ length: 50 }, (_, i) => makeRow({ first: 2 * i, end: 2 * i + 5 })),
  };
  const view = (startCycle: number, cycles: number) => ({
    startCycle,
    cyclesPerPx: cycles / 400,
    widthPx: 400,
  });

  it("are those in the machine between the edges", () => {
    expect(rowsInView(rows, view(1020, 20))).toEqual({ first: 8, end: 20 });
    expect(rowsInView(rows, view(2000, 20))).toEqual({ first: 50, end: 50 });
  });

  it("have fractional positions between their first cycles", () => {
    expect(rowPosition(rows.rows, 20)).toBe(10);
    expect(rowPosition(rows.rows, 21)).toBe(10.5);
    expect(rowPosition(rows.rows, -5)).toBe(0);
    expect(rowPosition(rows.rows, 98)).toBe(49);
  });

  it("are all in view if they fit", () => {
    const scrollTop = followedScrollTop(rows, view(1020, 8), 1024, 300);
    const { first, end } = rowsInView(rows, view(1020, 8));
    expect(scrollTop).toBeLessThanOrEqual(first * 19);
    expect(scrollTop + 300).toBeGreaterThanOrEqual(end * 19);
  });

  it("follow the playhead down the diagonal if they do not fit", () => {
    const areaPx = 95;
    for (const playhead of [1000, 1030, 1059, 1090]) {
      const scrollTop = followedScrollTop(rows, view(1000, 90), playhead, areaPx);
      const y = rowPosition(rows.rows, playhead - 1000) * 19 - scrollTop;
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(areaPx);
    }
  });

  it("show the nearer end if the playhead is elsewhere", () => {
    const { first, end } = rowsInView(rows, view(1020, 60));
    expect(followedScrollTop(rows, view(1020, 60), 0, 95)).toBe(Math.max(first, 10) * 19);
    expect(followedScrollTop(rows, view(1020, 60), 9999, 95)).toBe((end - 5) * 19);
  });
});
