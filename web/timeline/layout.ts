/** Where everything stands. Pure: the same spec gives the same rectangles, for drawing and for hits. */
import { TRACK_KINDS } from "../../scenarios/link/tracks.ts";
import { showsInstructions } from "../state/viewport.ts";
import type { ContextLabel, MachineLabels, StaticSpec, TimelineParts } from "./spec.ts";
import { stripTracks } from "./stripTracks.ts";
import { type PlannedTrack, planTracks } from "./trackPlan.ts";

export interface Band {
  readonly y: number;
  readonly heightPx: number;
}

export type TrackKind =
  | "interrupts"
  | "line"
  | "cpu"
  | "lane"
  | "rx"
  | "tx"
  | "queue"
  | "dma"
  | "bus"
  | "cores"
  | "misses"
  | "ipc"
  | "software"
  | "rows";

export interface Track extends Band {
  readonly kind: TrackKind;
  /** Context, NIC or queue number; 0 where there is only one. */
  readonly index: number;
  /** Stands where it is while the others scroll under it. */
  readonly isPinned?: boolean | undefined;
}

export interface Layout {
  readonly mode: "lanes" | "pipeline";
  readonly plotX: number;
  readonly plotWidthPx: number;
  readonly gutterX: number;
  readonly gutterWidthPx: number;
  readonly overview: Band | undefined;
  readonly cone: Band | undefined;
  readonly ruler: Band;
  readonly journey: Band | undefined;
  /** The area that scrolls; track.y counts from its top before scrolling. */
  readonly tracksArea: Band;
  readonly tracks: readonly Track[];
  readonly contentHeightPx: number;
}

export interface TrackWish {
  readonly kind: TrackKind;
  readonly index: number;
  readonly least: number;
  readonly natural: number;
  readonly most: number;
  readonly isPinned?: boolean;
  /** There to be chosen, not shown before. */
  readonly isExtra?: boolean;
}

export const OVERVIEW_HEIGHT_PX = 30;
const CONE_HEIGHT_PX = 12;
export const RULER_HEIGHT_PX = 19;
const JOURNEY_HEIGHT_PX = 26;
const COMPACT_RULER_HEIGHT_PX = 22;
export const ROW_HEIGHT_PX = 19;
/** Line that tells how much more there is. */
export const MORE_HEIGHT_PX = 15;
/** Half of a line of text. */
const TEXT_REACH_PX = 6;
/** A bar of 10 px and 2 px of air above and below. */
export const LEAST_LANE_HEIGHT_PX = 14;
const ONE_LANE_HEIGHT_PX = 54;
const LANE_HEIGHT_PX = 27;
const BOTTOM_AIR_PX = 4;

/** Air above and below a lane's bars. */
export const LANE_AIR_PX = 2;
/** Room above the capacity line of a ring, for the drops. */
export const RING_HEADROOM_PX = 14;
/** The same where there is less of it. */
export const QUEUE_HEADROOM_PX = 10;

/** Where inside its track a series is drawn: `airPx` below the top, `heightPx` high. */
export function trackBox(track: Pick<Track, "kind" | "heightPx">): {
  readonly airPx: number;
  readonly heightPx: number;
} {
  const [above, below] = trackAir(track.kind);
  return { airPx: above, heightPx: Math.max(1, track.heightPx - above - below) };
}

function trackAir(kind: TrackKind): readonly [above: number, below: number] {
  switch (kind) {
    case "rx":
      return [RING_HEADROOM_PX, 0];
    case "tx":
    case "queue":
      return [QUEUE_HEADROOM_PX, 0];
    case "bus":
    case "cores":
    case "dma":
    case "line":
      return [4, 4];
    case "misses":
    case "ipc":
      return [5, 3];
    default:
      return [LANE_AIR_PX, LANE_AIR_PX];
  }
}

/** The whole run as a strip, and the cone below it. */
export function hasRun(parts: TimelineParts): boolean {
  return parts === "all" || parts === "head";
}

function rulerHeightPx(parts: TimelineParts): number {
  if (parts === "tracks") return 0;
  return parts === "strip" ? COMPACT_RULER_HEIGHT_PX : RULER_HEIGHT_PX;
}

export const HEAD_HEIGHT_PX = OVERVIEW_HEIGHT_PX + CONE_HEIGHT_PX + RULER_HEIGHT_PX;

/** Of a machine's tracks below a head: what they want, and what they can do with. */
export function tracksHeight(machine: MachineLabels): { readonly natural: number; readonly least: number } {
  const wishes = machineWishes(machine);
  const total = (pick: (wish: TrackWish) => number) => wishes.reduce((sum, wish) => sum + pick(wish), 0);
  return {
    natural: total(({ natural }) => natural) + BOTTOM_AIR_PX,
    least: total(({ least }) => least) + BOTTOM_AIR_PX,
  };
}

const layouts = new WeakMap<StaticSpec, Layout>();

/** Specs never change, so each is laid out once. */
export function layoutTracks(spec: StaticSpec): Layout {
  const known = layouts.get(spec);
  if (known !== undefined) return known;
  const layout = computeLayout(spec);
  layouts.set(spec, layout);
  return layout;
}

function computeLayout(spec: StaticSpec): Layout {
  const { frame, size } = spec;
  const mode = frame.parts !== "strip" && showsInstructions(spec.viewport) ? "pipeline" : "lanes";
  const gutterWidthPx = mode === "pipeline" ? frame.pipelineGutterPx : frame.gutterPx;
  const plotX = frame.padPx + gutterWidthPx;
  const overview = hasRun(frame.parts) ? { y: 0, heightPx: OVERVIEW_HEIGHT_PX } : undefined;
  const cone = hasRun(frame.parts) ? { y: OVERVIEW_HEIGHT_PX, heightPx: CONE_HEIGHT_PX } : undefined;
  const rulerY = hasRun(frame.parts) ? OVERVIEW_HEIGHT_PX + CONE_HEIGHT_PX : 0;
  const ruler = { y: rulerY, heightPx: rulerHeightPx(frame.parts) };
  const journeyY = ruler.y + ruler.heightPx;
  const hasJourney = spec.journey !== undefined && frame.parts === "all";
  const journey = hasJourney ? { y: journeyY, heightPx: JOURNEY_HEIGHT_PX } : undefined;
  const areaY = journeyY + (journey?.heightPx ?? 0);
  const tracksArea = { y: areaY, heightPx: Math.max(0, size.heightPx - areaY) };
  const tracks =
    frame.parts === "head"
      ? []
      : mode === "pipeline"
        ? [rowsTrack(spec, tracksArea.heightPx)]
        : place(laneWishes(spec), tracksArea.heightPx - BOTTOM_AIR_PX);
  const last = tracks.at(-1);
  const endPx = last === undefined ? 0 : last.y + last.heightPx;
  return {
    mode,
    plotX,
    plotWidthPx: Math.max(0, size.widthPx - plotX - frame.padPx),
    gutterX: frame.padPx,
    gutterWidthPx,
    overview,
    cone,
    ruler,
    journey,
    tracksArea,
    tracks,
    // Where not all fit, the last one too scrolls up above the line that tells of the others.
    contentHeightPx: mode === "lanes" && endPx > tracksArea.heightPx ? endPx + MORE_HEIGHT_PX : endPx,
  };
}

/** Width of the plot for the viewport, before it is known which mode that viewport gives. */
export function plotWidth(bodyWidthPx: number, frame: StaticSpec["frame"], mode: Layout["mode"]): number {
  const gutter = mode === "pipeline" ? frame.pipelineGutterPx : frame.gutterPx;
  return Math.max(0, bodyWidthPx - 2 * frame.padPx - gutter);
}

/** Core after core; in each the highest priority on top, the lower context number wins a tie, unused contexts at
 * the bottom. */
export function laneOrder(contexts: readonly ContextLabel[]): readonly ContextLabel[] {
  const rank = ({ priority }: ContextLabel) => priority ?? Number.MAX_SAFE_INTEGER;
  return [...contexts].sort((a, b) => a.core - b.core || rank(a) - rank(b) || a.context - b.context);
}

function rowsTrack(spec: StaticSpec, areaHeightPx: number): Track {
  const rows = spec.rows?.rows.length ?? 0;
  return {
    kind: "rows",
    index: 0,
    y: 0,
    // What is left below the last whole row is no row: the last one must still scroll into view.
    heightPx: Math.max(
      areaHeightPx,
      rows * ROW_HEIGHT_PX + areaHeightPx - wholeRows(areaHeightPx) * ROW_HEIGHT_PX,
    ),
  };
}

/** Rows that stand in the area uncut, above the line that tells how many more there are. */
export function wholeRows(areaHeightPx: number): number {
  return Math.max(1, Math.floor((areaHeightPx - MORE_HEIGHT_PX) / ROW_HEIGHT_PX));
}

function laneWishes(spec: StaticSpec): readonly TrackWish[] {
  const { machine, frame } = spec;
  if (frame.parts === "strip") return stripTracks(spec);
  const tracks = machineWishes(machine);
  return frame.parts === "tracks" ? tracks : wanted(spec, [...tracks, ...sharedWishes(machine)]);
}

/** Devices whose DMA has a lane of its own from the beginning: of one the bus tells the same. */
const LEAST_DMA_LANES = 2;
const MOST_DMA_LANES = 4;

function sharedWishes(machine: MachineLabels): readonly TrackWish[] {
  const devices = machine.nics.length + machine.disks.length;
  const isFew = devices >= LEAST_DMA_LANES && devices <= MOST_DMA_LANES;
  const dma = Array.from({ length: devices }, (_, index) => wish("dma", index, 14, 17, 17, !isFew));
  const misses = Array.from({ length: machine.cores > 1 ? machine.cores + 1 : 1 }, (_, index) =>
    wish("misses", index, 20, 33, 70, index > 0),
  );
  return [
    ...machine.lines.map((_, line) => wish("line", line, 14, 19, 40, true)),
    ...dma,
    wish("bus", 0, 17, 17, 17),
    ...(machine.hasCaches ? misses : []),
    ...(machine.retires ? [wish("ipc", 0, 20, 33, 70)] : []),
    ...(machine.letsGo ? [] : [{ ...SOFTWARE_WISH, isExtra: true }]),
  ];
}

/** Tracks that somebody may say something about, in their usual order. */
export function usualTracks(machine: MachineLabels): readonly PlannedTrack[] {
  return [...machineWishes(machine), ...sharedWishes(machine)].flatMap(({ kind, index, isExtra }) => {
    const known = TRACK_KINDS.find((one) => one === kind);
    return known === undefined ? [] : [{ kind: known, index, shown: isExtra !== true }];
  });
}

function wanted({ machine, tracks = [] }: StaticSpec, usual: readonly TrackWish[]): readonly TrackWish[] {
  if (tracks.length === 0) return usual.filter(({ isExtra }) => isExtra !== true);
  return planTracks(usualTracks(machine), tracks).flatMap(({ kind, index, shown, pinned, heightPx }) => {
    const found = usual.find((one) => one.kind === kind && one.index === index);
    if (found === undefined || !shown) return [];
    const height = heightPx === undefined ? {} : { least: heightPx, natural: heightPx, most: heightPx };
    return [{ ...found, ...height, isPinned: pinned }];
  });
}

function wish(
  kind: TrackKind,
  index: number,
  least: number,
  natural: number,
  most: number,
  isExtra = false,
): TrackWish {
  return { kind, index, least, natural, most, isExtra };
}

function machineWishes(machine: MachineLabels): readonly TrackWish[] {
  const lanes = laneOrder(machine.contexts);
  const laneHeight = lanes.length === 1 ? ONE_LANE_HEIGHT_PX : LANE_HEIGHT_PX;
  return [
    wish("interrupts", 0, 18, 18, 18),
    ...lanes.map((lane) => wish("lane", lane.context, LEAST_LANE_HEIGHT_PX, laneHeight, 2 * laneHeight)),
    ...machine.nics.map((_, nic) => wish("rx", nic, 40, 64, 200)),
    ...machine.queues.map((_, queue) => wish("queue", queue, 24, 40, 90)),
    ...(machine.sends ? machine.nics.map((_, nic) => wish("tx", nic, 24, 40, 90)) : []),
    ...(machine.letsGo ? [SOFTWARE_WISH] : []),
  ];
}

/** What a track takes beyond its most where there is room for all of them, as a share of it: a single lane does not become a wall. */
const MOST_BEYOND = 1.5;

const grows = ({ natural, most }: TrackWish): boolean => most > natural;

const SOFTWARE_WISH = wish("software", 0, 14, 18, 30);

/** Natural heights when they fit; else shrunk towards the least, or grown towards the most, and beyond it in a window
 * that stands upright. Whole pixels. */
function place(wishes: readonly TrackWish[], heightPx: number): readonly Track[] {
  const total = (pick: (wish: TrackWish) => number) => wishes.reduce((sum, wish) => sum + pick(wish), 0);
  const natural = total((wish) => wish.natural);
  const most = total((wish) => wish.most);
  const limit = heightPx < natural ? total((wish) => wish.least) : most;
  const give = limit === natural ? 0 : Math.min(1, (heightPx - natural) / (limit - natural));
  const growing = total((wish) => (grows(wish) ? wish.most : 0));
  const beyond = growing === 0 ? 0 : Math.min(MOST_BEYOND, Math.max(0, heightPx - most) / growing);
  let end = 0;
  let y = 0;
  return wishes.map((one) => {
    const { kind, index, isPinned } = one;
    const target = heightPx < natural ? one.least : one.most;
    end += one.natural + (target - one.natural) * give + (grows(one) ? one.most * beyond : 0);
    const track = { kind, index, y, heightPx: Math.round(end) - y, isPinned };
    y = Math.round(end);
    return track;
  });
}

/** Tracks of which nothing, or too little to be seen, is in the area above the line that tells of them. */
export function tracksOutOfView(layout: Layout, scrollTopPx: number) {
  const seenPx = seenHeightPx(layout);
  const seenTo = scrollTopPx + seenPx - (seenPx < layout.tracksArea.heightPx ? TEXT_REACH_PX : 0);
  const scrolling = layout.tracks.filter(({ isPinned }) => isPinned !== true);
  return {
    above: scrolling.filter(({ y, heightPx }) => y + heightPx / 2 < scrollTopPx).length,
    below: scrolling.filter(({ y, heightPx }) => y + heightPx / 2 > seenTo).length,
  };
}

/** Of the area above the line that tells of more, where there is one. */
export function seenHeightPx({ tracksArea, mode, contentHeightPx }: Layout): number {
  const hasMore = mode === "lanes" && contentHeightPx > tracksArea.heightPx;
  return tracksArea.heightPx - (hasMore ? MORE_HEIGHT_PX : 0);
}

/** Whether text of a track that stands at `y` of the canvas would lie under the line that tells of more. */
export function isUnderMore(layout: Layout, scrollTopPx: number, y: number): boolean {
  const { y: top, heightPx } = layout.tracksArea;
  if (y + TEXT_REACH_PX <= top + heightPx - MORE_HEIGHT_PX) return false;
  const { above, below } = tracksOutOfView(layout, scrollTopPx);
  return above + below > 0;
}

export function trackAt(layout: Layout, scrollTopPx: number, y: number): Track | undefined {
  const inArea = y - layout.tracksArea.y;
  if (inArea < 0 || inArea >= seenHeightPx(layout)) return undefined;
  const pinned = layout.tracks.find(
    (track) => track.isPinned === true && inArea >= track.y && inArea < track.y + track.heightPx,
  );
  if (pinned !== undefined) return pinned;
  const content = inArea + scrollTopPx;
  return layout.tracks.find((track) => content >= track.y && content < track.y + track.heightPx);
}
