/** Finds the object at a point of the timeline. Pure. x and y are CSS pixels of the canvas. */
import type { Journey, PipelineRow } from "../engine/protocol.ts";
import { journeyParts } from "../state/follow.ts";
import { cycleAtPx } from "../state/viewport.ts";
import type { Stretch } from "./columns.ts";
import { FLAG_HEIGHT_PX, FLAG_REACH_PX, FLAG_WIDTH_PX } from "./draw/flags.ts";
import { forwardingsTo } from "./draw/forwarding.ts";
import { brushOf, cycleAtOverviewX } from "./draw/overview.ts";
import { type Layout, layoutTracks, ROW_HEIGHT_PX, type Track, trackAt } from "./layout.ts";
import { GLYPH_REACH_PX } from "./losses.ts";
import { type Cell, cellsOf, isCut } from "./rows.ts";
import type { TimelineSpec } from "./spec.ts";
import { type AnyTrackHit, trackType } from "./tracks/index.ts";

type OverviewPart = "brush" | "from-edge" | "to-edge" | "strip";
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
  | AnyTrackHit
  | {
      readonly kind: "row";
      readonly cycle: number;
      readonly row: PipelineRow;
      readonly originCycle: number;
      /** True if the row continues beyond the known cycles. */
      readonly isCut: boolean;
      readonly cell: Cell | undefined;
      readonly forwarded: readonly {
        readonly register: number;
        readonly stage: number;
        readonly from: PipelineRow;
      }[];
    };

const EDGE_REACH_PX = 6;

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
  return trackHit(spec, track, cycle);
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
  // A thin brush is all body, because its edges would cover it.
  const inner = Math.min(EDGE_REACH_PX, (x1 - x0) / 4);
  const part = (): OverviewPart => {
    if (x > x0 + inner && x < x1 - inner) return "brush";
    if (x >= x0 - EDGE_REACH_PX && x <= x0 + inner) return "from-edge";
    if (x >= x1 - inner && x <= x1 + EDGE_REACH_PX) return "to-edge";
    return "strip";
  };
  return { kind: "overview", cycle, part: part() };
}

function trackHit(spec: TimelineSpec, track: Track, cycle: number): Hit {
  const { window } = spec;
  const empty: Hit = { kind: "empty", cycle };
  if (window === undefined) return empty;
  return trackType(track)?.hit(spec, window, track, cycle) ?? empty;
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
