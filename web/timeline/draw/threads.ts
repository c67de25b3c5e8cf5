/** A lane of a thread: full while it runs, a low block while it is ready, hatched while it waits for a lock, a thin
 * line while it waits for work. If columns are longer than spans, the shares of each column are stacked from the
 * bottom. */
import {
  ENTRY_LAYER,
  type LossData,
  THREAD_STATES,
  type ThreadData,
  type ThreadState,
  type TimelineWindow,
} from "../../engine/protocol.ts";
import { endCycleOf } from "../../state/viewport.ts";
import { t } from "../../text/t.ts";
import { columnsPerStep, cyclesPerColumn, lowerBound, visibleColumns } from "../columns.ts";
import { SAVE_RESTORE_LAYER } from "../layers.ts";
import { LANE_AIR_PX, type Paint, type TimelineTheme } from "../spec.ts";
import { drawText, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { threadStateText } from "../threadWords.ts";
import { drawDrops } from "./marks.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, plotEnd, xOf } from "./tools.ts";

/** Look of a state. `share` is its part of the lane's height, centred. */
interface Look {
  readonly share: number;
  readonly paint: (theme: TimelineTheme, layer: number) => Paint;
  readonly opacity?: number;
}

const own = (theme: TimelineTheme, layer: number): Paint => theme.layers[layer] ?? theme.idle;
const hatched = (theme: TimelineTheme, layer: number): Paint => theme.hatch.layers[layer] ?? theme.stall;

/** States without a look are a thin line, or nothing. */
const LOOKS: Readonly<Partial<Record<ThreadState, Look>>> = {
  running: { share: 1, paint: own },
  entry: { share: 1, paint: (theme) => own(theme, ENTRY_LAYER) },
  save: { share: 1, paint: (theme) => own(theme, SAVE_RESTORE_LAYER) },
  lock: { share: 1, paint: hatched },
  ready: { share: 0.5, paint: own, opacity: 0.35 },
  masked: { share: 0.5, paint: ({ hatch, stall }) => hatch.layers[0] ?? stall },
};

/** Order in a column, from the bottom: running first. */
const STACKED = (["running", "entry", "save", "lock", "ready", "masked"] as const).map((state) => ({
  look: LOOKS[state],
  number: THREAD_STATES.indexOf(state),
}));

const THIN_LINE_PX = 2;
const LABEL_AIR_PX = 6;
const LEAST_LABELLED_HEIGHT_PX = 12;
/** Spans at least this wide keep a hairline between them and the next. */
const LEAST_PARTED_PX = 5;

interface Bar {
  readonly x0: number;
  readonly x1: number;
  readonly state: ThreadState;
  readonly subject: number;
}

function* barsOf(tools: DrawTools, window: TimelineWindow, data: ThreadData): Generator<Bar> {
  const { spans } = data;
  if (spans === undefined) return;
  const { layout, spec } = tools;
  const end = endCycleOf(spec.viewport) - window.from;
  for (let i = lowerBound(spans.end, spec.viewport.startCycle - window.from); i < spans.start.length; i++) {
    const start = spans.start[i] ?? 0;
    if (start > end) return;
    yield {
      x0: clampToPlot(layout, xOf(tools, window.from + start)),
      x1: clampToPlot(layout, xOf(tools, window.from + (spans.end[i] ?? 0))),
      state: THREAD_STATES[spans.state[i] ?? 0] ?? "absent",
      subject: spans.subject[i] ?? -1,
    };
  }
}

export function drawThread(
  tools: DrawTools,
  track: PlacedTrack,
  data: ThreadData | undefined,
  lateOf: (window: TimelineWindow, index: number) => LossData | undefined,
): void {
  const { window, machine } = tools.spec;
  if (window === undefined || data === undefined) return;
  const layer = machine.threads[track.index]?.layer ?? 0;
  if (data.spans === undefined) drawShares(tools, track, window, data, layer);
  else drawSpans(tools, track, [...barsOf(tools, window, data)], layer);
  drawDrops(tools, lateOf(window, track.index), track.top + track.heightPx / 2);
}

function drawSpans(
  { surface, spec }: DrawTools,
  track: PlacedTrack,
  bars: readonly Bar[],
  layer: number,
): void {
  const { theme, size } = spec;
  const devicePx = 1 / size.devicePixelRatio;
  const middle = track.top + track.heightPx / 2;
  const heightPx = track.heightPx - 2 * LANE_AIR_PX;
  const isThin = ({ state }: Bar) => LOOKS[state] === undefined;
  surface.fillStyle = theme.idle;
  for (const { x0, x1, state } of bars.filter(isThin))
    if (state !== "absent")
      surface.fillRect(x0, Math.round(middle - THIN_LINE_PX / 2), x1 - x0, THIN_LINE_PX);
  // A thread that runs for less than a pixel is not covered by its wait.
  for (const { x0, x1, state } of bars.toSorted((a, b) => shareOf(a) - shareOf(b))) {
    const look = LOOKS[state];
    if (look === undefined) continue;
    const gapPx = x1 - x0 >= LEAST_PARTED_PX ? devicePx : 0;
    const px = Math.round(heightPx * look.share);
    surface.fillStyle = look.paint(theme, layer);
    surface.globalAlpha = look.opacity ?? 1;
    surface.fillRect(x0, Math.round(middle - px / 2), Math.max(devicePx, x1 - x0 - gapPx), px);
  }
  surface.globalAlpha = 1;
}

const shareOf = ({ state }: Bar): number => (state === "running" ? 2 : (LOOKS[state]?.share ?? 0));

function drawShares(
  tools: DrawTools,
  track: PlacedTrack,
  window: TimelineWindow,
  { shares }: ThreadData,
  layer: number,
): void {
  if (shares === undefined) return;
  const { surface, spec, layout } = tools;
  const range = visibleColumns(window, spec.viewport);
  const step = columnsPerStep(range, spec.viewport, spec.size.devicePixelRatio);
  const heightPx = track.heightPx - 2 * LANE_AIR_PX;
  const floor = track.top + LANE_AIR_PX + heightPx;
  const xOfColumn = (c: number) => clampToPlot(layout, xOf(tools, window.from + c * cyclesPerColumn(window)));
  const floors = new Map<number, number>();
  for (const { look, number } of STACKED) {
    if (look === undefined) continue;
    surface.fillStyle = look.paint(spec.theme, layer);
    surface.globalAlpha = look.opacity ?? 1;
    for (let c = range.first - (range.first % step); c < range.end; c += step) {
      let share = 0;
      for (let of = c; of < c + step; of++) share += shares[of * THREAD_STATES.length + number] ?? 0;
      if (share <= 0) continue;
      const from = floors.get(c) ?? floor;
      const px = (share / step) * heightPx;
      surface.fillRect(xOfColumn(c), from - px, xOfColumn(c + step) - xOfColumn(c), px);
      floors.set(c, from - px);
    }
  }
  surface.globalAlpha = 1;
}

/** The reason of a wait, if there is room, and a word if the data have not arrived. A full block obviously runs. Words
 * are drawn on the plain background, not on the hatching. */
export function drawThreadLabels(tools: DrawTools, track: PlacedTrack, data: ThreadData | undefined): void {
  const { surface, spec, layout } = tools;
  const { window, machine, theme } = spec;
  const heightPx = track.heightPx - 2 * LANE_AIR_PX;
  if (heightPx < LEAST_LABELLED_HEIGHT_PX) return;
  const font = fonts(theme).span;
  const middle = track.top + track.heightPx / 2;
  if (window === undefined || data === undefined) {
    drawText(surface, t("drawing …"), layout.plotX + LABEL_AIR_PX, middle, { font, color: theme.ink3 });
    return;
  }
  for (const { x0, x1, state, subject } of barsOf(tools, window, data)) {
    if (state === "absent" || state === "running") continue;
    const text = threadStateText(machine, state, subject);
    const widthPx = textWidth(surface, text, font);
    if (Math.min(x1, plotEnd(layout)) - x0 < widthPx + 3 * LABEL_AIR_PX) continue;
    const isFull = state === "entry" || state === "save";
    if (!isFull) {
      surface.fillStyle = theme.surface;
      surface.fillRect(x0 + LABEL_AIR_PX / 2, track.top + LANE_AIR_PX, widthPx + LABEL_AIR_PX, heightPx);
    }
    const color = isFull ? theme.onLayer : state === "lock" ? theme.ink : theme.ink3;
    drawText(surface, text, x0 + LABEL_AIR_PX, middle, { font, color });
  }
}
