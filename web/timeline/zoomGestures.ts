/** Wheel, drag and pinch over the tracks, as d3-zoom recognises them. Loaded at the first input. */
import { select } from "d3-selection";
import { type D3ZoomEvent, ZoomTransform, zoom } from "d3-zoom";
import { MAX_PX_PER_CYCLE } from "../state/viewport.ts";
import { layoutTracks } from "./layout.ts";
import { type GesturePorts, isInTracks, isSideways, type Picker } from "./picker.ts";

interface ZoomableElement extends HTMLElement {
  /** d3-zoom stores the transform here at which it starts. */
  __zoom?: ZoomTransform;
}

/** Attached until the returned function is called. */
export function attachZoom(ports: GesturePorts, picker: Picker): () => void {
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

  // The store owns the viewport. d3 starts every gesture from the store's present value.
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
    // If timelines are among other elements in a page that scrolls, the wheel scrolls the page.
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

/** Ctrl or the command key. The pinch of a track pad arrives as a wheel event with Ctrl. */
function isZoomHeld(event: WheelEvent): boolean {
  return event.ctrlKey || event.metaKey;
}

/** A notch of a wheel zooms equally with and without Ctrl. A pinch comes in much smaller steps, so each zooms more. */
function wheelZoom(event: WheelEvent): number {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : event.deltaMode ? 1 : 0.002;
  const isPinch =
    event.ctrlKey && event.deltaMode === WheelEvent.DOM_DELTA_PIXEL && Math.abs(event.deltaY) < 50;
  return -event.deltaY * unit * (isPinch ? 10 : 1);
}

function clientY(source: unknown): number | undefined {
  if (source instanceof MouseEvent && !(source instanceof WheelEvent)) return source.clientY;
  if (typeof TouchEvent !== "undefined" && source instanceof TouchEvent && source.touches.length === 1)
    return source.touches[0]?.clientY;
  return undefined;
}
