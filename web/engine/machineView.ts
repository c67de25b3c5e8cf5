/** The machine at one cycle, as the page draws it. */

import type { HeldPacket } from "../../core-wasm/binding/machine.ts";
import type { HartRegisters, NicRegisters } from "../../core-wasm/binding/registers.ts";
import type { MachineEvent } from "../../lib/events/events.ts";
import type { RowViews } from "../../scenarios/devices/kinds.ts";

export type { HartRegisters, HeldPacket, NicRegisters };

export type ProgramDropCause = "abandoned" | "filtered" | "fault";

/** The machine at the end of cycle `cycle - 1`: decoded sim_view, names resolved by the page. */
export interface MachineView extends DeviceViews {
  readonly cycle: number;
  /**
   * Packets lost in cycle `cycle - 1`, if a seek requested the events before it. Omitted if there are none.
   */
  readonly lost?: readonly MachineEvent[];
  /** One cpu for each core. If contexts share the pipeline cycle by cycle, one cpu for each context. */
  readonly cpus: readonly CpuView[];
  /** True for each core with an access that waits for the bus. */
  readonly waitsForBus: readonly boolean[];
  readonly queueFill: readonly number[];
  /** Frames that found the queue full, by queue. */
  readonly queueDropped: readonly number[];
  /**
   * Frames that software dropped or abandoned, or that a fault lost, by cause. Omits causes without a frame.
   */
  readonly programDropped: readonly { readonly cause: ProgramDropCause; readonly count: number }[];
  readonly softPending: readonly number[];
  /** Contents of each stage. A missing stage is a bubble. */
  readonly stages: readonly StageView[];
  /** Live activities, the running ones first. */
  readonly frames: readonly FrameView[];
  /** Lines of the interrupt controller. */
  readonly lines: readonly LineView[];
  readonly bus: BusView;
  readonly locks: readonly LockView[];
  /** One entry for each core. */
  readonly coreStores: readonly CoreStoresView[];
  /** Caches of the machine: L1I and L1D of each core, then the shared L2 or the L2 of each core. */
  readonly caches: readonly CacheView[];
  readonly held: HeldView;
  /** Use by all cores together, since cycle 0. */
  readonly use: MemoryUse;
  /** Saves of registers by software that have started since cycle 0. */
  readonly saves: { readonly count: number; readonly cycles: number };
  /** Omitted if the machine has no program. */
  readonly programs?: ProgramsView | undefined;
  /** The last trap of each hart, by thread. Omitted if the machine has no hart. */
  readonly traps?: readonly (TrapView | undefined)[] | undefined;
}

/** Packets in the receive rings and queues that the page draws as cells. */
export interface HeldView {
  /** Packets in the receive ring, by NIC. Empty if the card has several rings. */
  readonly rings: readonly (readonly HeldPacket[])[];
  readonly queues: readonly (readonly HeldPacket[])[];
}

export interface ProgramView {
  /** Address of the instruction that takes effect next. If an exception has ended the program, the one that raised it.
   */
  readonly pc: number;
  /** Instructions since the program started. */
  readonly executed: number;
  /** mcause of the exception that ended it. */
  readonly cause: number | undefined;
  /** Registers x0 to x31. */
  readonly x: readonly number[];
  /** Control and status registers. Undefined if the thread is not in machine mode. */
  readonly hart: HartRegisters | undefined;
}

export interface ConsoleView {
  /** Number of all characters. `bytes` has only the last ones. */
  readonly sent: number;
  readonly bytes: Uint8Array;
}

export interface ProgramsView {
  /** Programs by thread. Registers of a thread that has run no program are 0. */
  readonly threads: readonly ProgramView[];
  /** Starts at SIM_PROGRAM_MEMORY_BASE. */
  readonly memory: Uint8Array;
  /** Registers by NIC. Undefined if steps serve the card. */
  readonly cards: readonly (NicRegisters | undefined)[];
  /** Consoles by index. */
  readonly consoles: readonly ConsoleView[];
}

/** A trap that a hart has taken. */
export interface TrapView {
  readonly mcause: number;
  /** Cycle in which the trap was taken. */
  readonly cycle: number;
  /** Cycles from its cause to the trap. Undefined for an exception, or if it is not known. */
  readonly pendingCycles: number | undefined;
  /** Address of the handler. */
  readonly handler: number;
  /** Cycle in which the first instruction of the handler is fetched. Undefined if it has not been fetched yet. */
  readonly handlerCycle: number | undefined;
}

/** Devices by their list in the machine. */
export interface DeviceViews extends RowViews {
  readonly nics: readonly NicView[];
}

export interface LockView {
  /** The thread that holds the lock. Undefined if the lock is free. */
  readonly holder: number | undefined;
  /** Threads. */
  readonly waiting: readonly number[];
}

export type CacheLevel = "l1i" | "l1d" | "l2";

export interface CacheView {
  readonly level: CacheLevel;
  /** 0 for a shared L2. */
  readonly core: number;
  /** Lines in the cache, by the layer that loaded them (index into sim_layer). */
  readonly lines: readonly number[];
  /** Groups of neighbouring sets. */
  readonly columns: number;
  /** Cell of a line that is being loaded. */
  readonly filling: number | undefined;
  /** [way * columns + column]: the layer that loaded most of its lines | its fill in fifteenths << 4. */
  readonly cells: Uint8Array<ArrayBuffer>;
  /** Lines that a pinned access has marked (pinnedLines). */
  readonly marked: number;
  /** One bit for each cell, the lowest first: at least half of its lines are marked. */
  readonly marks: readonly number[];
}

/** Amounts by layer, index into sim_layer. */
export interface CacheUse {
  readonly accesses: readonly number[];
  readonly misses: readonly number[];
}

export interface MemoryUse {
  readonly caches: Readonly<Record<CacheLevel, CacheUse>>;
  readonly tlbAccesses: number;
  readonly tlbMisses: number;
  readonly branches: number;
  readonly mispredicted: number;
}

/** Structures of a core other than its pipeline and caches. */
export interface CoreStoresView {
  /** Entries in the store buffer. */
  readonly stores: number;
  readonly tlbPages: number;
  /** Lines being loaded. */
  readonly fills: { readonly l1i: number; readonly l1d: number };
  /** Counters of the predictor that predict a branch as taken. */
  readonly takenCounters: number;
}

export interface BusView {
  /** Holder in the last finished cycle. */
  readonly holder: "nobody" | "cpu" | "dma";
  /** First cycle for which the bus is not reserved. */
  readonly freeAtCycle: number;
  /** Packets that wait for the DMA engine. */
  readonly waiting: { readonly receive: number; readonly send: number };
  readonly waitingDisks: number;
}

export interface CpuView {
  readonly activeContext: number;
  readonly running: boolean;
  /** 0 = no entry in progress. Otherwise an index into sim_entry_step. */
  readonly entryStep: number;
  readonly entryThread: number | undefined;
  readonly entryStepCyclesDone: number;
  /** Cycles of each finished step of the present (or last) entry; [0] = drain. */
  readonly entryTaken: readonly number[];
}

export interface StageView {
  /** Index from fetch onwards. If contexts share the pipeline, each has its own stages before EX. */
  readonly stage: number;
  /** Lane of the back end, if several instructions issue in a cycle. */
  readonly lane: number;
  readonly rowKind: RowKind;
  readonly operation: Operation;
  /** Only for rowKind "entry-step": index into sim_entry_step. */
  readonly entryStep: number;
  readonly pc: number;
  /** Only for a program: text of the instruction. */
  readonly text?: string | undefined;
  readonly destination: number;
  readonly source1: number;
  readonly source2: number;
  readonly context: number;
  readonly layer: Layer;
  /** The reason why it will not move in the next cycle. "busy": it moves. "branch": a taken branch flushes it. */
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
  /** Remaining cycles, if the scheduler has slices. */
  readonly sliceLeft: number;
  /** Remaining packets and cycles, if its thread has such a budget. */
  readonly budgetLeft: number;
  readonly budgetCyclesLeft: number;
}

export interface LineView {
  readonly pending: boolean;
  readonly masked: boolean;
  /** Undefined if the line is not asserted. */
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
  /** Frames in all rings. */
  readonly rxFill: number;
  readonly rings: readonly RingView[];
  readonly txFill: number;
  /** Bytes of the frames in the transmit queue. */
  readonly txBytes: number;
  readonly txBuffers: number;
  /** Frames on the card that wait for a ring slot. */
  readonly fifo: { readonly frames: number; readonly bytes: number };
  /** Flow control: cycle since which the sender is paused. Undefined if it is not paused. */
  readonly pausedSinceCycle: number | undefined;
  /** Number of finished pauses, and their cycles. */
  readonly pauses: number;
  readonly pausedCycles: number;
  /** Frames that became part of another packet. */
  readonly merged: number;
  readonly wireRxBusy: boolean;
  readonly wireTxBusy: boolean;
  /** Frames that the card, its ring, FIFO or transmit queue lost. */
  readonly dropped: number;
  readonly offered: number;
  readonly delivered: number;
}

export interface RingView {
  readonly fill: number;
  /** SIM_NIC_STATUS_* bits. */
  readonly status: number;
  /** Frames without an interrupt request. */
  readonly unsignalled: number;
  /** Cycle in which a timer or the throttle ends. Undefined if none runs. */
  readonly asksAtCycle: number | undefined;
  /** True if only the throttle prevents an interrupt request now. */
  readonly heldBack: boolean;
}

/** The layers of the core, and the hardware's entry, which the core counts as save-restore. */
export type Layer =
  | "idle"
  | "application"
  | "system-call"
  | "driver-isr"
  | "protocol"
  | "kernel-copy"
  | "save-restore"
  | "entry";
export type Cause =
  | "busy"
  | "fill"
  | "load-use"
  | "operand"
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
export type Operation = "none" | "alu" | "load" | "store" | "branch" | "multiply" | "prefetch";
export type RowKind = "instruction" | "entry-step" | "save" | "restore";
export type RunState = "waiting" | "ready" | "running" | "entering" | "saving" | "restoring";
export type Direction = "receive" | "send";
