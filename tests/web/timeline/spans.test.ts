import { describe, expect, it } from "vitest";
import { type LaneSpan, stepFocus, visibleSpans } from "../../../web/timeline/spans.ts";
import { LAYER, lane, makeWindow, STATE, sharedLane } from "./fixtures.ts";

const view = { startCycle: 1000, cyclesPerPx: 1, widthPx: 500 };

describe("the visible spans of a lane", () => {
  const window = makeWindow({
    lanes: [
      lane(0, [
        { from: 0, to: 100, layer: LAYER.app, thread: 0 },
        { from: 100, to: 200, layer: LAYER.idle, state: STATE.waiting },
        { from: 200, to: 300, layer: LAYER.proto, state: STATE.ready, thread: 1 },
        { from: 300, to: 500, layer: LAYER.isr },
      ]),
      lane(1, []),
    ],
  });

  it("are the activities in view, in run cycles, without waiting", () => {
    const spans = visibleSpans(window, 0, view);
    expect(spans.map((span) => [span.fromCycle, span.toCycle, span.layer, span.thread])).toEqual([
      [1000, 1100, LAYER.app, 0],
      [1200, 1300, LAYER.proto, 1],
      [1300, 1500, LAYER.isr, undefined],
    ]);
    expect(visibleSpans(window, 0, { ...view, startCycle: 1250, widthPx: 50 })).toHaveLength(1);
    expect(visibleSpans(window, 1, view)).toEqual([]);
    expect(visibleSpans(window, 7, view)).toEqual([]);
  });

  it("end at the frontier, however wide the columns are", () => {
    const aggregated = makeWindow({
      exact: false,
      columns: 5,
      knownTo: 1440,
      lanes: [sharedLane(0, [{ app: 1 }, { app: 1 }, { app: 1 }, { app: 1 }, { app: 1 }])],
    });
    expect(visibleSpans(aggregated, 0, view).at(-1)?.toCycle).toBe(1440);
  });

  it("are runs of the layer with the greatest share if data are aggregated", () => {
    const aggregated = makeWindow({
      exact: false,
      columns: 5,
      lanes: [sharedLane(0, [{ app: 0.8 }, { app: 0.6, isr: 0.2 }, {}, { isr: 0.5 }, { isr: 1 }])],
    });
    const spans = visibleSpans(aggregated, 0, view);
    expect(spans.map(({ fromCycle, toCycle, layer }) => [fromCycle, toCycle, layer])).toEqual([
      [1000, 1200, LAYER.app],
      [1300, 1500, LAYER.isr],
    ]);
    expect(spans[0]?.share).toBeCloseTo(0.7, 6);
    expect(spans[1]?.runState).toBeUndefined();
  });
});

describe("the focus of the timeline", () => {
  const span = (context: number, fromCycle: number, toCycle: number): LaneSpan => ({
    context,
    fromCycle,
    toCycle,
    layer: LAYER.app,
    runState: STATE.running,
    thread: undefined,
    share: 1,
  });
  const top = [span(1, 0, 10), span(1, 50, 60)];
  const bottom = [span(0, 10, 50), span(0, 60, 90)];
  const lanes = [top, [], bottom];

  it("starts next to the playhead on the first lane with a span", () => {
    expect(stepFocus(lanes, undefined, "next", 55)).toBe(top[1]);
    expect(stepFocus([[], bottom], undefined, "next", 0)).toBe(bottom[0]);
    expect(stepFocus([[], []], undefined, "next", 0)).toBeUndefined();
  });

  it("moves along the lane and stops at its ends", () => {
    expect(stepFocus(lanes, top[0], "next", 0)).toBe(top[1]);
    expect(stepFocus(lanes, top[1], "next", 0)).toBe(top[1]);
    expect(stepFocus(lanes, top[1], "previous", 0)).toBe(top[0]);
    expect(stepFocus(lanes, top[0], "last", 0)).toBe(top[1]);
    expect(stepFocus(lanes, bottom[1], "first", 0)).toBe(bottom[0]);
  });

  it("moves to the span nearest in time in another lane, over empty lanes", () => {
    expect(stepFocus(lanes, top[1], "below", 0)).toBe(bottom[0]);
    expect(stepFocus(lanes, bottom[1], "above", 0)).toBe(top[1]);
    expect(stepFocus(lanes, top[0], "above", 0)).toBe(top[0]);
  });
});
