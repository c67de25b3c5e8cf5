/** What changes every frame, outside React: canvas renderers read and subscribe, components use hooks. */

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
  /** Below `fromCycle`: the playhead went back. */
  readonly toCycle: number;
  /** In the order in which they happened; undefined: a jump. */
  readonly events: readonly MachineEvent[] | undefined;
  /** The picture at the earlier end. */
  readonly earlier: MachineView;
}

/** What is kept of the run before the last change of its machine. */
export interface RunBefore {
  readonly scenario: Scenario;
  /** As they were shown: around the viewport, and the whole run in wide columns. */
  readonly window: TimelineWindow | undefined;
  readonly coarse: TimelineWindow | undefined;
  /** Where the playhead stood, behind the warm-up. */
  readonly metrics: Metrics | undefined;
  /** undefined: it had not come to its end. */
  readonly end: Metrics | undefined;
}

export interface CountedRun {
  /** Of what was asked for. */
  readonly key: string;
  /** Of the playhead, or a few frames behind it. */
  readonly cycle: number;
  /** The warm-up that it leaves out. */
  readonly warmUpCycles: number;
  /** Undefined: the warm-up is not over there. */
  readonly metrics: Metrics | undefined;
  /** What measures are computed of; undefined: not asked for, or the warm-up is not over. */
  readonly measured: Measured | undefined;
}

export interface Live {
  /** Cycle that the page shows: the machine after the cycles [0, playhead). */
  readonly playhead: ReadableCell<number>;
  /** Picture of the machine at or a few frames behind the playhead (its own `cycle` says which). */
  readonly view: ReadableCell<MachineView | undefined>;
  /** What happened between the picture before and this one, where that is a short way. */
  readonly passed: ReadableCell<Passed | undefined>;
  /** From cycle 0 on. */
  readonly metrics: ReadableCell<Metrics | undefined>;
  /** What the metrics panel tells: behind the warm-up, where there is one. */
  readonly counted: ReadableCell<CountedRun | undefined>;
  /** Of the whole run, once it is simulated. */
  readonly end: ReadableCell<Metrics | undefined>;
  /** undefined: nothing was changed, or it is out of the way. */
  readonly before: ReadableCell<RunBefore | undefined>;
  /** Timeline data around the viewport; wider than it, so that a drag has something to draw. */
  readonly window: ReadableCell<TimelineWindow | undefined>;
  readonly overview: ReadableCell<Overview | undefined>;
  /** Instruction x cycle rows around the viewport, while it is close enough; else undefined. */
  readonly rows: ReadableCell<RowsWindow | undefined>;
  /** Where the breakpoints' conditions came true, as far as that is known. */
  readonly watch: ReadableCell<Watched>;
  /** What the user follows. */
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

/** Of the machine that is gone; the run before it is none of its own. */
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
