/** The machine at one cycle, as the page draws it. */

import type { HeldPacket } from "../../core-wasm/binding/machine.ts";
import type { HartRegisters, NicRegisters } from "../../core-wasm/binding/registers.ts";
import type { RowViews } from "../../scenarios/devices/kinds.ts";

export type { HartRegisters, HeldPacket, NicRegisters };

export type ProgramDropCause = "abandoned" | "filtered" | "fault";

/** The machine at the end of cycle `cycle - 1`: decoded sim_view, names resolved by the page. */
export interface MachineView extends DeviceViews {
  readonly cycle: number;
  /** A core is one cpu; where contexts share the pipeline cycle by cycle each context is. */
  readonly cpus: readonly CpuView[];
  /** By core: an access waits for the bus. */
  readonly waitsForBus: readonly boolean[];
  readonly queueFill: readonly number[];
  /** Frames that found the queue full, by queue. */
  readonly queueDropped: readonly number[];
  /** Frames that software dropped or forgot, or that a fault took, by cause; a cause without a frame is left out. */
  readonly programDropped: readonly { readonly cause: ProgramDropCause; readonly count: number }[];
  readonly softPending: readonly number[];
  /** What stands in each stage; one that is missing is a bubble. */
  readonly stages: readonly StageView[];
  /** Live activities, the running ones first. */
  readonly frames: readonly FrameView[];
  /** By line of the interrupt controller. */
  readonly lines: readonly LineView[];
  readonly bus: BusView;
  readonly locks: readonly LockView[];
  /** By core. */
  readonly coreStores: readonly CoreStoresView[];
  /** Caches of the machine: L1I and L1D of each core, then the L2, or the L2 of each core. */
  readonly caches: readonly CacheView[];
  readonly held: HeldView;
  /** Of all cores together, since cycle 0. */
  readonly use: MemoryUse;
  /** Of registers by software, those begun; since cycle 0. */
  readonly saves: { readonly count: number; readonly cycles: number };
  /** Left out: the machine has no program. */
  readonly programs?: ProgramsView | undefined;
  /** By thread, the last trap of a hart; left out: the machine has none. */
  readonly traps?: readonly (TrapView | undefined)[] | undefined;
}

/** Packets in the stores that the page draws as cells. */
export interface HeldView {
  /** By NIC, of its receive ring; empty where it has several. */
  readonly rings: readonly (readonly HeldPacket[])[];
  readonly queues: readonly (readonly HeldPacket[])[];
}

export interface ProgramView {
  /** Of the instruction that takes effect next; once an exception has ended the program, of the one that raised it. */
  readonly pc: number;
  /** Instructions since the program began. */
  readonly executed: number;
  /** mcause of the exception that ended it. */
  readonly cause: number | undefined;
  /** Registers x0 to x31. */
  readonly x: readonly number[];
  /** Control and status registers; undefined: the thread is not in machine mode. */
  readonly hart: HartRegisters | undefined;
}

export interface ConsoleView {
  /** Characters in all; `bytes` are the last of them. */
  readonly sent: number;
  readonly bytes: Uint8Array;
}

export interface ProgramsView {
  /** By thread; registers of one that has run no program are 0. */
  readonly threads: readonly ProgramView[];
  /** From SIM_PROGRAM_MEMORY_BASE on. */
  readonly memory: Uint8Array;
  /** By NIC; undefined: steps serve it. */
  readonly cards: readonly (NicRegisters | undefined)[];
  /** By number. */
  readonly consoles: readonly ConsoleView[];
}

/** A trap that a hart has taken. */
export interface TrapView {
  readonly mcause: number;
  /** In which it was taken. */
  readonly cycle: number;
  /** From when its cause was there until it was taken; undefined: an exception, or it is not known. */
  readonly pendingCycles: number | undefined;
  /** Address of the handler. */
  readonly handler: number;
  /** In which the first instruction of the handler is fetched; undefined: not yet. */
  readonly handlerCycle: number | undefined;
}

/** Devices by their list in the machine. */
export interface DeviceViews extends RowViews {
  readonly nics: readonly NicView[];
}

export interface LockView {
  /** Thread, or undefined: it is free. */
  readonly holder: number | undefined;
  /** Threads. */
  readonly waiting: readonly number[];
}

export type CacheLevel = "l1i" | "l1d" | "l2";

export interface CacheView {
  readonly level: CacheLevel;
  /** Of an L2 that is of all of them: 0. */
  readonly core: number;
  /** Lines held, by the layer that brought them (index into sim_layer). */
  readonly lines: readonly number[];
  /** Groups of neighbouring sets. */
  readonly columns: number;
  /** Cell of a line on its way in. */
  readonly filling: number | undefined;
  /** [way * columns + column]: layer that brought most of its lines | its fill in fifteenths << 4. */
  readonly cells: Uint8Array<ArrayBuffer>;
  /** Lines that a pinned access has marked (pinnedLines). */
  readonly marked: number;
  /** A bit a cell, the lowest first: half or more of its lines are marked. */
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

/** What a core has beside pipeline and caches. */
export interface CoreStoresView {
  /** In the store buffer. */
  readonly stores: number;
  readonly tlbPages: number;
  /** Lines on their way. */
  readonly fills: { readonly l1i: number; readonly l1d: number };
  /** Counters of the predictor that expect a branch to be taken. */
  readonly takenCounters: number;
}

export interface BusView {
  /** In the last finished cycle. */
  readonly holder: "nobody" | "cpu" | "dma";
  /** First cycle that has not been asked for yet. */
  readonly freeAtCycle: number;
  /** Packets that wait for the DMA engine. */
  readonly waiting: { readonly receive: number; readonly send: number };
  readonly waitingDisks: number;
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
  /** Of a program: the instruction itself. */
  readonly text?: string | undefined;
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
  /** Cycles, where the scheduler has slices. */
  readonly sliceLeft: number;
  /** Packets and cycles, where its thread has such a budget. */
  readonly budgetLeft: number;
  readonly budgetCyclesLeft: number;
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
  /** That the frames of the transmit queue take. */
  readonly txBytes: number;
  readonly txBuffers: number;
  /** On the card: frames that wait for a ring slot. */
  readonly fifo: { readonly frames: number; readonly bytes: number };
  /** Flow control: since when the sender is held; undefined: it is not. */
  readonly pausedSinceCycle: number | undefined;
  /** Pauses that are over, and their cycles. */
  readonly pauses: number;
  readonly pausedCycles: number;
  /** Frames that became part of another packet. */
  readonly merged: number;
  readonly wireRxBusy: boolean;
  readonly wireTxBusy: boolean;
  /** By the card, its ring, FIFO or transmit queue. */
  readonly dropped: number;
  readonly offered: number;
  readonly delivered: number;
}

export interface RingView {
  readonly fill: number;
  /** SIM_NIC_STATUS_* bits. */
  readonly status: number;
  /** Frames that no interrupt was asked for yet. */
  readonly unsignalled: number;
  /** When a timer, or the throttle, ends; undefined: none runs. */
  readonly asksAtCycle: number | undefined;
  /** It would ask now, were it not for the throttle. */
  readonly heldBack: boolean;
}

/** Those of the core, and the hardware's entry, which the core accounts to save-restore. */
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
