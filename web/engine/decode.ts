/** Records of the core as the page's names. */
import {
  SIM_NONE,
  SIM_NONE_8,
  SIM_ROW_FLUSHED,
  SIM_ROW_ILLUSTRATIVE,
  SIM_ROW_NULLIFIED,
  SIM_ROW_TAKEN,
  sim_cause_names,
  type sim_counters,
  sim_direction_names,
  sim_layer_names,
  type sim_nic_counters,
  sim_operation_names,
  sim_row_kind,
  sim_row_kind_names,
  sim_run_state_names,
  type sim_view,
  type sim_view_cpu,
  type sim_view_frame,
  type sim_view_nic,
  type sim_view_stage,
  type sim_window_row,
} from "../../core-wasm/binding/layout.gen.ts";
import type { Decoded } from "../../core-wasm/binding/record.ts";
import type { FrameView, MachineView, NicView, PipelineRow, StageView } from "./protocol.ts";

export interface MachineShape {
  readonly nics: number;
  readonly queues: number;
  readonly threads: number;
}

const unlessNone = (value: number): number | undefined => (value === SIM_NONE ? undefined : value);
const unlessNone8 = (value: number): number | undefined => (value === SIM_NONE_8 ? undefined : value);
const unlessNever = (cycle: number): number | undefined => (Number.isFinite(cycle) ? cycle : undefined);

/** A value outside its enumeration is a broken core, not a name to make up. */
function nameOf<T extends string>(names: readonly T[], value: number): T {
  const name = names[value];
  if (name === undefined) throw new RangeError(`the core gave ${value} for one of ${names.join(", ")}`);
  return name;
}

export function decodeView(
  view: Decoded<typeof sim_view>,
  counters: Decoded<typeof sim_counters>,
  shape: MachineShape,
): MachineView {
  return {
    cycle: view.cycle,
    ...decodeCpu(view.cpus[0]),
    cpuWaitsForBus: view.waits_for_bus !== 0,
    queueFill: view.queue_fill.slice(0, shape.queues),
    softPending: view.soft_pending.slice(0, shape.threads),
    stages: decodeStages(view),
    frames: view.frames.slice(0, view.frame_count).map(decodeFrame),
    nics: view.nics.slice(0, shape.nics).flatMap((nic, index) => {
      const counted = counters.nics[index];
      return counted === undefined ? [] : [decodeNic(nic, counted)];
    }),
  };
}

function decodeCpu(cpu: Decoded<typeof sim_view_cpu> | undefined) {
  if (cpu === undefined) throw new RangeError("the core gave no cpu");
  return {
    activeContext: cpu.active_context,
    entryStep: cpu.entry_step,
    entryThread: unlessNone8(cpu.entry_thread),
    entryStepCyclesDone: cpu.entry_step_cycles_done,
    entryTaken: cpu.entry_taken,
  };
}

/** By stage: who stands there, the first one where several do. */
function decodeStages(view: Decoded<typeof sim_view>): readonly StageView[] {
  const occupied = view.stages.slice(0, view.occupied_count);
  return Array.from({ length: view.stage_count }, (_, stage) => {
    const who = occupied.find((one) => one.stage === stage);
    return who === undefined ? EMPTY_STAGE : decodeStage(who);
  });
}

const EMPTY_STAGE: StageView = {
  occupied: false,
  rowKind: "instruction",
  operation: "none",
  entryStep: 0,
  pc: 0,
  destination: 0,
  source1: 0,
  source2: 0,
  context: 0,
  layer: "idle",
  stall: "busy",
  illustrative: false,
  flushed: false,
  nullified: false,
  routine: undefined,
};

function decodeStage(stage: Decoded<typeof sim_view_stage>): StageView {
  const isEntry = stage.row_kind === sim_row_kind["entry-step"];
  return {
    occupied: true,
    rowKind: nameOf(sim_row_kind_names, stage.row_kind),
    operation: isEntry ? "none" : nameOf(sim_operation_names, stage.operation),
    entryStep: isEntry ? stage.operation : 0,
    pc: stage.pc,
    destination: stage.destination,
    source1: stage.source1,
    source2: stage.source2,
    context: stage.context,
    layer: nameOf(sim_layer_names, stage.layer),
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
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function decodeNic(nic: Decoded<typeof sim_view_nic>, counters: Decoded<typeof sim_nic_counters>): NicView {
  return {
    nextArrivalCycle: unlessNever(nic.next_arrival_cycle),
    assertedSinceCycle: unlessNever(nic.asserted_since_cycle),
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
    txFill: nic.tx_fill,
    status: nic.status,
    pending: nic.pending !== 0,
    masked: nic.masked !== 0,
    wireRxBusy: nic.wire_rx_busy !== 0,
    wireTxBusy: nic.wire_tx_busy !== 0,
    dropped: sumOf(counters.rx_dropped) + sumOf(counters.tx_dropped),
    offered: counters.rx_offered + counters.tx_offered,
    delivered: counters.rx_delivered + counters.tx_delivered,
  };
}

/** `from`: the window's first cycle. A row that has not left by `to` ends there. */
export function decodeRow(row: Decoded<typeof sim_window_row>, from: number, to: number): PipelineRow {
  const first = row.first_cycle - from;
  const isEntry = row.kind === sim_row_kind["entry-step"];
  return {
    first,
    end: row.end === 0 || row.end === SIM_NONE ? to - from : first + row.end,
    enter: row.enter.map((offset) => (offset === SIM_NONE ? undefined : first + offset)),
    stall: row.stall.map((cause) => nameOf(sim_cause_names, cause)),
    kind: nameOf(sim_row_kind_names, row.kind),
    context: row.context,
    layer: nameOf(sim_layer_names, row.layer),
    operation: isEntry ? "none" : nameOf(sim_operation_names, row.operation),
    entryStep: isEntry ? row.operation : 0,
    pc: row.pc,
    destination: row.destination,
    source1: row.source1,
    source2: row.source2,
    ...decodeFlags(row.flags),
    taken: (row.flags & SIM_ROW_TAKEN) !== 0,
    thread: unlessNone8(row.thread),
    routine: unlessNone8(row.routine),
  };
}
