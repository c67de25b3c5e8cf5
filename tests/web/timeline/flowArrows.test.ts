/** The path of an interrupt through the tracks, worked out by hand, and the curves between its points. */
import { describe, expect, it } from "vitest";
import { sim_layer, sim_run_state } from "../../../core-wasm/binding/layout.gen.ts";
import type { TimelineWindow } from "../../../web/engine/protocol.ts";
import { curve, wayThrough } from "../../../web/timeline/flowArrows.ts";
import { exactSpan } from "../../../web/timeline/spans.ts";

type Piece = readonly [
  start: number,
  end: number,
  layer: keyof typeof sim_layer,
  state: keyof typeof sim_run_state,
  thread: number,
];

const lane = (context: number, pieces: readonly Piece[]) => ({
  context,
  spans: {
    start: Float64Array.from(pieces, ([start]) => start),
    end: Float64Array.from(pieces, ([, end]) => end),
    layer: Uint8Array.from(pieces, ([, , layer]) => sim_layer[layer]),
    runState: Uint8Array.from(pieces, ([, , , state]) => sim_run_state[state]),
    thread: Uint8Array.from(pieces, ([, , , , thread]) => thread),
  },
  shares: undefined,
  stall: new Float32Array(0),
});

const APPLICATION = 0;
const HANDLER = 1;
const PROTOCOL = 2;

/** From cycle 1,000 onwards: raised at 1,010, recognised at 1,030, entered at 1,046; the protocol from 1,080 to 1,140
 * delivers at 1,139; then a second interrupt, raised at 1,100. */
const pieces: readonly Piece[] = [
  [0, 30, "application", "running", APPLICATION],
  [30, 36, "save-restore", "entering", HANDLER],
  [36, 46, "save-restore", "saving", HANDLER],
  [46, 80, "driver-isr", "running", HANDLER],
  [80, 140, "protocol", "running", PROTOCOL],
  [140, 146, "save-restore", "entering", HANDLER],
  [146, 170, "driver-isr", "running", HANDLER],
  [170, 190, "application", "running", APPLICATION],
];

function windowOf(lanes: readonly ReturnType<typeof lane>[]): TimelineWindow {
  const entries = {
    asserted: Float64Array.of(10, 100),
    entered: Float64Array.of(46, 146),
    context: Uint8Array.of(0, 0),
    thread: Uint8Array.of(HANDLER, HANDLER),
  };
  const window = {
    from: 1000,
    lanes,
    interrupts: { entries },
    delivered: { at: Float64Array.of(139), count: Uint32Array.of(1), before: 0 },
  };
  return window as unknown as TimelineWindow;
}

const one = windowOf([lane(0, pieces)]);

function way(window: TimelineWindow, context: number, index: number) {
  const of = window.lanes.find((entry) => entry.context === context);
  const span = of && exactSpan(window, of, index);
  if (span === undefined) throw new Error("no such span");
  return wayThrough(window, span).map(({ kind, cycle }) => [kind, cycle]);
}

describe("the path of an interrupt in the timeline", () => {
  const whole = [
    ["raised", 1010],
    ["recognised", 1030],
    ["entered", 1046],
    ["deferred", 1080],
    ["delivered", 1139],
  ];

  it("is the same from its entry, its handler and the deferred work", () => {
    for (const index of [1, 2, 3, 4]) expect(way(one, 0, index), String(index)).toEqual(whole);
  });

  it("ends with a handler that deferred no work, and the application has none", () => {
    expect(way(one, 0, 6)).toEqual([
      ["raised", 1100],
      ["recognised", 1140],
      ["entered", 1146],
    ]);
    expect(way(one, 0, 0)).toEqual([]);
    expect(way(one, 0, 7)).toEqual([]);
  });

  it("leads to another context", () => {
    const two = windowOf([
      lane(
        0,
        pieces.filter(([, , , , thread]) => thread !== PROTOCOL),
      ),
      lane(2, [[81, 140, "protocol", "running", PROTOCOL]]),
    ]);
    expect(way(two, 0, 3)).toEqual([...whole.slice(0, 3), ["deferred", 1081], ["delivered", 1139]]);
    expect(wayThrough(two, exactSpan(two, two.lanes[1] as never, 0) as never).at(-1)?.context).toBe(2);
  });

  it("begins with the entry, not with the context that waited for it", () => {
    const alone = pieces.map((piece): Piece => (piece[0] === 0 ? [0, 30, "idle", "waiting", 255] : piece));
    expect(way(windowOf([lane(0, alone)]), 0, 3)).toEqual(whole);
  });

  it("is unknown where single interrupts are not shown", () => {
    const wide = { ...one, interrupts: { ...one.interrupts, entries: undefined } } as TimelineWindow;
    expect(way(wide, 0, 3)).toEqual([]);
  });
});

describe("the arrows of a path in the timeline", () => {
  it("are horizontal at both ends between tracks, and bend above within one", () => {
    expect(curve({ x: 10, y: 20 }, { x: 110, y: 80 })).toBe("M10,20C60,20 60,80 110,80");
    expect(curve({ x: 10, y: 20 }, { x: 12, y: 80 })).toBe("M10,20C22,20 0,80 12,80");
    expect(curve({ x: 10, y: 50 }, { x: 50, y: 50 })).toBe("M10,50Q30,26 50,50");
    expect(curve({ x: 10, y: 50 }, { x: 14, y: 50 })).toBeUndefined();
  });
});
