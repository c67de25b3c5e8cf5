/** Small specs with round numbers: plot from x = 120 to 620, one cycle a pixel unless told otherwise. */
import { sim_drop_cause } from "../../../core-wasm/binding/layout.gen.ts";
import type {
  Cause,
  FillData,
  LaneData,
  LossesData,
  PipelineRow,
  TimelineWindow,
} from "../../../web/engine/protocol.ts";
import { LAYER_COUNT } from "../../../web/engine/protocol.ts";
import type { MachineLabels, TimelineSpec, TimelineTheme } from "../../../web/timeline/spec.ts";
import type { StripSource } from "../../../web/timeline/strips.ts";

export const LAYER = { idle: 0, app: 1, syscall: 2, isr: 3, proto: 4, copy: 5, save: 6 } as const;
export const STATE = { waiting: 0, ready: 1, running: 2, entering: 3, saving: 4, restoring: 5 } as const;

const LAYER_COLORS = ["idle", "app", "syscall", "isr", "proto", "copy", "save", "entry"];

export const theme: TimelineTheme = {
  surface: "surface",
  sunk: "sunk",
  line: "line",
  line2: "line2",
  edge: "edge",
  ink: "ink",
  ink2: "ink2",
  ink3: "ink3",
  accent: "accent",
  accentSoft: "accentSoft",
  onAccent: "onAccent",
  drop: "drop",
  idle: "idle",
  stall: "stall",
  onLayer: "onLayer",
  layers: LAYER_COLORS,
  tint: 0.1,
  fontUi: "ui",
  fontMono: "mono",
  textScale: 1,
  hatch: { over: "hatch-over", layers: LAYER_COLORS.map((name) => `hatch-${name}`) },
};

export const machine: MachineLabels = {
  clockHertz: 1_000_000_000,
  endCycle: 10_000,
  contexts: [
    { context: 0, core: 0, name: "C1", priority: 3 },
    { context: 1, core: 0, name: "C2", priority: 1 },
  ],
  cpus: 1,
  cores: 1,
  lines: ["eth0"],
  nics: ["eth0"],
  timers: [],
  disks: [],
  buttons: [],
  consoles: [],
  hasCaches: false,
  coresOnBus: false,
  queues: [],
  threads: [
    { name: "loop", layer: LAYER.app, priority: 3, start: "always", contexts: [0] },
    { name: "handler", layer: LAYER.isr, priority: 1, start: "line", contexts: [0, 1] },
  ],
  showsThreads: false,
  locks: [],
  routines: ["body"],
  stages: ["IF", "ID", "EX", "MEM", "WB"],
  executeStage: 2,
  sends: false,
  letsGo: false,
  retires: true,
};

export interface SpanSketch {
  readonly from: number;
  readonly to: number;
  readonly layer: number;
  readonly state?: number;
  readonly thread?: number;
}

export function lane(context: number, spans: readonly SpanSketch[]): LaneData {
  return {
    context,
    shares: undefined,
    stall: new Float32Array(10),
    spans: {
      start: Float64Array.from(spans, (span) => span.from),
      end: Float64Array.from(spans, (span) => span.to),
      layer: Uint8Array.from(spans, (span) => span.layer),
      runState: Uint8Array.from(spans, (span) => span.state ?? STATE.running),
      thread: Uint8Array.from(spans, (span) => span.thread ?? 255),
    },
  };
}

/** Per column: the share of each named layer. The rest is idle. */
export function sharedLane(
  context: number,
  columns: readonly (Partial<Record<keyof typeof LAYER, number>> & { readonly stall?: number })[],
): LaneData {
  const layers = new Float32Array(columns.length * LAYER_COUNT);
  columns.forEach((column, c) => {
    for (const [name, layer] of Object.entries(LAYER))
      layers[c * LAYER_COUNT + layer] = column[name as keyof typeof LAYER] ?? 0;
  });
  return {
    context,
    spans: undefined,
    stall: Float32Array.from(columns, (column) => column.stall ?? 0),
    shares: {
      layers,
      ready: new Float32Array(columns.length),
    },
  };
}

export function fill(capacity: number, values: readonly number[]): FillData {
  const levels = Float32Array.from(values);
  return { capacity, minimum: levels, maximum: levels, mean: levels };
}

/** Exact data, 500 cycles from cycle 1000, ten columns. Nothing happens unless the test sets it. */
export function makeWindow(change: Partial<TimelineWindow> = {}): TimelineWindow {
  const none = { at: new Float64Array(0), count: new Uint32Array(0) };
  return {
    from: 1000,
    to: 1500,
    knownTo: 1500,
    columns: 10,
    exact: true,
    refinable: false,
    lanes: [lane(0, []), lane(1, [])],
    rxFill: [fill(4, new Array<number>(10).fill(0))],
    txFill: [fill(4, new Array<number>(10).fill(0))],
    queueFill: [],
    losses: { rx: [], tx: [], queue: [], software: { ...none, causes: new Uint8Array(0) } },
    offered: { ...none, before: 0 },
    delivered: { ...none, before: 0 },
    lines: [],
    interrupts: {
      asserted: none,
      entered: none,
      entries: {
        asserted: new Float64Array(0),
        entered: new Float64Array(0),
        context: new Uint8Array(0),
        thread: new Uint8Array(0),
      },
    },
    series: { dma: { 0: new Float32Array(10) } },
    coreBus: undefined,
    misses: [],
    ipc: new Float32Array(10).fill(Number.NaN),
    ...change,
  };
}

export function marks(...at: readonly number[]) {
  return { at: Float64Array.from(at), count: new Uint32Array(at.length).fill(1) };
}

/** Lost there because it was full. */
export function lost(track: "rx" | "queue", ...at: readonly number[]): LossesData {
  const none = { ...marks(), causes: new Uint8Array(0) };
  const cause = track === "rx" ? sim_drop_cause["rx-ring-full"] : sim_drop_cause["queue-full"];
  const some = { ...marks(...at), causes: new Uint8Array(at.length).fill(1 << cause) };
  return { rx: [none], tx: [none], queue: [none], software: none, [track]: [some] };
}

export function makeSpec(change: Partial<TimelineSpec> = {}): TimelineSpec {
  return {
    size: { widthPx: 640, heightPx: 300, devicePixelRatio: 1 },
    frame: { padPx: 20, gutterPx: 100, pipelineGutterPx: 200, textScale: 1, parts: "all" },
    theme,
    machine,
    viewport: { startCycle: 1000, cyclesPerPx: 1, widthPx: 500 },
    frontier: machine.endCycle,
    window: makeWindow(),
    overview: undefined,
    rows: undefined,
    scrollTopPx: 0,
    playheadCycle: 1100,
    view: undefined,
    hover: undefined,
    focus: undefined,
    ...change,
  };
}

const BUSY: readonly Cause[] = ["busy", "busy", "busy", "busy", "busy"];

export function makeRow(change: Partial<PipelineRow> = {}): PipelineRow {
  return {
    first: 0,
    end: 5,
    enter: [0, 1, 2, 3, 4],
    stall: BUSY,
    kind: "instruction",
    context: 0,
    thread: 0,
    layer: "application",
    operation: "alu",
    entryStep: 0,
    pc: 0x100,
    destination: 1,
    source1: 2,
    source2: 3,
    illustrative: false,
    flushed: false,
    nullified: false,
    taken: false,
    routine: 0,
    ...change,
  };
}

/** Pictures are only named, because the recorder does not look at them. */
export const anyStrip: StripSource = { tile: () => ({}) as CanvasImageSource, pixel: () => 1 };
