/** Handles pointers and wheels on the timeline: the elements under them, and the values that they may change. */
import type { Viewport } from "../state/viewport.ts";
import { placed } from "./draw/tools.ts";
import { type Hit, hitTest } from "./hitTest.ts";
import { type Layout, layoutTracks, type Track } from "./layout.ts";
import type { Point, TimelineSpec } from "./spec.ts";

export interface GesturePorts {
  readonly body: HTMLElement;
  readonly scroller: HTMLElement;
  readonly spec: () => TimelineSpec | undefined;
  readonly setViewport: (viewport: Pick<Viewport, "startCycle" | "cyclesPerPx">) => void;
  readonly showCycles: (from: number, to: number) => void;
  readonly panBy: (px: number) => void;
  readonly zoomAround: (cycle: number, factor: number) => void;
  readonly seek: (cycle: number) => void;
  readonly resizeTrack: (track: Pick<Track, "kind" | "index">, heightPx: number) => void;
  readonly setRange: (range: { readonly from: number; readonly to: number } | undefined) => void;
  /** Follows the interrupt that was asserted in the previous cycle. */
  readonly followInterrupt: (cycle: number) => void;
  /** Frames or presses were lost at this cycle or a little before. */
  readonly askWhyLost: (what: "drop" | "press", cycle: number) => void;
  readonly setHover: (hover: Point | undefined) => void;
}

const PLAYHEAD_REACH_PX = 5;
/** Half of the height in which a track's lower edge can be gripped. */
const EDGE_REACH_PX = 4;

/** Finds the element under the pointer, and its place. */
export interface Picker {
  readonly layout: () => Layout | undefined;
  readonly pointOf: (event: { readonly clientX: number; readonly clientY: number }) => Point;
  readonly hitOf: (point: Point) => Hit;
  readonly cycleAt: (point: Point) => number | undefined;
  readonly isAtPlayhead: (point: Point) => boolean;
  /** The track whose lower edge is there, left of the plot. */
  readonly trackEdgeAt: (point: Point) => Track | undefined;
}

export function createPicker({ body, spec: read }: GesturePorts): Picker {
  function layout(): Layout | undefined {
    const spec = read();
    return spec && layoutTracks(spec);
  }

  function cycleAt(point: Point): number | undefined {
    const spec = read();
    if (spec === undefined) return undefined;
    const { startCycle, cyclesPerPx } = spec.viewport;
    return startCycle + (point.x - layoutTracks(spec).plotX) * cyclesPerPx;
  }

  function isAtPlayhead(point: Point): boolean {
    const spec = read();
    if (spec === undefined) return false;
    const { plotX, mode, ruler } = layoutTracks(spec);
    if (mode === "pipeline") return false;
    const x = plotX + (spec.playheadCycle - spec.viewport.startCycle) / spec.viewport.cyclesPerPx;
    return Math.abs(point.x - x) <= PLAYHEAD_REACH_PX && point.y >= ruler.y;
  }

  function trackEdgeAt({ x, y }: Point): Track | undefined {
    const spec = read();
    if (spec === undefined || spec.frame.parts !== "all") return undefined;
    const layout = layoutTracks(spec);
    if (layout.mode === "pipeline" || x >= layout.plotX) return undefined;
    return layout.tracks.find((track) => {
      const { top, heightPx } = placed({ spec, layout }, track);
      return Math.abs(y - (top + heightPx)) <= EDGE_REACH_PX && y >= layout.tracksArea.y;
    });
  }

  return {
    layout,
    pointOf: ({ clientX, clientY }) => {
      const box = body.getBoundingClientRect();
      return { x: clientX - box.left, y: clientY - box.top };
    },
    hitOf: (point) => {
      const spec = read();
      return spec === undefined ? { kind: "none" } : hitTest(spec, point.x, point.y);
    },
    cycleAt,
    isAtPlayhead,
    trackEdgeAt,
  };
}

export function isInTracks({ x, y }: Point, { plotX, tracksArea }: Layout): boolean {
  return x >= plotX && y >= tracksArea.y;
}

/** Shift with a wheel, or the sideways move of a track pad: pan instead of zoom. */
export function isSideways(event: WheelEvent): boolean {
  return event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
}
