import { describe, expect, it } from "vitest";
import {
  planStrips,
  type Raster,
  rasteriseBars,
  rasteriseFill,
  rasteriseLane,
  rasteriseLine,
  stackHeights,
} from "../../../web/timeline/strips.ts";
import { roofOf } from "../../../web/timeline/tracks/misses.ts";
import { fill, LAYER, sharedLane } from "./fixtures.ts";

const letter = (character: string) => character.codePointAt(0) ?? 0;

/** Letters instead of colours, with one line for each pixel row, top first. */
function picture(raster: Raster, columns: number, heightPx: number, first = 0): readonly string[] {
  const pixels = new Uint32Array(columns * heightPx);
  raster({ pixels, stride: columns, top: 0, heightPx, first, end: first + columns, devicePixelRatio: 1 });
  return Array.from({ length: heightPx }, (_, y) =>
    Array.from(pixels.subarray(y * columns, (y + 1) * columns), (pixel) =>
      pixel === 0 ? "." : String.fromCodePoint(pixel),
    ).join(""),
  );
}

const laneColors = Uint32Array.from("_asipcv", letter);

function lanePicture(columns: Parameters<typeof sharedLane>[1], heightPx: number): readonly string[] {
  const { shares } = sharedLane(0, columns);
  if (shares === undefined) throw new Error("no shares");
  return picture((target) => rasteriseLane(shares, target, laneColors), columns.length, heightPx);
}

describe("the raster of a lane", () => {
  it("stacks urgent work from the bottom and leaves idle time empty", () => {
    expect(lanePicture([{ app: 0.5, isr: 0.25 }, { app: 1 }, { save: 0.25, proto: 0.5 }], 4)).toEqual([
      ".a.",
      "aap",
      "aap",
      "iav",
    ]);
  });

  it("draws a line where nothing ran", () => {
    expect(lanePicture([{}, { app: 1 }], 6)).toEqual([".a", ".a", "_a", "_a", ".a", ".a"]);
  });

  it("never loses an event, however short", () => {
    expect(lanePicture([{ app: 0.999, isr: 0.0001, save: 0.0001 }], 4)).toEqual(["a", "a", "i", "v"]);
  });

  it("never draws outside the lane", () => {
    const { shares } = sharedLane(0, [
      { app: 0.5, syscall: 0.5, isr: 0.001, proto: 0.001, copy: 0.001, save: 0.001 },
    ]);
    if (shares === undefined) throw new Error("no shares");
    const heights = stackHeights(shares.layers, 0, 10);
    expect(heights.reduce((sum, px) => sum + px, 0)).toBe(10);
    expect(heights[LAYER.isr]).toBe(1);
  });
});

describe("the raster of a level", () => {
  const colors = { line: letter("-"), toMean: letter("m"), toMaximum: letter("x") };

  it("is filled to the mean, lighter to the greatest, with a step line", () => {
    const levels = { ...fill(4, [0, 2, 2, 4]), maximum: Float32Array.of(0, 4, 2, 4) };
    expect(picture((target) => rasteriseFill(levels, target, colors), 4, 5)).toEqual([
      ".x.-",
      ".x.-",
      ".---",
      ".-mm",
      "--mm",
    ]);
  });

  it("continues without a gap from one tile to the next", () => {
    const levels = fill(4, [4, 0, 0]);
    expect(picture((target) => rasteriseFill(levels, target, colors), 2, 5, 1)).toEqual([
      "-.",
      "-.",
      "-.",
      "-.",
      "--",
    ]);
  });

  it("draws a line with gaps where there is no number", () => {
    const values = Float32Array.of(0, 0, Number.NaN, 1, 0.5);
    expect(picture((target) => rasteriseLine(values, target, letter("i")), 5, 5)).toEqual([
      "...ii",
      "....i",
      "....i",
      ".....",
      "ii...",
    ]);
  });

  it("gives the smallest share a pixel", () => {
    const parts = [{ values: Float32Array.of(0, 0.0001, 0.5, 2), color: letter("b") }];
    expect(picture((target) => rasteriseBars(parts, 1, target), 4, 4)).toEqual([
      "...b",
      "...b",
      "..bb",
      ".bbb",
    ]);
  });

  it("stacks parts up to the top and no further", () => {
    const parts = [
      { values: Float32Array.of(0.01, 0, 0.02), color: letter("a") },
      { values: Float32Array.of(0.01, 0.02, 0.02), color: letter("b") },
    ];
    expect(picture((target) => rasteriseBars(parts, 0.02, target), 3, 4)).toEqual([
      "bba",
      "bba",
      "aba",
      "aba",
    ]);
    expect([0, 0.0011, 0.05, 0.051, 0.7].map(roofOf)).toEqual([0.001, 0.002, 0.05, 0.06, 0.8]);
  });
});

describe("the plan of rasters", () => {
  const raster = () => undefined;

  it("has the series one below the other, and other heights make another picture", () => {
    const plan = planStrips([
      { id: "lane 0", heightPx: 20, raster },
      { id: "rx 0", heightPx: 50, raster },
    ]);
    expect([...plan.tops]).toEqual([
      ["lane 0", 0],
      ["rx 0", 20],
    ]);
    expect(plan.heightPx).toBe(70);
    expect(planStrips([{ id: "lane 0", heightPx: 21, raster }]).signature).not.toBe(
      planStrips([{ id: "lane 0", heightPx: 20, raster }]).signature,
    );
  });
});
