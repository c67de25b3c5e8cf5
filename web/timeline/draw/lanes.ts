/** A lane of a context: exact spans, or stacked shares if a pixel is longer than a span. */
import {
  ENTRY_LAYER,
  LAYER_COUNT,
  type LaneData,
  type LaneSpans,
  type TimelineWindow,
} from "../../engine/protocol.ts";
import { endCycleOf } from "../../state/viewport.ts";
import {
  columnsPerStep,
  cyclesPerColumn,
  groupColumns,
  lowerBound,
  mergeMean,
  visibleColumns,
} from "../columns.ts";
import {
  IDLE_LAYER,
  layerLabel,
  NO_THREAD,
  RUN_STATE_READY,
  RUN_STATE_WAITING,
  SAVE_RESTORE_LAYER,
  STACK_ORDER,
  workOfMachine,
} from "../layers.ts";
import { LANE_AIR_PX } from "../spec.ts";
import { drawText, shorten, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { drawStrip, laneStripId } from "./strip.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, type PlotTools, plotEnd, xOf } from "./tools.ts";

const THIN_LINE_PX = 2;
const LABEL_AIR_PX = 6;
/** Cycles of at least this width are hatched one by one. */
const LEAST_CYCLE_PX = 2;
const LABEL_HEIGHT_PX = 14;
const LEAST_LABELLED_HEIGHT_PX = 11;
const LEAST_LABELLED_WIDTH_PX = 28;
/** Shorter beginnings of names have no meaning. */
const LEAST_LABEL_CHARACTERS = 7;
/** Spans at least this wide keep a hairline between them and the next. */
const LEAST_PARTED_PX = 5;

export function drawLane(tools: PlotTools, track: PlacedTrack, lanes: readonly LaneData[]): void {
  const { window } = tools.spec;
  if (window === undefined) return;
  drawSpans(tools, track, window, lanes);
  for (const lane of lanes) {
    if (lane.shares !== undefined)
      drawStrip(tools, window, laneStripId(lane.context), track.top + LANE_AIR_PX);
    drawStall(tools, track, window, lane.stall);
  }
}

/** Words on the spans. They depend on where the view ends, the bars below them do not. */
export function drawLaneLabels(tools: DrawTools, track: PlacedTrack, lanes: readonly LaneData[]): void {
  const { window } = tools.spec;
  if (window === undefined || barHeight(track) < LEAST_LABELLED_HEIGHT_PX) return;
  for (const { spans } of lanes)
    if (spans !== undefined)
      eachSpan(tools, window, spans, (bar) => {
        if (!bar.isThin && barWidth(tools, bar) >= LEAST_LABELLED_WIDTH_PX) drawSpanLabel(tools, track, bar);
      });
}

/** A span in the plot. */
interface Bar {
  readonly x0: number;
  readonly x1: number;
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly layer: number;
  readonly runState: number;
  readonly thread: number;
  /** True if nothing runs. The span is then a line instead of a bar. */
  readonly isThin: boolean;
}

function eachSpan(
  tools: DrawTools,
  window: TimelineWindow,
  spans: LaneSpans,
  visit: (bar: Bar) => void,
): void {
  const { layout } = tools;
  const { viewport } = tools.spec;
  const endOffset = endCycleOf(viewport) - window.from;
  for (let i = lowerBound(spans.end, viewport.startCycle - window.from); i < spans.start.length; i++) {
    const start = spans.start[i] ?? 0;
    if (start > endOffset) break;
    const layer = spans.layer[i] ?? IDLE_LAYER;
    const runState = spans.runState[i] ?? RUN_STATE_WAITING;
    const fromCycle = window.from + start;
    const toCycle = window.from + (spans.end[i] ?? 0);
    visit({
      x0: clampToPlot(layout, xOf(tools, fromCycle)),
      x1: clampToPlot(layout, xOf(tools, toCycle)),
      fromCycle,
      toCycle,
      layer,
      runState,
      thread: spans.thread[i] ?? NO_THREAD,
      isThin: runState <= RUN_STATE_READY || layer === IDLE_LAYER,
    });
  }
}

function barHeight(track: PlacedTrack): number {
  return track.heightPx - 2 * LANE_AIR_PX;
}

function barWidth(tools: DrawTools, { x0, x1 }: Bar): number {
  const devicePx = 1 / tools.spec.size.devicePixelRatio;
  return x1 - x0 >= LEAST_PARTED_PX ? x1 - x0 - devicePx : Math.max(devicePx, x1 - x0);
}

interface PixelBar extends PixelSpan {
  readonly bar: Bar;
}

/** Bars in device pixels, and shares for spans that are thinner than one. If several lanes share a track, running spans
 * take precedence. */
function pixelBars(
  tools: DrawTools,
  window: TimelineWindow,
  lanes: readonly LaneData[],
): readonly PixelBar[] {
  const { layout, spec } = tools;
  const { viewport, size } = spec;
  const ratio = size.devicePixelRatio;
  const pixelOf = (cycle: number) =>
    clampToPlot(layout, layout.plotX + (cycle - viewport.startCycle) / viewport.cyclesPerPx) * ratio;
  const bars: PixelBar[] = [];
  for (const { spans } of lanes)
    if (spans !== undefined)
      eachSpan(tools, window, spans, (bar) => {
        if (bar.isThin && lanes.length > 1) return;
        const layer = bar.isThin ? undefined : bar.layer;
        bars.push({ bar, layer, from: pixelOf(bar.fromCycle), to: pixelOf(bar.toCycle) });
      });
  return lanes.length > 1 ? bars.sort((a, b) => a.from - b.from) : bars;
}

function drawSpans(
  tools: DrawTools,
  track: PlacedTrack,
  window: TimelineWindow,
  lanes: readonly LaneData[],
): void {
  const { surface, spec, layout } = tools;
  const { theme } = spec;
  const ratio = spec.size.devicePixelRatio;
  const top = track.top + LANE_AIR_PX;
  const heightPx = barHeight(track);
  const middle = Math.round(track.top + track.heightPx / 2 - THIN_LINE_PX / 2);
  const { whole, shared } = paintedSpans(
    pixelBars(tools, window, lanes),
    Math.round(layout.plotX * ratio),
    Math.round(plotEnd(layout) * ratio),
  );
  for (const { span, from, to } of whole) {
    const { layer, runState, isThin } = span.bar;
    const x = from / ratio;
    const widthPx = (to - from) / ratio;
    if (isThin) {
      const isReady = runState === RUN_STATE_READY && layer !== IDLE_LAYER;
      surface.fillStyle = (isReady ? theme.layers[layer] : undefined) ?? theme.idle;
      surface.fillRect(x, middle, widthPx, THIN_LINE_PX);
      continue;
    }
    const gapPx = widthPx >= LEAST_PARTED_PX ? 1 / ratio : 0;
    surface.fillStyle = theme.layers[layer] ?? theme.idle;
    surface.fillRect(x, top, widthPx - gapPx, heightPx);
  }
  for (const layer of STACK_ORDER) {
    surface.fillStyle = theme.layers[layer] ?? theme.idle;
    for (const { x, shares } of shared) {
      const share = shares[layer] ?? 0;
      if (share <= 0) continue;
      const below = STACK_ORDER.slice(0, STACK_ORDER.indexOf(layer)).reduce(
        (sum, one) => sum + (shares[one] ?? 0),
        0,
      );
      surface.fillRect(x / ratio, top + heightPx * (1 - below - share), 1 / ratio, heightPx * share);
    }
  }
}

/** Draws the thread's name, or the machine's work for it, as far as it fits. Without a thread, the layer's name. The
 * label stays in view while the span does. */
function drawSpanLabel(tools: DrawTools, track: PlacedTrack, bar: Bar): void {
  const { surface, spec } = tools;
  const { theme, machine } = spec;
  const { layer, runState, thread, x0 } = bar;
  const top = track.top + LANE_AIR_PX;
  const heightPx = barHeight(track);
  const font = fonts(theme).span;
  const room = barWidth(tools, bar) - 2 * LABEL_AIR_PX;
  const isOfMachine = layer === SAVE_RESTORE_LAYER || layer === ENTRY_LAYER;
  const work = isOfMachine ? workOfMachine(runState) : machine.threads[thread]?.name;
  // All spans of a thread have the same name. If there is no room for it, its beginning is shown.
  const name = work === undefined || work === "" ? layerLabel(layer) : work;
  const text = textWidth(surface, name, font) <= room ? name : shorten(surface, name, font, room);
  if (text.length < LEAST_LABEL_CHARACTERS && text !== name) return;
  // Words are drawn on the plain colour, not on the hatching of stalls.
  const plain = textWidth(surface, text, font) + LABEL_AIR_PX;
  surface.fillStyle = theme.layers[layer] ?? theme.idle;
  const plainHeight = Math.min(LABEL_HEIGHT_PX, heightPx);
  surface.fillRect(x0 + LABEL_AIR_PX / 2, Math.round(top + (heightPx - plainHeight) / 2), plain, plainHeight);
  drawText(surface, text, x0 + LABEL_AIR_PX, top + heightPx / 2, { font, color: theme.onLayer });
}

/** Share of the time lost to stalls, hatched from the bottom of the lane. Single stalled cycles have the full height.
 */
function drawStall(tools: DrawTools, track: PlacedTrack, window: TimelineWindow, stall: Float32Array): void {
  const { surface, spec, layout } = tools;
  const range = visibleColumns(window, spec.viewport);
  const step = columnsPerStep(range, spec.viewport, spec.size.devicePixelRatio);
  const floor = track.top + track.heightPx - LANE_AIR_PX;
  const heightPx = track.heightPx - 2 * LANE_AIR_PX;
  const isCycleWide = spec.viewport.cyclesPerPx * LEAST_CYCLE_PX <= 1;
  const shares = isCycleWide ? stall : groupColumns(window, stall).values;
  let open = false;
  let lastY = floor;
  surface.fillStyle = spec.theme.hatch.over;
  for (let c = range.first - (range.first % step); c < range.end; c += step) {
    const share = mergeMean(shares, c, Math.min(c + step, range.end));
    const y = share > 0 ? floor - Math.max(1, Math.round(share * heightPx)) : floor;
    if (y === lastY) continue;
    if (!open) surface.beginPath();
    open = true;
    const x = clampToPlot(layout, xOf(tools, window.from + c * cyclesPerColumn(window)));
    if (lastY === floor) surface.moveTo(x, floor);
    else surface.lineTo(x, lastY);
    surface.lineTo(x, y);
    lastY = y;
  }
  if (!open) return;
  const x = clampToPlot(
    layout,
    Math.min(plotEnd(layout), xOf(tools, window.from + range.end * range.cyclesPerColumn)),
  );
  if (lastY !== floor) {
    surface.lineTo(x, lastY);
    surface.lineTo(x, floor);
  }
  surface.fill();
}

// ---- spans thinner than pixels: at every zoom each is painted in proportion to its length, and a few are ticks of one
// pixel ----

/** Position in device pixels, unrounded. */
export interface PixelSpan {
  readonly from: number;
  readonly to: number;
  /** Undefined if nothing runs. */
  readonly layer: number | undefined;
}

interface SharedPixel {
  readonly x: number;
  /** Index is the layer. The sum is at most 1. */
  readonly shares: Float32Array;
}

/** A span that is painted on whole pixels. */
interface WholeSpan<T> {
  readonly span: T;
  readonly from: number;
  readonly to: number;
}

interface PaintedSpans<T> {
  readonly whole: readonly WholeSpan<T>[];
  readonly shared: readonly SharedPixel[];
}

/** Narrower spans would change their length too much by rounding to whole pixels. */
const LEAST_WHOLE_PX = 4;
/** Up to this many spans thinner than a pixel are drawn as ticks. */
const MOST_TICKS = 8;

/** `spans` ascend. Running spans overlap only where several contexts run at a time. */
export function paintedSpans<T extends PixelSpan>(
  spans: readonly T[],
  firstPx: number,
  endPx: number,
): PaintedSpans<T> {
  const shared = new Map<number, Float32Array>();
  const thin = spans.filter(({ from, to, layer }) => layer !== undefined && to > from && to - from < 1);
  const ticks = new Map(
    thin.length > MOST_TICKS
      ? []
      : thin.map((span) => [Math.min(endPx - 1, Math.max(firstPx, Math.round(span.from))), span] as const),
  );
  for (const span of spans) {
    const { from, to, layer } = span;
    if (layer === undefined || to - from >= LEAST_WHOLE_PX || (ticks.size > 0 && thin.includes(span)))
      continue;
    const end = Math.min(endPx, Math.ceil(to));
    for (let x = Math.max(firstPx, Math.floor(from)); x < end; x++)
      if (!shared.has(x) && !ticks.has(x)) shared.set(x, new Float32Array(LAYER_COUNT));
  }
  const isTaken = (x: number) => shared.has(x) || ticks.has(x);
  const whole: WholeSpan<T>[] = [...ticks].map(([x, span]) => ({ span, from: x, to: x + 1 }));
  for (const span of spans) {
    const { from, to, layer } = span;
    if (layer !== undefined) addTo(shared, from, to, layer);
    if (layer !== undefined && to - from < LEAST_WHOLE_PX) continue;
    let left = Math.max(firstPx, Math.round(from));
    let right = Math.min(endPx, Math.max(left + (layer === undefined ? 1 : 0), Math.round(to)));
    while (left < right && isTaken(left)) left++;
    while (left < right && isTaken(right - 1)) right--;
    if (left < right) whole.push({ span, from: left, to: right });
  }
  return {
    whole,
    shared: [...shared].map(([x, shares]) => ({ x, shares: bounded(shares) })).sort((a, b) => a.x - b.x),
  };
}

/** Adds to the shared pixels at both ends. A wide span has none between its ends. */
function addTo(shared: ReadonlyMap<number, Float32Array>, from: number, to: number, layer: number): void {
  const add = (x: number) => {
    const shares = shared.get(x);
    if (shares !== undefined) shares[layer] = (shares[layer] ?? 0) + Math.min(to, x + 1) - Math.max(from, x);
  };
  const first = Math.floor(from);
  const last = Math.ceil(to) - 1;
  if (last - first <= LEAST_WHOLE_PX) for (let x = first; x <= last; x++) add(x);
  else {
    add(first);
    add(last);
  }
}

/** If several contexts run at the same time, they divide the pixel. */
function bounded(shares: Float32Array): Float32Array {
  const sum = shares.reduce((total, share) => total + share, 0);
  return sum <= 1 ? shares : shares.map((share) => share / sum);
}
