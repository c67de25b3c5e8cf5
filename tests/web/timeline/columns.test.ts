import { describe, expect, it } from "vitest";
import {
  columnOf,
  columnsPerStep,
  countWithin,
  groupColumns,
  lowerBound,
  marksOf,
  mergeMean,
  visibleColumns,
} from "../../../web/timeline/columns.ts";

const window = { from: 1000, to: 2000, knownTo: 1750, columns: 100 };
const viewport = (startCycle: number, cyclesPerPx: number) => ({ startCycle, cyclesPerPx, widthPx: 50 });

describe("the timeline columns in view", () => {
  it("are those that overlap the visible range", () => {
    expect(visibleColumns(window, viewport(1105, 2))).toEqual({ first: 10, end: 21, cyclesPerColumn: 10 });
  });

  it("end at the frontier and at the window", () => {
    expect(visibleColumns(window, viewport(1700, 10)).end).toBe(75);
    expect(visibleColumns(window, viewport(500, 100))).toEqual({ first: 0, end: 75, cyclesPerColumn: 10 });
    expect(visibleColumns(window, viewport(5000, 1))).toEqual({ first: 100, end: 100, cyclesPerColumn: 10 });
  });

  it("share a device pixel if they are narrower", () => {
    const range = visibleColumns(window, viewport(1000, 40));
    expect(columnsPerStep(range, viewport(1000, 40), 1)).toBe(4);
    expect(columnsPerStep(range, viewport(1000, 40), 2)).toBe(2);
    expect(columnsPerStep(range, viewport(1000, 5), 1)).toBe(1);
  });

  it("are found by cycle, only in the simulated part", () => {
    expect(columnOf(window, 1749.9)).toBe(74);
    expect(columnOf(window, 1750)).toBeUndefined();
    expect(columnOf(window, 999)).toBeUndefined();
  });
});

describe("merging timeline columns", () => {
  const levels = (values: readonly number[]) => Float32Array.from(values);

  it("ignores NaN", () => {
    expect(mergeMean(levels([Number.NaN, 1, 0.5]), 0, 3)).toBe(0.75);
    expect(mergeMean(levels([Number.NaN]), 0, 1)).toBeNaN();
  });
});

describe("the lower bound", () => {
  it("is the first value that is not smaller", () => {
    const values = Float64Array.of(1, 3, 3, 8);
    expect([0, 1, 2, 3, 4, 8, 9].map((value) => lowerBound(values, value))).toEqual([0, 0, 1, 1, 3, 3, 4]);
  });
});

describe("the marks of a counting series", () => {
  it("are at the start of their column with its count, also in a partly known column", () => {
    // Columns of 10 cycles. Only 5 cycles of the last are known.
    const known = { from: 1000, to: 1040, knownTo: 1035, columns: 4 };
    const marks = marksOf(known, Float32Array.of(0, 0.3, 0, 0.4));
    expect([...marks.at]).toEqual([10, 30]);
    expect([...marks.count]).toEqual([3, 2]);
    expect(countWithin(marks, 10, 30)).toBe(3);
    expect(countWithin(marks, 11, 31)).toBe(2);
    expect(countWithin(marks, 0, 40)).toBe(5);
  });
});

describe("instructions per cycle in the timeline", () => {
  const make = (from: number, width: number, values: readonly number[]) => ({
    from,
    to: from + width * values.length,
    knownTo: from + width * values.length,
    columns: values.length,
    ipc: Float32Array.from(values),
  });

  it("are means over at least 16 cycles", () => {
    const eight = make(0, 8, [1, 0, 0.5, 0.5, Number.NaN, 1]);
    expect([...groupColumns(eight, eight.ipc).values]).toEqual([0.5, 0.5, 0.5, 0.5, 1, 1]);
    const wide = make(0, 20, [1, 0]);
    expect(groupColumns(wide, wide.ipc).values).toBe(wide.ipc);
  });

  it("are grouped alike in every window", () => {
    const window = make(1008 + 5, 1, new Array<number>(40).fill(1));
    const { groupColumns: size, phase } = groupColumns(window, window.ipc);
    expect([size, phase]).toEqual([16, 5]);
  });
});
