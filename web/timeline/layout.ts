/** The layout of the timeline. Pure: the same spec gives the same rectangles, for drawing and for hit tests. */
import { showsInstructions } from "../state/viewport.ts";
import type { Frame, MachineLabels, StaticSpec, TimelineParts } from "./spec.ts";
import { type PlannedTrack, planTracks, stripTracks } from "./trackPlan.ts";
import { TRACKS, type TrackKind, trackType } from "./tracks/index.ts";
import type { TrackPlace } from "./tracks/track.ts";

interface Band {
  readonly y: number;
  readonly heightPx: number;
}

export interface Track extends Band {
  readonly kind: TrackKind;
  /** Number of the context, NIC or queue. 0 if there is only one. */
  readonly index: number;
  /** True if the track keeps its place while the others scroll under it. */
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
  /** The area that scrolls. track.y counts from its top before scrolling. */
  readonly tracksArea: Band;
  readonly tracks: readonly Track[];
  readonly contentHeightPx: number;
}

/** A track before its height is known. */
export interface WishedTrack extends TrackPlace {
  readonly kind: TrackKind;
  readonly isPinned?: boolean;
}

export const OVERVIEW_HEIGHT_PX = 30;
const CONE_HEIGHT_PX = 12;
const RULER_HEIGHT_PX = 19;
const JOURNEY_HEIGHT_PX = 26;
const COMPACT_RULER_HEIGHT_PX = 22;
export const ROW_HEIGHT_PX = 19;
/** Height of the line with the number of further tracks or rows. */
export const MORE_HEIGHT_PX = 15;
/** Half of a line of text. */
const TEXT_REACH_PX = 6;
const BOTTOM_AIR_PX = 4;

/** Whether the whole run is shown as a strip, with the cone below it. */
export function hasRun(parts: TimelineParts): boolean {
  return parts === "all" || parts === "head";
}

function rulerHeightPx({ parts, textScale }: Frame): number {
  if (parts === "tracks") return 0;
  return textScale * (parts === "strip" ? COMPACT_RULER_HEIGHT_PX : RULER_HEIGHT_PX);
}

export const HEAD_HEIGHT_PX = OVERVIEW_HEIGHT_PX + CONE_HEIGHT_PX + RULER_HEIGHT_PX;

/** Heights of a machine's tracks below a head: natural and least. */
export function tracksHeight(machine: MachineLabels): { readonly natural: number; readonly least: number } {
  const wishes = machineWishes(machine);
  const total = (pick: (wish: WishedTrack) => number) => wishes.reduce((sum, wish) => sum + pick(wish), 0);
  return {
    natural: total(({ natural }) => natural) + BOTTOM_AIR_PX,
    least: total(({ least }) => least) + BOTTOM_AIR_PX,
  };
}

/** Height at which no track scrolls and none is stretched. */
export function naturalHeight(spec: StaticSpec): number {
  const { tracksArea, mode } = layoutTracks(spec);
  const tracksPx =
    mode === "pipeline"
      ? Math.max(1, spec.rows?.rows.length ?? 0) * ROW_HEIGHT_PX + MORE_HEIGHT_PX
      : laneWishes(spec).reduce((sum, { natural }) => sum + natural, 0) + BOTTOM_AIR_PX;
  return Math.ceil(tracksArea.y + tracksPx);
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
  const ruler = { y: rulerY, heightPx: rulerHeightPx(frame) };
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
    // If not all tracks fit, the last one must also scroll up above the line with their number.
    contentHeightPx: mode === "lanes" && endPx > tracksArea.heightPx ? endPx + MORE_HEIGHT_PX : endPx,
  };
}

/** Width of the plot, computed before the mode of the viewport is known. */
export function plotWidth(bodyWidthPx: number, frame: StaticSpec["frame"], mode: Layout["mode"]): number {
  const gutter = mode === "pipeline" ? frame.pipelineGutterPx : frame.gutterPx;
  return Math.max(0, bodyWidthPx - 2 * frame.padPx - gutter);
}

function rowsTrack(spec: StaticSpec, areaHeightPx: number): Track {
  const rows = spec.rows?.rows.length ?? 0;
  return {
    kind: "rows",
    index: 0,
    y: 0,
    // A remainder below the last whole row does not count as a row, because the last row must still scroll into view.
    heightPx: Math.max(
      areaHeightPx,
      rows * ROW_HEIGHT_PX + areaHeightPx - wholeRows(areaHeightPx) * ROW_HEIGHT_PX,
    ),
  };
}

/** Number of complete rows in the area, above the line with the number of further rows. */
export function wholeRows(areaHeightPx: number): number {
  return Math.max(1, Math.floor((areaHeightPx - MORE_HEIGHT_PX) / ROW_HEIGHT_PX));
}

function laneWishes(spec: StaticSpec): readonly WishedTrack[] {
  const { machine, frame } = spec;
  if (frame.parts === "strip") return stripTracks(spec);
  return frame.parts === "tracks" ? machineWishes(machine) : wanted(spec, allWishes(machine));
}

/** Tracks that the user may hide, move or resize, in their usual order. */
export function usualTracks(machine: MachineLabels): readonly PlannedTrack[] {
  return allWishes(machine).flatMap(({ kind, index, isExtra }) => {
    const linkName = trackType({ kind })?.linkName;
    return linkName === undefined ? [] : [{ kind: linkName, index, shown: isExtra !== true }];
  });
}

/** Height for the name and the value of a track that shows nothing else. No line fits between two of them. */
export const FOLDED_HEIGHT_PX = 12;

/** A track that was flat in the whole run so far is folded. It gets its height once there is something to see. */
function folded(spec: StaticSpec, wish: WishedTrack): WishedTrack {
  const run = spec.overview?.coarse;
  if (run === undefined || trackType(wish)?.isFlat?.(run, wish.index, spec) !== true) return wish;
  return { ...wish, least: FOLDED_HEIGHT_PX, natural: FOLDED_HEIGHT_PX, most: FOLDED_HEIGHT_PX };
}

function wanted(spec: StaticSpec, all: readonly WishedTrack[]): readonly WishedTrack[] {
  const { machine, tracks = [] } = spec;
  const usual = all.map((wish) => folded(spec, wish));
  if (tracks.length === 0) return usual.filter(({ isExtra }) => isExtra !== true);
  return planTracks(usualTracks(machine), tracks).flatMap(({ kind, index, shown, pinned, heightPx }) => {
    const found = usual.find((one) => trackType(one)?.linkName === kind && one.index === index);
    if (found === undefined || !shown) return [];
    const height = heightPx === undefined ? {} : { least: heightPx, natural: heightPx, most: heightPx };
    return [{ ...found, ...height, isPinned: pinned }];
  });
}

function allWishes(machine: MachineLabels): readonly WishedTrack[] {
  const all = TRACKS.flatMap(({ kind, places }) => places(machine).map((place) => ({ kind, ...place })));
  const isShared = (one: WishedTrack) => one.isShared === true;
  return [...all.filter((one) => !isShared(one)), ...all.filter(isShared)];
}

/** Tracks of one machine in a comparison, without shared tracks (isShared). */
function machineWishes(machine: MachineLabels): readonly WishedTrack[] {
  return allWishes(machine).filter(({ isShared }) => isShared !== true);
}

/** How far a track may grow beyond its greatest height if there is room for all tracks, as a share of that height. The
 * limit keeps a single lane from filling the window. */
const MOST_BEYOND = 1.5;

const grows = ({ natural, most }: WishedTrack): boolean => most > natural;

/** Natural heights if they fit. Otherwise shrunk towards the least, or grown towards the greatest, and beyond that in
 * an upright window. Whole pixels. */
function place(wishes: readonly WishedTrack[], heightPx: number): readonly Track[] {
  const total = (pick: (wish: WishedTrack) => number) => wishes.reduce((sum, wish) => sum + pick(wish), 0);
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

/** Tracks of which too little is visible in the area above the line that names them. */
export function tracksOutOfView(layout: Layout, scrollTopPx: number) {
  const seenPx = seenHeightPx(layout);
  const seenTo = scrollTopPx + seenPx - (seenPx < layout.tracksArea.heightPx ? TEXT_REACH_PX : 0);
  const scrolling = layout.tracks.filter(({ isPinned }) => isPinned !== true);
  return {
    above: scrolling.filter(({ y, heightPx }) => y + heightPx / 2 < scrollTopPx).length,
    below: scrolling.filter(({ y, heightPx }) => y + heightPx / 2 > seenTo).length,
  };
}

/** Height of the area, without the line for further tracks if it is shown. */
export function seenHeightPx({ tracksArea, mode, contentHeightPx }: Layout): number {
  const hasMore = mode === "lanes" && contentHeightPx > tracksArea.heightPx;
  return tracksArea.heightPx - (hasMore ? MORE_HEIGHT_PX : 0);
}

/** Whether text of a track at `y` of the canvas would be covered by the line for further tracks. */
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
