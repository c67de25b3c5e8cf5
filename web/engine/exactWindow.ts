/** Exact timeline data from the events of a window, in the order in which they happened. */

import type { LatencyColumns } from "../../core-wasm/binding/index.ts";
import {
  sim_drop_cause,
  sim_event_kind,
  sim_interrupt_source,
  sim_run_state,
} from "../../core-wasm/binding/layout.gen.ts";
import { type LaneLevel, unpackLane } from "../../lib/breakpoints/lane.ts";
import { AT_QUEUE, isCardDrop } from "../../lib/metrics/registry/dropCauses.ts";
import { unpackLoss } from "../../lib/metrics/registry/frames.ts";
import { type ColumnGrid, createFillColumns, float64Column, uint8Column, uint32Column } from "./columns.ts";
import { createHartMarks, createLineLevels, type Entered, entryData } from "./interruptMarks.ts";
import {
  ENTRY_LAYER,
  type EntryData,
  type ExceptionData,
  type FillData,
  type LaneSpans,
  type LineData,
  type LossData,
  type LossesData,
  type MarkData,
} from "./protocol.ts";

/** The machine at the first cycle of the window. */
export interface WindowStart {
  readonly lanes: readonly LaneLevel[];
  readonly nics: readonly {
    readonly rxFill: number;
    readonly txFill: number;
    readonly rxCapacity: number;
    readonly txCapacity: number;
  }[];
  /** Cycle of the assertion, by line. Undefined if the line is not asserted. */
  readonly assertedSinceCycle: readonly (number | undefined)[];
  readonly queues: readonly { readonly fill: number; readonly capacity: number }[];
  /** The lines that start threads, by thread. */
  readonly lineOfThread: ReadonlyMap<number, number>;
  /** Threads in machine mode, by their contexts. */
  readonly harts: ReadonlyMap<number, number>;
}

interface ExactWindow {
  readonly lanes: readonly LaneSpans[];
  readonly rxFill: readonly FillData[];
  readonly txFill: readonly FillData[];
  readonly queueFill: readonly FillData[];
  readonly losses: LossesData;
  readonly offered: MarkData;
  readonly delivered: MarkData;
  readonly asserted: MarkData;
  readonly entered: MarkData;
  readonly entries: EntryData;
  /** Undefined if the machine has no harts. */
  readonly exceptions: ExceptionData | undefined;
  readonly lines: readonly LineData[];
}

export interface ExactCollector {
  readonly event: (cycle: number, kind: number, context: number, subject: number, value: number) => void;
  /** Takes records of interrupts that ended after the start of the window. */
  readonly latencies: (columns: LatencyColumns) => void;
  readonly spanCount: () => number;
  readonly finish: (knownTo: number) => ExactWindow;
}

export function createExactCollector(grid: ColumnGrid, start: WindowStart): ExactCollector {
  const { from } = grid;
  const lanes = start.lanes.map((state) => createLane(state));
  const rxFills = start.nics.map((nic) => createFillColumns(grid, nic.rxCapacity, nic.rxFill));
  const txFills = start.nics.map((nic) => createFillColumns(grid, nic.txCapacity, nic.txFill));
  const queueFills = start.queues.map((queue) => createFillColumns(grid, queue.capacity, queue.fill));
  /** For each line, the interrupt that was raised before the window. */
  const assertedBefore = [...start.assertedSinceCycle];
  const losses = createLosses(start.nics.length, start.queues.length);
  const offered = float64Column();
  const delivered = float64Column();
  const asserted: number[] = [];
  const entered: number[] = [];
  const entries: Entered[] = [];
  /** Cycle at which the line of each interrupt number was asserted. */
  const raised = new Map<number, number>();
  const lines = createLineLevels(start.assertedSinceCycle.map((since) => since !== undefined));
  const ofHarts = createHartMarks(from, start.harts, (what, line, offset) => lines[what](line, offset));
  let spanCount = 0;

  function enter(offset: number, context: number, thread: number, number: number): void {
    const line = start.lineOfThread.get(thread);
    if (line === undefined) return;
    entered.push(offset);
    const since = raised.get(number) ?? assertedBefore[line];
    if (since === undefined) return;
    raised.set(number, since); // a level line that stays asserted interrupts again under its number
    assertedBefore[line] = undefined;
    entries.push({
      ...{ asserted: Math.min(since - from, offset), entered: offset, answered: undefined },
      ...{ source: sim_interrupt_source.line, context, thread },
    });
  }

  /** Interrupts of harts come in the order in which they were answered. */
  function interrupts() {
    const own = ofHarts.finish();
    const sorted = (offsets: readonly number[]) => Float64Array.from(offsets).sort();
    return {
      asserted: singles(sorted([...asserted, ...own.asserted])),
      entered: singles(sorted([...entered, ...own.entries.map((one) => one.entered)])),
      entries: entryData([...entries, ...own.entries]),
      exceptions: start.harts.size === 0 ? undefined : own.exceptions,
    };
  }

  return {
    spanCount: () => spanCount,
    event: (cycle, kind, context, subject, value) => {
      const offset = cycle - from;
      switch (kind) {
        case sim_event_kind.layer:
          spanCount += 1;
          lanes[context]?.change(offset, unpackLane(subject), unpackLane(value));
          break;
        case sim_event_kind["rx-fill"]:
          rxFills[subject]?.level(cycle, value);
          break;
        case sim_event_kind["tx-fill"]:
          txFills[subject]?.level(cycle, value);
          break;
        case sim_event_kind["queue-fill"]:
          queueFills[subject]?.level(cycle, value);
          break;
        case sim_event_kind["frame-dropped"]:
          losses.lost(offset, value);
          break;
        case sim_event_kind["frame-offered"]:
          offered.push(offset);
          break;
        case sim_event_kind["frame-delivered"]:
          delivered.push(offset);
          break;
        case sim_event_kind["line-asserted"]:
          asserted.push(offset);
          lines.raised(subject, offset);
          raised.set(value, cycle);
          ofHarts.raised(value, subject, cycle);
          break;
        case sim_event_kind["line-cleared"]:
          lines.cleared(subject, offset);
          break;
        case sim_event_kind.trap:
          ofHarts.trap({ cycle, context, subject, value });
          break;
        case sim_event_kind.recognised:
          ofHarts.recognised(subject, value);
          lines.recognised(start.lineOfThread.get(subject) ?? -1, offset);
          break;
        case sim_event_kind.returned:
          lines.returned(start.lineOfThread.get(subject) ?? -1, offset);
          break;
        case sim_event_kind["handler-entered"]:
          enter(offset, context, subject, value);
          break;
      }
    },
    latencies: ofHarts.latencies,
    finish: (knownTo) => ({
      ...interrupts(),
      lanes: lanes.map((lane) => lane.finish(knownTo - from)),
      rxFill: rxFills.map((fill) => fill.finish(knownTo)),
      txFill: txFills.map((fill) => fill.finish(knownTo)),
      queueFill: queueFills.map((fill) => fill.finish(knownTo)),
      losses: losses.finish(),
      offered: singles(offered.take()),
      delivered: singles(delivered.take()),
      lines: lines.finish(knownTo - from),
    }),
  };
}

function singles(at: Float64Array): MarkData {
  return { at, count: new Uint32Array(at.length).fill(1) };
}

function createLane(initial: LaneLevel) {
  const starts = float64Column();
  const ends = float64Column();
  const layers = uint8Column();
  const runStates = uint8Column();
  const threads = uint8Column();
  let state = initial;
  let since = 0;
  let untouched = true;

  function close(offset: number): void {
    if (offset <= since) return;
    starts.push(since);
    ends.push(offset);
    layers.push(state.runState === sim_run_state.entering ? ENTRY_LAYER : state.layer);
    runStates.push(state.runState);
    threads.push(state.thread);
    since = offset;
  }

  return {
    change: (offset: number, next: LaneLevel, previous: LaneLevel): void => {
      if (untouched) state = previous;
      untouched = false;
      close(offset);
      state = next;
    },
    finish: (offset: number): LaneSpans => {
      close(offset);
      return {
        start: starts.take(),
        end: ends.take(),
        layer: layers.take(),
        runState: runStates.take(),
        thread: threads.take(),
      };
    },
  };
}

/** Collects lost frames by the place of the loss. */
interface LossCollector {
  /** `packed` is the value of a FRAME_DROPPED event. */
  readonly lost: (offset: number, packed: number) => void;
  readonly finish: () => LossesData;
}

function createLosses(nics: number, queues: number): LossCollector {
  const places = (count: number) => Array.from({ length: count }, createPlace);
  const [rx, tx, queue, software] = [places(nics), places(nics), places(queues), createPlace()];
  return {
    lost: (offset, packed) => {
      const { cause, place, direction, frames } = unpackLoss(packed);
      const ofCard = direction === "receive" ? rx[place] : tx[place];
      const at = cause === AT_QUEUE ? queue[place] : isCardDrop(cause) ? ofCard : software;
      at?.push(offset, frames, 1 << sim_drop_cause[cause]);
    },
    finish: () => ({
      rx: rx.map((place) => place.take()),
      tx: tx.map((place) => place.take()),
      queue: queue.map((place) => place.take()),
      software: software.take(),
    }),
  };
}

function createPlace() {
  const at = float64Column();
  const count = uint32Column();
  const causes = uint8Column();
  return {
    push: (offset: number, frames: number, cause: number) => {
      at.push(offset);
      count.push(frames);
      causes.push(cause);
    },
    take: (): LossData => ({ at: at.take(), count: count.take(), causes: causes.take() }),
  };
}
