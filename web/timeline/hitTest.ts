/** What is under a point of the timeline. Pure; x and y are CSS pixels of the canvas. */
import { sim_drop_cause_names } from "../../core-wasm/binding/layout.gen.ts";
import type { FillData, Journey, PipelineRow, TimelineWindow } from "../engine/protocol.ts";
import { journeyParts } from "../state/follow.ts";
import { cycleAtPx } from "../state/viewport.ts";
import { columnOf, columnStretch, groupColumns, lowerBound, type Stretch } from "./columns.ts";
import { dmaTotal } from "./draw/bars.ts";
import { FLAG_HEIGHT_PX, FLAG_REACH_PX, FLAG_WIDTH_PX } from "./draw/flags.ts";
import { brushOf, cycleAtOverviewX } from "./draw/overview.ts";
import { lossOf } from "./draw/plan.ts";
import { forwardingsTo } from "./forwarding.ts";
import { coresHit, cpuHit, laneHit } from "./laneHit.ts";
import { type Layout, layoutTracks, ROW_HEIGHT_PX, type Track, trackAt } from "./layout.ts";
import { type LineStretch, lineAt } from "./lineHit.ts";
import { type MissLevel, missColumns } from "./misses.ts";
import { type Cell, cellsOf, isCut } from "./rows.ts";
import type { LaneSpan } from "./spans.ts";
import type { TimelineSpec } from "./spec.ts";

/** Lost under the pointer. */
export interface NearLosses {
  readonly frames: number;
  readonly causes: readonly string[];
}

export type OverviewPart = "brush" | "from-edge" | "to-edge" | "strip";
export interface LayerShare {
  readonly layer: number;
  readonly share: number;
}

export type Hit =
  | { readonly kind: "none" }
  | { readonly kind: "gutter"; readonly track: Track }
  | { readonly kind: "overview"; readonly cycle: number; readonly part: OverviewPart }
  | { readonly kind: "ruler"; readonly cycle: number }
  | { readonly kind: "bookmark"; readonly cycle: number; readonly note: string }
  | ({
      readonly kind: "part";
      readonly cycle: number;
      readonly journey: Journey;
      readonly part: string;
    } & Stretch)
  | { readonly kind: "empty"; readonly cycle: number }
  | { readonly kind: "span"; readonly cycle: number; readonly span: LaneSpan }
  | ({
      readonly kind: "shares";
      readonly cycle: number;
      /** undefined: all of them. */
      readonly context: number | undefined;
      readonly shares: readonly LayerShare[];
      readonly stall: number;
      readonly ready: number;
    } & Stretch)
  | {
      readonly kind: "interrupt";
      readonly cycle: number;
      readonly raisedCycle: number;
      readonly enteredCycle: number;
      readonly context: number;
      readonly thread: number;
    }
  | { readonly kind: "raised"; readonly cycle: number; readonly raisedCycle: number }
  | ({
      readonly kind: "interrupt-count";
      readonly cycle: number;
      readonly raised: number;
      readonly entered: number;
    } & Stretch)
  | ({
      readonly kind: "fill";
      readonly cycle: number;
      readonly track: Track;
      readonly capacity: number;
      readonly minimum: number;
      readonly maximum: number;
      readonly mean: number;
      readonly losses: NearLosses;
    } & Stretch)
  | {
      readonly kind: "software";
      readonly cycle: number;
      readonly track: Track;
      readonly losses: NearLosses;
    }
  | ({
      readonly kind: "bus";
      readonly cycle: number;
      readonly dma: number;
      readonly cores: number | undefined;
    } & Stretch)
  | ({
      readonly kind: "dma";
      readonly cycle: number;
      readonly track: Track;
      readonly share: number;
    } & Stretch)
  | ({
      readonly kind: "misses";
      readonly cycle: number;
      readonly track: Track;
      /** Misses per cycle. */
      readonly levels: readonly { readonly level: MissLevel; readonly perCycle: number }[];
    } & Stretch)
  | ({ readonly kind: "line"; readonly cycle: number; readonly track: Track } & LineStretch)
  | ({ readonly kind: "ipc"; readonly cycle: number; readonly value: number } & Stretch)
  | {
      readonly kind: "row";
      readonly cycle: number;
      readonly row: PipelineRow;
      readonly originCycle: number;
      /** The row goes on beyond what is known. */
      readonly isCut: boolean;
      readonly cell: Cell | undefined;
      readonly forwarded: readonly {
        readonly register: number;
        readonly stage: number;
        readonly from: PipelineRow;
      }[];
    };

const EDGE_REACH_PX = 6;
const GLYPH_REACH_PX = 6;

export function hitTest(spec: TimelineSpec, x: number, y: number): Hit {
  const layout = layoutTracks(spec);
  const { overview, cone, ruler } = layout;
  const isInPlot = x >= layout.plotX && x < layout.plotX + layout.plotWidthPx;
  if (overview !== undefined && y < overview.y + overview.heightPx)
    return isNear(x, layout) ? overviewHit(spec, layout, x) : { kind: "none" };
  if (cone !== undefined && y < cone.y + cone.heightPx) return { kind: "none" };
  const cycle = cycleAtPx(spec.viewport, x - layout.plotX);
  if (y < ruler.y + ruler.heightPx) {
    if (!isInPlot) return { kind: "none" };
    return bookmarkNear(spec, cycle) ?? { kind: "ruler", cycle };
  }
  if (spec.journey !== undefined && layout.journey !== undefined && y < layout.tracksArea.y)
    return isInPlot ? partHit(spec, spec.journey, cycle) : { kind: "none" };
  if (ruler.heightPx === 0 && isInPlot && y < ruler.y + FLAG_HEIGHT_PX + 1) {
    const bookmark = bookmarkNear(spec, cycle);
    if (bookmark !== undefined) return bookmark;
  }
  const track = trackAt(layout, spec.scrollTopPx, y);
  if (track === undefined) return isInPlot ? { kind: "empty", cycle } : { kind: "none" };
  if (track.kind === "rows") return rowHit(spec, layout, cycle, y, isInPlot);
  if (!isInPlot) return x < layout.plotX ? { kind: "gutter", track } : { kind: "none" };
  return trackHit(spec, layout, track, cycle);
}

function partHit({ viewport }: TimelineSpec, journey: Journey, cycle: number): Hit {
  const parts = journeyParts(journey).filter((one) => one.toCycle > one.fromCycle);
  const slack = (GLYPH_REACH_PX / 2) * viewport.cyclesPerPx;
  const found =
    parts.find((one) => cycle >= one.fromCycle && cycle < one.toCycle) ??
    parts.find((one) => cycle >= one.fromCycle - slack && cycle < one.toCycle + slack);
  if (found === undefined) return { kind: "empty", cycle };
  return { kind: "part", cycle, journey, ...found };
}

function bookmarkNear({ marks, viewport }: TimelineSpec, cycle: number): Hit | undefined {
  const found = marks?.bookmarks
    .map((bookmark) => ({ ...bookmark, awayPx: (cycle - bookmark.cycle) / viewport.cyclesPerPx }))
    .find(({ awayPx }) => awayPx >= -FLAG_REACH_PX / 2 && awayPx <= FLAG_WIDTH_PX);
  return found && { kind: "bookmark", cycle: found.cycle, note: found.note };
}

function isNear(x: number, layout: Layout): boolean {
  return x >= layout.plotX - EDGE_REACH_PX && x < layout.plotX + layout.plotWidthPx + EDGE_REACH_PX;
}

function overviewHit(spec: TimelineSpec, layout: Layout, x: number): Hit {
  const { x0, x1 } = brushOf(spec, layout);
  const cycle = cycleAtOverviewX(spec, layout, x);
  // A thin brush is all body: its edges would cover it.
  const inner = Math.min(EDGE_REACH_PX, (x1 - x0) / 4);
  const part = (): OverviewPart => {
    if (x > x0 + inner && x < x1 - inner) return "brush";
    if (x >= x0 - EDGE_REACH_PX && x <= x0 + inner) return "from-edge";
    if (x >= x1 - inner && x <= x1 + EDGE_REACH_PX) return "to-edge";
    return "strip";
  };
  return { kind: "overview", cycle, part: part() };
}

function trackHit(spec: TimelineSpec, layout: Layout, track: Track, cycle: number): Hit {
  const { window } = spec;
  const empty: Hit = { kind: "empty", cycle };
  if (window === undefined) return empty;
  switch (track.kind) {
    case "interrupts":
      return interruptHit(spec, window, cycle) ?? empty;
    case "line": {
      const line = lineAt(window, track.index, cycle);
      return line === undefined ? empty : { kind: "line", cycle, track, ...line };
    }
    case "lane":
      return laneHit(window, track.index, cycle) ?? empty;
    case "cpu":
      return cpuHit(spec, window, cycle) ?? empty;
    case "cores":
      return coresHit(spec, window, cycle) ?? empty;
    case "rx":
      return fillHit(spec, window, track, window.rxFill[track.index], cycle) ?? empty;
    case "tx":
      return fillHit(spec, window, track, window.txFill[track.index], cycle) ?? empty;
    case "queue":
      return fillHit(spec, window, track, window.queueFill[track.index], cycle) ?? empty;
    case "software": {
      const losses = lossesNear(spec, window, track, cycle);
      return losses.frames === 0 ? empty : { kind: "software", cycle, track, losses };
    }
    case "dma":
    case "bus":
    case "misses":
      return barsHit(window, track, cycle) ?? empty;
    case "ipc":
      return ipcHit(window, cycle) ?? empty;
    default:
      return layout.mode === "lanes" ? empty : { kind: "none" };
  }
}

function interruptHit(spec: TimelineSpec, window: TimelineWindow, cycle: number): Hit | undefined {
  const reach = GLYPH_REACH_PX * spec.viewport.cyclesPerPx;
  const { entries, asserted } = window.interrupts;
  const offset = cycle - window.from;
  if (entries === undefined) {
    const column = columnOf(window, cycle);
    if (column === undefined) return undefined;
    const stretch = columnStretch(window, column);
    const within = (at: Float64Array, count: Uint32Array) => {
      let total = 0;
      const end = lowerBound(at, stretch.toCycle - window.from);
      for (let i = lowerBound(at, stretch.fromCycle - window.from); i < end; i++) total += count[i] ?? 0;
      return total;
    };
    const raised = within(asserted.at, asserted.count);
    const entered = within(window.interrupts.entered.at, window.interrupts.entered.count);
    return raised + entered === 0
      ? undefined
      : { kind: "interrupt-count", cycle, raised, entered, ...stretch };
  }
  const i = lowerBound(entries.entered, offset - reach);
  const raisedOffset = entries.asserted[i];
  if (raisedOffset !== undefined && raisedOffset <= offset + reach)
    return {
      kind: "interrupt",
      cycle,
      raisedCycle: window.from + raisedOffset,
      enteredCycle: window.from + (entries.entered[i] ?? raisedOffset),
      context: entries.context[i] ?? 0,
      thread: entries.thread[i] ?? 0,
    };
  const pending = asserted.at[lowerBound(asserted.at, offset - reach)];
  if (pending === undefined || pending > offset + reach) return undefined;
  return { kind: "raised", cycle, raisedCycle: window.from + pending };
}

function fillHit(
  spec: TimelineSpec,
  window: TimelineWindow,
  track: Track,
  fill: FillData | undefined,
  cycle: number,
): Hit | undefined {
  const column = columnOf(window, cycle);
  if (fill === undefined || column === undefined) return undefined;
  return {
    kind: "fill",
    cycle,
    track,
    ...columnStretch(window, column),
    capacity: fill.capacity,
    minimum: fill.minimum[column] ?? 0,
    maximum: fill.maximum[column] ?? 0,
    mean: fill.mean[column] ?? 0,
    losses: lossesNear(spec, window, track, cycle),
  };
}

function lossesNear(spec: TimelineSpec, window: TimelineWindow, track: Track, cycle: number): NearLosses {
  const reach = (GLYPH_REACH_PX / 2) * spec.viewport.cyclesPerPx;
  const lost = lossOf(window, track);
  if (lost === undefined) return { frames: 0, causes: [] };
  const end = lowerBound(lost.at, cycle + reach - window.from);
  let [frames, causes] = [0, 0];
  for (let i = lowerBound(lost.at, cycle - reach - window.from); i < end; i++) {
    frames += lost.count[i] ?? 0;
    causes |= lost.causes[i] ?? 0;
  }
  return { frames, causes: sim_drop_cause_names.filter((_, cause) => (causes >> cause) & 1) };
}

function barsHit(window: TimelineWindow, track: Track, cycle: number): Hit | undefined {
  const column = columnOf(window, cycle);
  if (column === undefined) return undefined;
  const at = (values: Float32Array) => values[column] ?? 0;
  const stretch = columnStretch(window, column);
  if (track.kind === "misses") {
    const { layers } = missColumns(window, track.index);
    const levels = layers.map(({ level, values }) => ({ level, perCycle: at(values) }));
    return { kind: "misses", cycle, track, levels: levels.toReversed(), ...stretch };
  }
  const dma = window.dma[track.index];
  if (track.kind === "dma") return dma && { kind: "dma", cycle, track, share: at(dma), ...stretch };
  const cores = window.coreBus && at(window.coreBus);
  return { kind: "bus", cycle, dma: at(dmaTotal(window)), cores, ...stretch };
}

function ipcHit(window: TimelineWindow, cycle: number): Hit | undefined {
  const column = columnOf(window, cycle);
  if (column === undefined) return undefined;
  const { values, groupColumns: size, phase } = groupColumns(window, window.ipc);
  const first = Math.max(0, column - ((column + phase) % size));
  const end = Math.min(window.columns, column - ((column + phase) % size) + size);
  return {
    kind: "ipc",
    cycle,
    value: values[column] ?? Number.NaN,
    fromCycle: columnStretch(window, first).fromCycle,
    toCycle: columnStretch(window, end - 1).toCycle,
  };
}

function rowHit(spec: TimelineSpec, layout: Layout, cycle: number, y: number, isInPlot: boolean): Hit {
  const index = Math.floor((y - layout.tracksArea.y + spec.scrollTopPx) / ROW_HEIGHT_PX);
  const row = spec.rows?.rows[index];
  if (spec.rows === undefined || row === undefined)
    return isInPlot ? { kind: "empty", cycle } : { kind: "none" };
  const offset = Math.floor(cycle) - spec.rows.from;
  const cell = isInPlot ? cellsOf(row).find((entry) => offset >= entry.from && offset < entry.to) : undefined;
  const { rows } = spec.rows;
  const forwarded = forwardingsTo(rows, index, spec.machine).flatMap((one) => {
    const from = rows[one.producer];
    return from === undefined ? [] : [{ ...one, from }];
  });
  return {
    kind: "row",
    cycle,
    row,
    originCycle: spec.rows.from,
    isCut: isCut(row, spec.rows),
    cell,
    forwarded,
  };
}
