/** The track of a button: each press at its place at any zoom, and the lost presses. */
import { describe, expect, it } from "vitest";
import { drawStatic } from "../../../web/timeline/draw/drawStatic.ts";
import { factsOf } from "../../../web/timeline/facts.ts";
import { hitTest } from "../../../web/timeline/hitTest.ts";
import { labelsOf } from "../../../web/timeline/labels.ts";
import { layoutTracks } from "../../../web/timeline/layout.ts";
import type { TimelineSpec } from "../../../web/timeline/spec.ts";
import { formatInteger } from "../../../web/ui/format.ts";
import { openEngine } from "../engine/support.ts";
import { scenarioFile } from "../scenarios/support.ts";
import { anyStrip, makeSpec } from "./fixtures.ts";
import { createRecorder } from "./recorder.ts";

const scenario = scenarioFile("demos/button-overrun.json");
/** The third press finds the second not acknowledged. */
const [FIRST, SECOND, LOST, FOURTH, FIFTH] = [200_000, 700_000, 790_000, 1_300_000, 1_500_000];
const KNOWN_TO = 1_400_000;

const engine = await openEngine();
engine.load({ ...scenario, runCycles: KNOWN_TO });
engine.runToEnd();

function specOf(from: number, to: number, columns: number, patient = true): TimelineSpec {
  const { window } = engine.ask({ kind: "window", from, to, columns, patient }, "window");
  return makeSpec({
    machine: labelsOf(scenario, scenario.runCycles),
    window,
    viewport: { startCycle: from, cyclesPerPx: (to - from) / 800, widthPx: 800 },
    size: { widthPx: 940, heightPx: 600, devicePixelRatio: 1 },
    frontier: KNOWN_TO,
  });
}

function pressAt(spec: TimelineSpec, cycle: number) {
  const layout = layoutTracks(spec);
  const track = layout.tracks.find(({ kind }) => kind === "press");
  if (track === undefined) throw new Error("no track");
  const x = layout.plotX + (cycle - spec.viewport.startCycle) / spec.viewport.cyclesPerPx;
  const hit = hitTest(spec, x, layout.tracksArea.y + track.y + track.heightPx / 2);
  return hit.kind === "press" ? hit : undefined;
}

const RUN = 2_000_000;
const SPECS = [
  ["the run", specOf(0, RUN, 800)],
  ["the run, in wide columns", specOf(0, RUN, 50)],
  ["twenty cycles each", specOf(690_000, 810_000, 6000)],
] as const;

describe.each(SPECS)("the presses of a button in %s", (_, spec) => {
  const inView = (cycle: number) =>
    cycle >= spec.viewport.startCycle && cycle < spec.viewport.startCycle + 800 * spec.viewport.cyclesPerPx;

  it("are each under the pointer at their cycle", () => {
    for (const cycle of [FIRST, SECOND, LOST, FOURTH].filter(inView)) {
      const hit = pressAt(spec, cycle + 1);
      expect(hit).toMatchObject({ presses: 1, lost: cycle === LOST ? 1 : 0 });
      expect(hit?.fromCycle).toBeLessThanOrEqual(cycle);
      expect(hit?.toCycle).toBeGreaterThan(cycle);
    }
    expect(pressAt(spec, FIFTH)).toBeUndefined();
  });

  it("are under the pointer nowhere else", () => {
    for (const cycle of [400_000, 745_000, 1_000_000, 1_200_000].filter(inView))
      expect(pressAt(spec, cycle)).toBeUndefined();
  });
});

it("a press is named with its cycle, and a lost one with the cause", () => {
  const spec = specOf(LOST - 2000, LOST + 2000, 4000);
  const facts = (cycle: number) => {
    const hit = pressAt(spec, cycle);
    return hit && factsOf(hit, spec.machine);
  };
  expect(facts(LOST)).toMatchObject({
    title: "button select",
    isLoss: true,
    rows: [
      ["cycle", formatInteger(LOST)],
      ["presses", "1"],
      ["presses lost", "1"],
      ["cause", "the previous press was not acknowledged"],
    ],
  });
  const second = specOf(SECOND - 2000, SECOND + 2000, 4000);
  expect(pressAt(second, SECOND)).toMatchObject({ fromCycle: SECOND, toCycle: SECOND + 1, lost: 0 });
});

it("a lost press is labelled beside the name while it is in view", () => {
  const losses = (spec: TimelineSpec) => {
    const recorder = createRecorder();
    drawStatic(recorder.surface, spec, anyStrip);
    return recorder.matching('text "✕ 1"').length;
  };
  expect(losses(specOf(0, RUN, 800))).toBe(1);
  expect(losses(specOf(0, 600_000, 800))).toBe(0);
});
