import { expect, it } from "vitest";
import { drawRun } from "../../../web/timeline/draw/drawStatic.ts";
import { layoutTracks } from "../../../web/timeline/layout.ts";
import type { Side } from "../../../web/timeline/spec.ts";
import { fill, makeSpec, marks } from "./fixtures.ts";
import { createRecorder } from "./recorder.ts";

function run(drops: readonly number[], side?: Side) {
  const recorder = createRecorder();
  const overview = { end: 500_000, knownTo: 1000, rxFill: fill(4, [0, 0]), drops: marks(...drops) };
  const size = { widthPx: 640, heightPx: 600, devicePixelRatio: 1 };
  const spec = makeSpec({ size, overview, side });
  drawRun(recorder.surface, spec, layoutTracks(spec));
  return recorder;
}

it("the overview strip states how many frames the whole run has lost so far", () => {
  expect(run([10, 20, 400]).matching("✕ 3")).toHaveLength(1);
  expect(run([]).matching("✕")).toEqual([]);
});

it("the overview strip states which of two machines it shows", () => {
  expect(run([10, 20, 400], "A").matching('text "A ✕ 3 in all"')).toHaveLength(1);
  expect(run([], "A").matching('text "A"')).toHaveLength(1);
  expect(run([]).matching('text "A"')).toEqual([]);
});
