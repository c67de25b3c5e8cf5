/** Arrows that follow one interrupt through the tracks: its line is asserted, it is recognised, its handler starts,
 * the work that the handler deferred starts, a packet is delivered. They use the data of the timeline, which are
 * exact at zooms that draw single spans. */
import { placed, plotEnd, xOf } from "./draw/tools.ts";
import { hitTest } from "./hitTest.ts";
import { layoutTracks, type Track } from "./layout.ts";
import type { Point, TimelineSpec } from "./spec.ts";
import "./flow/flowArrows.css";
import { sim_layer, sim_run_state } from "../../core-wasm/binding/layout.gen.ts";
import type { LaneData, TimelineWindow } from "../engine/protocol.ts";
import { lowerBound } from "./columns.ts";
import { exactSpan, type LaneSpan } from "./spans.ts";

/** Arrows follow the way of the interrupt under the pointer. Loaded with the first pointer. */
const SVG = "http://www.w3.org/2000/svg";
const HEAD_PX = 5;
const DOT_PX = 3;

export interface FlowArrows {
  readonly draw: (spec: TimelineSpec) => void;
  readonly stop: () => void;
}

export function createFlowArrows(body: HTMLElement): FlowArrows {
  const svg = document.createElementNS(SVG, "svg");
  svg.classList.add("timeline__flow");
  svg.setAttribute("aria-hidden", "true");
  body.append(svg);
  let drawn = "";
  return {
    draw: (spec) => {
      const shapes = shapesOf(spec);
      const picture = JSON.stringify(shapes);
      if (picture === drawn) return;
      drawn = picture;
      svg.replaceChildren(...shapes.map(elementOf));
    },
    stop: () => svg.remove(),
  };
}

interface Shape {
  readonly kind: "way" | "head" | "end";
  readonly d: string;
}

function elementOf({ kind, d }: Shape): SVGPathElement {
  const path = document.createElementNS(SVG, "path");
  path.dataset.kind = kind;
  path.setAttribute("d", d);
  return path;
}

function shapesOf(spec: TimelineSpec): readonly Shape[] {
  const { hover, window } = spec;
  if (hover === undefined || window === undefined) return [];
  const hit = hitTest(spec, hover.x, hover.y);
  if (hit.kind !== "span") return [];
  const places = wayThrough(window, hit.span).map((point) => placeOf(spec, point));
  const shapes: Shape[] = [];
  for (const [index, to] of places.entries()) {
    const from = places[index - 1];
    if (from === undefined || to === undefined) continue;
    const d = curve(from, to);
    if (d !== undefined) shapes.push({ kind: "way", d }, { kind: "head", d: headAt(to) });
  }
  const last = places.at(-1);
  if (last !== undefined && shapes.length > 0) shapes.push({ kind: "end", d: dotAt(last) });
  return shapes;
}

/** Undefined if its track is not shown, or it lies outside the view. */
function placeOf(spec: TimelineSpec, { cycle, context }: WayPoint): Point | undefined {
  const layout = layoutTracks(spec);
  const isOf = ({ kind, index }: Track) =>
    context === undefined ? kind === "interrupts" : kind === "cpu" || (kind === "lane" && index === context);
  const track = layout.tracks.find(isOf);
  if (track === undefined) return undefined;
  const { top, heightPx } = placed({ spec, layout }, track);
  const x = xOf({ spec, layout }, cycle);
  const y = top + heightPx / 2;
  const { tracksArea } = layout;
  const isInside =
    x >= layout.plotX && x <= plotEnd(layout) && y >= tracksArea.y && y <= tracksArea.y + tracksArea.heightPx;
  return isInside ? { x, y } : undefined;
}

const headAt = ({ x, y }: Point) => `M${x - HEAD_PX},${y - HEAD_PX}L${x},${y}L${x - HEAD_PX},${y + HEAD_PX}`;
const dotAt = ({ x, y }: Point) =>
  `M${x - DOT_PX},${y}a${DOT_PX},${DOT_PX} 0 1 0 ${2 * DOT_PX},0a${DOT_PX},${DOT_PX} 0 1 0 ${-2 * DOT_PX},0`;

type WayKind = "raised" | "recognised" | "entered" | "deferred" | "delivered";

interface WayPoint {
  readonly kind: WayKind;
  readonly cycle: number;
  /** Context of the lane. Undefined for a point on the track of interrupts. */
  readonly context: number | undefined;
}

/** Points in their order. Empty if the span belongs to no interrupt that the window knows. */
export function wayThrough(window: TimelineWindow, span: LaneSpan): readonly WayPoint[] {
  const entry = entryOf(window, span);
  if (entry === undefined) return [];
  const { asserted, entered, context } = entry;
  const way: WayPoint[] = [
    { kind: "raised", cycle: asserted, context: undefined },
    { kind: "recognised", cycle: recognisedBefore(window, context, entered), context },
    { kind: "entered", cycle: entered, context },
  ];
  const deferred = span.thread === entry.thread ? nextDeferred(window, entry) : span;
  if (deferred === undefined) return way;
  way.push({ kind: "deferred", cycle: deferred.fromCycle, context: deferred.context });
  const delivered = deliveredIn(window, deferred);
  if (delivered !== undefined) way.push({ kind: "delivered", cycle: delivered, context: deferred.context });
  return way;
}

interface Entry {
  readonly asserted: number;
  readonly entered: number;
  readonly context: number;
  readonly thread: number;
}

/** Entry of the handler that runs in the span. For other work, except the application's, the entry of the handler
 * before it. */
function entryOf(window: TimelineWindow, span: LaneSpan): Entry | undefined {
  const { thread, fromCycle, toCycle, layer } = span;
  const entries = entriesOf(window);
  const own = entries.filter((one) => one.thread === thread);
  if (own.length > 0)
    return isEntry(span)
      ? own.find(({ entered }) => entered >= toCycle)
      : own.findLast(({ entered }) => entered < toCycle);
  if (layer === sim_layer.application || thread === undefined) return undefined;
  return entries.findLast(({ entered }) => entered < fromCycle);
}

const isEntry = ({ runState }: LaneSpan) =>
  runState === sim_run_state.entering || runState === sim_run_state.saving;

function entriesOf({ from, interrupts: { entries } }: TimelineWindow): readonly Entry[] {
  if (entries === undefined) return [];
  return Array.from(entries.entered, (entered, index) => ({
    asserted: from + (entries.asserted[index] ?? entered),
    entered: from + entered,
    context: entries.context[index] ?? 0,
    thread: entries.thread[index] ?? 0,
  }));
}

const laneOf = ({ lanes }: TimelineWindow, context: number): LaneData | undefined =>
  lanes.find((lane) => lane.context === context);

/** Start of the entry and its save, which directly precede the handler's first instruction. */
function recognisedBefore(window: TimelineWindow, context: number, entered: number): number {
  const lane = laneOf(window, context);
  if (lane?.spans === undefined) return entered;
  let recognised = entered;
  for (let index = lowerBound(lane.spans.end, entered - window.from); index >= 0; index--) {
    const span = exactSpan(window, lane, index);
    if (span === undefined || span.fromCycle >= entered) continue;
    if (span.toCycle !== recognised || !isEntry(span)) break;
    recognised = span.fromCycle;
  }
  return recognised;
}

/** The first protocol work of another thread after the start of the handler, on any context. */
function nextDeferred(window: TimelineWindow, { entered, thread }: Entry): LaneSpan | undefined {
  const found = window.lanes.flatMap((lane) => {
    if (lane.spans === undefined) return [];
    for (let index = lowerBound(lane.spans.end, entered - window.from); ; index++) {
      const span = exactSpan(window, lane, index);
      if (span === undefined) return [];
      const isWork = span.layer === sim_layer.protocol && span.runState === sim_run_state.running;
      if (isWork && span.thread !== thread && span.fromCycle >= entered) return [span];
    }
  });
  return found.toSorted((a, b) => a.fromCycle - b.fromCycle)[0];
}

function deliveredIn({ from, delivered }: TimelineWindow, span: LaneSpan): number | undefined {
  const at = delivered.at[lowerBound(delivered.at, span.fromCycle - from)];
  return at === undefined || from + at > span.toCycle ? undefined : from + at;
}

// ---- arrows as paths of SVG ----

/** Between two tracks the curve starts and ends flat. Within one track it is an arc above. */
const LEAST_BEND_PX = 12;
const MOST_BEND_PX = 60;
const ARC_PX = 12;
/** Shorter paths within a track get no arrow, because both ends would look like one place. */
const LEAST_WAY_PX = 6;

/** Undefined if it is too short to be seen. */
export function curve(from: Point, to: Point): string | undefined {
  const wide = to.x - from.x;
  if (from.y === to.y) {
    if (Math.abs(wide) < LEAST_WAY_PX) return undefined;
    const middle = from.x + wide / 2;
    return `M${text(from)}Q${text({ x: middle, y: from.y - 2 * ARC_PX })} ${text(to)}`;
  }
  const bend = Math.min(MOST_BEND_PX, Math.max(LEAST_BEND_PX, Math.abs(wide) / 2));
  const leaves = { x: from.x + bend, y: from.y };
  const arrives = { x: to.x - bend, y: to.y };
  return `M${text(from)}C${text(leaves)} ${text(arrives)} ${text(to)}`;
}

const text = ({ x, y }: Point) => `${round(x)},${round(y)}`;
const round = (px: number) => Math.round(px * 10) / 10;
