/** The spans of a lane as a list, for the arrow keys and for the table. In aggregated data, a span is a run of columns
 * in which the same layer runs most. */

import { LAYER_COUNT, type LaneData, type TimelineWindow } from "../engine/protocol.ts";
import { endCycleOf, type Viewport } from "../state/viewport.ts";
import { t } from "../text/t.ts";
import { formatInteger, formatPercent } from "../ui/format.ts";
import { cyclesPerColumn, lowerBound, visibleColumns } from "./columns.ts";
import { IDLE_LAYER, layerLabel, NO_THREAD, RUN_STATE_WAITING, RUN_STATES } from "./layers.ts";
import type { MachineLabels } from "./spec.ts";
import { lengthText, withUnit } from "./text.ts";

export interface LaneSpan {
  readonly context: number;
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly layer: number;
  /** sim_run_state. Undefined for aggregated spans. */
  readonly runState: number | undefined;
  readonly thread: number | undefined;
  /** Share of the span's cycles in which the layer ran. 1 for exact spans. */
  readonly share: number;
}

export function visibleSpans(
  window: TimelineWindow,
  context: number,
  viewport: Viewport,
): readonly LaneSpan[] {
  const lane = window.lanes.find((entry) => entry.context === context);
  if (lane === undefined) return [];
  return lane.spans === undefined
    ? aggregatedSpans(window, lane, viewport)
    : exactSpans(window, lane, viewport);
}

function exactSpans(window: TimelineWindow, lane: LaneData, viewport: Viewport): readonly LaneSpan[] {
  const { spans } = lane;
  if (spans === undefined) return [];
  const found: LaneSpan[] = [];
  const end = endCycleOf(viewport) - window.from;
  for (let i = lowerBound(spans.end, viewport.startCycle - window.from); i < spans.start.length; i++) {
    const start = spans.start[i] ?? 0;
    if (start >= end) break;
    const span = exactSpan(window, lane, i);
    if (span !== undefined && isActivity(span)) found.push(span);
  }
  return found;
}

export function exactSpan(window: TimelineWindow, lane: LaneData, index: number): LaneSpan | undefined {
  const start = lane.spans?.start[index];
  if (lane.spans === undefined || start === undefined) return undefined;
  const thread = lane.spans.thread[index] ?? NO_THREAD;
  return {
    context: lane.context,
    fromCycle: window.from + start,
    toCycle: window.from + (lane.spans.end[index] ?? start),
    layer: lane.spans.layer[index] ?? IDLE_LAYER,
    runState: lane.spans.runState[index] ?? RUN_STATE_WAITING,
    thread: thread === NO_THREAD ? undefined : thread,
    share: 1,
  };
}

/** True if the context does something: it is neither idle nor waiting for work. */
export function isActivity(span: LaneSpan): boolean {
  return span.layer !== IDLE_LAYER && span.runState !== RUN_STATE_WAITING;
}

function aggregatedSpans(window: TimelineWindow, lane: LaneData, viewport: Viewport): readonly LaneSpan[] {
  const { shares } = lane;
  if (shares === undefined) return [];
  const range = visibleColumns(window, viewport);
  const width = cyclesPerColumn(window);
  const found: LaneSpan[] = [];
  let open: { layer: number; first: number; sum: number } | undefined;
  const close = (end: number) => {
    if (open === undefined || open.layer === IDLE_LAYER) return;
    found.push({
      context: lane.context,
      fromCycle: window.from + open.first * width,
      toCycle: Math.min(window.from + end * width, window.knownTo),
      layer: open.layer,
      runState: undefined,
      thread: undefined,
      share: open.sum / (end - open.first),
    });
  };
  for (let c = range.first; c < range.end; c++) {
    const { layer, share } = dominantLayer(shares.layers, c);
    if (open?.layer === layer) {
      open.sum += share;
      continue;
    }
    close(c);
    open = { layer, first: c, sum: share };
  }
  close(range.end);
  return found;
}

function dominantLayer(shares: Float32Array, column: number): { layer: number; share: number } {
  let layer = IDLE_LAYER;
  let share = 0;
  for (let l = 1; l < LAYER_COUNT; l++) {
    const value = shares[column * LAYER_COUNT + l] ?? 0;
    if (value > share) {
      layer = l;
      share = value;
    }
  }
  return { layer, share };
}

export type Step = "next" | "previous" | "above" | "below" | "first" | "last";

/** Target of an arrow key from `current`. Undefined if there is none. */
export function stepFocus(
  lanes: readonly (readonly LaneSpan[])[],
  current: LaneSpan | undefined,
  step: Step,
  playheadCycle: number,
): LaneSpan | undefined {
  const laneIndex =
    current === undefined ? -1 : lanes.findIndex((lane) => lane[0]?.context === current.context);
  if (current === undefined || laneIndex < 0) {
    const lane = lanes.find((spans) => spans.length > 0) ?? [];
    return nearest(lane, playheadCycle) ?? lane[0];
  }
  const lane = lanes[laneIndex] ?? [];
  switch (step) {
    case "first":
      return lane[0];
    case "last":
      return lane.at(-1);
    case "next":
      return lane.find((span) => span.fromCycle >= current.toCycle) ?? current;
    case "previous":
      return lane.findLast((span) => span.toCycle <= current.fromCycle) ?? current;
    case "above":
    case "below": {
      const towards = step === "above" ? -1 : 1;
      for (let i = laneIndex + towards; i >= 0 && i < lanes.length; i += towards) {
        const other = nearest(lanes[i] ?? [], (current.fromCycle + current.toCycle) / 2);
        if (other !== undefined) return other;
      }
      return current;
    }
  }
}

function nearest(lane: readonly LaneSpan[], cycle: number): LaneSpan | undefined {
  const distance = (span: LaneSpan) => Math.max(span.fromCycle - cycle, cycle - span.toCycle, 0);
  return lane.reduce<LaneSpan | undefined>(
    (best, span) => (best === undefined || distance(span) < distance(best) ? span : best),
    undefined,
  );
}

/** The exact facts of a stretch of a lane in words: for tooltip, table and speech. */
export interface Facts {
  readonly title: string;
  /** sim_layer for the swatch. Undefined if the facts are not about a layer. */
  readonly layer: number | undefined;
  readonly isLoss: boolean;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

export function contextName(machine: MachineLabels, context: number): string {
  return machine.contexts[context]?.name ?? "";
}

export function threadName(machine: MachineLabels, thread: number | undefined): string {
  if (thread === undefined || thread === NO_THREAD) return "";
  return machine.threads[thread]?.name ?? t("thread {thread}", { thread });
}

/** Columns of one cycle or less are a point in time. Otherwise the rows give a range. */
export function stretchRows(
  from: number,
  to: number,
  machine: MachineLabels,
): readonly (readonly [string, string])[] {
  const first = Math.round(from);
  const cycles = Math.max(1, Math.round(to) - first);
  if (cycles === 1) return [[t("cycle"), formatInteger(first)]];
  return [
    [t("from"), formatInteger(first)],
    [t("to"), formatInteger(first + cycles)],
    [t("length"), lengthText(cycles, machine.clockHertz)],
  ];
}

export function spanTitle(span: LaneSpan): string {
  const layer = layerLabel(span.layer);
  if (span.runState === undefined) return t("mostly {layer}", { layer });
  const state = RUN_STATES[span.runState] ?? "";
  return state === "" || state === "running" ? layer : `${layer}, ${t(state)}`;
}

export function spanFacts(span: LaneSpan, machine: MachineLabels): Facts {
  const thread = threadName(machine, span.thread);
  const rows: (readonly [string, string])[] = [[t("context"), contextName(machine, span.context)]];
  if (thread !== "") rows.push([t("thread"), thread]);
  if (span.runState === undefined) rows.push([t("share"), withUnit(formatPercent(span.share))]);
  rows.push(...stretchRows(span.fromCycle, span.toCycle, machine));
  return { title: spanTitle(span), layer: span.layer, isLoss: false, rows };
}

/** "C2, protocol, softirq, from 84 208 888 to 84 209 100, 212 cycles" */
export function spanSpeech(span: LaneSpan, machine: MachineLabels): string {
  const { title, rows } = spanFacts(span, machine);
  const values = rows.map(([name, value]) =>
    name === t("context") || name === t("thread") ? value : `${name} ${value}`,
  );
  const [context = "", ...rest] = values;
  return [context, title, ...rest].join(", ");
}
