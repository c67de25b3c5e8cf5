/** Pictures of a machine for component logic tests: hand-made, not simulated. */
import type { DiskView } from "../../../../scenarios/devices/disk.ts";
import { byDeviceList } from "../../../../scenarios/devices/kinds.ts";
import { parseScenario } from "../../../../scenarios/read/parse.ts";
import type {
  CpuView,
  FrameView,
  LineView,
  MachineView,
  NicView,
  RingView,
  StageView,
} from "../../../../web/engine/protocol.ts";
import type { MachineInfo } from "../../../../web/simulate/stage/machineInfo.ts";

export function stage(over: Partial<StageView> = {}): StageView {
  return {
    stage: 0,
    lane: 0,
    rowKind: "instruction",
    operation: "alu",
    entryStep: 0,
    pc: 0x1000,
    destination: 5,
    source1: 5,
    source2: 7,
    context: 0,
    layer: "application",
    stall: "busy",
    illustrative: false,
    flushed: false,
    nullified: false,
    routine: 0,
    ...over,
  };
}

/** A pipeline from fetch onwards. Undefined is a bubble. */
export function inPipeline(...stages: readonly (Partial<StageView> | undefined)[]): readonly StageView[] {
  return stages.flatMap((over, index) => (over === undefined ? [] : [stage({ ...over, stage: index })]));
}

export function cpu(over: Partial<CpuView> = {}): CpuView {
  return {
    activeContext: 0,
    running: true,
    entryStep: 0,
    entryThread: undefined,
    entryStepCyclesDone: 0,
    entryTaken: [0, 0, 0, 0, 0, 0, 0],
    ...over,
  };
}

export function line(over: Partial<LineView> = {}): LineView {
  return { pending: false, masked: false, assertedSinceCycle: undefined, ...over };
}

export function frame(over: Partial<FrameView> = {}): FrameView {
  return {
    thread: 0,
    layer: "application",
    runState: "running",
    priority: 3,
    inMemory: false,
    interruptsEnabled: true,
    context: 0,
    step: 0,
    pc: 0x0004_11a0,
    packet: undefined,
    routineDone: 250,
    routineBudget: 1000,
    sliceLeft: 0,
    budgetLeft: 0,
    budgetCyclesLeft: 0,
    ...over,
  };
}

export function ring(over: Partial<RingView> = {}): RingView {
  return { fill: 0, status: 0, unsignalled: 0, asksAtCycle: undefined, heldBack: false, ...over };
}

export function disk(over: Partial<DiskView> = {}): DiskView {
  return {
    phase: "idle",
    seekUntilCycle: undefined,
    mediumUntilCycle: undefined,
    held: 0,
    done: 0,
    writes: false,
    bytes: 0,
    dmaBytesDone: 0,
    ...over,
  };
}

const NO_USE = { accesses: [], misses: [] };

/** Lists of devices of each kind, empty. */
export const NO_DEVICES = byDeviceList((): readonly never[] => []);

/** A machine without caches and devices. */
export const NO_MEMORY = {
  held: { rings: [], queues: [] },
  queueDropped: [],
  programDropped: [],
  ...NO_DEVICES,
  locks: [],
  bus: { holder: "nobody", freeAtCycle: 0, waiting: { receive: 0, send: 0 }, waitingDisks: 0 },
  coreStores: [{ stores: 0, tlbPages: 0, fills: { l1i: 0, l1d: 0 }, takenCounters: 0 }],
  caches: [],
  use: {
    caches: { l1i: NO_USE, l1d: NO_USE, l2: NO_USE },
    tlbAccesses: 0,
    tlbMisses: 0,
    branches: 0,
    mispredicted: 0,
  },
  saves: { count: 0, cycles: 0 },
} as const satisfies Partial<MachineView>;

export function nic(over: Partial<NicView> = {}): NicView {
  return {
    nextArrivalCycle: undefined,
    dma: undefined,
    rxFill: 0,
    rings: [ring()],
    txFill: 0,
    txBytes: 0,
    txBuffers: 0,
    fifo: { frames: 0, bytes: 0 },
    pausedSinceCycle: undefined,
    pauses: 0,
    pausedCycles: 0,
    merged: 0,
    wireRxBusy: false,
    wireTxBusy: false,
    dropped: 0,
    offered: 0,
    delivered: 0,
    ...over,
  };
}

export function view(over: Partial<MachineView> = {}): MachineView {
  return {
    cycle: 1000,
    cpus: [cpu()],
    waitsForBus: [false],
    queueFill: [],
    softPending: [0, 0, 0],
    stages: inPipeline({}, {}, {}, {}, {}),
    frames: [frame()],
    lines: [line()],
    ...NO_MEMORY,
    nics: [nic()],
    ...over,
  };
}

const EACH_FRAME = { frames: 1, absoluteNanoseconds: 0, packetNanoseconds: 0, throttleNanoseconds: 0 };

const described = parseScenario({ format: "irqscope-scenario", version: 1, name: "fixture", machine: {} });
if (!described.ok) throw new Error(JSON.stringify(described.errors));
const DESCRIBED = described.scenario;

export const FACTS: MachineInfo = {
  clockHertz: 200_000_000,
  policy: "on-event",
  interleaved: false,
  cores: { cores: 1, contexts: 3 },
  pipeline: { stages: ["IF", "ID", "EX", "MEM", "WB"], executeStage: 2, lanes: 1 },
  contextPriorities: [3, 1, 2],
  entryCycles: [0, 0, 1, 1, 1, 1, 1, 1],
  save: undefined,
  ...NO_DEVICES,
  nics: [
    {
      name: "eth0",
      lineRateBitPerSecond: 100_000_000,
      receive: "ring",
      isOffered: true,
      rings: [{ frames: 8, line: 0, coalescing: EACH_FRAME }],
      txQueueFrames: 8,
      txQueueBytes: 0,
      txBuffers: 0,
      merges: false,
      flowControl: false,
      fifoBytes: 0,
    },
  ],
  lines: [{ name: "eth0", priority: 1, trigger: "level", contexts: [1] }],
  memory: { caches: [], storeBufferEntries: 0, tlbEntries: 0, predictorCounters: 0, queues: false },
  scheduler: undefined,
  described: DESCRIBED,
  queues: [],
  locks: [],
  threads: [
    {
      name: "application",
      layer: "application",
      priority: 3,
      contexts: [0],
      start: "always",
      budget: 0,
      budgetCycles: 0,
      steps: [{ label: "exec application loop", routine: 0 }],
    },
    {
      name: "Driver ISR",
      layer: "driver-isr",
      priority: 1,
      contexts: [1],
      start: "line",
      budget: 0,
      budgetCycles: 0,
      steps: [
        { label: "acknowledge rx", routine: undefined },
        { label: "exec Driver ISR (Rx done)", routine: 1 },
      ],
    },
    {
      name: "protocol",
      layer: "protocol",
      priority: 2,
      contexts: [2],
      start: "soft",
      budget: 0,
      budgetCycles: 0,
      steps: [{ label: "exec TCP/IP input", routine: 2 }],
    },
  ],
  routines: [
    { name: "application loop", unit: "cycles" },
    { name: "Driver ISR (Rx done)", unit: "cycles" },
    { name: "TCP/IP input", unit: "instructions" },
  ],
  dmaStealsCycles: true,
  burstBytes: 32,
  sends: false,
};
