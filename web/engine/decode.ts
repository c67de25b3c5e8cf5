/** The machine in the form that the page draws: converts records of the core. */

import { CACHE_LEVELS, type Machine, type StandingMachine } from "../../core-wasm/binding/index.ts";
import {
  SIM_NONE,
  SIM_NONE_8,
  SIM_ROW_FLUSHED,
  SIM_ROW_ILLUSTRATIVE,
  SIM_ROW_NULLIFIED,
  SIM_ROW_TAKEN,
  SIM_THREAD_LIMIT,
  type SimDropCause,
  sim_bus_holder_names,
  type sim_cache_counters,
  sim_cause,
  sim_cause_names,
  type sim_counters,
  sim_direction_names,
  sim_drop_cause,
  sim_drop_cause_names,
  sim_layer,
  sim_layer_names,
  type sim_nic_counters,
  sim_operation_names,
  sim_row_kind,
  sim_row_kind_names,
  sim_run_state_names,
  type sim_view_bus,
  type sim_view_core,
  type sim_view_cpu,
  type sim_view_frame,
  type sim_view_line,
  type sim_view_nic,
  type sim_view_stage,
  type sim_window_row,
} from "../../core-wasm/binding/layout.gen.ts";
import type { Decoded } from "../../core-wasm/binding/record.ts";
import { hartRegisters, nicRegisters, programRegisters } from "../../core-wasm/binding/registers.ts";
import { BY_PROGRAM, isCardDrop } from "../../lib/metrics/registry/dropCauses.ts";
import type { ProgramText } from "../../lib/programs/programText.ts";
import { nameOf, unlessNever } from "../../scenarios/base/record.ts";
import { type DeviceList, rowViews } from "../../scenarios/devices/kinds.ts";
import type {
  BusView,
  CacheUse,
  CacheView,
  ConsoleView,
  CoreStoresView,
  CpuView,
  FrameView,
  HeldView,
  LineView,
  MachineView,
  MemoryUse,
  NicView,
  PipelineRow,
  ProgramsView,
  StageView,
} from "./protocol.ts";

export interface MachineShape {
  readonly programText: ProgramText;
  readonly cores: number;
  /** Contexts of all cores. */
  readonly contexts: number;
  /** True if each core has an L2 of its own. */
  readonly l2PerCore: boolean;
  /** Receive rings of each NIC. */
  readonly nicRings: readonly number[];
  readonly lines: number;
  readonly devices: Readonly<Record<DeviceList, number>>;
  readonly queues: number;
  readonly locks: number;
  readonly threads: number;
  /** Size of the memory that programs share. */
  readonly programBytes: number;
}

const unlessNone = (value: number): number | undefined => (value === SIM_NONE ? undefined : value);
const unlessNone8 = (value: number): number | undefined => (value === SIM_NONE_8 ? undefined : value);

/** The view of the machine at its cycle: plain numbers and names, which are sent to the page. */
export function viewOf(machine: Machine, shape: MachineShape): MachineView {
  const caches = readCaches(machine, shape);
  const held = readHeld(machine, shape);
  const programs = readPrograms(machine, shape);
  return machine.read((now) => ({ ...decodeStanding(now, shape), caches, held, programs }));
}

function decodeStanding(
  now: StandingMachine,
  shape: MachineShape,
): Omit<MachineView, "caches" | "held" | "programs"> {
  const { view, counters } = now;
  const { lock_waiting: waiting } = view;
  const nics = counters.nics.slice(0, shape.devices.nics);
  return {
    cycle: view.cycle,
    cpus: view.cpus.slice(0, view.cpu_count).map(decodeCpu),
    waitsForBus: Array.from({ length: shape.cores }, (_, core) => ((view.waits_for_bus >> core) & 1) === 1),
    queueFill: view.queue_fill.slice(0, shape.queues),
    queueDropped: counters.queue_dropped.slice(0, shape.queues),
    programDropped: BY_PROGRAM.flatMap((cause) => {
      const count = nics.reduce((sum, nic) => sum + lostFor([cause], nic), 0);
      return count === 0 ? [] : [{ cause, count }];
    }),
    softPending: view.soft_pending.slice(0, shape.threads),
    stages: view.stages.slice(0, view.occupied_count).map((stage) => decodeStage(stage, shape.programText)),
    frames: view.frames.slice(0, view.frame_count).map(decodeFrame),
    nics: nics.flatMap((counted, index) => {
      const nic = view.nics[index];
      return nic === undefined ? [] : [decodeNic(nic, counted, shape.nicRings[index] ?? 1)];
    }),
    ...rowViews(view, shape.devices),
    lines: view.lines.slice(0, shape.lines).map(decodeLine),
    bus: decodeBus(view.bus),
    locks: view.lock_holder.slice(0, shape.locks).map((holder, index) => ({
      holder: unlessNone8(holder),
      waiting: threadsOf(waiting[2 * index], waiting[2 * index + 1]),
    })),
    coreStores: view.cores.slice(0, shape.cores).map(decodeCoreStores),
    use: decodeUse(counters),
    saves: { count: counters.saves, cycles: saveCycles(now, shape.contexts) },
  };
}

/** Threads of a set in two words, lowest first. */
function threadsOf(low = 0, high = 0): number[] {
  const isIn = (thread: number) => (((thread < 32 ? low : high) >>> (thread % 32)) & 1) === 1;
  return Array.from({ length: SIM_THREAD_LIMIT }, (_, thread) => thread).filter(isIn);
}

function saveCycles({ cyclesBy }: StandingMachine, contexts: number): number {
  const saved = (context: number) => cyclesBy(context, sim_layer["save-restore"], sim_cause.save);
  return Array.from({ length: contexts }, (_, context) => saved(context)).reduce((sum, one) => sum + one, 0);
}

function decodeCpu(cpu: Decoded<typeof sim_view_cpu>): CpuView {
  return {
    activeContext: cpu.active_context,
    running: cpu.running !== 0,
    entryStep: cpu.entry_step,
    entryThread: unlessNone8(cpu.entry_thread),
    entryStepCyclesDone: cpu.entry_step_cycles_done,
    entryTaken: cpu.entry_taken,
  };
}

function decodeStage(stage: Decoded<typeof sim_view_stage>, programText: ProgramText): StageView {
  const isEntry = stage.row_kind === sim_row_kind["entry-step"];
  return {
    stage: stage.stage,
    lane: stage.lane,
    rowKind: nameOf(sim_row_kind_names, stage.row_kind),
    operation: isEntry ? "none" : nameOf(sim_operation_names, stage.operation),
    entryStep: isEntry ? stage.operation : 0,
    pc: stage.pc,
    text: programText(stage.routine, stage.pc),
    destination: stage.destination,
    source1: stage.source1,
    source2: stage.source2,
    context: stage.context,
    layer: isEntry ? "entry" : nameOf(sim_layer_names, stage.layer),
    stall: nameOf(sim_cause_names, stage.stall),
    ...decodeFlags(stage.flags),
    routine: unlessNone8(stage.routine),
  };
}

function decodeFlags(flags: number) {
  return {
    illustrative: (flags & SIM_ROW_ILLUSTRATIVE) !== 0,
    flushed: (flags & SIM_ROW_FLUSHED) !== 0,
    nullified: (flags & SIM_ROW_NULLIFIED) !== 0,
  };
}

function decodeFrame(frame: Decoded<typeof sim_view_frame>): FrameView {
  return {
    thread: frame.thread,
    layer: nameOf(sim_layer_names, frame.layer),
    runState: nameOf(sim_run_state_names, frame.run_state),
    priority: frame.priority,
    inMemory: frame.in_memory !== 0,
    interruptsEnabled: frame.interrupts_enabled !== 0,
    context: frame.context,
    step: frame.step,
    pc: frame.pc,
    packet: unlessNone(frame.packet),
    routineDone: frame.routine_done,
    routineBudget: frame.routine_budget,
    sliceLeft: frame.slice_left,
    budgetLeft: frame.budget_left,
    budgetCyclesLeft: frame.budget_cycles_left,
  };
}

const CARD_CAUSES = sim_drop_cause_names.filter(isCardDrop);

/** Frames that the card lost for one of the causes, in both directions. */
function lostFor(causes: readonly SimDropCause[], nic: Decoded<typeof sim_nic_counters>): number {
  const { rx_dropped: rx, tx_dropped: tx } = nic;
  return causes.reduce((sum, cause) => {
    const index = sim_drop_cause[cause];
    return sum + (rx[index] ?? 0) + (tx[index] ?? 0);
  }, 0);
}

function decodeLine(line: Decoded<typeof sim_view_line>): LineView {
  return {
    pending: line.pending !== 0,
    masked: line.masked !== 0,
    assertedSinceCycle: unlessNever(line.asserted_since_cycle),
  };
}

function decodeNic(
  nic: Decoded<typeof sim_view_nic>,
  counters: Decoded<typeof sim_nic_counters>,
  rings: number,
): NicView {
  return {
    nextArrivalCycle: unlessNever(nic.next_arrival_cycle),
    dma:
      nic.dma_packet === SIM_NONE
        ? undefined
        : {
            packet: nic.dma_packet,
            bytesDone: nic.dma_bytes_done,
            bytes: nic.dma_bytes,
            direction: nameOf(sim_direction_names, nic.dma_direction),
          },
    rxFill: nic.rx_fill,
    rings: Array.from({ length: rings }, (_, ring) => ({
      fill: nic.ring_fill[ring] ?? 0,
      status: nic.ring_status[ring] ?? 0,
      unsignalled: nic.ring_unsignalled[ring] ?? 0,
      asksAtCycle: unlessNever(nic.ring_asks_at[ring] ?? Number.POSITIVE_INFINITY),
      heldBack: ((nic.ring_held_back >> ring) & 1) === 1,
    })),
    txFill: nic.tx_fill,
    txBytes: nic.tx_bytes,
    txBuffers: nic.tx_buffers,
    fifo: { frames: nic.fifo_frames, bytes: nic.fifo_bytes },
    pausedSinceCycle: unlessNever(nic.paused_since_cycle),
    pauses: counters.pauses,
    pausedCycles: counters.paused_cycles,
    merged: counters.rx_merged,
    wireRxBusy: nic.wire_rx_busy !== 0,
    wireTxBusy: nic.wire_tx_busy !== 0,
    dropped: lostFor(CARD_CAUSES, counters),
    offered: counters.rx_offered + counters.tx_offered,
    delivered: counters.rx_delivered + counters.tx_delivered,
  };
}

/** `from` is the window's first cycle. A row that has not left by `to` ends there. */
export function decodeRow(
  row: Decoded<typeof sim_window_row>,
  from: number,
  to: number,
  programText: ProgramText,
): PipelineRow {
  const first = row.first_cycle - from;
  const isEntry = row.kind === sim_row_kind["entry-step"];
  return {
    first,
    end: row.end === 0 || row.end === SIM_NONE ? to - from : first + row.end,
    enter: row.enter.map((offset) => (offset === SIM_NONE ? undefined : first + offset)),
    stall: row.stall.map((cause) => nameOf(sim_cause_names, cause)),
    kind: nameOf(sim_row_kind_names, row.kind),
    context: row.context,
    layer: isEntry ? "entry" : nameOf(sim_layer_names, row.layer),
    operation: isEntry ? "none" : nameOf(sim_operation_names, row.operation),
    entryStep: isEntry ? row.operation : 0,
    pc: row.pc,
    text: programText(row.routine, row.pc),
    destination: row.destination,
    source1: row.source1,
    source2: row.source2,
    ...decodeFlags(row.flags),
    taken: (row.flags & SIM_ROW_TAKEN) !== 0,
    thread: unlessNone8(row.thread),
    routine: unlessNone8(row.routine),
  };
}

/** L1I and L1D of each core, then the L2, shared or of each core. */
function readCaches(
  machine: Machine,
  { cores, l2PerCore }: { readonly cores: number; readonly l2PerCore: boolean },
): readonly CacheView[] {
  const found: CacheView[] = [];
  for (const level of CACHE_LEVELS) {
    for (let core = 0; core < (level === "l2" && !l2PerCore ? 1 : cores); core++) {
      const picture = machine.cacheView(level, core);
      if (picture !== undefined) found.push({ ...picture, level, core });
    }
  }
  return found;
}

function decodeUse(counters: Decoded<typeof sim_counters>): MemoryUse {
  const [l1i, l1d, l2] = counters.caches;
  return {
    caches: { l1i: decodeCacheUse(l1i), l1d: decodeCacheUse(l1d), l2: decodeCacheUse(l2) },
    tlbAccesses: sum(counters.tlb_accesses),
    tlbMisses: sum(counters.tlb_misses),
    branches: counters.branches,
    mispredicted: counters.mispredicted,
  };
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

function decodeCacheUse(counted: Decoded<typeof sim_cache_counters> | undefined): CacheUse {
  return { accesses: counted?.accesses ?? [], misses: counted?.misses ?? [] };
}

function decodeBus(bus: Decoded<typeof sim_view_bus>): BusView {
  const [receive = 0, send = 0] = bus.waiting;
  return {
    holder: nameOf(sim_bus_holder_names, bus.holder),
    freeAtCycle: bus.free_at,
    waiting: { receive, send },
    waitingDisks: bus.waiting_disks,
  };
}

function decodeCoreStores(core: Decoded<typeof sim_view_core>): CoreStoresView {
  const [l1i = 0, l1d = 0] = core.fills;
  const [, , weaklyTaken = 0, stronglyTaken = 0] = core.counters;
  return {
    stores: core.stores,
    tlbPages: core.tlb_pages,
    fills: { l1i, l1d },
    takenCounters: weaklyTaken + stronglyTaken,
  };
}

function readHeld(machine: Machine, { nicRings, queues }: MachineShape): HeldView {
  return {
    rings: nicRings.map((rings, nic) => (rings === 1 ? machine.held("ring", nic) : [])),
    queues: Array.from({ length: queues }, (_, queue) => machine.held("queue", queue)),
  };
}

const NO_CAUSE = 0xffff_ffff;

/** Registers by thread, and the memory that programs share. Undefined: the machine has no program. */
export function readPrograms(
  machine: Machine,
  shape: Pick<MachineShape, "threads" | "programBytes" | "nicRings">,
): ProgramsView | undefined {
  if (programRegisters(machine, 0) === undefined) return undefined;
  return {
    threads: Array.from({ length: shape.threads }, (_, thread) => {
      const { pc = 0, executed = 0, cause = NO_CAUSE, x = [] } = programRegisters(machine, thread) ?? {};
      const hart = hartRegisters(machine, thread);
      return { pc, executed, cause: cause === NO_CAUSE ? undefined : cause, x, hart };
    }),
    memory: machine.programMemory(0, shape.programBytes),
    cards: shape.nicRings.map((_, nic) => {
      const registers = nicRegisters(machine, nic);
      const isServed = registers.rxBytes + registers.rxSize + registers.txSize > 0;
      return isServed ? registers : undefined;
    }),
    consoles: readConsoles(machine),
  };
}

function readConsoles(machine: Machine): readonly ConsoleView[] {
  const consoles: ConsoleView[] = [];
  for (;;) {
    const text = machine.consoleText(consoles.length);
    if (text === undefined) return consoles;
    const bytes = Uint8Array.from(text.characters, ({ character }) => character);
    consoles.push({ sent: text.sent, bytes });
  }
}
