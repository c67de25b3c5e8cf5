/** Messages between the page and the simulation worker. Every reply echoes `id` and `generation`;
 * a reply of an older generation is dropped. Cycles are numbers, asserted below 2^53. */
import type { Metrics } from "../../lib/metrics/metrics.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";

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
  | { readonly kind: "previous"; readonly stop: StopKind };

export type Request =
  /** Build a machine; on error the machine that was there stays. `trace` for traffic too big for JSON. */
  | { readonly kind: "load"; readonly scenario: Scenario }
  /** Let the frontier run as fast as it can up to the scenario's runCycles (true) or hold it. */
  | { readonly kind: "run-ahead"; readonly on: boolean }
  /** Move the playhead: answers with the picture of the machine there. May extend the frontier. */
  | { readonly kind: "seek"; readonly from: number; readonly target: SeekTarget }
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
  | { readonly kind: "overview"; readonly columns: number; readonly end: number }
  /** Pipeline rows (instruction x cycle) that are in the machine in [from, to). */
  | { readonly kind: "rows"; readonly from: number; readonly to: number }
  /** Counters, histograms and hash at the cycle (re-executed when it is behind the frontier). */
  | { readonly kind: "metrics"; readonly cycle: number }
  /** Give up the request with this id if it is still under way; it answers "cancelled". */
  | { readonly kind: "cancel"; readonly request: number };
/** Questions about the machine that runs; one of a kind is answered at a time. */
export type QueryKind = "seek" | "window" | "overview" | "rows" | "metrics";

export type RequestEnvelope = Request & { readonly id: number; readonly generation: Generation };
export type QueryEnvelope = Extract<RequestEnvelope, { readonly kind: QueryKind }>;

/** The machine at the end of cycle `cycle - 1`: decoded sim_view, names resolved by the page. */
export interface MachineView {
  readonly cycle: number;
  /** A core is one cpu; where contexts share the pipeline cycle by cycle each context is. */
  readonly cpus: readonly CpuView[];
  /** By core: an access waits for the bus. */
  readonly waitsForBus: readonly boolean[];
  readonly queueFill: readonly number[];
  readonly softPending: readonly number[];
  /** Who stands in a stage; one that is missing is a bubble. */
  readonly stages: readonly StageView[];
  /** Live activities, the running ones first. */
  readonly frames: readonly FrameView[];
  readonly nics: readonly NicView[];
  /** By line of the interrupt controller. */
  readonly lines: readonly LineView[];
}

export interface CpuView {
  readonly activeContext: number;
  readonly running: boolean;
  /** 0 = no entry under way; else index into sim_entry_step. */
  readonly entryStep: number;
  readonly entryThread: number | undefined;
  readonly entryStepCyclesDone: number;
  /** Cycles that each finished step of the present (or last) entry took; [0] = drain. */
  readonly entryTaken: readonly number[];
}

export interface StageView {
  /** From fetch on. Where contexts share the pipeline each has the stages before EX for itself. */
  readonly stage: number;
  /** Of the back end: several instructions issue in a cycle. */
  readonly lane: number;
  readonly rowKind: RowKind;
  readonly operation: Operation;
  /** For rowKind "entry-step": index into sim_entry_step. */
  readonly entryStep: number;
  readonly pc: number;
  readonly destination: number;
  readonly source1: number;
  readonly source2: number;
  readonly context: number;
  readonly layer: Layer;
  /** Why it will stand still in the next cycle; "busy": it moves on; "branch": a taken one flushes it. */
  readonly stall: Cause;
  readonly illustrative: boolean;
  readonly flushed: boolean;
  readonly nullified: boolean;
  readonly routine: number | undefined;
}

export interface FrameView {
  readonly thread: number;
  readonly layer: Layer;
  readonly runState: RunState;
  readonly priority: number;
  readonly inMemory: boolean;
  readonly interruptsEnabled: boolean;
  readonly context: number;
  readonly step: number;
  readonly pc: number;
  readonly packet: number | undefined;
  readonly routineDone: number;
  readonly routineBudget: number;
}

export interface LineView {
  readonly pending: boolean;
  readonly masked: boolean;
  /** undefined: the line is clear. */
  readonly assertedSinceCycle: number | undefined;
}

export interface NicView {
  readonly nextArrivalCycle: number | undefined;
  readonly dma:
    | {
        readonly packet: number;
        readonly bytesDone: number;
        readonly bytes: number;
        readonly direction: Direction;
      }
    | undefined;
  /** Of all rings together. */
  readonly rxFill: number;
  readonly rings: readonly RingView[];
  readonly txFill: number;
  /** On the card: frames that wait for a ring slot. */
  readonly fifo: { readonly frames: number; readonly bytes: number };
  /** Flow control: since when the sender is held; undefined: it is not. */
  readonly pausedSinceCycle: number | undefined;
  readonly wireRxBusy: boolean;
  readonly wireTxBusy: boolean;
  readonly dropped: number;
  readonly offered: number;
  readonly delivered: number;
}

export interface RingView {
  readonly fill: number;
  /** SIM_NIC_STATUS_* bits. */
  readonly status: number;
}

export type Layer =
  | "idle"
  | "application"
  | "system-call"
  | "driver-isr"
  | "protocol"
  | "kernel-copy"
  | "save-restore";
export type Cause =
  | "busy"
  | "fill"
  | "load-use"
  | "branch"
  | "multiply"
  | "memory"
  | "bus"
  | "drain"
  | "entry"
  | "save"
  | "restore"
  | "ready"
  | "waiting"
  | "fetch-miss"
  | "data-miss";
export type Operation = "none" | "alu" | "load" | "store" | "branch" | "multiply";
export type RowKind = "instruction" | "entry-step" | "save" | "restore";
export type RunState = "waiting" | "ready" | "running" | "entering" | "saving" | "restoring";
export type Direction = "receive" | "send";

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
  readonly rxFill: readonly FillData[];
  readonly txFill: readonly FillData[];
  readonly queueFill: readonly FillData[];
  readonly drops: MarkData;
  /** Interrupt line asserted (hollow circle) .. handler entered (triangle). */
  readonly interrupts: InterruptData;
  /** DMA bus share per column 0..1, or spans when exact. */
  readonly dma: SpanData | ShareData;
  /** Instructions per cycle, per column; NaN where only timed layers ran. */
  readonly ipc: Float32Array;
}

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
  readonly layer: Uint8Array; // sim_layer
  readonly runState: Uint8Array; // sim_run_state
  readonly thread: Uint8Array; // 255 = none
}
/** Fractions of the column's cycles. `layers` is columns × LAYER_COUNT, row-major by column: share of
 * column c spent running layer l = layers[c * LAYER_COUNT + l]. */
export interface LaneShares {
  readonly layers: Float32Array;
  readonly ready: Float32Array;
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
export interface InterruptData {
  readonly asserted: MarkData;
  readonly entered: MarkData;
  /** Exact windows: the entries of line interrupts whose handler was entered in the window. */
  readonly entries: EntryData | undefined;
}
/** One line interrupt each: raised (offset may be before the window, so negative) and handler entered. */
export interface EntryData {
  readonly asserted: Float64Array;
  readonly entered: Float64Array;
  readonly context: Uint8Array;
  readonly thread: Uint8Array;
}
export interface SpanData {
  readonly kind: "spans";
  readonly start: Float64Array;
  readonly end: Float64Array;
}
export interface ShareData {
  readonly kind: "shares";
  readonly share: Float32Array;
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

export type {
  DirectionMetrics,
  Distribution,
  Metrics,
  PartMean,
} from "../../lib/metrics/metrics.ts";

/** Whole-run strip over [0, end) in equal columns. */
export interface Overview {
  /** At or beyond the end of the run, by less than a column. */
  readonly end: number;
  readonly knownTo: number;
  readonly rxFill: FillData;
  readonly drops: MarkData;
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

export interface EngineError {
  /** bad-scenario: refused by the schema. core-refused: refused by the core, or too big for this host.
   * engine-fault: a fault of the program; the machine has been rebuilt and runs up to `cycle`. */
  readonly code: "bad-scenario" | "core-refused" | "engine-fault";
  readonly message: string;
  readonly field?: string;
  readonly cycle?: number;
  /** State hash at lastGoodCycle, the last keyframe before the fault. */
  readonly lastGoodHash?: string;
  readonly lastGoodCycle?: number;
}

export type Reply =
  | { readonly kind: "loaded"; readonly endCycle: number }
  /** Sent unasked (id 0) while the frontier moves, at most 20 a second. */
  | ({ readonly kind: "progress" } & Progress)
  /** `found` is false when there is no such event: the view is then the one at the request's `from`. */
  | { readonly kind: "at"; readonly view: MachineView; readonly found: boolean }
  | { readonly kind: "window"; readonly window: TimelineWindow }
  | { readonly kind: "overview"; readonly overview: Overview }
  | { readonly kind: "rows"; readonly rows: RowsWindow }
  | { readonly kind: "metrics"; readonly metrics: Metrics }
  /** The request was given up: cancelled, or replaced by a newer one of its kind. */
  | { readonly kind: "cancelled" }
  /** run-ahead has been switched. */
  | { readonly kind: "done" }
  /** Sent with id 0 when the fault belongs to no request (the frontier failed). */
  | { readonly kind: "error"; readonly error: EngineError };

export type ReplyEnvelope = Reply & { readonly id: number; readonly generation: Generation };

/** Most columns of one answer; a wider question gets wider columns. */
export const COLUMN_LIMIT = 8192;

/** Length of sim_layer: the width of LaneShares.layers. */
export const LAYER_COUNT = 7;
