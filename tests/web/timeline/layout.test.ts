import { describe, expect, it } from "vitest";
import type { TrackSetting } from "../../../scenarios/link/tracks.ts";
import type { LossesData, TimelineWindow } from "../../../web/engine/protocol.ts";
import {
  isUnderMore,
  layoutTracks,
  seenHeightPx,
  trackAt,
  tracksOutOfView,
  usualTracks,
  wholeRows,
} from "../../../web/timeline/layout.ts";
import { laneOrder } from "../../../web/timeline/spec.ts";
import { LEAST_LANE_HEIGHT_PX, LEAST_OF_FEW_LANES_PX } from "../../../web/timeline/tracks/lane.ts";
import { fill, lost, machine, makeRow, makeSpec, makeWindow, marks } from "./fixtures.ts";

const label = (context: number, priority: number | undefined, core = 0) => ({
  context,
  core,
  name: `C${context + 1}`,
  priority,
});
const contexts = (count: number) => Array.from({ length: count }, (_, context) => label(context, undefined));

describe("the order of timeline lanes", () => {
  it("has the smallest priority number on top, then the lower context, unused ones last", () => {
    const order = laneOrder([label(0, 3), label(1, undefined), label(2, 1), label(3, 1)]);
    expect(order.map((lane) => lane.context)).toEqual([2, 3, 0, 1]);
  });

  it("keeps the contexts of a core together", () => {
    const order = laneOrder([label(0, 3, 0), label(1, 2, 0), label(2, 1, 1), label(3, 0, 1)]);
    expect(order.map((lane) => lane.context)).toEqual([1, 0, 3, 2]);
  });
});

describe("the layout of timeline tracks", () => {
  it("has no gaps, with the urgent context on top", () => {
    const { tracks, plotX, plotWidthPx } = layoutTracks(makeSpec());
    expect([plotX, plotWidthPx]).toEqual([120, 500]);
    expect(tracks.map((track) => `${track.kind} ${track.index}`)).toEqual([
      "interrupts 0",
      "lane 1",
      "lane 0",
      "rx 0",
      "bus 0",
      "ipc 0",
    ]);
    let y = 0;
    for (const track of tracks) {
      expect(track.y).toBe(y);
      expect(track.heightPx).toBe(Math.round(track.heightPx));
      y += track.heightPx;
    }
  });

  it.each([240, 300, 420, 900])("fills %i px as far as the height limits allow", (heightPx) => {
    const spec = makeSpec({ size: { widthPx: 640, heightPx, devicePixelRatio: 1 } });
    const { tracksArea, contentHeightPx } = layoutTracks(spec);
    if (heightPx < 900) expect(contentHeightPx).toBeLessThanOrEqual(tracksArea.heightPx);
    if (heightPx === 300) expect(contentHeightPx).toBe(tracksArea.heightPx - 4);
  });

  it("uses an upright screen's height, with a limit for a single lane", () => {
    const tall = (heightPx: number) => {
      const spec = makeSpec({ size: { widthPx: 640, heightPx, devicePixelRatio: 1 } });
      const { tracks, tracksArea, contentHeightPx } = layoutTracks(spec);
      const heightOf = (kind: string) => tracks.find((track) => track.kind === kind)?.heightPx ?? 0;
      return { left: tracksArea.heightPx - contentHeightPx, heightOf };
    };
    const upright = tall(900);
    expect(upright.left).toBe(4);
    expect(upright.heightOf("rx")).toBeGreaterThan(200);
    expect([upright.heightOf("bus"), upright.heightOf("interrupts")]).toEqual([17, 18]);
    expect(tall(9000).heightOf("rx")).toBe(500);
  });

  it("shrinks to 10 px bars with 16 contexts, then scrolls", () => {
    const spec = makeSpec({ machine: { ...machine, contexts: contexts(16) } });
    const { tracks, tracksArea, contentHeightPx } = layoutTracks(spec);
    const lanes = tracks.filter((track) => track.kind === "lane");
    expect(lanes).toHaveLength(16);
    for (const lane of lanes) expect(lane.heightPx).toBe(LEAST_LANE_HEIGHT_PX);
    expect(contentHeightPx).toBeGreaterThan(tracksArea.heightPx);
  });

  it("folds tracks without events in the whole run, unless their height was chosen", () => {
    const heightOf = (coarse: Partial<TimelineWindow>, tracks: readonly TrackSetting[] = []) => {
      const rxFill = fill(4, [0]);
      const overview = { end: 1500, knownTo: 1500, rxFill, drops: marks(), coarse: makeWindow(coarse) };
      const spec = makeSpec({ overview, tracks, size: { widthPx: 640, heightPx: 500, devicePixelRatio: 1 } });
      return (kind: string) => layoutTracks(spec).tracks.find((track) => track.kind === kind)?.heightPx ?? 0;
    };
    const quiet = heightOf({});
    expect([quiet("rx"), quiet("bus")]).toEqual([12, 12]);
    expect(quiet("lane")).toBeGreaterThan(40);
    const used = heightOf({ rxFill: [fill(4, [0, 0, 1])], series: { dma: { 0: Float32Array.of(0, 0.5) } } });
    expect(used("rx")).toBeGreaterThan(64);
    expect(used("bus")).toBe(17);
    const lossy = heightOf({ losses: lost("rx", 1100) });
    expect(lossy("rx")).toBeGreaterThan(64);
    const chosen = { kind: "rx", index: 0, shown: true, pinned: false, heightPx: 80 } as const;
    expect(heightOf({}, [chosen])("rx")).toBe(80);
  });

  it("leaves few lanes room for labels before they are cut", () => {
    const spec = makeSpec({
      machine: { ...machine, contexts: contexts(4), nics: ["a", "b", "c"] },
      size: { widthPx: 640, heightPx: 240, devicePixelRatio: 1 },
    });
    const lanes = layoutTracks(spec).tracks.filter(({ kind }) => kind === "lane");
    for (const { heightPx } of lanes) expect(heightPx).toBeGreaterThanOrEqual(LEAST_OF_FEW_LANES_PX);
  });

  it("shows the send queue only if something sends", () => {
    const kinds = (sends: boolean) =>
      layoutTracks(makeSpec({ machine: { ...machine, sends } })).tracks.map((track) => track.kind);
    expect(kinds(false)).not.toContain("tx");
    expect(kinds(true)).toContain("tx");
  });

  it("has the presses of one button if there is one", () => {
    const frame = { padPx: 12, gutterPx: 70, pipelineGutterPx: 120, textScale: 1, parts: "strip" as const };
    const kinds = (buttons: readonly string[]) =>
      layoutTracks(makeSpec({ frame, machine: { ...machine, buttons } })).tracks.map(({ kind }) => kind);
    expect(kinds([])).not.toContain("press");
    expect(kinds(["select", "reset"]).filter((kind) => kind === "press")).toHaveLength(1);
  });

  it("has two tracks in the compact strip, which never becomes the diagram", () => {
    const frame = { padPx: 12, gutterPx: 70, pipelineGutterPx: 120, textScale: 1, parts: "strip" as const };
    const viewport = { startCycle: 0, cyclesPerPx: 0.02, widthPx: 500 };
    const layout = layoutTracks(makeSpec({ frame, viewport }));
    expect(layout.mode).toBe("lanes");
    expect(layout.tracks.map((track) => track.kind)).toEqual(["cpu", "rx"]);
    expect(layout.overview).toBeUndefined();
  });

  it("shows each context in the compact strip if several run at once", () => {
    const frame = { padPx: 12, gutterPx: 70, pipelineGutterPx: 120, textScale: 1, parts: "strip" as const };
    const layout = layoutTracks(makeSpec({ frame, machine: { ...machine, cpus: 2 } }));
    expect(layout.tracks.map((track) => track.kind)).toEqual(["lane", "lane", "rx"]);
  });

  it("has all cores in one track if there are many, and the largest loss beside the ring", () => {
    const frame = { padPx: 12, gutterPx: 70, pipelineGutterPx: 120, textScale: 1, parts: "strip" as const };
    const many = {
      ...machine,
      cpus: 8,
      contexts: contexts(16),
      nics: ["a", "b"],
      queues: ["one", "two"].map((name) => ({ name, layer: undefined })),
      sends: true,
    };
    const none = lost("queue").queue[0];
    const some = lost("queue", 3, 7).queue[0];
    if (none === undefined || some === undefined) throw new Error("no losses");
    const shown = (losses: Partial<LossesData>) =>
      layoutTracks(
        makeSpec({ frame, machine: many, window: makeWindow({ losses: { ...lost("queue"), ...losses } }) }),
      ).tracks.map(({ kind, index }) => `${kind} ${index}`);
    expect(shown({})).toEqual(["cores 0", "rx 0", "queue 0"]);
    expect(shown({ rx: [none, some], queue: [none, some] })).toEqual(["cores 0", "rx 1", "queue 1"]);
    expect(shown({ tx: [some] })).toEqual(["cores 0", "rx 0", "tx 0"]);
  });

  it("has caches if there are any, and each device's DMA if few share the bus", () => {
    const kinds = (change: Partial<typeof machine>) =>
      layoutTracks(makeSpec({ machine: { ...machine, ...change } })).tracks.map(
        ({ kind, index }) => `${kind} ${index}`,
      );
    const nics = ["a", "b", "c", "d", "e"];
    expect(kinds({ nics: nics.slice(0, 2), disks: ["disk"] })).toEqual(
      expect.arrayContaining(["dma 0", "dma 1", "dma 2", "bus 0"]),
    );
    expect(kinds({ nics }).join()).not.toContain("dma");
    const cached = { ...machine, nics, cores: 2, hasCaches: true };
    expect(kinds(cached).slice(-3)).toEqual(["bus 0", "misses 0", "ipc 0"]);
    // In a scenario with all layers in cycles, no instruction ever retires.
    expect(kinds({ ...cached, retires: false }).slice(-2)).toEqual(["bus 0", "misses 0"]);
    // The other tracks can be chosen.
    const tracks = [{ kind: "misses", index: 2, shown: true, pinned: false, heightPx: undefined }] as const;
    const chosen = layoutTracks(makeSpec({ machine: cached, tracks })).tracks;
    expect(chosen[0]).toMatchObject({ kind: "misses", index: 2 });
    const extras = usualTracks(cached).filter(({ shown }) => shown === false);
    const count = (wanted: string) => extras.filter(({ kind }) => kind === wanted).length;
    expect(["line", "dma", "misses", "software"].map(count)).toEqual([
      cached.lines.length,
      nics.length,
      2,
      1,
    ]);
  });

  it("states how many tracks are out of view if no other text is there", () => {
    const labels = { ...machine, contexts: contexts(16) };
    const layout = layoutTracks(makeSpec({ machine: labels }));
    const { below } = tracksOutOfView(layout, 0);
    expect(below).toBeGreaterThan(1);
    expect(tracksOutOfView(layout, layout.contentHeightPx - layout.tracksArea.heightPx).below).toBe(0);
    const end = layout.tracksArea.y + layout.tracksArea.heightPx;
    expect([isUnderMore(layout, 0, end - 30), isUnderMore(layout, 0, end - 15)]).toEqual([false, true]);
    // Nothing is drawn below that line, so no text is in the way.
    expect(trackAt(layout, 0, end - 16)).toBeDefined();
    expect(trackAt(layout, 0, end - 14)).toBeUndefined();
    const few = layoutTracks(makeSpec());
    expect(seenHeightPx(few)).toBe(few.tracksArea.heightPx);
    expect(isUnderMore(few, 0, few.tracksArea.y + few.tracksArea.heightPx - 5)).toBe(false);
  });

  it("names the tracks unless it states that they are out of view", () => {
    const layout = layoutTracks(makeSpec({ machine: { ...machine, contexts: contexts(16) } }));
    const { tracks, tracksArea, contentHeightPx } = layout;
    const most = contentHeightPx - tracksArea.heightPx;
    for (let scrollTopPx = 0; scrollTopPx <= most; scrollTopPx += 1) {
      const { above, below } = tracksOutOfView(layout, scrollTopPx);
      for (const { y, heightPx } of tracks.slice(above, tracks.length - below)) {
        const nameY = tracksArea.y + y + heightPx / 2 - scrollTopPx;
        expect(isUnderMore(layout, scrollTopPx, nameY), `scrolled by ${scrollTopPx}`).toBe(false);
      }
    }
    expect(tracksOutOfView(layout, most)).toMatchObject({ below: 0 });
  });

  it("replaces tracks by rows below 64 visible cycles, with a wider gutter", () => {
    const rows = {
      from: 1000,
      to: 1063,
      rows: Array.from({ length: 30 }, (_, first) => makeRow({ first, end: first + 5 })),
      complete: true,
    };
    const at = (cyclesPerPx: number) =>
      layoutTracks(makeSpec({ rows, viewport: { startCycle: 1000, cyclesPerPx, widthPx: 500 } }));
    expect(at(64 / 500).mode).toBe("lanes");
    const close = at(63 / 500);
    expect(close.mode).toBe("pipeline");
    expect(close.gutterWidthPx).toBe(200);
    // The last row scrolls up to a place of whole rows.
    const belowRows = close.tracksArea.heightPx - wholeRows(close.tracksArea.heightPx) * 19;
    expect(belowRows).toBeGreaterThanOrEqual(15);
    expect(close.tracks).toEqual([{ kind: "rows", index: 0, y: 0, heightPx: 30 * 19 + belowRows }]);
  });
});

describe("the track under a point", () => {
  it("follows the scroll position and ends with the area", () => {
    const spec = makeSpec();
    const layout = layoutTracks(spec);
    const top = layout.tracksArea.y;
    expect(trackAt(layout, 0, top - 1)).toBeUndefined();
    expect(trackAt(layout, 0, top)?.kind).toBe("interrupts");
    expect(trackAt(layout, 18, top)?.kind).toBe("lane");
    expect(trackAt(layout, 0, spec.size.heightPx)).toBeUndefined();
  });
});
