import { describe, expect, it } from "vitest";
import { factsOf } from "../../../web/timeline/facts.ts";
import { type Hit, hitTest } from "../../../web/timeline/hitTest.ts";
import { layoutTracks } from "../../../web/timeline/layout.ts";
import { spanSpeech } from "../../../web/timeline/spans.ts";
import type { TimelineSpec } from "../../../web/timeline/spec.ts";
import type { TrackKind } from "../../../web/timeline/tracks/index.ts";
import { missColumns } from "../../../web/timeline/tracks/misses.ts";
import {
  fill,
  LAYER,
  lane,
  lost,
  machine,
  makeRow,
  makeSpec,
  makeWindow,
  marks,
  STATE,
  sharedLane,
} from "./fixtures.ts";

const gap = "\u202f";

/** The point this many cycles after the start of the view, in the middle of a track. */
function hitIn(spec: TimelineSpec, kind: TrackKind, offset: number, index = 0): Hit {
  const layout = layoutTracks(spec);
  const track = layout.tracks.find((entry) => entry.kind === kind && entry.index === index);
  if (track === undefined) throw new Error(`no track ${kind} ${index}`);
  const x = layout.plotX + offset / spec.viewport.cyclesPerPx;
  return hitTest(spec, x, layout.tracksArea.y + track.y + track.heightPx / 2 - spec.scrollTopPx);
}

const facts = (hit: Hit, labels = machine) => {
  const found = factsOf(hit, labels);
  return found && [found.title, ...found.rows.map(([name, value]) => `${name}: ${value}`)];
};

describe("the lanes under the pointer", () => {
  const spec = makeSpec({
    window: makeWindow({
      lanes: [
        lane(0, [
          { from: 0, to: 200, layer: LAYER.app, thread: 0 },
          { from: 200, to: 260, layer: LAYER.save, state: STATE.saving, thread: 1 },
        ]),
        lane(1, []),
      ],
    }),
  });

  it("give the span, and a boundary belongs to the later span", () => {
    expect(facts(hitIn(spec, "lane", 30))).toEqual([
      "application",
      "context: C1",
      "thread: loop",
      `from: 1${gap}000`,
      `to: 1${gap}200`,
      `length: 200\u00a0cycles, 200\u00a0ns`,
    ]);
    const boundary = hitIn(spec, "lane", 200);
    expect(boundary.kind === "span" && boundary.span.layer).toBe(LAYER.save);
    expect(facts(boundary)?.[0]).toBe("save/restore, saving");
  });

  it("give nothing where nothing is known, or in another lane", () => {
    expect(hitIn(spec, "lane", 300)).toEqual({ kind: "empty", cycle: 1300 });
    expect(hitIn(spec, "lane", 30, 1)).toEqual({ kind: "empty", cycle: 1030 });
  });

  it("give the same text to a screen reader", () => {
    const hit = hitIn(spec, "lane", 30);
    if (hit.kind !== "span") throw new Error("no span");
    expect(spanSpeech(hit.span, machine)).toBe(
      `C1, application, loop, from 1${gap}000, to 1${gap}200, length 200\u00a0cycles, 200\u00a0ns`,
    );
  });

  it("give the shares of the column if data are aggregated", () => {
    const window = makeWindow({
      columns: 5,
      exact: false,
      lanes: [
        sharedLane(0, [{ app: 0.75, isr: 0.2, stall: 0.1 }, {}, {}, {}, {}]),
        sharedLane(1, [{}, {}, {}, {}, {}]),
      ],
    });
    expect(facts(hitIn(makeSpec({ window }), "lane", 30))).toEqual([
      `C1, 100\u00a0cycles`,
      `from: 1${gap}000`,
      `to: 1${gap}100`,
      `application: 75.0\u00a0%`,
      `driver ISR: 20.0\u00a0%`,
      `stalled: 10.0\u00a0%`,
    ]);
  });
});

describe("the track of all cores under the pointer", () => {
  const frame = { padPx: 12, gutterPx: 70, pipelineGutterPx: 120, textScale: 1, parts: "strip" } as const;
  const contexts = [0, 1, 2, 3].map((context) => ({
    context,
    core: context,
    name: `C${context}`,
    priority: 1,
  }));
  const labels = { ...machine, contexts, cpus: 4, cores: 4 };

  it("gives the share of each layer, and the rest", () => {
    const lanes = [
      lane(0, [{ from: 0, to: 500, layer: LAYER.app, thread: 0 }]),
      lane(1, [{ from: 0, to: 25, layer: LAYER.isr, thread: 1 }]),
      lane(2, [{ from: 0, to: 500, layer: LAYER.idle }]),
      lane(3, []),
    ];
    const spec = makeSpec({ frame, machine: labels, window: makeWindow({ lanes }) });
    expect(facts(hitIn(spec, "cores", 30), labels)).toEqual([
      "cores, 50\u00a0cycles",
      `from: 1${gap}000`,
      `to: 1${gap}050`,
      "idle: 62.5\u00a0%",
      "application: 25.0\u00a0%",
      "driver ISR: 12.5\u00a0%",
    ]);
    expect(facts(hitIn(spec, "cores", 430), labels)).toContain("application: 25.0\u00a0%");
  });

  it("gives nothing for the unknown part", () => {
    const spec = makeSpec({ frame, machine: labels, window: makeWindow({ knownTo: 1200 }) });
    expect(facts(hitIn(spec, "cores", 100), labels)).toContain("idle: 100.0\u00a0%");
    expect(hitIn(spec, "cores", 300).kind).toBe("empty");
  });
});

describe("interrupts under the pointer", () => {
  const entries = {
    asserted: Float64Array.of(-20, 100),
    entered: Float64Array.of(30, 180),
    context: Uint8Array.of(1, 1),
    thread: Uint8Array.of(1, 1),
  };
  const interrupts = { asserted: marks(100, 400), entered: marks(30, 180), entries };
  const spec = makeSpec({ window: makeWindow({ interrupts }) });

  it("give their latency, even if raised before the window", () => {
    expect(facts(hitIn(spec, "interrupts", 140))).toEqual([
      "interrupt",
      "handler: C2 handler",
      `raised: 1${gap}100`,
      `entered: 1${gap}180`,
      `latency: 80\u00a0cycles, 80.0\u00a0ns`,
    ]);
    expect(facts(hitIn(spec, "interrupts", 10))).toContain("latency: 50\u00a0cycles, 50.0\u00a0ns");
  });

  it("are described as not entered yet, and there are none elsewhere", () => {
    expect(facts(hitIn(spec, "interrupts", 402))).toEqual([
      "interrupt raised",
      `cycle: 1${gap}400`,
      "handler: not entered yet",
    ]);
    expect(hitIn(spec, "interrupts", 300).kind).toBe("empty");
  });

  it("are counted if data are aggregated", () => {
    const counted = {
      asserted: { at: Float64Array.of(50), count: Uint32Array.of(7) },
      entered: marks(),
      entries: undefined,
    };
    const hit = hitIn(makeSpec({ window: makeWindow({ interrupts: counted }) }), "interrupts", 60);
    expect(hit.kind === "interrupt-count" && [hit.raised, hit.entered]).toEqual([7, 0]);
  });
});

describe("levels under the pointer", () => {
  it("give least, greatest and mean value of the column, and the drops near the pointer", () => {
    const ring = { ...fill(4, new Array<number>(10).fill(2)), maximum: new Float32Array(10).fill(4) };
    const spec = makeSpec({ window: makeWindow({ rxFill: [ring], losses: lost("rx", 101, 300) }) });
    expect(facts(hitIn(spec, "rx", 102))).toEqual([
      "rx ring",
      `from: 1${gap}100`,
      `to: 1${gap}150`,
      `length: 50\u00a0cycles, 50.0\u00a0ns`,
      "least: 2",
      "most: 4 of 4",
      "mean: 2.00",
      "✕ lost here: 1",
      "cause: ring full",
    ]);
    expect(facts(hitIn(spec, "rx", 210))?.at(-1)).toBe("mean: 2.00");
  });

  it("give the frames that a queue lost at that queue only", () => {
    const queue = fill(32, new Array<number>(10).fill(32));
    const spec = makeSpec({
      machine: { ...machine, queues: [{ name: "backlog", layer: undefined }], letsGo: true },
      window: makeWindow({ queueFill: [queue], losses: lost("queue", 101) }),
    });
    expect(facts(hitIn(spec, "queue", 102))?.slice(-2)).toEqual(["✕ lost here: 1", "cause: queue full"]);
    expect(facts(hitIn(spec, "rx", 102))?.join()).not.toMatch("✕");
    expect(hitIn(spec, "software", 102).kind).toBe("empty");
  });

  it("state why there is no IPC", () => {
    expect(facts(hitIn(makeSpec(), "ipc", 10))?.at(-1)).toBe("IPC: only layers given in cycles ran");
  });

  it("give the owner of the bus, and its share of the time", () => {
    const series = { dma: { 0: Float32Array.of(0, 0, 0.5), 1: Float32Array.of(0, 0, 0.25) } };
    const spec = makeSpec({ window: makeWindow({ series }) });
    expect(hitIn(spec, "bus", 120)).toMatchObject({ kind: "bus", fromCycle: 1100, toCycle: 1150, dma: 0.75 });
    expect(facts(hitIn(spec, "bus", 120))?.slice(4)).toEqual(["DMA: 75.0\u00a0%"]);
    const cores = makeSpec({ window: makeWindow({ series, coreBus: Float32Array.of(0, 0, 0.125) }) });
    expect(facts(hitIn(cores, "bus", 120))?.slice(4)).toEqual([
      "DMA: 75.0\u00a0%",
      "cores: 12.5\u00a0%",
      "free: 12.5\u00a0%",
    ]);
    // 0.7 and 0.3 in single precision do not sum to 1.
    const full = {
      series: { dma: { 0: Float32Array.of(0, 0, 0.7) } },
      coreBus: Float32Array.of(0, 0, 0.3),
    };
    expect(facts(hitIn(makeSpec({ window: makeWindow(full) }), "bus", 120))?.at(-1)).toBe("free: 0.0\u00a0%");
  });

  it("count the misses of all cores by level, and those of one core", () => {
    const misses = [
      { l1i: Float32Array.of(0.1), l1d: undefined, l2: Float32Array.of(0.02) },
      { l1i: Float32Array.of(0.2), l1d: undefined, l2: undefined },
    ];
    const labels = { ...machine, cores: 2, hasCaches: true };
    const spec = makeSpec({ machine: labels, window: makeWindow({ misses }) });
    expect(facts(hitIn(spec, "misses", 10), labels)).toEqual([
      "misses",
      `from: 1${gap}000`,
      `to: 1${gap}050`,
      `length: 50\u00a0cycles, 50.0\u00a0ns`,
      "L1I: 15, 300 in 1000 cycles",
      "L2: 1, 20 in 1000 cycles",
    ]);
    expect(missColumns(makeWindow({ misses }), 2).layers.map(({ level }) => level)).toEqual(["l1i"]);
  });
});

describe("the overview strip and the ruler under the pointer", () => {
  const spec = makeSpec({ viewport: { startCycle: 4000, cyclesPerPx: 4, widthPx: 500 } });
  const partAt = (x: number) => {
    const hit = hitTest(spec, x, 10);
    return hit.kind === "overview" ? hit.part : hit.kind;
  };

  it("give the edges, the body and the rest of the range", () => {
    // The brush covers 4000..6000 of 10 000 cycles: x = 320..420.
    expect([150, 318, 325, 370, 416, 424, 600].map(partAt)).toEqual([
      "strip",
      "from-edge",
      "from-edge",
      "brush",
      "to-edge",
      "to-edge",
      "strip",
    ]);
    expect(partAt(60)).toBe("none");
  });

  it("give the cycle", () => {
    expect(hitTest(spec, 370, 10)).toMatchObject({ kind: "overview", cycle: 5000 });
    expect(hitTest(spec, 120 + 25, 50)).toEqual({ kind: "ruler", cycle: 4100 });
  });
});

describe("the rows under the pointer", () => {
  const rows = {
    from: 1000,
    to: 1050,
    complete: true,
    rows: [
      makeRow(),
      makeRow({ first: 1, enter: [1, 2, 5, 6, 7], end: 8, stall: ["busy", "bus", "busy", "busy", "busy"] }),
    ],
  };
  const spec = makeSpec({ rows, viewport: { startCycle: 1000, cyclesPerPx: 0.1, widthPx: 500 } });

  it("give the instruction, the stage and the lost time", () => {
    const layout = layoutTracks(spec);
    const hit = hitTest(spec, layout.plotX + 35, layout.tracksArea.y + 19 + 8);
    expect(facts(hit)).toEqual([
      "add r1,r2,r3",
      "pc: 0x0000\u00a00100",
      "context: C1, application",
      "routine: body",
      `ID: 1${gap}003, bus, 2 cycles`,
      `in the machine: 1${gap}001 to 1${gap}008`,
      "lost: bus, 2 cycles",
    ]);
  });

  it("are also found by their name in the gutter", () => {
    const layout = layoutTracks(spec);
    expect(hitTest(spec, layout.gutterX + 5, layout.tracksArea.y + 5)).toMatchObject({
      kind: "row",
      cell: undefined,
    });
  });
});

describe("bookmarks of two machines on one ruler", () => {
  const bookmarks = [{ cycle: 1200, note: "look here" }];
  const spec = makeSpec({
    frame: { padPx: 20, gutterPx: 100, pipelineGutterPx: 200, textScale: 1, parts: "tracks" },
    marks: { bookmarks, hits: new Float64Array(0) },
  });
  const { plotX, ruler } = layoutTracks(spec);

  it("are found at the top of the machine's own tracks, and not below", () => {
    expect(ruler.heightPx).toBe(0);
    const found: Hit = { kind: "bookmark", cycle: 1200, note: "look here" };
    expect(hitTest(spec, plotX + 203, 3)).toEqual(found);
    expect(hitTest(spec, plotX + 203, 20).kind).not.toBe("bookmark");
    expect(hitTest(spec, plotX + 240, 3).kind).not.toBe("bookmark");
  });
});
