/** State that changes every frame, outside React. Canvas renderers read it and subscribe; components use hooks. */

import type { MachineEvent } from "../../lib/events/events.ts";
import type { Measured } from "../../lib/metrics/measure.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type {
  Journey,
  MachineView,
  Metrics,
  Overview,
  RangeEnds,
  RowsWindow,
  TimelineWindow,
} from "../engine/protocol.ts";
import { type Cell, createCell, type ReadableCell } from "../ui/cell.ts";
import { NOTHING_WATCHED, type Watched } from "./breakpointHits.ts";

interface Passed {
  readonly fromCycle: number;
  /** Less than `fromCycle` if the playhead went back. */
  readonly toCycle: number;
  /** Events in order. Undefined for a jump. */
  readonly events: readonly MachineEvent[] | undefined;
  /** The picture at the start of the move. */
  readonly earlier: MachineView;
}

/** Data of the run before the last change of its machine. */
export interface RunBefore {
  readonly scenario: Scenario;
  /** Timeline data as shown: around the viewport, and the whole run in wide columns. */
  readonly window: TimelineWindow | undefined;
  readonly coarse: TimelineWindow | undefined;
  /** Metrics at the playhead, after the warm-up. */
  readonly metrics: Metrics | undefined;
  /** Undefined if the run had not ended. */
  readonly end: Metrics | undefined;
}

export interface CountedRun {
  /** Key of the request. */
  readonly key: string;
  /** Cycle of the playhead, or a few frames behind it. */
  readonly cycle: number;
  /** The warm-up that is not counted. */
  readonly warmUpCycles: number;
  /** Undefined if the warm-up has not ended at this cycle. */
  readonly metrics: Metrics | undefined;
  /** Data for measures. Undefined if they were not requested, or if the warm-up has not ended. */
  readonly measured: Measured | undefined;
}

export interface Live {
  /** The cycle that the page shows: the machine after the cycles [0, playhead). */
  readonly playhead: ReadableCell<number>;
  /** Picture of the machine at the playhead or a few frames behind it. `cycle` is its own cycle. */
  readonly view: ReadableCell<MachineView | undefined>;
  /** Events between the previous view and this one, if the way is short. */
  readonly passed: ReadableCell<Passed | undefined>;
  /** Metrics from cycle 0 onwards. */
  readonly metrics: ReadableCell<Metrics | undefined>;
  /** Metrics of the panel: after the warm-up, if there is one. */
  readonly counted: ReadableCell<CountedRun | undefined>;
  /** Metrics of the whole run, once it is simulated. */
  readonly end: ReadableCell<Metrics | undefined>;
  /** Undefined if nothing was changed, or if the user has hidden it. */
  readonly before: ReadableCell<RunBefore | undefined>;
  /** Timeline data around the viewport. They are wider than it, so that a drag can draw at once. */
  readonly window: ReadableCell<TimelineWindow | undefined>;
  readonly overview: ReadableCell<Overview | undefined>;
  /** Rows of the instruction x cycle diagram around the viewport, if the zoom is close enough. Otherwise undefined. */
  readonly rows: ReadableCell<RowsWindow | undefined>;
  /** Known cycles at which the breakpoints' conditions became true. */
  readonly watch: ReadableCell<Watched>;
  /** The journey that the user follows. */
  readonly journey: ReadableCell<Journey | undefined>;
  /** Counters at both ends of the range that the user has chosen (or had, until new ones come). */
  readonly range: ReadableCell<RangeEnds | undefined>;
}

export interface WritableLive extends Live {
  readonly playhead: Cell<number>;
  readonly view: Cell<MachineView | undefined>;
  readonly passed: Cell<Passed | undefined>;
  readonly metrics: Cell<Metrics | undefined>;
  readonly counted: Cell<CountedRun | undefined>;
  readonly end: Cell<Metrics | undefined>;
  readonly before: Cell<RunBefore | undefined>;
  readonly window: Cell<TimelineWindow | undefined>;
  readonly overview: Cell<Overview | undefined>;
  readonly rows: Cell<RowsWindow | undefined>;
  readonly watch: Cell<Watched>;
  readonly journey: Cell<Journey | undefined>;
  readonly range: Cell<RangeEnds | undefined>;
}

export function createLive(): WritableLive {
  return {
    playhead: createCell(0),
    view: createCell<MachineView | undefined>(undefined),
    passed: createCell<Passed | undefined>(undefined),
    metrics: createCell<Metrics | undefined>(undefined),
    counted: createCell<CountedRun | undefined>(undefined),
    end: createCell<Metrics | undefined>(undefined),
    before: createCell<RunBefore | undefined>(undefined),
    window: createCell<TimelineWindow | undefined>(undefined),
    overview: createCell<Overview | undefined>(undefined),
    rows: createCell<RowsWindow | undefined>(undefined),
    watch: createCell<Watched>(NOTHING_WATCHED),
    journey: createCell<Journey | undefined>(undefined),
    range: createCell<RangeEnds | undefined>(undefined),
  };
}

/** Clears the data of the previous machine, including its previous run. */
export function clearLive(live: WritableLive): void {
  live.playhead.set(0);
  live.view.set(undefined);
  live.passed.set(undefined);
  live.metrics.set(undefined);
  live.counted.set(undefined);
  live.end.set(undefined);
  live.window.set(undefined);
  live.overview.set(undefined);
  live.rows.set(undefined);
  live.watch.set(NOTHING_WATCHED);
  live.journey.set(undefined);
  live.range.set(undefined);
}
