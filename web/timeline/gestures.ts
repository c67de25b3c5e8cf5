/** Pointer and wheel: d3-zoom recognises wheel, drag and pinch over the tracks; the strip and the ruler
 * have drags of their own. Nothing is kept here: every gesture ends as a call on the ports. */
import { select } from "d3-selection";
import { type D3ZoomEvent, ZoomTransform, zoom } from "d3-zoom";
import { endCycleOf, MAX_PX_PER_CYCLE, type Viewport, visibleCycles } from "../state/viewport.ts";
import { cycleAtOverviewX } from "./draw/overview.ts";
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
  /** That was raised in the cycle before. */
  readonly followInterrupt: (cycle: number) => void;
  readonly setHover: (hover: Point | undefined) => void;
}

const DOUBLE_CLICK_ZOOM = 4;
const PLAYHEAD_REACH_PX = 5;
/** Half of what can be gripped of a track's lower edge. */
const EDGE_REACH_PX = 4;
const WHEEL_LINE_PX = 16;
/** Held while the pointer does something. */
const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta"]);

interface ZoomableElement extends HTMLElement {
  /** Where d3-zoom keeps the transform it starts from. */
  __zoom?: ZoomTransform;
}

type DragMove = (point: Point) => void;

export function attachGestures(ports: GesturePorts): () => void {
  const body: ZoomableElement = ports.body;
  let lastY: number | undefined;
  const behaviour = zoom<HTMLElement, unknown>()
    .filter((event: Event) => isOverTracks(event))
    .wheelDelta(wheelZoom)
    .on("start", (event: D3ZoomEvent<HTMLElement, unknown>) => {
      lastY = clientY(event.sourceEvent);
      ports.setHover(undefined);
    })
    .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => {
      const layout = layoutNow();
      if (layout === undefined) return;
      const { k, x } = event.transform;
      ports.setViewport({ startCycle: (layout.plotX - x) / k, cyclesPerPx: 1 / k });
      scrollWith(event.sourceEvent);
    })
    .on("end", () => {
      lastY = undefined;
    });
  const selection = select<HTMLElement, unknown>(body);

  // The store owns the viewport: d3 starts every gesture from what the store says now.
  const sync = () => {
    const spec = ports.spec();
    const layout = layoutNow();
    if (spec === undefined || layout === undefined) return;
    const { startCycle, cyclesPerPx, widthPx } = spec.viewport;
    const k = 1 / cyclesPerPx;
    const widest = Math.max(1, widthPx) / Math.max(1, spec.machine.endCycle);
    behaviour.scaleExtent([Math.min(widest, MAX_PX_PER_CYCLE), MAX_PX_PER_CYCLE]);
    body.__zoom = new ZoomTransform(k, layout.plotX - startCycle * k, 0);
  };
  const syncOptions = { capture: true, passive: true } as const;
  for (const type of ["wheel", "mousedown", "touchstart"]) body.addEventListener(type, sync, syncOptions);
  selection.call(behaviour).on("dblclick.zoom", null);

  function layoutNow(): Layout | undefined {
    const spec = ports.spec();
    return spec && layoutTracks(spec);
  }

  function pointOf(event: { readonly clientX: number; readonly clientY: number }): Point {
    const box = body.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  function hitOf(point: Point): Hit {
    const spec = ports.spec();
    return spec === undefined ? { kind: "none" } : hitTest(spec, point.x, point.y);
  }

  function isOverTracks(event: Event): boolean {
    const layout = layoutNow();
    if (layout === undefined) return false;
    if (event instanceof WheelEvent) {
      const point = pointOf(event);
      return point.x >= layout.plotX && !isSideways(event) && (wheelZooms() || isZoomHeld(event));
    }
    if (event instanceof MouseEvent) {
      if (event.button !== 0 || event.shiftKey) return false;
      const point = pointOf(event);
      return point.x >= layout.plotX && point.y >= layout.tracksArea.y && !isAtPlayhead(point);
    }
    if (typeof TouchEvent !== "undefined" && event instanceof TouchEvent) {
      return [...event.touches].every((touch) => {
        const point = pointOf(touch);
        return point.x >= layout.plotX && point.y >= layout.tracksArea.y;
      });
    }
    return false;
  }

  /** Where the timelines stand among others in a page that scrolls, the wheel is the page's. */
  function wheelZooms(): boolean {
    const parts = ports.spec()?.frame.parts;
    return parts === "all" || parts === "strip";
  }

  function isAtPlayhead(point: Point): boolean {
    const spec = ports.spec();
    const layout = layoutNow();
    if (spec === undefined || layout === undefined || layout.mode === "pipeline") return false;
    const x = layout.plotX + (spec.playheadCycle - spec.viewport.startCycle) / spec.viewport.cyclesPerPx;
    return Math.abs(point.x - x) <= PLAYHEAD_REACH_PX && point.y >= layout.ruler.y;
  }

  /** Dragging over the tracks also scrolls them when there are more than fit. */
  function scrollWith(source: unknown): void {
    const y = clientY(source);
    if (y !== undefined && lastY !== undefined) ports.scroller.scrollTop += lastY - y;
    lastY = y;
  }

  function seekAt(point: Point): void {
    const spec = ports.spec();
    const layout = layoutNow();
    if (spec === undefined || layout === undefined) return;
    const cycle = spec.viewport.startCycle + (point.x - layout.plotX) * spec.viewport.cyclesPerPx;
    // At instruction zoom a column is a cycle, and the machine is shown as it stands after it.
    const target = layout.mode === "pipeline" ? Math.floor(cycle) + 1 : Math.round(cycle);
    ports.seek(Math.min(spec.machine.endCycle, Math.max(0, target)));
  }

  function cycleAt(point: Point): number {
    const spec = ports.spec();
    const layout = layoutNow();
    if (spec === undefined || layout === undefined) return 0;
    return spec.viewport.startCycle + (point.x - layout.plotX) * spec.viewport.cyclesPerPx;
  }

  /** The track whose lower edge is there, left of the plot. */
  function trackEdgeAt({ x, y }: Point): Track | undefined {
    const spec = ports.spec();
    const layout = layoutNow();
    if (spec === undefined || layout === undefined || layout.mode === "pipeline" || x >= layout.plotX)
      return undefined;
    if (spec.frame.parts !== "all") return undefined;
    return layout.tracks.find((track) => {
      const { top, heightPx } = placed({ spec, layout }, track);
      return Math.abs(y - (top + heightPx)) <= EDGE_REACH_PX && y >= layout.tracksArea.y;
    });
  }

  /** With Shift: chooses the stretch from here to where the pointer goes. */
  function rangeDrag(point: Point): DragMove {
    const from = cycleAt(point);
    return (to) => ports.setRange({ from, to: cycleAt(to) });
  }

  function dragFrom(point: Point, isRange: boolean): DragMove | undefined {
    const spec = ports.spec();
    const layout = layoutNow();
    if (spec === undefined || layout === undefined) return undefined;
    const edge = trackEdgeAt(point);
    if (edge !== undefined) return ({ y }) => ports.resizeTrack(edge, edge.heightPx + y - point.y);
    if (isRange && point.x >= layout.plotX && point.y >= layout.ruler.y) return rangeDrag(point);
    const hit = hitOf(point);
    if (hit.kind === "overview") return overviewDrag(spec, layout, hit);
    if (hit.kind === "bookmark") return () => ports.seek(hit.cycle);
    if (hit.kind === "ruler" || isAtPlayhead(point)) return seekAt;
    return undefined;
  }

  function overviewDrag(
    spec: TimelineSpec,
    layout: Layout,
    hit: Extract<Hit, { kind: "overview" }>,
  ): DragMove {
    const { viewport, machine } = spec;
    const from = viewport.startCycle;
    const to = endCycleOf(viewport);
    const cycleAt = (point: Point) => cycleAtOverviewX(spec, layout, point.x);
    const least = viewport.widthPx / MAX_PX_PER_CYCLE;
    switch (hit.part) {
      case "from-edge":
        return (point) => ports.showCycles(Math.min(cycleAt(point), to - least), to);
      case "to-edge":
        return (point) => ports.showCycles(from, Math.max(cycleAt(point), from + least));
      default: {
        const grip = hit.part === "brush" ? hit.cycle - from : visibleCycles(viewport) / 2;
        return (point) =>
          ports.setViewport({
            startCycle: Math.min(machine.endCycle, cycleAt(point) - grip),
            cyclesPerPx: viewport.cyclesPerPx,
          });
      }
    }
  }

  let drag: { readonly pointerId: number; readonly move: DragMove } | undefined;
  let dragged = false;

  const onPointerDown = (event: PointerEvent) => {
    dragged = false;
    if (event.button !== 0 || drag !== undefined) return;
    const point = pointOf(event);
    const move = dragFrom(point, event.shiftKey);
    if (move === undefined) return;
    drag = { pointerId: event.pointerId, move };
    dragged = true;
    body.setPointerCapture(event.pointerId);
    ports.setHover(undefined);
    move(point);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag?.pointerId === event.pointerId) {
      drag.move(pointOf(event));
      return;
    }
    if (event.pointerType === "touch" || event.buttons !== 0) return;
    const point = pointOf(event);
    ports.setHover(point);
    body.style.cursor = trackEdgeAt(point) ? "ns-resize" : cursorOf(hitOf(point), isAtPlayhead(point));
  };
  const onPointerUp = (event: PointerEvent) => {
    if (drag?.pointerId === event.pointerId) drag = undefined;
  };
  const onPointerLeave = () => ports.setHover(undefined);
  /** What a key moves is no longer under the pointer: the tip comes back with its next movement. */
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (!MODIFIERS.has(key)) ports.setHover(undefined);
  };
  // d3-zoom swallows the click that ends a drag.
  const onClick = (event: MouseEvent) => {
    if (dragged || event.detail > 1) return;
    const point = pointOf(event);
    const layout = layoutNow();
    if (layout === undefined || point.x < layout.plotX || point.y < layout.tracksArea.y) return;
    const hit = hitOf(point);
    if (hit.kind === "interrupt") ports.followInterrupt(Math.round(hit.raisedCycle) + 1);
    seekAt(point);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const spec = ports.spec();
    const layout = layoutNow();
    const point = pointOf(event);
    if (spec === undefined || layout === undefined || point.x < layout.plotX || point.y < layout.ruler.y)
      return;
    const cycle = spec.viewport.startCycle + (point.x - layout.plotX) * spec.viewport.cyclesPerPx;
    ports.zoomAround(cycle, event.shiftKey ? 1 / DOUBLE_CLICK_ZOOM : DOUBLE_CLICK_ZOOM);
  };
  // The press would otherwise give the focus to the scroller; its own scroll bar keeps working.
  const onMouseDown = (event: MouseEvent) => {
    if (event.target === ports.scroller && event.offsetX >= ports.scroller.clientWidth) return;
    event.preventDefault();
    body.focus({ preventScroll: true });
  };
  const onWheel = (event: WheelEvent) => {
    const layout = layoutNow();
    if (layout === undefined || pointOf(event).x < layout.plotX || !isSideways(event)) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE_PX : 1;
    ports.panBy((event.deltaX === 0 ? event.deltaY : event.deltaX) * unit);
  };
  body.addEventListener("mousedown", onMouseDown);
  body.addEventListener("pointerdown", onPointerDown);
  body.addEventListener("pointermove", onPointerMove);
  body.addEventListener("pointerup", onPointerUp);
  body.addEventListener("pointercancel", onPointerUp);
  body.addEventListener("pointerleave", onPointerLeave);
  // Also keys of the page, and before they are handled.
  window.addEventListener("keydown", onKeyDown, true);
  body.addEventListener("click", onClick);
  body.addEventListener("dblclick", onDoubleClick);
  body.addEventListener("wheel", onWheel, { passive: false });

  return () => {
    selection.on(".zoom", null);
    for (const type of ["wheel", "mousedown", "touchstart"])
      body.removeEventListener(type, sync, syncOptions);
    body.removeEventListener("mousedown", onMouseDown);
    body.removeEventListener("pointerdown", onPointerDown);
    body.removeEventListener("pointermove", onPointerMove);
    body.removeEventListener("pointerup", onPointerUp);
    body.removeEventListener("pointercancel", onPointerUp);
    body.removeEventListener("pointerleave", onPointerLeave);
    window.removeEventListener("keydown", onKeyDown, true);
    body.removeEventListener("click", onClick);
    body.removeEventListener("dblclick", onDoubleClick);
    body.removeEventListener("wheel", onWheel);
  };
}

/** Ctrl or the command key; the pinch of a track pad comes as a wheel with Ctrl. */
function isZoomHeld(event: WheelEvent): boolean {
  return event.ctrlKey || event.metaKey;
}

/** A notch of a wheel zooms as much with Ctrl as without; a pinch comes in far smaller steps, and zooms more. */
function wheelZoom(event: WheelEvent): number {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : event.deltaMode ? 1 : 0.002;
  const isPinch =
    event.ctrlKey && event.deltaMode === WheelEvent.DOM_DELTA_PIXEL && Math.abs(event.deltaY) < 50;
  return -event.deltaY * unit * (isPinch ? 10 : 1);
}

/** Shift with a wheel, or the sideways move of a track pad: pan instead of zoom. */
function isSideways(event: WheelEvent): boolean {
  return event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
}

function clientY(source: unknown): number | undefined {
  if (source instanceof MouseEvent && !(source instanceof WheelEvent)) return source.clientY;
  if (typeof TouchEvent !== "undefined" && source instanceof TouchEvent && source.touches.length === 1)
    return source.touches[0]?.clientY;
  return undefined;
}

function cursorOf(hit: Hit, isAtPlayhead: boolean): string {
  if (hit.kind === "bookmark") return "pointer";
  if (isAtPlayhead) return "ew-resize";
  switch (hit.kind) {
    case "overview":
      return hit.part === "brush" ? "grab" : hit.part === "strip" ? "pointer" : "ew-resize";
    case "ruler":
      return "ew-resize";
    case "none":
    case "gutter":
      return "default";
    default:
      return "crosshair";
  }
}
