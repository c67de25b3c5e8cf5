/** Pointer and wheel: d3-zoom recognises wheel, drag and pinch over the tracks. The strip and the ruler have separate
 * drags. Nothing is stored here. Every gesture ends as a call to the ports. */
import { endCycleOf, MAX_PX_PER_CYCLE, visibleCycles } from "../state/viewport.ts";
import { firstInput, idle } from "../ui/idle.ts";
import { later } from "../ui/later.ts";
import { cycleAtOverviewX } from "./draw/overview.ts";
import type { Hit } from "./hitTest.ts";
import { type Layout, layoutTracks } from "./layout.ts";
import { GLYPH_REACH_PX } from "./losses.ts";
import { createPicker, type GesturePorts, isInTracks, isSideways, type Picker } from "./picker.ts";
import type { Point, TimelineSpec } from "./spec.ts";

const DOUBLE_CLICK_ZOOM = 4;
const WHEEL_LINE_PX = 16;
/** Held while the pointer does something. */
const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta"]);

type DragMove = (point: Point) => void;

/** A drag that d3-zoom does not handle: of the strip, the ruler, the playhead, a range or a track's edge. */
interface Drag {
  readonly pointerId: number;
  readonly move: DragMove;
}

/** A mouse moves over the page before its wheel or its button is used. A finger does not. */
const zoomGestures = later(async () => {
  await (window.matchMedia("(any-pointer: coarse)").matches ? idle() : firstInput());
  return import("./zoomGestures.ts");
});

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

function attachZoom(ports: GesturePorts, picker: Picker): () => void {
  let isLeft = false;
  let detach = () => {};
  void zoomGestures
    .load()
    .then((gestures) => {
      if (!isLeft) detach = gestures.attachZoom(ports, picker);
    })
    .catch(() => undefined);
  return () => {
    isLeft = true;
    detach();
  };
}

/** The timeline's own drags, hover, and the effects of a click or a double click. */
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
  // Otherwise the press would give the focus to the scroller. Its own scroll bar keeps working.
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
  /** A key that moves the view hides the tip, which no longer matches the pointer. The next movement shows it again. */
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (!MODIFIERS.has(key)) ports.setHover(undefined);
  };
  const stop = listening(body, { mousedown: onMouseDown, wheel: onWheel });
  // Includes keys of the page, before they are handled.
  window.addEventListener("keydown", onKeyDown, true);
  return () => {
    stop();
    window.removeEventListener("keydown", onKeyDown, true);
  };
}

type Listeners = { readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

/** Listens until the returned function is called. A listener may prevent the default. */
function listening(element: HTMLElement, listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of all) element.addEventListener(type, listener, { passive: false });
  return () => {
    for (const [type, listener] of all) element.removeEventListener(type, listener);
  };
}

/** The loss of a cross under the pointer. Undefined if there is none. */
function lostAt(hit: Hit): { readonly what: "drop" | "press"; readonly cycle: number } | undefined {
  if ("losses" in hit && hit.losses.frames > 0) return { what: "drop", cycle: hit.cycle };
  return hit.kind === "press" && hit.lost > 0 ? { what: "press", cycle: hit.cycle } : undefined;
}

/** The cross extends to both sides of its cycle as far as the pointer may be away. */
function askWhyLost({ spec, askWhyLost: ask }: GesturePorts, what: "drop" | "press", cycle: number): void {
  const cyclesPerPx = spec()?.viewport.cyclesPerPx ?? 1;
  ask(what, Math.ceil(cycle + (GLYPH_REACH_PX / 2) * cyclesPerPx));
}

function seekAt({ spec: read, seek }: GesturePorts, picker: Picker, point: Point): void {
  const spec = read();
  const cycle = picker.cycleAt(point);
  if (spec === undefined || cycle === undefined) return;
  // At instruction zoom, a click on the column of a cycle shows the machine after that cycle.
  const target = layoutTracks(spec).mode === "pipeline" ? Math.floor(cycle) + 1 : Math.round(cycle);
  seek(Math.min(spec.machine.endCycle, Math.max(0, target)));
}

/** If `isRange` is true (with Shift), the drag chooses the range from here to the pointer. */
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
