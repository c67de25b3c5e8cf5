/** Messages between the page and the simulation worker. Every reply echoes `id` and `generation`;
 * a reply of an older generation is dropped. Cycles are numbers, asserted below 2^53. */
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

/** Kinds that "run to" and "step event" stop at; names of sim_event_kind. */
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
  /** The next (or previous) cycle in which a breakpoint with this condition would stop. */
  | { readonly kind: "condition"; readonly condition: string; readonly direction: 1 | -1 };

export type Request =
  /** Build a machine from a scenario that parseScenario has let through: the page asks it, the worker goes without
   * the validator, the core checks again. On error the machine that was there stays. `warmUpCycles`: left out of what is counted. */
  | { readonly kind: "load"; readonly scenario: Scenario; readonly warmUpCycles?: number }
  /** Let the frontier run as fast as it can up to the scenario's runCycles (true) or hold it. */
  | { readonly kind: "run-ahead"; readonly on: boolean }
  /** Move the playhead: answers with the picture of the machine there. May extend the frontier. */
  | {
      readonly kind: "seek";
      readonly from: number;
      readonly target: SeekTarget;
      /** With what happened on a short way from there. */
      readonly tellsWay?: boolean;
    }
  /** Timeline data for [from, to) in about `columns` pixels. Exact spans when the window is small enough;
   * the answer has columns of whole cycles, so its range may be a little wider than what was asked for. */
  | {
      readonly kind: "window";
      readonly from: number;
      readonly to: number;
      readonly columns: number;
      /** The page stands still: a sharper answer may take longer. */
      readonly patient: boolean;
    }
  /** Whole-run strip: fill and drops, `columns` pixels over [0, end). */
  /** `coarse`: with all tracks, to be drawn until finer data come. */
  | {
      readonly kind: "overview";
      readonly columns: number;
      readonly end: number;
      readonly coarse?: boolean;
    }
  /** Pipeline rows (instruction x cycle) that are in the machine in [from, to). */
  | { readonly kind: "rows"; readonly from: number; readonly to: number }
  /** Counters, histograms and hash at the cycle (re-executed when it is behind the frontier). `isMeasured`: with what
   * measures are computed of. */
  | { readonly kind: "metrics"; readonly cycle: number; readonly isMeasured?: boolean }
  /** Those at the end of the run, once it is there; answered as metrics. */
  | { readonly kind: "end" }
  /** Counters at both ends of [from, to). */
  | { readonly kind: "range"; readonly from: number; readonly to: number }
  /** A packet or an interrupt through its whole life. */
  | ({ readonly kind: "follow" } & FollowRequest)
  /** Why a packet was lost or late, an interrupt late, a press lost. */
  | { readonly kind: "why"; readonly target: WhyTarget }
  /** Look where these conditions of breakpoints come true, from cycle 0 to the frontier; [] = for none. Replaces
   * what was watched for before. */
  | { readonly kind: "watch"; readonly revision: number; readonly conditions: readonly string[] }
  /** Give up the request with this id if it is still under way; it answers "cancelled". */
  | { readonly kind: "cancel"; readonly request: number }
  /** Is the worker there? It answers also before its engine is. */
  | { readonly kind: "ping" };
/** Questions about the machine that runs; one of a kind is answered at a time. */
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

/** Requests that the engine's studies answer; that module is loaded late. */
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

/** Machines whose programs have to be read first. */
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
  /** Cycles at and after this one had not been simulated when the answer was made; columns there are empty. */
  readonly knownTo: number;
  /** Pixel columns of every per-column array; column i covers [from + i * (to - from) / columns, ...). */
  readonly columns: number;
  readonly exact: boolean;
  /** Columns are wider than asked for, to answer at once; a patient request gives finer ones. */
  readonly refinable: boolean;
  readonly lanes: readonly LaneData[];
  /** By thread, in machines whose threads compete (showsThreads); undefined: not known in a window so wide, or not asked. */
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
  /** By line of the interrupt controller. */
  readonly lines: readonly LineData[];
  /** Series of the core that no other field tells: for each cycle of the column. */
  readonly series: SeriesData;
  /** Share of each column's cycles in which the cores' own transactions held the bus; without a memory system described they are not told apart. */
  readonly coreBus: Float32Array | undefined;
  /** Misses per cycle and column, by core; of a cache that there is not, undefined. */
  readonly misses: readonly MissData[];
  /** Instructions per cycle, per column; NaN where only timed layers ran. */
  readonly ipc: Float32Array;
}

/** Series that columnWindow.ts reads by name: each of them has a field of its own in the window. */
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
  /** Per column, with spans and shares alike: share of its cycles that running work lost to stalls. */
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
/** What a thread does: `spans` when exact, else `shares`. */
export interface ThreadData {
  readonly spans: ThreadSpans | undefined;
  /** columns × THREAD_STATES.length, row-major by column: the fraction of the column's cycles in each state. */
  readonly shares: Float32Array | undefined;
  /** Where a response ended that was longer than the thread's deadline. */
  readonly late: MarkData;
}
export interface ThreadSpans {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly state: Uint8Array; // index in THREAD_STATES
  /** Lock or queue that it waits for; 255 = none. */
  readonly subject: Uint8Array;
}
/** Per column; minimum = maximum = mean where constant. */
export interface FillData {
  readonly capacity: number;
  readonly minimum: Float32Array;
  readonly maximum: Float32Array;
  readonly mean: Float32Array;
}
/** Exact: one entry an event. Else one entry a column that has any, `count` > 0. */
export interface MarkData {
  readonly at: Float64Array;
  readonly count: Uint32Array;
}
/** Lost frames. */
export interface LossData extends MarkData {
  /** Bits of sim_drop_cause. */
  readonly causes: Uint8Array;
}
/** By where they were lost. */
export interface LossesData {
  /** On their way in and out, by card. */
  readonly rx: readonly LossData[];
  readonly tx: readonly LossData[];
  readonly queue: readonly LossData[];
  /** Filtered or abandoned, of all cards. */
  readonly software: LossData;
}
/** Marks that add up over the run. */
export interface FrameCounts extends MarkData {
  /** In [0, from). */
  readonly before: number;
}
interface InterruptData {
  readonly asserted: MarkData;
  readonly entered: MarkData;
  /** Exact windows: the entries of interrupts whose handler was entered, or that a hart took, in the window. */
  readonly entries: EntryData | undefined;
  /** Exact windows of machines with harts. */
  readonly exceptions?: ExceptionData | undefined;
}
/** Of harts, as they took effect. */
export interface ExceptionData {
  readonly at: Float64Array;
  readonly context: Uint8Array;
  readonly mcause: Uint8Array;
}
export interface LineData {
  readonly raised: MarkData;
  /** Exact windows; undefined: it is only known how often it was raised. */
  readonly level: LineLevel | undefined;
}
/** Stretches in which a line is up, and where its interrupts were recognised and its handler returned. */
export interface LineLevel {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly recognised: Float64Array;
  readonly returned: Float64Array;
}
/** One interrupt each: raised (offset may be before the window, so negative), and handler entered or taken by a hart. */
export interface EntryData {
  readonly asserted: Float64Array;
  readonly entered: Float64Array;
  /** Of harts; NaN: not in the window, or of a thread that a line starts. Left out: of no hart. */
  readonly answered?: Float64Array;
  /** sim_interrupt_source; left out: all of lines. */
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
  /** Offset from the window's from; may be negative for rows already in flight. */
  readonly first: number;
  readonly end: number;
  /** Per stage: offset at which it was entered (same origin), or undefined. */
  readonly enter: readonly (number | undefined)[];
  readonly stall: readonly Cause[];
  readonly kind: RowKind;
  readonly context: number;
  readonly layer: Layer;
  readonly operation: Operation;
  readonly entryStep: number;
  readonly pc: number;
  /** Of a program: the instruction itself. */
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
  /** At or beyond the end of the run, by less than a column. */
  readonly end: number;
  readonly knownTo: number;
  readonly rxFill: FillData;
  readonly drops: MarkData;
  /** The whole run in these columns, where it was asked for. */
  readonly coarse?: TimelineWindow | undefined;
}

/** Pipeline rows over [from, to); `complete` is false when the recorder was full. */
export interface RowsWindow {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly PipelineRow[];
  readonly complete: boolean;
}

/** What the frontier does. cyclesPerSecond is 0 when it stands. */
export interface Progress {
  readonly frontier: number;
  readonly endCycle: number;
  readonly cyclesPerSecond: number;
}

export interface Counted {
  /** Behind the warm-up alone; left out: the run has none, or it is not over at this cycle. */
  readonly counted?: Metrics;
  /** What measures are computed of, where it was asked for: behind the warm-up, too; left out: it is not over. */
  readonly measured?: Measured;
}

/** What the run did up to a cycle. */
export interface Reading extends Counted {
  /** From cycle 0 on, whatever the warm-up; marks and what is told apart are those behind it. */
  readonly metrics: Metrics;
}

export interface RangeEnds {
  readonly before: Metrics;
  readonly after: Metrics;
}

/** Where conditions came true: the machine stands right after a cycle in which one did. */
export interface WatchReport {
  /** Hits of (from, to]; 0: nothing was reported before. */
  readonly from: number;
  readonly to: number;
  /** In the order of the request. */
  readonly conditions: readonly {
    readonly hits: Float64Array;
    /** It cannot be watched for, and why. */
    readonly refused: string | undefined;
    /** There are too many: from this cycle on they are not looked for. */
    readonly fullAtCycle: number | undefined;
  }[];
}

export interface EngineError {
  /** core-refused: refused by the core, or too big for this host.
   * missing-part: a script that this machine needs could not be loaded.
   * engine-fault: a fault of the program; the machine has been rebuilt and runs up to `cycle`. */
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
  /** Sent unasked (id 0) while the frontier moves, at most 20 a second. */
  | ({ readonly kind: "progress" } & Progress)
  /** Sent unasked (id 0) while there is something to watch for; `revision` is the request's. */
  | { readonly kind: "watched"; readonly revision: number; readonly report: WatchReport }
  /** `found` is false when there is no such event: the view is then the one at the request's `from`. */
  | {
      readonly kind: "at";
      readonly view: MachineView;
      readonly found: boolean;
      /** From the request's `from` to the view, in the order in which it happened; undefined: not asked, or too far. */
      readonly passed?: readonly MachineEvent[] | undefined;
    }
  | { readonly kind: "window"; readonly window: TimelineWindow }
  | { readonly kind: "overview"; readonly overview: Overview }
  | { readonly kind: "rows"; readonly rows: RowsWindow }
  | ({ readonly kind: "metrics" } & Reading)
  | ({ readonly kind: "range" } & RangeEnds)
  /** undefined: there is no such packet or interrupt on that side. */
  | { readonly kind: "journey"; readonly journey: Journey | undefined }
  | { readonly kind: "why"; readonly why: Why | undefined }
  /** The request was given up: cancelled, or replaced by a newer one of its kind. */
  | { readonly kind: "cancelled" }
  /** run-ahead has been switched, or what is watched for. */
  | { readonly kind: "done" }
  | { readonly kind: "pong" }
  /** Sent with id 0 when the fault belongs to no request (the frontier failed). */
  | { readonly kind: "error"; readonly error: EngineError };

export type ReplyEnvelope = Reply & { readonly id: number; readonly generation: Generation };

/** Most columns of one answer; a wider question gets wider columns. */
export const COLUMN_LIMIT = 8192;

/** The entry of the hardware, behind the numbers of sim_layer. */
export const ENTRY_LAYER = 7;
/** The width of LaneShares.layers. */
export const LAYER_COUNT = 8;

/** absent: a handler that nothing has asked for. entry: the hardware enters it. save: its registers are saved or restored.
 * ready: it could run, and another thread does. masked: its interrupt line is raised, and masked. The others are what it
 * waits for: room in a queue, a thread that raises it. */
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
