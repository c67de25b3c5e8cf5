/** The way of one interrupt through the tracks: its line is raised, it is recognised, its handler begins, the work that the
 * handler put off begins, a packet is delivered. Read from the data of the timeline, which are exact where single spans
 * are drawn. */
import { sim_layer, sim_run_state } from "../../../core-wasm/binding/layout.gen.ts";
import type { LaneData, TimelineWindow } from "../../engine/protocol.ts";
import { lowerBound } from "../columns.ts";
import { exactSpan, type LaneSpan } from "../spans.ts";

type WayKind = "raised" | "recognised" | "entered" | "deferred" | "delivered";

export interface WayPoint {
  readonly kind: WayKind;
  readonly cycle: number;
  /** Of the lane; undefined: on the track of interrupts. */
  readonly context: number | undefined;
}

/** In their order; empty where the span belongs to no interrupt that the window knows. */
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

/** Of the handler that runs in the span; of other work but the application's, that of the handler before it. */
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

/** Begin of the entry and its saving, which lie without a gap before the handler's first instruction. */
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

/** The first protocol work of another thread behind the handler's begin, on any context. */
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
