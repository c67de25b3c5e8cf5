/** Messages between the page and the simulation worker. Every reply repeats `id` and `generation`. The page drops
 * replies of an older generation. Cycles are numbers below 2^53, which is asserted. */
import type { SimTrackKind } from "../../core-wasm/binding/layout.gen.ts";
import type { MachineEvent } from "../../lib/events/events.ts";
import type { FollowRequest, Journey } from "../../lib/journeys/journey.ts";
import type { Measured } from "../../lib/metrics/measure.ts";
import type { Metrics } from "../../lib/metrics/metrics.ts";
import type { Why, WhyTarget } from "../../lib/why/why.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { hasPrograms } from "../../scenarios/software/steps.ts";
import { showsThreads } from "../../scenarios/software/threadLanes.ts";
import type { Cause, Layer, MachineView, Operation, RowKind } from "./machineView.ts";

export type Generation = number;

/** Kinds of events at which "run to" and "step event" stop; names of sim_event_kind. */
export type StopKind =
  | "recognised"
  | "context-switch"
  | "frame-dropped"
  | "frame-delivered"
  | "frame-offered"
  | "handler-entered"
  | "retired"
  | "any-event";

export type SeekTarget =
  | { readonly kind: "cycle"; readonly cycle: number }
  | { readonly kind: "next"; readonly stop: StopKind }
  | { readonly kind: "previous"; readonly stop: StopKind }
  /** Asks for the next (or previous) cycle in which a breakpoint with this condition would stop. */
  | { readonly kind: "condition"; readonly condition: string; readonly direction: 1 | -1 };

export type Request =
  /** Build a machine from a scenario that parseScenario has accepted. The page calls it, so the worker needs no
   * validator, and the core checks again. After an error the previous machine stays. `warmUpCycles` are not counted. */
  | { readonly kind: "load"; readonly scenario: Scenario; readonly warmUpCycles?: number }
  /** Let the frontier run as fast as it can to the scenario's runCycles (true), or stop it. */
  | { readonly kind: "run-ahead"; readonly on: boolean }
  /** Move the playhead. The answer is the view of the machine there. May extend the frontier. */
  | {
      readonly kind: "seek";
      readonly from: number;
      readonly target: SeekTarget;
      /** The answer includes the events of a short distance from there. */
      readonly tellsWay?: boolean;
    }
  /** Timeline data for [from, to) in about `columns` pixels. The answer has exact spans if the window is small enough.
   * Its columns are whole cycles wide, so its range may be slightly wider than requested. */
  | {
      readonly kind: "window";
      readonly from: number;
      readonly to: number;
      readonly columns: number;
      /** The view does not move, so a sharper answer may take longer. */
      readonly patient: boolean;
    }
  /** Data of the whole-run strip: fill and drops, `columns` pixels over [0, end). */
  /** `coarse`: with all tracks, to draw until finer data arrive. */
  | {
      readonly kind: "overview";
      readonly columns: number;
      readonly end: number;
      readonly coarse?: boolean;
    }
  /** Pipeline rows (instruction x cycle) of instructions that are in the machine in [from, to). */
  | { readonly kind: "rows"; readonly from: number; readonly to: number }
  /** Counters, histograms and hash at the cycle, to which the engine runs again if it is before the frontier.
   * `isMeasured` adds the data for measures. */
  | { readonly kind: "metrics"; readonly cycle: number; readonly isMeasured?: boolean }
  /** Metrics at the end of the run, once it has been reached. The reply is the same as for metrics. */
  | { readonly kind: "end" }
  /** Counters at both ends of [from, to). */
  | { readonly kind: "range"; readonly from: number; readonly to: number }
  /** Follows a packet or an interrupt through its whole life. */
  | ({ readonly kind: "follow" } & FollowRequest)
  /** Why a packet was lost or late, an interrupt late, a press lost. */
  | { readonly kind: "why"; readonly target: WhyTarget }
  /** Look for cycles in which these conditions of breakpoints become true, from cycle 0 to the frontier; [] = none.
   * Replaces the previous conditions. */
  | { readonly kind: "watch"; readonly revision: number; readonly conditions: readonly string[] }
  /** Cancel the request with this id if it has not ended. It then answers "cancelled". */
  | { readonly kind: "cancel"; readonly request: number }
  /** Asks whether the worker is alive. It answers even before its engine is ready. */
  | { readonly kind: "ping" };
/** Questions about the present machine. The engine answers one of each kind at a time. */
export type QueryKind =
  | "seek"
  | "window"
  | "overview"
  | "rows"
  | "metrics"
  | "end"
  | "follow"
  | "range"
  | "why";

/** True for requests that the studies of the engine answer. That module is loaded late. */
export function needsStudies(request: Request): boolean {
  switch (request.kind) {
    case "load":
      return (request.warmUpCycles ?? 0) > 0 || showsThreads(request.scenario);
    case "metrics":
      return request.isMeasured === true;
    case "seek":
      return request.target.kind === "condition";
    default:
      return ["watch", "follow", "range", "why"].includes(request.kind);
  }
}

/** True for machines whose programs must be read first. */
export function needsProgramTools(request: Request): boolean {
  return request.kind === "load" && hasPrograms(request.scenario);
}

export type RequestEnvelope = Request & { readonly id: number; readonly generation: Generation };
export type QueryEnvelope = Extract<RequestEnvelope, { readonly kind: QueryKind }>;

export type * from "./machineView.ts";

/** Lane data. `spans` when exact, else `columns` (shares). All arrays are columnar and transferred. */
export interface TimelineWindow {
  readonly from: number;
  readonly to: number;
  /** Cycles from this one on had not been simulated when the answer was made. Columns there are empty. */
  readonly knownTo: number;
  /** Number of pixel columns in every per-column array. Column i covers [from + i * (to - from) / columns, ...). */
  readonly columns: number;
  readonly exact: boolean;
  /** True if columns are wider than requested, so that the answer comes at once. A patient request gives finer ones. */
  readonly refinable: boolean;
  readonly lanes: readonly LaneData[];
  /** One entry for each thread, if threads of the machine compete (showsThreads). Undefined if the window is too wide,
   * or if the request did not ask for threads. */
  readonly threads?: readonly ThreadData[] | undefined;
  readonly rxFill: readonly FillData[];
  readonly txFill: readonly FillData[];
  readonly queueFill: readonly FillData[];
  readonly losses: LossesData;
  /** All devices, both directions. */
  readonly offered: FrameCounts;
  readonly delivered: FrameCounts;
  /** Interrupt line asserted (hollow circle) .. handler entered (triangle). */
  readonly interrupts: InterruptData;
  /** Lines of the interrupt controller. */
  readonly lines: readonly LineData[];
  /** Series of the core that no other field contains, as a value for each cycle of the column. */
  readonly series: SeriesData;
  /** Share of each column's cycles in which the cores' own transactions held the bus. Undefined if the memory system is
   * not described, because they are not counted separately then. */
  readonly coreBus: Float32Array | undefined;
  /** Misses per cycle and column, by core. Undefined for a cache that does not exist. */
  readonly misses: readonly MissData[];
  /** Instructions per cycle, for each column. NaN if only timed layers ran. */
  readonly ipc: Float32Array;
}

/** Series that columnWindow.ts reads by name. Each has its own field in the window. */
export type ReadByName =
  | "context-layer"
  | "context-stall"
  | "context-ready"
  | "context-entry"
  | "rx-fill"
  | "tx-fill"
  | "queue-fill"
  | "offered"
  | "delivered"
  | "dropped"
  | "tx-dropped"
  | "queue-dropped"
  | "software-dropped"
  | "asserted"
  | "entered"
  | "instructions"
  | "detailed"
  | "misses"
  | "bus";

/** All other series, by kind and by the number `a` of the core's series (sim_track_kind in sim_layout.def). */
export type SeriesData = Readonly<
  Partial<Record<Exclude<SimTrackKind, ReadByName>, Readonly<Record<number, Float32Array>>>>
>;

/** Cycle offsets are relative to the window's `from`. */
export interface LaneData {
  readonly context: number;
  readonly spans: LaneSpans | undefined;
  readonly shares: LaneShares | undefined;
  /** For each column, with spans and shares alike: share of its cycles that running work lost to stalls. */
  readonly stall: Float32Array;
}
export interface LaneSpans {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly layer: Uint8Array; // sim_layer, or ENTRY_LAYER
  readonly runState: Uint8Array; // sim_run_state
  readonly thread: Uint8Array; // 255 = none
}
/** Fractions of the column's cycles. `layers` is columns × LAYER_COUNT, row-major by column: share of
 * column c spent running layer l = layers[c * LAYER_COUNT + l]. */
export interface LaneShares {
  readonly layers: Float32Array;
  readonly ready: Float32Array;
}
/** Activity of a thread: `spans` if the window is exact, otherwise `shares`. */
export interface ThreadData {
  readonly spans: ThreadSpans | undefined;
  /** columns × THREAD_STATES.length, row-major by column: the fraction of the column's cycles in each state. */
  readonly shares: Float32Array | undefined;
  /** Ends of responses that exceeded the thread's deadline. */
  readonly late: MarkData;
}
export interface ThreadSpans {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly state: Uint8Array; // index in THREAD_STATES
  /** Lock or queue that it waits for; 255 = none. */
  readonly subject: Uint8Array;
}
/** Values for each column; minimum = maximum = mean if the level is constant. */
export interface FillData {
  readonly capacity: number;
  readonly minimum: Float32Array;
  readonly maximum: Float32Array;
  readonly mean: Float32Array;
}
/** Exact: one entry for each event. Otherwise one entry for each column with `count` > 0. */
export interface MarkData {
  readonly at: Float64Array;
  readonly count: Uint32Array;
}
/** Lost frames. */
export interface LossData extends MarkData {
  /** Bits of sim_drop_cause. */
  readonly causes: Uint8Array;
}
/** Losses by place. */
export interface LossesData {
  /** Losses by card, received and sent. */
  readonly rx: readonly LossData[];
  readonly tx: readonly LossData[];
  readonly queue: readonly LossData[];
  /** Filtered or abandoned, of all cards. */
  readonly software: LossData;
}
/** Totals of marks over the run. */
export interface FrameCounts extends MarkData {
  /** In [0, from). */
  readonly before: number;
}
interface InterruptData {
  readonly asserted: MarkData;
  readonly entered: MarkData;
  /** One record for each interrupt whose handler was entered, or that a hart took, within the window. Undefined if the
   * window is not exact. */
  readonly entries: EntryData | undefined;
  /** Exact windows of machines with harts. */
  readonly exceptions?: ExceptionData | undefined;
}
/** Exceptions of harts at the cycles in which they took effect. */
export interface ExceptionData {
  readonly at: Float64Array;
  readonly context: Uint8Array;
  readonly mcause: Uint8Array;
}
export interface LineData {
  readonly raised: MarkData;
  /** Only in exact windows. Undefined if only the number of interrupts is known. */
  readonly level: LineLevel | undefined;
}
/**
 * Periods in which a line is asserted, and the cycles at which its interrupts were recognised and its handler
 * returned.
 */
export interface LineLevel {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly recognised: Float64Array;
  readonly returned: Float64Array;
}
/** One entry for each interrupt: when it was raised (the offset is negative if that was before the window), and when
 * its handler was entered or a hart took it. */
export interface EntryData {
  readonly asserted: Float64Array;
  readonly entered: Float64Array;
  /** Only for harts. NaN if it was not answered in the window, or if a line starts the thread. Omitted if there is no
   * hart. */
  readonly answered?: Float64Array;
  /** sim_interrupt_source. Omitted if all interrupts come from lines. */
  readonly source?: Uint8Array;
  readonly context: Uint8Array;
  readonly thread: Uint8Array;
}
export interface MissData {
  readonly l1i: Float32Array | undefined;
  readonly l1d: Float32Array | undefined;
  readonly l2: Float32Array | undefined;
}

export interface PipelineRow {
  /** Offset from the window's `from`. Negative for rows that started before it. */
  readonly first: number;
  readonly end: number;
  /** Offset at which each stage was entered (same origin), or undefined. */
  readonly enter: readonly (number | undefined)[];
  readonly stall: readonly Cause[];
  readonly kind: RowKind;
  readonly context: number;
  readonly layer: Layer;
  readonly operation: Operation;
  readonly entryStep: number;
  readonly pc: number;
  /** Only for a program: text of the instruction. */
  readonly text?: string | undefined;
  readonly destination: number;
  readonly source1: number;
  readonly source2: number;
  readonly illustrative: boolean;
  readonly flushed: boolean;
  readonly nullified: boolean;
  readonly taken: boolean;
  readonly thread: number | undefined;
  readonly routine: number | undefined;
}

export type { FollowRequest, Journey, JourneyPart, Waypoint } from "../../lib/journeys/journey.ts";
export type { Distribution, PartMean } from "../../lib/metrics/distributions.ts";
export type { DirectionMetrics, Metrics } from "../../lib/metrics/metrics.ts";

/** Whole-run strip over [0, end) in equal columns. */
export interface Overview {
  /** The end of the run, or beyond it by less than a column. */
  readonly end: number;
  readonly knownTo: number;
  readonly rxFill: FillData;
  readonly drops: MarkData;
  /** The whole run in these columns, if it was requested. */
  readonly coarse?: TimelineWindow | undefined;
}

/** Pipeline rows over [from, to). `complete` is false if the recorder was full. */
export interface RowsWindow {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly PipelineRow[];
  readonly complete: boolean;
}

/** Progress of the frontier. cyclesPerSecond is 0 while it does not run. */
export interface Progress {
  readonly frontier: number;
  readonly endCycle: number;
  readonly cyclesPerSecond: number;
}

export interface Counted {
  /** Metrics after the warm-up. Omitted if the run has no warm-up, or if it has not ended at this cycle. */
  readonly counted?: Metrics;
  /** Data for measures, if requested; also after the warm-up. Omitted if the warm-up has not ended. */
  readonly measured?: Measured;
}

/** Results of the run up to a cycle. */
export interface Reading extends Counted {
  /** Results since cycle 0, including the warm-up. Marks and latencies by source exclude the warm-up. */
  readonly metrics: Metrics;
}

export interface RangeEnds {
  readonly before: Metrics;
  readonly after: Metrics;
}

/** Cycles in which conditions became true. The machine stops right after such a cycle. */
export interface WatchReport {
  /** Hits in (from, to]. 0 if there was no earlier report. */
  readonly from: number;
  readonly to: number;
  /** Conditions in the order of the request. */
  readonly conditions: readonly {
    readonly hits: Float64Array;
    /** Reason why the condition cannot be watched for. */
    readonly refused: string | undefined;
    /** There are too many hits. The search stops at this cycle. */
    readonly fullAtCycle: number | undefined;
  }[];
}

export interface EngineError {
  /** core-refused: the core refused it, or it is too big for this computer. missing-part: a script that this machine
   * needs could not be loaded. engine-fault: a fault of the program; the machine has been rebuilt and runs up to
   * `cycle`. */
  readonly code: "core-refused" | "missing-part" | "engine-fault";
  readonly message: string;
  readonly field?: string;
  readonly cycle?: number;
  /** State hash at lastGoodCycle, the last keyframe before the fault. */
  readonly lastGoodHash?: string;
  readonly lastGoodCycle?: number;
}

export interface LoadedMachine {
  readonly endCycle: number;
  /** sim_version of the core. */
  readonly modelVersion?: string;
}

export type Reply =
  | ({ readonly kind: "loaded" } & LoadedMachine)
  /** Sent without a request (id 0) while the frontier moves, at most 20 times a second. */
  | ({ readonly kind: "progress" } & Progress)
  /** Sent without a request (id 0) while conditions are watched. `revision`: the revision of the request. */
  | { readonly kind: "watched"; readonly revision: number; readonly report: WatchReport }
  /** `found` is false if there is no such event. The view then shows the request's `from`. */
  | {
      readonly kind: "at";
      readonly view: MachineView;
      readonly found: boolean;
      /** Events from the request's `from` to the view, in order. Undefined if they were not requested, or if the
       * distance is too long. */
      readonly passed?: readonly MachineEvent[] | undefined;
    }
  | { readonly kind: "window"; readonly window: TimelineWindow }
  | { readonly kind: "overview"; readonly overview: Overview }
  | { readonly kind: "rows"; readonly rows: RowsWindow }
  | ({ readonly kind: "metrics" } & Reading)
  | ({ readonly kind: "range" } & RangeEnds)
  /** Undefined if there is no such packet or interrupt in that direction. */
  | { readonly kind: "journey"; readonly journey: Journey | undefined }
  | { readonly kind: "why"; readonly why: Why | undefined }
  /** The request was cancelled, or a newer one of its kind replaced it. */
  | { readonly kind: "cancelled" }
  /** Answer to run-ahead and watch requests. */
  | { readonly kind: "done" }
  | { readonly kind: "pong" }
  /** Sent with id 0 when the fault belongs to no request (the frontier failed). */
  | { readonly kind: "error"; readonly error: EngineError };

export type ReplyEnvelope = Reply & { readonly id: number; readonly generation: Generation };

/** Most columns of one answer. A wider request gets wider columns. */
export const COLUMN_LIMIT = 8192;

/** The entry of the hardware, numbered after sim_layer. */
export const ENTRY_LAYER = 7;
/** The width of LaneShares.layers. */
export const LAYER_COUNT = 8;

/** absent: a handler without a request. entry: the hardware enters it. save: its registers are saved or restored.
 * ready: it could run, but another thread does. masked: its interrupt line is asserted but masked. The other states
 * name what the thread waits for: room in a queue, or a thread that raises it. */
export const THREAD_STATES = [
  "absent",
  "running",
  "entry",
  "save",
  "ready",
  "lock",
  "packet",
  "room",
  "time",
  "raise",
  "device",
  "masked",
] as const;
export type ThreadState = (typeof THREAD_STATES)[number];
