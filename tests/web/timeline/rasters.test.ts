import { describe, expect, it } from "vitest";
import { rasteriseLane, stackHeights } from "../../../web/timeline/rasters.ts";
import { LAYER, sharedLane } from "./fixtures.ts";

/** Letters instead of colours: one line a pixel row, top first. */
function picture(columns: Parameters<typeof sharedLane>[1], heightPx: number): readonly string[] {
  const { shares } = sharedLane(0, columns);
  if (shares === undefined) throw new Error("no shares");
  const colors = Uint32Array.from("_asipcv", (letter) => letter.codePointAt(0) ?? 0);
  const pixels = rasteriseLane(
    shares,
    { first: 0, end: columns.length, heightPx, devicePixelRatio: 1 },
    colors,
  );
  return Array.from({ length: heightPx }, (_, y) =>
    Array.from(pixels.subarray(y * columns.length, (y + 1) * columns.length), (pixel) =>
      pixel === 0 ? "." : String.fromCodePoint(pixel),
    ).join(""),
  );
}

describe("lane strip", () => {
  it("stacks the urgent work on the floor and leaves idle time empty", () => {
    expect(picture([{ app: 0.5, isr: 0.25 }, { app: 1 }, { save: 0.25, proto: 0.5 }], 4)).toEqual([
      ".a.",
      "aap",
      "aap",
      "iav",
    ]);
  });

  it("draws a line where nothing ran", () => {
    expect(picture([{}, { app: 1 }], 6)).toEqual([".a", ".a", "_a", "_a", ".a", ".a"]);
  });

  it("never loses what happened, however short", () => {
    expect(picture([{ app: 0.999, isr: 0.0001, save: 0.0001 }], 4)).toEqual(["a", "a", "i", "v"]);
  });

  it("never draws beyond the lane", () => {
    const { shares } = sharedLane(0, [
      { app: 0.5, syscall: 0.5, isr: 0.001, proto: 0.001, copy: 0.001, save: 0.001 },
    ]);
    if (shares === undefined) throw new Error("no shares");
    const heights = stackHeights(shares.layers, 0, 10);
    expect(heights.reduce((sum, px) => sum + px, 0)).toBe(10);
    expect(heights[LAYER.isr]).toBe(1);
  });
});
