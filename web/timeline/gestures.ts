/** Pointer and wheel: d3-zoom recognises wheel, drag and pinch over the tracks; the strip and the ruler
 * have drags of their own. Nothing is kept here: every gesture ends as a call on the ports. */
import { select } from "d3-selection";
import { type D3ZoomEvent, ZoomTransform, zoom } from "d3-zoom";
import { endCycleOf, MAX_PX_PER_CYCLE, type Viewport, visibleCycles } from "../state/viewport.ts";
import { cycleAtOverviewX } from "./draw/overview.ts";
import { placed } from "./draw/tools.ts";
import { type Hit, hitTest } from "./hitTest.ts";
import { type Layout, layoutTracks, type Track } from "./layout.ts";
import { GLYPH_REACH_PX } from "./losses.ts";
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
  /** Frames or presses were lost at this cycle or a little before. */
  readonly askWhyLost: (what: "drop" | "press", cycle: number) => void;
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

/** What is under the pointer, and where that is. */
interface Picker {
  readonly layout: () => Layout | undefined;
  readonly pointOf: (event: { readonly clientX: number; readonly clientY: number }) => Point;
  readonly hitOf: (point: Point) => Hit;
  readonly cycleAt: (point: Point) => number | undefined;
  readonly isAtPlayhead: (point: Point) => boolean;
  /** The track whose lower edge is there, left of the plot. */
  readonly trackEdgeAt: (point: Point) => Track | undefined;
}

/** A drag that is not d3-zoom's: of the strip, the ruler, the playhead, a range or a track's edge. */
interface Drag {
  readonly pointerId: number;
  readonly move: DragMove;
}

export function attachGestures(ports: GesturePorts): () => void {
  const picker = createPicker(ports);
  const detachZoom = attachZoom(ports, picker);
  const detachPointer = attachPointer(ports, picker);
  const detachClicks = attachWheelAndFocus(ports, picker);
  return () => {
    detachZoom();
    detachPointer();
    detachClicks();
  };
}

function createPicker({ body, spec: read }: GesturePorts): Picker {
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

/** d3-zoom over the tracks: wheel, drag and pinch. */
function attachZoom(ports: GesturePorts, picker: Picker): () => void {
  const body: ZoomableElement = ports.body;
  let lastY: number | undefined;
  /** Dragging over the tracks also scrolls them when there are more than fit. */
  function scrollWith(source: unknown): void {
    const y = clientY(source);
    if (y !== undefined && lastY !== undefined) ports.scroller.scrollTop += lastY - y;
    lastY = y;
  }
  const behaviour = zoom<HTMLElement, unknown>()
    .filter((event: Event) => isOverTracks(event, ports, picker))
    .wheelDelta(wheelZoom)
    .on("start", (event: D3ZoomEvent<HTMLElement, unknown>) => {
      lastY = clientY(event.sourceEvent);
      ports.setHover(undefined);
    })
    .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => {
      const layout = picker.layout();
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
    if (spec === undefined) return;
    const { startCycle, cyclesPerPx, widthPx } = spec.viewport;
    const k = 1 / cyclesPerPx;
    const widest = Math.max(1, widthPx) / Math.max(1, spec.machine.endCycle);
    behaviour.scaleExtent([Math.min(widest, MAX_PX_PER_CYCLE), MAX_PX_PER_CYCLE]);
    body.__zoom = new ZoomTransform(k, layoutTracks(spec).plotX - startCycle * k, 0);
  };
  const syncOptions = { capture: true, passive: true } as const;
  for (const type of ["wheel", "mousedown", "touchstart"]) body.addEventListener(type, sync, syncOptions);
  selection.call(behaviour).on("dblclick.zoom", null);
  return () => {
    selection.on(".zoom", null);
    for (const type of ["wheel", "mousedown", "touchstart"])
      body.removeEventListener(type, sync, syncOptions);
  };
}

function isOverTracks(event: Event, { spec }: GesturePorts, picker: Picker): boolean {
  const layout = picker.layout();
  if (layout === undefined) return false;
  if (event instanceof WheelEvent) {
    // Where the timelines stand among others in a page that scrolls, the wheel is the page's.
    const parts = spec()?.frame.parts;
    const zooms = parts === "all" || parts === "strip" || isZoomHeld(event);
    return picker.pointOf(event).x >= layout.plotX && !isSideways(event) && zooms;
  }
  if (event instanceof MouseEvent) {
    if (event.button !== 0 || event.shiftKey) return false;
    const point = picker.pointOf(event);
    return isInTracks(point, layout) && !picker.isAtPlayhead(point);
  }
  if (typeof TouchEvent !== "undefined" && event instanceof TouchEvent)
    return [...event.touches].every((touch) => isInTracks(picker.pointOf(touch), layout));
  return false;
}

function isInTracks({ x, y }: Point, { plotX, tracksArea }: Layout): boolean {
  return x >= plotX && y >= tracksArea.y;
}

/** Drags of our own, hover, and what a click or a double click does. */
function attachPointer(ports: GesturePorts, picker: Picker): () => void {
  const { body } = ports;
  let drag: Drag | undefined;
  let dragged = false;

  const onPointerDown = (event: PointerEvent) => {
    dragged = false;
    if (event.button !== 0 || drag !== undefined) return;
    const point = picker.pointOf(event);
    const move = dragFrom(ports, picker, point, event.shiftKey);
    if (move === undefined) return;
    drag = { pointerId: event.pointerId, move };
    dragged = true;
    body.setPointerCapture(event.pointerId);
    ports.setHover(undefined);
    move(point);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag?.pointerId === event.pointerId) {
      drag.move(picker.pointOf(event));
      return;
    }
    if (event.pointerType === "touch" || event.buttons !== 0) return;
    const point = picker.pointOf(event);
    ports.setHover(point);
    body.style.cursor = picker.trackEdgeAt(point)
      ? "ns-resize"
      : cursorOf(picker.hitOf(point), picker.isAtPlayhead(point));
  };
  const onPointerUp = (event: PointerEvent) => {
    if (drag?.pointerId === event.pointerId) drag = undefined;
  };
  // d3-zoom swallows the click that ends a drag.
  const onClick = (event: MouseEvent) => {
    if (dragged || event.detail > 1) return;
    const point = picker.pointOf(event);
    const layout = picker.layout();
    if (layout === undefined || !isInTracks(point, layout)) return;
    const hit = picker.hitOf(point);
    if (hit.kind === "interrupt") ports.followInterrupt(Math.round(hit.raisedCycle) + 1);
    const lost = lostAt(hit);
    if (lost === undefined) seekAt(ports, picker, point);
    else askWhyLost(ports, lost.what, lost.cycle);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const layout = picker.layout();
    const point = picker.pointOf(event);
    const cycle = picker.cycleAt(point);
    if (layout === undefined || cycle === undefined || point.x < layout.plotX || point.y < layout.ruler.y)
      return;
    ports.zoomAround(cycle, event.shiftKey ? 1 / DOUBLE_CLICK_ZOOM : DOUBLE_CLICK_ZOOM);
  };
  return listening(body, {
    pointerdown: onPointerDown,
    pointermove: onPointerMove,
    pointerup: onPointerUp,
    pointercancel: onPointerUp,
    pointerleave: () => ports.setHover(undefined),
    click: onClick,
    dblclick: onDoubleClick,
  });
}

function attachWheelAndFocus(ports: GesturePorts, picker: Picker): () => void {
  const { body, scroller } = ports;
  // The press would otherwise give the focus to the scroller; its own scroll bar keeps working.
  const onMouseDown = (event: MouseEvent) => {
    if (event.target === scroller && event.offsetX >= scroller.clientWidth) return;
    event.preventDefault();
    body.focus({ preventScroll: true });
  };
  const onWheel = (event: WheelEvent) => {
    const layout = picker.layout();
    if (layout === undefined || picker.pointOf(event).x < layout.plotX || !isSideways(event)) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE_PX : 1;
    ports.panBy((event.deltaX === 0 ? event.deltaY : event.deltaX) * unit);
  };
  /** What a key moves is no longer under the pointer: the tip comes back with its next movement. */
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (!MODIFIERS.has(key)) ports.setHover(undefined);
  };
  const stop = listening(body, { mousedown: onMouseDown, wheel: onWheel });
  // Also keys of the page, and before they are handled.
  window.addEventListener("keydown", onKeyDown, true);
  return () => {
    stop();
    window.removeEventListener("keydown", onKeyDown, true);
  };
}

type Listeners = { readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

/** Listens until what it returns is called; a listener may prevent the default. */
function listening(element: HTMLElement, listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of all) element.addEventListener(type, listener, { passive: false });
  return () => {
    for (const [type, listener] of all) element.removeEventListener(type, listener);
  };
}

/** What a cross under the pointer says; undefined: there is none. */
function lostAt(hit: Hit): { readonly what: "drop" | "press"; readonly cycle: number } | undefined {
  if ("losses" in hit && hit.losses.frames > 0) return { what: "drop", cycle: hit.cycle };
  return hit.kind === "press" && hit.lost > 0 ? { what: "press", cycle: hit.cycle } : undefined;
}

/** The cross reaches as far to both sides of its cycle as the pointer may be away. */
function askWhyLost({ spec, askWhyLost: ask }: GesturePorts, what: "drop" | "press", cycle: number): void {
  const cyclesPerPx = spec()?.viewport.cyclesPerPx ?? 1;
  ask(what, Math.ceil(cycle + (GLYPH_REACH_PX / 2) * cyclesPerPx));
}

function seekAt({ spec: read, seek }: GesturePorts, picker: Picker, point: Point): void {
  const spec = read();
  const cycle = picker.cycleAt(point);
  if (spec === undefined || cycle === undefined) return;
  // At instruction zoom a column is a cycle, and the machine is shown as it stands after it.
  const target = layoutTracks(spec).mode === "pipeline" ? Math.floor(cycle) + 1 : Math.round(cycle);
  seek(Math.min(spec.machine.endCycle, Math.max(0, target)));
}

/** `isRange`: with Shift it chooses the stretch from here to where the pointer goes. */
function dragFrom(ports: GesturePorts, picker: Picker, point: Point, isRange: boolean): DragMove | undefined {
  const spec = ports.spec();
  const layout = picker.layout();
  if (spec === undefined || layout === undefined) return undefined;
  const edge = picker.trackEdgeAt(point);
  if (edge !== undefined) return ({ y }) => ports.resizeTrack(edge, edge.heightPx + y - point.y);
  if (isRange && point.x >= layout.plotX && point.y >= layout.ruler.y) {
    const from = picker.cycleAt(point) ?? 0;
    return (to) => ports.setRange({ from, to: picker.cycleAt(to) ?? 0 });
  }
  const hit = picker.hitOf(point);
  if (hit.kind === "overview") return overviewDrag(ports, spec, layout, hit);
  if (hit.kind === "bookmark") return () => ports.seek(hit.cycle);
  if (lostAt(hit) !== undefined) return undefined;
  if (hit.kind === "ruler" || picker.isAtPlayhead(point)) return (to) => seekAt(ports, picker, to);
  return undefined;
}

function overviewDrag(
  ports: GesturePorts,
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
