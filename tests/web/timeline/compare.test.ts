import { describe, expect, it } from "vitest";
import { LAYER_COUNT, type TimelineWindow } from "../../../web/engine/protocol.ts";
import { type CompareSpec, drawCompare, plotOf } from "../../../web/timeline/compare/draw.ts";
import {
  compareFacts,
  compareSeries,
  countsByPixel,
  differentWork,
} from "../../../web/timeline/compare/work.ts";
import { layersByPixel } from "../../../web/timeline/layerTime.ts";
import { LAYER, lane, makeWindow, marks, STATE, sharedLane, theme } from "./fixtures.ts";
import { createRecorder, type Recorder } from "./recorder.ts";

/** Ten pixels of 50 cycles over the window of 1000..1500. */
const viewport = { startCycle: 1000, cyclesPerPx: 50, widthPx: 10 };
const APPLICATION = LAYER.app;
const PROTOCOL = LAYER.proto;

describe("the tracks of the difference", () => {
  const size = { widthPx: 630, heightPx: 156, devicePixelRatio: 1 };
  const frame = { padPx: 20, gutterPx: 100, pipelineGutterPx: 200, textScale: 1, parts: "tracks" } as const;
  const axis = { startCycle: 1000, cyclesPerPx: 1, widthPx: 490 };

  function draw(
    a: TimelineWindow | undefined,
    b: TimelineWindow,
    delivered?: CompareSpec["delivered"],
    gutterPx: number = frame.gutterPx,
  ): Recorder {
    const recorder = createRecorder();
    const side = (window: TimelineWindow) => ({ window, viewport: axis, cpus: 1 });
    const series = a && compareSeries(side(a), side(b));
    drawCompare(recorder.surface, {
      size,
      frame: { ...frame, gutterPx },
      theme,
      viewport: axis,
      series,
      delivered,
      playheadPx: 100,
    });
    return recorder;
  }

  const quiet = makeWindow();

  it("show at the playhead how many frames each has delivered, and how far B is ahead", () => {
    const drawn = draw(quiet, quiet, { a: 1200, b: 1235 });
    for (const text of ["A 1\u202f200", "B 1\u202f235", "+35"])
      expect(drawn.matching(`text "${text}"`), text).toHaveLength(1);
    expect(draw(quiet, quiet).matching('text "A ')).toEqual([]);
  });

  it("have names and numbers side by side if both fit, else one below the other with a shorter name", () => {
    const delivered = { a: 1200, b: 1235 };
    const heightOf = (drawn: Recorder, text: string) =>
      Number(/,([\d.]+) /.exec(drawn.matching(`text "${text}"`)[0] ?? "")?.[1]);
    // At 6 px a letter, "delivered" and "A 1 200" take 96, with margins 116.
    const roomy = draw(quiet, quiet, delivered, 116);
    expect(heightOf(roomy, "delivered")).toBe(heightOf(roomy, "A 1\u202f200"));
    expect(roomy.matching('text "different work"')).toHaveLength(1);
    const tight = draw(quiet, quiet, delivered, 115);
    expect(heightOf(tight, "delivered")).toBeLessThan(heightOf(tight, "A 1\u202f200"));
    expect(heightOf(tight, "B ahead")).toBe(heightOf(tight, "+35"));
    expect(tight.matching('text "frames"')).toEqual([]);
    expect(draw(quiet, quiet, delivered, 80).matching('text "differs"')).toHaveLength(1);
  });

  it("mark different work in place, darker for more", () => {
    const busy = makeWindow({ lanes: [lane(0, [{ from: 100, to: 200, layer: PROTOCOL }])] });
    const shared = makeWindow({ exact: false, lanes: [sharedLane(0, new Array(10).fill({ app: 0.5 }))] });
    expect(draw(busy, quiet).matching("accent", "opacity 0.75")).toEqual([
      "box 220,5 100x14 accent opacity 0.75",
    ]);
    expect(draw(shared, quiet).matching("accent", "opacity 0.38")).toHaveLength(1);
    expect(draw(quiet, quiet).matching("accent", "opacity")).toEqual([]);
    expect(draw(undefined, quiet).matching("accent", "opacity")).toEqual([]);
  });

  it("fill the area between the two curves", () => {
    const ahead = makeWindow({ delivered: { ...marks(100), before: 0 } });
    expect(draw(quiet, ahead).matching("ink3", "opacity 0.16").length).toBeGreaterThan(300);
    expect(draw(quiet, quiet).matching("ink3", "opacity 0.16")).toEqual([]);
  });

  it("have the playhead of the timelines above", () => {
    expect(draw(quiet, quiet).matching("box", "1.5x156 accent")).toEqual(["box 219.25,0 1.5x156 accent"]);
    expect(plotOf({ size, frame, viewport: axis })).toEqual({ x: 120, widthPx: 490 });
  });
});

describe("the difference under the pointer", () => {
  const side = (window: TimelineWindow) => ({ window, viewport, cpus: 1 });
  const ahead = makeWindow({ delivered: { ...marks(75, 80), before: 4 }, knownTo: 1400 });
  const behind = makeWindow({ delivered: { ...marks(75), before: 4 } });

  it("has both counts, their difference and the share of different work", () => {
    const facts = compareFacts(compareSeries(side(behind), side(ahead)), 3, 1150);
    expect(facts?.title).toBe("cycle 1\u202f150");
    expect(Object.fromEntries(facts?.rows ?? [])).toMatchObject({
      "A delivered": "5\u202fframes",
      "B delivered": "6\u202fframes",
      "B ahead": "+1",
      "different work": "0\u202f%",
    });
  });

  it("is empty if one machine is not simulated yet", () => {
    expect(compareFacts(compareSeries(side(behind), side(ahead)), 9, 1450)).toBeUndefined();
  });
});

describe("frames counted by pixel", () => {
  it("begin with the earlier frames and increase where a frame is", () => {
    const window = makeWindow();
    const counts = countsByPixel(window, { ...marks(75, 260, 270), before: 40 }, viewport);
    expect([...counts]).toEqual([40, 40, 41, 41, 41, 41, 43, 43, 43, 43, 43]);
  });

  it("are unknown outside the simulated part", () => {
    const counts = countsByPixel(
      makeWindow({ knownTo: 1200 }),
      { ...marks(), before: 7 },
      { ...viewport, startCycle: 900 },
    );
    expect([...counts].map((count) => !Number.isNaN(count))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("different work of two machines", () => {
  const a = makeWindow({ lanes: [lane(0, [{ from: 0, to: 500, layer: APPLICATION }])] });

  it("is zero between equal machines", () => {
    const side = { window: a, viewport, cpus: 1 };
    expect([...differentWork(side, side)]).toEqual(new Array(10).fill(0));
  });

  it("is complete with different layers, and zero with the same layers on any context", () => {
    const b = makeWindow({
      lanes: [
        lane(0, [{ from: 250, to: 500, layer: APPLICATION }]),
        lane(1, [{ from: 0, to: 250, layer: PROTOCOL }]),
      ],
    });
    expect([...differentWork({ window: a, viewport, cpus: 1 }, { window: b, viewport, cpus: 1 })]).toEqual([
      1, 1, 1, 1, 1, 0, 0, 0, 0, 0,
    ]);
  });

  it("counts idle time as another kind of work, and only running contexts", () => {
    const idle = makeWindow({
      lanes: [lane(0, [{ from: 0, to: 500, layer: APPLICATION, state: STATE.ready }])],
    });
    const different = differentWork({ window: a, viewport, cpus: 1 }, { window: idle, viewport, cpus: 1 });
    expect([...different]).toEqual(new Array(10).fill(1));
  });

  it("compares shares by processor too", () => {
    const half = makeWindow({
      exact: false,
      lanes: [sharedLane(0, new Array(10).fill({ app: 0.5 }))],
    });
    const different = differentWork({ window: a, viewport, cpus: 1 }, { window: half, viewport, cpus: 1 });
    for (const share of different) expect(share).toBeCloseTo(0.5, 6);
    const twice = differentWork({ window: a, viewport, cpus: 2 }, { window: half, viewport, cpus: 1 });
    for (const share of twice) expect(share).toBeCloseTo(0, 6);
  });

  it("splits spans at the edges of pixels", () => {
    const window = makeWindow({ lanes: [lane(0, [{ from: 25, to: 60, layer: PROTOCOL }])] });
    const layers = layersByPixel(window, viewport);
    expect(layers[PROTOCOL]).toBeCloseTo(0.5, 6);
    expect(layers[LAYER_COUNT + PROTOCOL]).toBeCloseTo(0.2, 6);
    expect(layers[2 * LAYER_COUNT + PROTOCOL]).toBe(0);
  });
});
