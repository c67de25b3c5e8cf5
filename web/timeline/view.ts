/** The imperative half: two canvases, one scheduled frame, and the spec from which they are drawn. React and the
 * store stay outside. They report that something changed, and supply present values. */

import { showsInstructions, type Viewport } from "../state/viewport.ts";
import type { FrameTask } from "../ui/scheduler.ts";
import { drawInteractive } from "./draw/drawInteractive.ts";
import { drawRun, drawStatic } from "./draw/drawStatic.ts";
import { createPlotCache } from "./draw/plotCache.ts";
import {
  type Layout,
  layoutTracks,
  OVERVIEW_HEIGHT_PX,
  plotWidth,
  ROW_HEIGHT_PX,
  seenHeightPx,
  wholeRows,
} from "./layout.ts";
import { printedTimeline, printWith } from "./printing.ts";
import { followedScrollTop } from "./rows.ts";
import type {
  CanvasSize,
  Frame,
  Point,
  SpanFocus,
  StaticSpec,
  TimelineParts,
  TimelineSpec,
  TimelineTheme,
} from "./spec.ts";
import { createStripCache, type StripSource } from "./strips.ts";
import { forgetTextWidths } from "./surface.ts";
import { readFrame, readTheme } from "./theme.ts";

/** Data from the store and the live cells. */
export type TimelineData = Pick<
  TimelineSpec,
  | "machine"
  | "side"
  | "viewport"
  | "frontier"
  | "window"
  | "before"
  | "overview"
  | "rows"
  | "playheadCycle"
  | "view"
  | "marks"
  | "journey"
  | "range"
  | "tracks"
>;

export interface TimelineElements {
  readonly body: HTMLElement;
  readonly scroller: HTMLElement;
  /** Gives the scroller its scroll range. */
  readonly content: HTMLElement;
  readonly overviewCanvas: HTMLCanvasElement;
  readonly staticCanvas: HTMLCanvasElement;
  readonly interactiveCanvas: HTMLCanvasElement;
}

interface TimelineViewOptions {
  readonly elements: TimelineElements;
  readonly parts: TimelineParts;
  readonly taskFor: (draw: () => void) => FrameTask;
  readonly read: () => TimelineData | undefined;
  /** Called if the plot's width differs from the viewport's. The start moves along if the gutter changed. */
  readonly onPlotWidth: (widthPx: number, startCycle: number | undefined) => void;
  /** Called after a frame was drawn, with its content. */
  readonly onFrame: (spec: TimelineSpec, layout: Layout) => void;
}

interface TimelineView {
  readonly invalidate: () => void;
  readonly setHover: (hover: Point | undefined) => void;
  readonly setFocus: (focus: SpanFocus | undefined) => void;
  readonly spec: () => TimelineSpec | undefined;
  readonly destroy: () => void;
}

/** The inputs of the strip of the whole run, except the left edge of the plot. */
const RUN_KEYS = ["size", "frame", "theme", "machine", "frontier", "overview"] as const;
const STATIC_KEYS = [
  "size",
  "frame",
  "theme",
  "machine",
  "viewport",
  "frontier",
  "window",
  "before",
  "overview",
  "rows",
  "journey",
  "tracks",
  "scrollTopPx",
] as const satisfies readonly (keyof StaticSpec)[];

export function createTimelineView(options: TimelineViewOptions): TimelineView {
  const { elements, parts, taskFor, read, onPlotWidth, onFrame } = options;
  const strip = elements.overviewCanvas.getContext("2d");
  const lower = elements.staticCanvas.getContext("2d", { alpha: false });
  const upper = elements.interactiveCanvas.getContext("2d");
  if (strip === null || lower === null || upper === null)
    throw new Error("this browser cannot draw on a canvas");
  let size: CanvasSize = { widthPx: 0, heightPx: 0, devicePixelRatio: 1 };
  let theme: TimelineTheme;
  let frame: Frame;
  let strips: StripSource;
  const plot = createPlotCache();
  let hover: Point | undefined;
  let focus: SpanFocus | undefined;
  let drawn: TimelineSpec | undefined;
  /** The last drawing, even if it must be drawn again. */
  let shown: TimelineSpec | undefined;
  let runPlotX = -1;
  const scroll = createScroll(elements);
  restyle();

  const task = taskFor(draw);
  const stopWatching = watchEnvironment(elements.body, {
    onResize: () => {
      measure();
      task.schedule();
    },
    onRestyle: () => {
      restyle();
      measure();
      task.schedule();
    },
  });
  elements.scroller.addEventListener("scroll", task.schedule, { passive: true });
  const stopPrinting = printWith(elements.body, () =>
    shown === undefined ? undefined : printedTimeline(shown, elements.body),
  );
  tellsShown(elements.body, () => shown);
  measure();
  task.schedule();

  function restyle(): void {
    forgetTextWidths();
    theme = readTheme(elements.body, window.devicePixelRatio);
    frame = readFrame(elements.body, parts);
    strips = createStripCache(window.devicePixelRatio);
    drawn = undefined;
  }

  function measure(): void {
    const { clientWidth, clientHeight } = elements.body;
    const ratio = window.devicePixelRatio;
    if (size.widthPx === clientWidth && size.heightPx === clientHeight && size.devicePixelRatio === ratio)
      return;
    size = { widthPx: clientWidth, heightPx: clientHeight, devicePixelRatio: ratio };
    frame = readFrame(elements.body, parts);
    resizeCanvases(elements, size);
    drawn = undefined;
  }

  /** The gutter is wider at instruction zoom: the plot's left edge moves, its cycles stay on the screen. */
  function fitWidth(viewport: Viewport): boolean {
    const mode = parts !== "strip" && showsInstructions(viewport) ? "pipeline" : "lanes";
    const widthPx = plotWidth(size.widthPx, frame, mode);
    if (widthPx === viewport.widthPx || widthPx <= 0) return true;
    // A timeline that has just opened has no picture that could stay.
    const flipped =
      drawn !== undefined &&
      viewport.widthPx === plotWidth(size.widthPx, frame, mode === "lanes" ? "pipeline" : "lanes");
    const shiftPx = viewport.widthPx - widthPx;
    onPlotWidth(widthPx, flipped ? viewport.startCycle + shiftPx * viewport.cyclesPerPx : undefined);
    return false;
  }

  function draw(): void {
    let data = read();
    if (data === undefined || size.widthPx <= 0 || size.heightPx <= 0) return;
    if (!fitWidth(data.viewport)) data = read() ?? data;
    const { scrollTop } = elements.scroller;
    const wanted = { ...data, size, frame, theme, scrollTopPx: scrollTop, hover, focus };
    const spec = scroll.scrolled(wanted, drawn !== undefined);
    const layout = layoutTracks(spec);
    if (strip !== null && (!agree(drawn, spec, RUN_KEYS) || runPlotX !== layout.plotX))
      drawRun(strip, spec, layout);
    if (lower !== null && !agree(drawn, spec, STATIC_KEYS)) drawStatic(lower, spec, strips, plot);
    runPlotX = layout.plotX;
    if (upper !== null) drawInteractive(upper, spec);
    drawn = spec;
    shown = spec;
    scroll.place(layout);
    onFrame(spec, layout);
  }

  return {
    invalidate: task.schedule,
    setHover: (point) => {
      if (point === hover) return;
      hover = point;
      task.schedule();
    },
    setFocus: (span) => {
      focus = span;
      if (span !== undefined && drawn !== undefined) scroll.revealLane(drawn, span.context);
      task.schedule();
    },
    spec: () => drawn,
    destroy: () => {
      task.cancel();
      stopWatching();
      stopPrinting();
      elements.scroller.removeEventListener("scroll", task.schedule);
    },
  };
}

function resizeCanvases(
  { overviewCanvas, staticCanvas, interactiveCanvas }: TimelineElements,
  { widthPx, heightPx, devicePixelRatio: ratio }: CanvasSize,
): void {
  for (const canvas of [staticCanvas, interactiveCanvas]) {
    canvas.width = Math.round(widthPx * ratio);
    canvas.height = Math.round(heightPx * ratio);
  }
  overviewCanvas.width = Math.round(widthPx * ratio);
  overviewCanvas.height = Math.round(OVERVIEW_HEIGHT_PX * ratio);
}

/** Scroll position of the tracks, or of the rows of instructions. */
interface Scroll {
  /** The draw spec for the current scroll position. `isDrawn`: the last picture is still valid. */
  readonly scrolled: (spec: TimelineSpec, isDrawn: boolean) => TimelineSpec;
  readonly place: (layout: Layout) => void;
  readonly revealLane: (spec: TimelineSpec, context: number) => void;
}

function createScroll({ scroller, content }: Pick<TimelineElements, "scroller" | "content">): Scroll {
  let contentHeightPx = -1;
  /** The inputs of the last scroll position of the rows. */
  let scrollFor: Pick<TimelineSpec, "rows" | "viewport" | "playheadCycle"> | undefined;

  function place(layout: Layout): void {
    if (layout.contentHeightPx === contentHeightPx) return;
    contentHeightPx = layout.contentHeightPx;
    scroller.style.top = `${layout.tracksArea.y}px`;
    content.style.height = `${contentHeightPx}px`;
  }

  /** Rows follow the playhead down the diagonal until the user scrolls. A new view starts this again. */
  function scrolled(spec: TimelineSpec, isDrawn: boolean): TimelineSpec {
    const layout = layoutTracks(spec);
    place(layout);
    if (layout.mode !== "pipeline" || spec.rows === undefined) {
      scrollFor = undefined;
      const most = Math.max(0, layout.contentHeightPx - layout.tracksArea.heightPx);
      return spec.scrollTopPx <= most ? spec : { ...spec, scrollTopPx: most };
    }
    const last = scrollFor;
    scrollFor = spec;
    const isSame =
      last?.rows === spec.rows &&
      last.playheadCycle === spec.playheadCycle &&
      last.viewport === spec.viewport &&
      isDrawn;
    // Whole rows, wherever the user has scrolled to.
    if (isSame) return { ...spec, scrollTopPx: Math.round(spec.scrollTopPx / ROW_HEIGHT_PX) * ROW_HEIGHT_PX };
    const { rows, viewport, playheadCycle } = spec;
    const heightPx = wholeRows(layout.tracksArea.heightPx) * ROW_HEIGHT_PX;
    const scrollTopPx = followedScrollTop(rows, viewport, playheadCycle, heightPx);
    scroller.scrollTop = scrollTopPx;
    return { ...spec, scrollTopPx };
  }

  function revealLane(spec: TimelineSpec, context: number): void {
    const layout = layoutTracks(spec);
    const track = layout.tracks.find((entry) => entry.kind === "lane" && entry.index === context);
    if (track === undefined) return;
    const lowest = track.y + track.heightPx - seenHeightPx(layout);
    scroller.scrollTop = Math.min(track.y, Math.max(lowest, scroller.scrollTop));
  }

  return { scrolled, place, revealLane };
}

/** True if nothing with these keys has changed. */
function agree(
  before: StaticSpec | undefined,
  now: StaticSpec,
  keys: readonly (keyof StaticSpec)[],
): boolean {
  return before !== undefined && keys.every((key) => before[key] === now[key]);
}

interface EnvironmentWatcher {
  readonly onResize: () => void;
  readonly onRestyle: () => void;
}

/** Size, theme, fonts, language and pixel ratio. Returns the function that stops watching. */
export function watchEnvironment(
  element: HTMLElement,
  { onResize, onRestyle }: EnvironmentWatcher,
): () => void {
  const resize = new ResizeObserver(onResize);
  resize.observe(element);
  const attributes = new MutationObserver(onRestyle);
  attributes.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-frame", "class", "lang"],
  });
  const queries = [
    matchMedia("(prefers-color-scheme: dark)"),
    matchMedia("(max-width: 1199px)"),
    matchMedia("(max-width: 639px)"),
  ];
  for (const query of queries) query.addEventListener("change", onRestyle);
  // Hatches and strips are made for one ratio, too.
  const stopWatchingRatio = watchPixelRatio(onRestyle);
  window.addEventListener("resize", onResize);
  document.fonts.addEventListener("loadingdone", onRestyle);
  return () => {
    resize.disconnect();
    attributes.disconnect();
    for (const query of queries) query.removeEventListener("change", onRestyle);
    stopWatchingRatio();
    window.removeEventListener("resize", onResize);
    document.fonts.removeEventListener("loadingdone", onRestyle);
  };
}

// ---- the pixel ratio of the screen, which another screen or zoom changes ----

type View = Pick<Window, "devicePixelRatio" | "matchMedia">;

/** Sizes in CSS pixels may stay the same, so no other event reports the change. Returns the function that stops
 * watching. */
export function watchPixelRatio(onChange: () => void, view: View = window): () => void {
  let query = listen();

  /** A query is about one ratio, so the next change needs another one. */
  function listen(): MediaQueryList {
    const next = view.matchMedia(`(resolution: ${view.devicePixelRatio}dppx)`);
    next.addEventListener("change", changed);
    return next;
  }

  function changed(): void {
    query.removeEventListener("change", changed);
    query = listen();
    onChange();
  }

  return () => query.removeEventListener("change", changed);
}

/** The spec drawn in an element of the page, kept for code that makes another picture of it. */
const views = new WeakMap<Element, () => TimelineSpec | undefined>();

function tellsShown(body: Element, spec: () => TimelineSpec | undefined): void {
  views.set(body, spec);
}

/** `body` is the element with the canvases. Undefined if it has no picture. */
export function shownIn(body: Element): TimelineSpec | undefined {
  return views.get(body)?.();
}
