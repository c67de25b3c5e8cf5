import { describe, expect, it } from "vitest";
import { drawInteractive } from "../../../web/timeline/draw/drawInteractive.ts";
import { drawStatic } from "../../../web/timeline/draw/drawStatic.ts";
import { layoutTracks } from "../../../web/timeline/layout.ts";
import type { TimelineSpec } from "../../../web/timeline/spec.ts";
import {
  anyStrip,
  fill,
  LAYER,
  lane,
  lost,
  makeRow,
  makeSpec,
  makeWindow,
  marks,
  STATE,
  sharedLane,
} from "./fixtures.ts";
import { createRecorder, type Recorder } from "./recorder.ts";

function draw(change: Partial<TimelineSpec>): Recorder {
  const recorder = createRecorder();
  drawStatic(recorder.surface, makeSpec(change), anyStrip);
  return recorder;
}

function drawUpper(change: Partial<TimelineSpec>): Recorder {
  const recorder = createRecorder();
  drawInteractive(recorder.surface, makeSpec(change));
  return recorder;
}

function trackOf(kind: string, index = 0) {
  const layout = layoutTracks(makeSpec());
  const track = layout.tracks.find((entry) => entry.kind === kind && entry.index === index);
  if (track === undefined) throw new Error(`no track ${kind} ${index}`);
  return { top: layout.tracksArea.y + track.y, heightPx: track.heightPx };
}

const top = (kind: string, index = 0) => trackOf(kind, index).top;
/** Bars keep a margin of 2 px above and below. */
const barPx = trackOf("lane").heightPx - 4;

describe("a timeline lane of spans", () => {
  it("has bars in the layer's colour, a thin line for ready, and a 2 px line for idle", () => {
    const window = makeWindow({
      lanes: [
        lane(0, [
          { from: 0, to: 100, layer: LAYER.app, thread: 0 },
          { from: 100, to: 150, layer: LAYER.save, state: STATE.saving },
          { from: 150, to: 250, layer: LAYER.proto, state: STATE.ready },
          { from: 250, to: 500, layer: LAYER.idle, state: STATE.waiting },
        ]),
        lane(1, []),
      ],
    });
    const y = top("lane", 0);
    const { matching } = draw({ window });
    const middle = Math.round(y + barPx / 2 + 1);
    expect([
      ...matching("box 120,", " app"),
      ...matching("box 220,", " save"),
      ...matching("box", " proto"),
    ]).toEqual([
      `box 120,${y + 2} 99x${barPx} app`,
      `box 220,${y + 2} 49x${barPx} save`,
      `box 270,${middle} 100x2 proto`,
    ]);
    expect(matching("box", " idle")).toEqual([`box 370,${middle} 250x2 idle`]);
    expect(matching('"save"')).toHaveLength(1);
    expect(matching('"loop"')).toEqual([`text "loop" 126,${y + 2.5 + barPx / 2} left onLayer`]);
  });

  it("labels every span of a thread alike, shortened where there is no room", () => {
    const window = makeWindow({
      lanes: [
        lane(0, [
          { from: 0, to: 90, layer: LAYER.isr, thread: 1 },
          { from: 100, to: 400, layer: LAYER.isr, thread: 1 },
          { from: 420, to: 450, layer: LAYER.isr, thread: 1 },
        ]),
      ],
    });
    const plain = makeSpec().machine;
    const threads = plain.threads.map((one, index) =>
      index === 1 ? { ...one, name: "Driver of the card" } : one,
    );
    const machine = { ...plain, threads };
    const names = draw({ window, machine })
      .matching('text "Driver')
      .map((text) => text.split('"')[1]);
    expect(names).toHaveLength(2);
    expect(names[0]).toMatch(/^Driver.*…$/);
    expect(names[1]).toBe("Driver of the card");
    expect(draw({ window, machine }).matching("driver ISR")).toEqual([]);
  });

  it("gives the shortest span a pixel", () => {
    const window = makeWindow({
      lanes: [
        lane(0, [
          { from: 0, to: 100, layer: LAYER.app },
          { from: 100, to: 100.2, layer: LAYER.isr },
          { from: 100.2, to: 500, layer: LAYER.app },
        ]),
      ],
    });
    expect(draw({ window }).matching("box", " isr")).toEqual([
      `box 220,${top("lane", 0) + 2} 1x${barPx} isr`,
    ]);
  });

  it("keeps old data in place while a new window loads", () => {
    const window = makeWindow({ lanes: [lane(0, [{ from: 100, to: 200, layer: LAYER.app }])] });
    const zoomed = draw({ window, viewport: { startCycle: 1100, cyclesPerPx: 0.5, widthPx: 500 } });
    expect(zoomed.matching("box 120,", " app")).toEqual([`box 120,${top("lane", 0) + 2} 199x${barPx} app`]);
  });
});

describe("a timeline lane of shares", () => {
  const columns = Array.from({ length: 10 }, (_, c) => ({ app: 0.5, stall: c === 2 || c === 3 ? 0.5 : 0 }));
  const window = makeWindow({ exact: false, lanes: [sharedLane(0, columns)] });

  it("is one picture that is moved and stretched to the view", () => {
    const recorder = createRecorder();
    const viewport = { startCycle: 1125, cyclesPerPx: 0.5, widthPx: 500 };
    drawStatic(recorder.surface, makeSpec({ window, viewport }), anyStrip);
    // Columns 2..7 (from cycle 1100), 100 px each, begin 50 px before the plot.
    expect(recorder.matching("image")).toEqual([
      `image 2 0 6 ${barPx} 70 ${top("lane", 0) + 2} 600 ${barPx}`,
    ]);
  });

  it("hatches the stalled share from the bottom", () => {
    const floor = top("lane", 0) + 2 + barPx;
    expect(draw({ window }).matching("hatch-over")).toEqual([
      `fill M220,${floor} L220,${floor - Math.round(barPx / 2)} L320,${floor - Math.round(barPx / 2)} L320,${floor} hatch-over`,
    ]);
  });
});

describe("interrupts in the timeline", () => {
  it("are a circle, a triangle and the latency between them", () => {
    const entries = {
      asserted: Float64Array.of(100),
      entered: Float64Array.of(160),
      context: Uint8Array.of(1),
      thread: Uint8Array.of(1),
    };
    const { matching } = draw({
      window: makeWindow({ interrupts: { asserted: marks(100), entered: marks(160), entries } }),
    });
    expect(matching("box", "60x1 ink3")).toEqual(["box 220,70 60x1 ink3"]);
    expect(matching("fill", " ink2", "Z")).toEqual(["fill M276,66 L284,66 L280,75 Z ink2"]);
    expect(matching("stroke", "circle")).toEqual(["stroke M222.8,70.5 circle 220,70.5 r2.8 ink2"]);
  });

  it("become ticks if they would overlap", () => {
    const at = Array.from({ length: 250 }, (_, i) => (i < 100 ? i : i * 2));
    const { matching } = draw({
      window: makeWindow({ interrupts: { asserted: marks(), entered: marks(...at), entries: undefined } }),
    });
    expect(matching("box", "1x7 ink2")).toHaveLength(150);
    // Adjacent interrupts are one box.
    expect(matching("box 120,", "100x7 ink2")).toHaveLength(1);
    expect(matching("stroke", "circle")).toEqual([]);
  });

  it("are one band if every column has one, whatever pixels the columns fall on", () => {
    const columns = 1000;
    const cyclesPerPx = 97;
    const at = Array.from({ length: columns }, (_, column) => column * 100);
    const { matching } = draw({
      viewport: { startCycle: 0, cyclesPerPx, widthPx: 500 },
      window: makeWindow({
        ...{ from: 0, to: columns * 100, columns },
        interrupts: { asserted: marks(), entered: marks(...at), entries: undefined },
      }),
    });
    expect(matching("box 120,", "x7 ink2")).toHaveLength(1);
    expect(matching("box", "x7 ink2")).toHaveLength(1);
  });
});

describe("the ring's track", () => {
  it("names a card's ring, and the buffer of a card without one", () => {
    const names = (hasRing?: readonly boolean[]) =>
      draw({ machine: { ...makeSpec().machine, ...(hasRing === undefined ? {} : { hasRing }) } })
        .matching('text "rx')
        .map((text) => text.split('"')[1]);
    expect(names([false])).toEqual(["rx buffer"]);
    expect(names([true])).toEqual(["rx ring"]);
  });

  it("is a step area under a dashed capacity line with crosses above", () => {
    const ring = fill(4, [0, 0, 4, 4, 2, 2, 2, 2, 2, 2]);
    const { matching } = draw({ window: makeWindow({ rxFill: [ring], losses: lost("rx", 150, 152, 170) }) });
    const y = top("rx");
    const cross = (x: number) =>
      `M${x - 3},${y + 4} L${x + 3},${y + 10} M${x + 3},${y + 4} L${x - 3},${y + 10}`;
    expect(matching("stroke", " drop")).toEqual([`stroke ${cross(270)} ${cross(290)} drop`]);
    expect(matching('"✕ 3"')).toHaveLength(1);
    const roof = y + 14;
    expect(matching("stroke", "ink3")[0]).toBe(`stroke M120,${roof - 0.5} L620,${roof - 0.5} ink3`);
    const floor = matching("box", " ink2 opacity 0.22")[0]?.split(" ")[2]?.split("x")[1];
    expect(matching("box", " ink2 opacity 0.22")).toEqual([
      `box 220,${roof} 100x${floor} ink2 opacity 0.22`,
      `box 320,${roof + Math.floor(Number(floor) / 2)} 300x${Math.ceil(Number(floor) / 2)} ink2 opacity 0.22`,
    ]);
    // The line with its two edges.
    expect(matching("box 220,", "100x1 ink2")).toEqual([`box 220,${roof} 100x1 ink2`]);
    expect(matching("box 220,", `1x${floor} ink2`)).toHaveLength(1);
  });
});

describe("the part of the timeline that is not simulated", () => {
  it("is grey and labelled", () => {
    const window = makeWindow({ knownTo: 1200 });
    const { matching } = draw({ window, frontier: 1200 });
    expect(matching(" sunk")).toContain("box 320,61 300x239 sunk");
    expect(matching('"not simulated yet"')).toHaveLength(1);
  });

  it("is also grey before the first answer", () => {
    expect(draw({ window: undefined }).matching("500x239 sunk")).toHaveLength(1);
  });
});

describe("the instruction diagram", () => {
  const rows = (row: Parameters<typeof makeRow>[0]) => ({
    from: 1000,
    to: 1050,
    complete: true,
    rows: [makeRow(row)],
  });
  const viewport = { startCycle: 1000, cyclesPerPx: 1 / 40, widthPx: 400 };

  it("shows address, instruction, context and every stage", () => {
    const { matching } = draw({ rows: rows({}), viewport });
    expect(matching("text", " onLayer").map((line) => line.split('"')[1])).toEqual([
      "IF",
      "ID",
      "EX",
      "MEM",
      "WB",
    ]);
    expect(matching("box", " app")).toHaveLength(6);
    for (const text of ["0100", "add r1,r2,r3", "C1"]) expect(matching(`"${text}"`)).toHaveLength(1);
  });

  it("hatches a stall in the owner's colour, with the reason inside if it fits", () => {
    const stall = ["busy", "bus", "busy", "busy", "busy"] as const;
    const wide = draw({ rows: rows({ enter: [0, 1, 4, 5, 6], end: 7, stall }), viewport });
    expect(wide.matching("box", "hatch-app")).toEqual(["box 300,62.5 79x16 hatch-app opacity 0.55"]);
    expect(wide.matching('text "bus"')).toHaveLength(1);
    const narrow = draw({
      rows: rows({
        enter: [0, 1, 4, 5, 6],
        end: 7,
        stall: stall.map((cause) => (cause === "bus" ? "load-use" : cause)),
      }),
      viewport: { ...viewport, cyclesPerPx: 1 / 16 },
    });
    expect(narrow.matching('text "load-use, 2 cycles"')).toHaveLength(1);
  });

  it("crosses out a flushed or nullified instruction, and labels it", () => {
    const gone = draw({
      rows: rows({ enter: [0, 1, undefined, undefined, undefined], end: 2, flushed: true }),
      viewport,
    });
    expect(gone.matching("outline", " edge")).toHaveLength(1);
    expect(gone.matching('text "flushed"')).toHaveLength(1);
  });

  it("has an arrow from the producer of a result to a reader before write-back", () => {
    const pair = {
      ...rows({}),
      rows: [makeRow({ destination: 5 }), makeRow({ first: 1, end: 6, enter: [1, 2, 3, 4, 5], source1: 5 })],
    };
    const { matching } = draw({ rows: pair, viewport });
    const x = 220 + 3 * 40 - 0.5;
    expect(matching("stroke", `M${x},`, " ink")).toHaveLength(1);
    expect(matching("fill circle", `${x},`, " ink")).toHaveLength(1);
    const far = draw({ rows: pair, viewport: { ...viewport, cyclesPerPx: 1 / 8 } });
    expect(far.matching("fill circle", " ink")).toEqual([]);
    // The head's halo is 1.25 px wide on each side.
    const head = (color: string) =>
      matching("fill M", ` ${color}`).flatMap((line) => Array.from(line.matchAll(/[\d.]+/g), Number));
    const ink = head("ink");
    expect(head("surface").map((at, index) => at - (ink[index] ?? 0))).toEqual([
      -1.25, -1.25, 1.25, -1.25, 0, 1.25,
    ]);
  });

  it("draws illustrative parts lighter, and explains it once", () => {
    const two = {
      ...rows({ illustrative: true }),
      rows: [makeRow({ illustrative: true }), makeRow({ illustrative: true })],
    };
    const { matching } = draw({ rows: two, viewport });
    expect(matching("box", " app opacity 0.2")).toHaveLength(10);
    expect(matching("illustrative")).toHaveLength(1);
  });

  it("is one bar with its length for a long save of registers", () => {
    const save = rows({
      kind: "save",
      layer: "save-restore",
      operation: "none",
      enter: [undefined, undefined, 0, undefined, undefined],
      end: 93,
      stall: ["busy", "busy", "save", "busy", "busy"],
    });
    const { matching } = draw({ rows: { ...save, to: 1100 }, viewport });
    expect(matching("box", "399x16 save")).toHaveLength(1);
    expect(matching('"save registers, 93 cycles"')).toHaveLength(1);
    // If the window ends earlier, the length is not known.
    const cut = draw({ rows: { ...save, to: 1093 }, viewport });
    expect(cut.matching("93 cycles")).toEqual([]);
    expect(cut.matching('"save registers"')).toHaveLength(2);
  });

  it("reports missing rows", () => {
    expect(draw({ rows: { ...rows({}), complete: false }, viewport }).matching("zoom in")).toHaveLength(1);
  });
});

describe("the timeline's upper canvas", () => {
  it("has the playhead with its cycle, and an arrow if it is out of view", () => {
    expect(drawUpper({}).matching("box", "1.5x", " accent")).toEqual(["box 219.25,44 1.5x258 accent"]);
    expect(drawUpper({}).matching('text "1\u202f100"')).toHaveLength(1);
    const away = drawUpper({ playheadCycle: 9000 });
    expect(away.matching("box", " accent")).toEqual([]);
    expect(away.matching("fill M628,")).toHaveLength(1);
  });

  it("highlights the cycle before the playhead in the diagram", () => {
    const viewport = { startCycle: 1090, cyclesPerPx: 1 / 40, widthPx: 400 };
    expect(drawUpper({ viewport }).matching("stroke round 580,")).toHaveLength(1);
  });

  it("outlines the focused span", () => {
    const { matching } = drawUpper({ focus: { context: 0, fromCycle: 1100, toCycle: 1150 } });
    expect(matching("outline 218.5,", " accent")).toHaveLength(1);
  });

  it("shows the fill at the playhead in the gutter", () => {
    const queues = [{ name: "socket", layer: undefined }];
    const view = { queueFill: [3] } as unknown as NonNullable<TimelineSpec["view"]>;
    const { matching } = drawUpper({
      machine: { ...makeSpec().machine, queues, nics: [] },
      window: makeWindow({ rxFill: [], queueFill: [fill(8, new Array<number>(10).fill(3))] }),
      view: { ...view, nics: [] },
    });
    expect(matching('text "3 / 8"')).toHaveLength(1);
  });

  it("draws no data", () => {
    const window = makeWindow({ lanes: [lane(0, [{ from: 0, to: 500, layer: LAYER.app }])] });
    expect(drawUpper({ window }).matching("box", " app")).toEqual([]);
  });
});

describe("the timeline's names and lanes", () => {
  it("have no line between two tracks that are folded to one line of text", () => {
    const window = makeWindow();
    const still = { ...window, rxFill: [fill(8, [0, 0])], queueFill: [fill(8, [0, 0])] };
    const overview = { end: 1500, knownTo: 1500, rxFill: fill(8, [0, 0]), drops: marks(), coarse: still };
    const change = { size: { widthPx: 640, heightPx: 500, devicePixelRatio: 1 }, overview };
    const layout = layoutTracks(makeSpec(change));
    const folded = layout.tracks.filter(({ heightPx }) => heightPx === 12);
    const lineAt = (y: number) => draw(change).matching(`box 20,${y + layout.tracksArea.y} `, "x1 line");
    expect(folded.length).toBeGreaterThan(0);
    expect(folded.flatMap(({ y }) => lineAt(y))).toEqual([]);
    expect(layout.tracks.flatMap(({ y }) => lineAt(y)).length).toBeGreaterThan(0);
  });

  it("say that a thread is drawn until its data have arrived", () => {
    const shown = { ...makeSpec().machine, showsThreads: true };
    expect(draw({ machine: shown, window: undefined }).matching('text "drawing …"')).not.toEqual([]);
    const bytes = new Uint8Array(0);
    const spans = { start: new Float64Array(0), end: new Float64Array(0), state: bytes, subject: bytes };
    const threads = shown.threads.map(() => ({ spans, shares: undefined, late: marks() }));
    const window = makeWindow({ threads });
    expect(draw({ machine: shown, window }).matching('text "drawing …"')).toEqual([]);
  });
});

describe("the timeline on a phone", () => {
  const frame = { padPx: 12, gutterPx: 70, pipelineGutterPx: 120, textScale: 1, parts: "strip" } as const;
  const half = [{ from: 0, to: 250, layer: LAYER.app }];
  const shown: Partial<TimelineSpec> = {
    frame,
    size: { widthPx: 390, heightPx: 148, devicePixelRatio: 1 },
    window: makeWindow({ lanes: [lane(0, half), lane(1, [])], losses: lost("rx", 101, 203) }),
    view: { nics: [{ rxFill: 3 }] } as unknown as NonNullable<TimelineSpec["view"]>,
  };

  it("shows how busy the context in view is, the fill of the ring and the losses", () => {
    const texts = draw(shown)
      .matching("text")
      .map((line) => /"(.*)"/.exec(line)?.[1]);
    expect(texts).toEqual(expect.arrayContaining(["busy 50\u00a0%", "rx ring", "✕ 2 in view"]));
    expect(drawUpper(shown).matching('text "3 / 4"')).toHaveLength(1);
  });

  it("keeps names beside the tracks, of the card alone if both do not fit, and shortened", () => {
    const machine = {
      ...makeSpec().machine,
      nics: ["eth0", "eth1"],
      queues: [{ name: "backlog of the protocol", layer: undefined }],
    };
    const window = makeWindow({ queueFill: [fill(8, new Array<number>(10).fill(3))] });
    // Letters are 6 px wide, the gutter 70.
    const { matching } = draw({ ...shown, machine, window });
    expect(matching('text "eth0"')).toHaveLength(1);
    expect(matching('text "backl…tocol"')).toHaveLength(1);
  });

  it("keeps the names of alike threads apart where there is no room for them", () => {
    const plain = makeSpec().machine;
    const [thread] = plain.threads;
    if (thread === undefined) throw new Error("no thread");
    const threads = ["eth0", "eth1"].map((card) => ({ ...thread, name: `interrupt of ${card}` }));
    const { matching } = draw({ ...shown, machine: { ...plain, threads, showsThreads: true } });
    expect(matching('text "inter… eth0"')).toHaveLength(1);
    expect(matching('text "inter… eth1"')).toHaveLength(1);
  });

  it("sums the time of many cores in the colours of the layers", () => {
    const contexts = Array.from({ length: 4 }, (_, context) => ({
      context,
      core: context,
      name: `core ${context + 1}`,
      priority: 1,
    }));
    const lanes = contexts.map(({ context }) => lane(context, context < 3 ? half : []));
    const { matching } = draw({
      ...shown,
      machine: { ...makeSpec().machine, cpus: 4, cores: 4, contexts },
      window: makeWindow({ lanes }),
    });
    // Three of four run half of the time.
    expect(matching('text "busy 38\u00a0%"')).toHaveLength(1);
    expect(matching("box", " app")).toHaveLength(5);
  });
});
