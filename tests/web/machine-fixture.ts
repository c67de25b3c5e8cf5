/** Pictures of a machine for component logic tests: hand-made, not simulated. */
import type { FrameView, MachineView, NicView, StageView } from "../../web/engine/protocol.ts";
import type { MachineFacts } from "../../web/machine/facts.ts";

export function stage(over: Partial<StageView> = {}): StageView {
  return {
    occupied: true,
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

export const BUBBLE: StageView = stage({
  occupied: false,
  operation: "none",
  layer: "idle",
  routine: undefined,
});

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
    ...over,
  };
}

export function nic(over: Partial<NicView> = {}): NicView {
  return {
    nextArrivalCycle: undefined,
    assertedSinceCycle: undefined,
    dma: undefined,
    rxFill: 0,
    txFill: 0,
    status: 0,
    pending: false,
    masked: false,
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
    activeContext: 0,
    entryStep: 0,
    entryThread: undefined,
    entryStepCyclesDone: 0,
    entryTaken: [0, 0, 0, 0, 0, 0, 0],
    cpuWaitsForBus: false,
    queueFill: [],
    softPending: [0, 0, 0],
    stages: [stage(), stage(), stage(), stage(), stage()],
    frames: [frame()],
    nics: [nic()],
    ...over,
  };
}

export const FACTS: MachineFacts = {
  clockHertz: 200_000_000,
  policy: "on-event",
  stages: ["IF", "ID", "EX", "MEM", "WB"],
  contextPriorities: [3, 1, 2],
  entryCycles: [0, 0, 1, 1, 1, 1, 1, 1],
  save: undefined,
  nics: [
    {
      name: "eth0",
      lineRateBitPerSecond: 100_000_000,
      receive: "ring",
      rxRingFrames: 8,
      txQueueFrames: 8,
      linePriority: 1,
    },
  ],
  queues: [],
  threads: [
    {
      name: "application",
      layer: "application",
      priority: 3,
      context: 0,
      start: "always",
      steps: [{ label: "exec application loop", routine: 0 }],
    },
    {
      name: "Driver ISR",
      layer: "driver-isr",
      priority: 1,
      context: 1,
      start: "line",
      steps: [
        { label: "acknowledge rx", routine: undefined },
        { label: "exec Driver ISR (Rx done)", routine: 1 },
      ],
    },
    {
      name: "protocol",
      layer: "protocol",
      priority: 2,
      context: 2,
      start: "soft",
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
