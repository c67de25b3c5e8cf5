import { expect, it } from "vitest";
import { drawRun } from "../../../web/timeline/draw/drawStatic.ts";
import { layoutTracks } from "../../../web/timeline/layout.ts";
import { fill, makeSpec, marks } from "./fixtures.ts";
import { createRecorder } from "./recorder.ts";

function run(...drops: readonly number[]) {
  const recorder = createRecorder();
  const overview = { end: 500_000, knownTo: 1000, rxFill: fill(4, [0, 0]), drops: marks(...drops) };
  const size = { widthPx: 640, heightPx: 600, devicePixelRatio: 1 };
  const spec = makeSpec({ size, overview });
  drawRun(recorder.surface, spec, layoutTracks(spec));
  return recorder;
}

it("says beside the whole run how many frames it has lost so far", () => {
  expect(run(10, 20, 400).matching("✕ 3")).toHaveLength(1);
  expect(run().matching("✕")).toEqual([]);
});
