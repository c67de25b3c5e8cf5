/** The tools for drawing a track. */
import type { Layout, Track } from "../layout.ts";
import type { StaticSpec } from "../spec.ts";
import type { StripPlan, StripSource } from "../strips.ts";
import type { Surface } from "../surface.ts";
import { snap } from "../surface.ts";

/** Gap between a value in the gutter and the plot. */
export const VALUE_AIR_PX = 12;

export interface DrawTools {
  readonly surface: Surface;
  readonly spec: StaticSpec;
  readonly layout: Layout;
  readonly strips: StripSource;
}

/** The tools for drawing the data of a track. */
export interface PlotTools extends DrawTools {
  readonly plan: StripPlan;
}

/** A track with its place on the canvas after scrolling. */
export interface PlacedTrack extends Track {
  readonly top: number;
}

export function placed(tools: Pick<DrawTools, "spec" | "layout">, track: Track): PlacedTrack {
  const scrolled = track.isPinned === true ? 0 : tools.spec.scrollTopPx;
  return { ...track, top: tools.layout.tracksArea.y + track.y - scrolled };
}

/** Pinned tracks come last, because they cover tracks that scroll under them. */
export function placedInView(tools: Pick<DrawTools, "spec" | "layout">): readonly PlacedTrack[] {
  const { tracks, tracksArea } = tools.layout;
  return [...tracks]
    .sort((a, b) => Number(a.isPinned === true) - Number(b.isPinned === true))
    .map((track) => placed(tools, track))
    .filter((at) => at.top + at.heightPx >= tracksArea.y && at.top <= tracksArea.y + tracksArea.heightPx);
}

/** Canvas x of a cycle, on a device pixel. */
export function xOf(tools: Pick<DrawTools, "spec" | "layout">, cycle: number): number {
  const { viewport, size } = tools.spec;
  const x = tools.layout.plotX + (cycle - viewport.startCycle) / viewport.cyclesPerPx;
  return snap(x, size.devicePixelRatio);
}

export function plotEnd(layout: Layout): number {
  return layout.plotX + layout.plotWidthPx;
}

export function clampToPlot(layout: Layout, x: number): number {
  return Math.min(plotEnd(layout), Math.max(layout.plotX, x));
}
