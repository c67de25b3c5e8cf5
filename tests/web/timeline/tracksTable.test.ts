/** Every kind of track does what a track does: it is drawn, named, measured, hit and described. */
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { TRACK_KINDS } from "../../../scenarios/link/tracks.ts";
import { drawInteractive } from "../../../web/timeline/draw/drawInteractive.ts";
import { stripPlanOf } from "../../../web/timeline/draw/plot.ts";
import { placed } from "../../../web/timeline/draw/tools.ts";
import { factsOf } from "../../../web/timeline/facts.ts";
import { hitTest } from "../../../web/timeline/hitTest.ts";
import { labelsOf } from "../../../web/timeline/labels.ts";
import { layoutTracks, usualTracks } from "../../../web/timeline/layout.ts";
import type { TimelineParts, TimelineSpec } from "../../../web/timeline/spec.ts";
import { TRACKS, trackName, trackType } from "../../../web/timeline/tracks/index.ts";
import { builtin } from "../../boundary/support.ts";
import { openEngine } from "../engine/support.ts";
import { everything } from "../scenarios/support.ts";
import { anyStrip, makeSpec } from "./fixtures.ts";
import { createRecorder } from "./recorder.ts";

const RUN_CYCLES = 3_000_000;

/** Columns narrower and wider than a pixel, exact data, and a phone's strip of several processors and of one. */
async function specsOf(loaded: Scenario): Promise<readonly TimelineSpec[]> {
  const scenario = { ...loaded, runCycles: RUN_CYCLES };
  const engine = await openEngine();
  engine.load(scenario);
  engine.runToEnd();
  const labels = labelsOf(scenario, RUN_CYCLES);
  const specOf = (from: number, to: number, parts: TimelineParts, machine = labels): TimelineSpec => {
    const { window } = engine.ask({ kind: "window", from, to, columns: 800, patient: true }, "window");
    const { view } = engine.ask({ kind: "seek", from: 0, target: { kind: "cycle", cycle: to } }, "at");
    // The programs of these machines do not fail.
    const software = {
      at: Float64Array.of((to - from) / 2),
      count: Uint32Array.of(3),
      causes: Uint8Array.of(4),
    };
    return makeSpec({
      machine,
      window: { ...window, losses: { ...window.losses, software } },
      view,
      playheadCycle: to,
      frontier: RUN_CYCLES,
      tracks: usualTracks(machine).map((one) => ({
        ...one,
        shown: true,
        pinned: false,
        heightPx: undefined,
      })),
      size: { widthPx: 1000, heightPx: 4000, devicePixelRatio: 1 },
      frame: { padPx: 20, gutterPx: 160, pipelineGutterPx: 200, textScale: 1, parts },
      viewport: { startCycle: from, cyclesPerPx: (to - from) / 800, widthPx: 800 },
    });
  };
  return [
    specOf(0, RUN_CYCLES, "all"),
    specOf(100_000, 110_000, "all"),
    specOf(100_000, 100_400, "all"),
    // Lanes of threads would take the place of that of the processors.
    specOf(0, RUN_CYCLES, "strip", { ...labels, showsThreads: false }),
    specOf(0, RUN_CYCLES, "strip", { ...labels, showsThreads: false, cpus: 1 }),
    specOf(100_000, 100_400, "strip", { ...labels, showsThreads: false, cpus: 1 }),
  ];
}

/** One machine with every device, and one that sends. */
const SPECS = [...(await specsOf(everything())), ...(await specsOf(await builtin("000-stack-send")))];

const placesOf = (kind: string) =>
  SPECS.flatMap((spec) => {
    const layout = layoutTracks(spec);
    return layout.tracks.filter((track) => track.kind === kind).map((track) => ({ spec, layout, track }));
  });

/** Hits that these machines do not have, because their handlers are entered within the window in which the line is
 * raised. */
const NOT_HERE = new Set(["interrupts raised", "interrupts exception"]);

const MACHINES = [...new Set(SPECS.map(({ machine }) => machine))];

describe.each(TRACKS.map((track) => [track.kind, track] as const))("the timeline track %s", (kind, type) => {
  const places = placesOf(kind);

  it("has a place and possible heights", () => {
    expect(places.length).toBeGreaterThan(0);
    for (const { least, natural, most } of MACHINES.flatMap((machine) => type.places(machine))) {
      expect(least).toBeLessThanOrEqual(natural);
      expect(natural).toBeLessThanOrEqual(most);
    }
    for (const { track } of places) expect(track.heightPx).toBeGreaterThan(type.air[0] + type.air[1]);
  });

  it("has a unique name", () => {
    for (const { spec, track } of places) expect(trackName(spec.machine, track)).not.toBe("");
    for (const machine of MACHINES) {
      const names = type.places(machine).map(({ index }) => type.name(machine, index));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("has a unique name in a link if it can be chosen", () => {
    if (type.linkName === undefined) expect(MACHINES.flatMap((machine) => type.places(machine))).toEqual([]);
    else expect(TRACK_KINDS).toContain(type.linkName);
  });

  it("draws its data from far away, and near by too if it is a picture there", () => {
    const more = (isMeant: (spec: TimelineSpec) => boolean) =>
      places
        .filter(({ spec }) => isMeant(spec))
        .map((place) => drawn(place, place.spec.window).length > drawn(place, undefined).length);
    const isFar = ({ viewport }: TimelineSpec) => viewport.cyclesPerPx * 800 === RUN_CYCLES;
    expect(more(isFar)).toContain(true);
    const hasPictures = places.some(
      ({ spec, track }) => spec.window && type.raster(spec, spec.window, track, anyStrip).length > 0,
    );
    // The strip of several processors is only shown from far away.
    if (hasPictures && kind !== "cores") expect(more((spec) => !isFar(spec))).toContain(true);
  });

  it("shows its value at the playhead within the stated room", () => {
    const { value } = type;
    const texts = places.map(({ spec, track }) => value?.(spec, track.index) ?? "");
    if (value === undefined) return;
    expect(texts.some((text) => text !== "")).toBe(true);
    for (const { spec, track } of places)
      expect(value(spec, track.index).length).toBeLessThanOrEqual(type.widest(spec, track.index).length);
  });

  it("is found under the pointer and described, for each kind of hit", () => {
    const kinds = new Set<string>();
    for (const { spec, layout, track } of places)
      for (let x = layout.plotX; x < layout.plotX + layout.plotWidthPx; x += 1) {
        const hit = hitTest(spec, x, layout.tracksArea.y + track.y + track.heightPx / 2);
        if (!(hit.kind in type.facts) || kinds.has(hit.kind)) continue;
        kinds.add(hit.kind);
        const facts = factsOf(hit, spec.machine);
        expect(facts?.title).not.toBe("");
        expect(facts?.rows.length).toBeGreaterThan(0);
      }
    const missing = Object.keys(type.facts).filter(
      (one) => !kinds.has(one) && !NOT_HERE.has(`${kind} ${one}`),
    );
    expect(missing).toEqual([]);
  });
});

/** The shapes of the track alone. */
function drawn(
  { spec: whole, layout, track }: ReturnType<typeof placesOf>[number],
  window: TimelineSpec["window"],
): readonly string[] {
  const spec = { ...whole, window };
  const recorder = createRecorder();
  const tools = { surface: recorder.surface, spec, layout, strips: anyStrip };
  const plan = stripPlanOf(spec, layout, anyStrip);
  trackType(track)?.draw({ ...tools, plan }, placed(tools, track));
  return recorder.lines();
}

it("links name every track that can be chosen once", () => {
  const names = TRACKS.flatMap(({ linkName }) => linkName ?? []);
  expect(names.toSorted()).toEqual([...TRACK_KINDS].toSorted());
});

it("tracks with a value show it beside the name", () => {
  const [spec] = SPECS;
  if (spec === undefined) throw new Error("no spec");
  const recorder = createRecorder();
  drawInteractive(recorder.surface, spec);
  const layout = layoutTracks(spec);
  for (const track of layout.tracks) {
    const text = TRACKS.find(({ kind }) => kind === track.kind)?.value?.(spec, track.index) ?? "";
    if (text !== "" && track.heightPx >= 25)
      expect(recorder.matching(`text "${text}"`).length, `${track.kind} ${track.index}`).toBeGreaterThan(0);
  }
});
