/** An interrupt line: asserted or clear, recognised, handler returned. */
import type { LineLevel, TimelineWindow } from "../../engine/protocol.ts";
import { endCycleOf } from "../../state/viewport.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { columnOf, countWithin, cyclesPerColumn, lowerBound } from "../columns.ts";
import { drawTicks, ENTERED_HALF_PX, isDense } from "../draw/marks.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, plotEnd, xOf } from "../draw/tools.ts";
import type { Track } from "../layout.ts";
import { type Facts, stretchRows } from "../spans.ts";
import type { MachineLabels } from "../spec.ts";
import { horizontalLine } from "../surface.ts";
import { type Box, boxOf, plainFacts, type TrackType } from "./track.ts";

type LineHit = { readonly kind: "line"; readonly cycle: number; readonly track: Track } & LineStretch;

const AIR = [4, 4] as const;
/** If there are more, they are counted. */
const CYCLES_NAMED = 3;

const nameOf = (machine: MachineLabels, index: number) =>
  t("line {name}", { name: machine.lines[index] ?? "" });

export const line: TrackType<"line", LineHit> = {
  kind: "line",
  linkName: "line",
  places: ({ lines }) =>
    lines.map((_, index) => ({ index, least: 14, natural: 19, most: 40, isExtra: true, isShared: true })),
  air: AIR,
  name: nameOf,
  draw: (tools, track) => drawLine(tools, track, boxOf(track, AIR)),
  raster: () => [],
  widest: () => t("pending"),
  value: ({ view }, index) => {
    const one = view?.lines[index];
    if (one === undefined) return "";
    return t(one.masked ? "masked" : one.pending ? "pending" : "clear");
  },
  hit: (_, window, track, cycle) => {
    const stretch = lineAt(window, track.index, cycle);
    return stretch && { kind: "line", cycle, track, ...stretch };
  },
  facts: {
    line: (hit, machine) =>
      plainFacts(nameOf(machine, hit.track.index), [
        ...stretchRows(hit.fromCycle, hit.toCycle, machine),
        ...lineRows(hit),
      ]),
  },
};

function lineRows({ isUp, raised, recognised, returned }: LineStretch): Facts["rows"] {
  if (isUp === undefined) return [[t("raised"), formatInteger(raised)]];
  const cycles = (at: readonly number[]) =>
    at.length > CYCLES_NAMED
      ? t("{count} times", { count: at.length })
      : at.map((cycle) => formatInteger(cycle)).join(", ");
  return [
    [t("line"), t(isUp ? "raised" : "clear")],
    ...(recognised.length === 0 ? [] : [[t("recognised"), cycles(recognised)] as const]),
    ...(returned.length === 0 ? [] : [[t("handler returned"), cycles(returned)] as const]),
  ];
}

/** An interrupt line: asserted or clear, with a triangle for each recognised interrupt and a bar for each return of its
 * handler. At a low zoom only the number of assertions is known. It is drawn as ticks. */
const LEAST_SPAN_PX = 1;
const RETURN_WIDTH_PX = 2;

export function drawLine(tools: DrawTools, track: PlacedTrack, { airPx, heightPx }: Box): void {
  const { window, theme } = tools.spec;
  const line = window?.lines[track.index];
  if (window === undefined || line === undefined) return;
  const top = track.top + airPx;
  horizontalLine(
    tools.surface,
    tools.layout.plotX,
    plotEnd(tools.layout),
    Math.round(top + heightPx),
    theme.line2,
  );
  if (line.level === undefined) {
    drawTicks(tools, window, line.raised, top, heightPx, theme.ink2);
    return;
  }
  drawUp(tools, window, line.level, top, heightPx);
  if (!isDense(tools, window, line.level.recognised)) drawAnswers(tools, window, line.level, top, heightPx);
}

function drawUp(
  { surface, spec, layout }: DrawTools,
  window: TimelineWindow,
  { start, end }: LineLevel,
  top: number,
  heightPx: number,
): void {
  const { viewport, theme } = spec;
  const until = endCycleOf(viewport) - window.from;
  surface.fillStyle = theme.ink3;
  let drawnTo = Number.NEGATIVE_INFINITY;
  for (let i = lowerBound(end, viewport.startCycle - window.from); i < end.length; i++) {
    if ((start[i] ?? 0) > until) break;
    const x0 = Math.max(drawnTo, clampToPlot(layout, xOf({ spec, layout }, window.from + (start[i] ?? 0))));
    const x1 = clampToPlot(layout, xOf({ spec, layout }, window.from + (end[i] ?? 0)));
    const to = Math.max(x1, x0 + LEAST_SPAN_PX);
    if (x1 < drawnTo) continue;
    surface.fillRect(x0, top, to - x0, heightPx);
    drawnTo = to;
  }
}

function drawAnswers(
  tools: DrawTools,
  window: TimelineWindow,
  { recognised, returned }: LineLevel,
  top: number,
  heightPx: number,
): void {
  const { surface, spec, layout } = tools;
  const first = spec.viewport.startCycle - window.from;
  const inView = function* (at: Float64Array) {
    for (let i = lowerBound(at, first); i < at.length; i++) {
      const x = xOf(tools, window.from + (at[i] ?? 0));
      if (x > plotEnd(layout)) return;
      yield x;
    }
  };
  surface.fillStyle = spec.theme.ink;
  surface.beginPath();
  for (const x of inView(recognised)) {
    surface.moveTo(x - ENTERED_HALF_PX, top);
    surface.lineTo(x + ENTERED_HALF_PX, top);
    surface.lineTo(x, top + Math.min(heightPx, 9));
    surface.closePath();
  }
  surface.fill();
  for (const x of inView(returned))
    surface.fillRect(x - RETURN_WIDTH_PX / 2, top + heightPx / 2, RETURN_WIDTH_PX, heightPx / 2);
}

/** State of an interrupt line at a cycle. */
interface LineStretch {
  readonly fromCycle: number;
  readonly toCycle: number;
  /** Undefined if only the number of assertions is known. */
  readonly isUp: boolean | undefined;
  /** In the stretch. */
  readonly raised: number;
  readonly recognised: readonly number[];
  readonly returned: readonly number[];
}

/** Undefined if the line is unknown there. */
export function lineAt(window: TimelineWindow, index: number, cycle: number): LineStretch | undefined {
  const line = window.lines[index];
  const column = columnOf(window, cycle);
  if (line === undefined || column === undefined) return undefined;
  if (line.level === undefined) {
    const width = cyclesPerColumn(window);
    const from = column * width;
    return {
      fromCycle: window.from + from,
      toCycle: window.from + from + width,
      isUp: undefined,
      raised: countWithin(line.raised, from, from + width),
      recognised: [],
      returned: [],
    };
  }
  const { start, end, recognised, returned } = line.level;
  const offset = cycle - window.from;
  let next = lowerBound(end, offset);
  if (end[next] === offset) next += 1;
  const isUp = (start[next] ?? Number.POSITIVE_INFINITY) <= offset;
  const from = isUp ? (start[next] ?? 0) : (end[next - 1] ?? 0);
  const to = (isUp ? end[next] : start[next]) ?? window.knownTo - window.from;
  const within = (marks: Float64Array) =>
    [...marks.subarray(lowerBound(marks, from), lowerBound(marks, to))].map((mark) => window.from + mark);
  return {
    fromCycle: window.from + from,
    toCycle: window.from + to,
    isUp,
    raised: countWithin(line.raised, from, to),
    recognised: within(recognised),
    returned: within(returned),
  };
}
