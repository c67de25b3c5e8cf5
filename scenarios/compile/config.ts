/** A checked scenario as the core's configuration record, apart from the assembler. */

import type { CompiledScenario } from "../../core-wasm/binding/configRecord.ts";
import {
  SIM_NONE_8,
  SIM_OVERLAP_ENTRY,
  SIM_OVERLAP_FETCH,
  SIM_TAKEN_JUMP,
  sim_body,
  sim_branch_operands,
  sim_condition,
  sim_config,
  sim_context_config,
  sim_device_kind,
  sim_direction,
  sim_drawn_kind,
  sim_entry_step,
  sim_forwarding,
  sim_instruction,
  sim_layer,
  sim_loop,
  sim_operation,
  sim_point,
  sim_policy,
  sim_queue_config,
  sim_routine_config,
  sim_routine_kind,
  sim_save_kind,
  sim_scheduler,
  sim_step_config,
  sim_step_op,
  sim_thread_config,
  sim_thread_start,
  sim_trace_entry,
  sim_traffic_config,
  sim_traffic_kind,
} from "../../core-wasm/binding/layout.gen.ts";
import { DEADLINE_BYTES, deadlineCycles } from "../base/deadline.ts";
import { at, writeRecord, writeScalar } from "../base/record.ts";
import { linesOf } from "../devices/lines.ts";
import type { Machine, Routine, Scenario, Thread, Traffic } from "../format/schema.ts";
import { branchTargetStage, busCycles, takesTurns } from "../machine/machineFacts.ts";
import { contextPriorities, homesOf } from "../software/contexts.ts";
import { pointsOf, tablesOf } from "../software/drawnCycles.ts";
import type { DrawnCycles } from "../software/drawnCyclesSchema.ts";
import { type Instruction, parseInstruction } from "../software/instruction.ts";
import { intervalOf, sourcesOf } from "../traffic/rates.ts";
import { arrivalsOf, type RecordedBytes, recordedBytesOf } from "../traffic/recording.ts";
import { writeDevices, writeLocks } from "./devices.ts";
import { flattenThread, type Indices, indexOf } from "./flatten.ts";
import { type DataPlace, dataOf, dataPlaces, writeMemory } from "./memory.ts";
import { indicesOf } from "./names.ts";
import { type PlacedRoutine, writePrograms } from "./programs.ts";

/** Priority of a context on which nothing runs. */
const LOWEST_PRIORITY = 255;

const fields = sim_config.fields;

/** Throws only on a scenario that `parseScenario` would have refused. */
export function compilePlaced(scenario: Scenario, placed: readonly PlacedRoutine[]): CompiledScenario {
  const traceEntryCount = scenario.traffic.reduce((sum, traffic) => sum + traceLength(traffic), 0);
  const bytes = recordedBytes(scenario.traffic);
  return {
    traceEntryCount,
    traceByteCount: bytes.count,
    writeConfig(view) {
      const indices = indicesOf(scenario);
      const { instructionCount, pointCount } = writeRoutines(view, scenario, placed);
      const stepCount = writeThreads(view, scenario, indices);
      writeMachine(view, scenario, indices);
      writeTraffic(view, scenario, indices);
      const { locks, queues, routines, scheduler, threads } = scenario.software;
      writeLocks(view, locks, indices);
      queues.forEach((queue, index) => {
        writeRecord(view, at(fields.queues, index), sim_queue_config, { capacity: queue.capacity });
      });
      writeRecord(view, 0, sim_config, {
        trace_entry_count: traceEntryCount,
        trace_byte_count: bytes.count,
        clock_hertz: scenario.machine.clockHertz,
        seed: scenario.seed,
        step_count: stepCount,
        instruction_count: instructionCount,
        point_count: pointCount,
        line_count: linesOf(scenario.machine).length,
        queue_count: queues.length,
        lock_count: locks.length,
        thread_count: threads.length,
        routine_count: routines.length,
        traffic_count: sourcesOf(scenario.traffic).length,
        scheduler: sim_scheduler[scheduler.policy],
        time_slice_cycles: scheduler.timeSliceCycles,
        switch_cycles: scheduler.switchCycles,
        tick_cycles: scheduler.tickCycles,
        tick_work_cycles: scheduler.tickWorkCycles,
      });
    },
    writeTrace(view) {
      let offset = 0;
      scenario.traffic.forEach((traffic, index) => {
        writeEntries(view, offset, scenario, index, bytes.of[index]);
        offset += traceLength(traffic) * sim_trace_entry.size;
      });
      for (const { recorded, first } of bytes.of)
        if (recorded !== undefined)
          new Uint8Array(view.buffer, view.byteOffset + offset + first).set(recorded.bytes);
    },
  };
}

function writeMachine(view: DataView, scenario: Scenario, indices: Indices): void {
  const { core, interrupts, bus } = scenario.machine;
  const { pipeline } = core;
  const { saveRestore } = interrupts;
  const isCycles = saveRestore.kind === "cycles";
  writeRecord(view, 0, sim_config, {
    policy: sim_policy[core.policy],
    core_count: core.cores,
    context_count: core.contexts,
    issue_width: core.issueWidth,
    switch_blocked_cycles: takesTurns(core.policy) ? core.switchBlockedCycles : 0,
    switch_blocked_by_miss:
      takesTurns(core.policy) && core.switchBlockedCycles > 0 && core.switchBlockedBy === "miss",
    stage_count: pipeline.stages.length,
    execute_stage: pipeline.stages.indexOf(pipeline.executeStage),
    access_stage: pipeline.stages.indexOf(pipeline.accessStage),
    branch_resolve_stage: pipeline.stages.indexOf(pipeline.branchResolveStage),
    branch_target_stage: pipeline.stages.indexOf(branchTargetStage(pipeline)),
    load_use_cycles: pipeline.loadUseCycles,
    multiply_cycles: pipeline.multiplyCycles,
    divide_cycles: pipeline.divideCycles ?? 0,
    store_execute_cycles: pipeline.storeExecuteCycles,
    jump_execute_cycles: pipeline.jumpExecuteCycles,
    compare_branch_cycles: pipeline.compareBranchCycles,
    branch_operands: sim_branch_operands[pipeline.branchOperands],
    forwarding: sim_forwarding[pipeline.forwarding],
    store_forwarding: pipeline.storeForwarding,
    memory_cycles: pipeline.memoryCycles,
    save_kind: sim_save_kind[saveRestore.kind],
    save_amount: isCycles ? saveRestore.saveCycles : saveRestore.saveWords,
    restore_amount: isCycles ? saveRestore.restoreCycles : saveRestore.restoreWords,
    overlaps: isCycles
      ? (saveRestore.overlapsEntry ? SIM_OVERLAP_ENTRY : 0) +
        (saveRestore.overlapsFetch ? SIM_OVERLAP_FETCH : 0)
      : 0,
    tail_chain: interrupts.tailChain,
    abandons: interrupts.abandons,
    late_arrival: interrupts.lateArrival,
    system_call_saves_frame: interrupts.systemCallSavesFrame,
    dma_enabled: bus.dma !== "instant",
  });
  if (bus.dma !== "instant") {
    writeRecord(view, 0, sim_config, {
      bus_bytes_per_beat: bus.dma.bytesPerBeat,
      bus_cycles_per_beat: busCycles(scenario.machine, bus.dma.cyclesPerBeat),
      bus_beats_per_burst: bus.dma.beatsPerBurst,
      bus_burst_gap_cycles: busCycles(scenario.machine, bus.dma.burstGapCycles),
    });
  }
  writeEntry(view, interrupts.entry);
  writeContexts(view, scenario);
  writeMemory(view, scenario.machine);
  writeDevices(view, scenario.machine, indices);
}

/** Fields that the policy does not use are not written, because they would only change the state hash. */
function writeContexts(view: DataView, scenario: Scenario): void {
  const { policy, contextWeights, contextGroups } = scenario.machine.core;
  contextPriorities(scenario).forEach((priority, index) => {
    writeRecord(view, at(fields.contexts, index), sim_context_config, {
      priority: policy === "fixed-priority" ? (priority ?? LOWEST_PRIORITY) : 0,
      weight: contextWeights[index] ?? 1,
      group: contextGroups[index] ?? 0,
    });
  });
}

function writeEntry(view: DataView, entry: Machine["interrupts"]["entry"]): void {
  const cycles: readonly (readonly [keyof typeof sim_entry_step, number])[] = [
    ["push-sr", entry.pushSrCycles],
    ["clear-enable", entry.clearEnableCycles],
    ["push-pc", entry.pushPcCycles],
    ["vector-acknowledge", entry.vectorAcknowledgeCycles],
    ["vector-address", entry.vectorAddressCycles],
    ["load-pc", entry.loadPcCycles],
  ];
  const { offset, type } = fields.entry_cycles;
  for (const [step, value] of cycles) {
    writeScalar(view, offset + sim_entry_step[step] * Uint16Array.BYTES_PER_ELEMENT, type, value);
  }
}

/** Returns the numbers of explicit instructions and of points of drawn cycles. */
function writeRoutines(view: DataView, scenario: Scenario, placed: readonly PlacedRoutine[]) {
  const { routines } = scenario.software;
  let instructionCount = 0;
  let pointCount = 0;
  const tables = tablesOf(scenario.software);
  const dataAt = dataPlaces(scenario.software);
  writePrograms(view, scenario, placed);
  routines.forEach((routine, index) => {
    const base = at(fields.routines, index);
    const place = dataAt[index];
    if (routine.kind === "program" || place === undefined) return;
    writeRecord(view, base, sim_routine_config, {
      code_address: placed[index]?.codeAddress ?? 0,
      ...budgetOf(routine),
      ...dataOf(routine, place),
    });
    if (routine.kind === "sequence") {
      writeRecord(view, base, sim_routine_config, {
        first_instruction: instructionCount,
        instruction_count: routine.sequence.length,
      });
      for (const text of routine.sequence) writeInstruction(view, instructionCount++, text, place);
    } else {
      writeProfile(view, base, routine.profile);
    }
    if (routine.kind !== "cycles") return;
    pointCount += writePoints(view, base, routine.drawnCycles, pointCount);
    const table = routine.drawnCycles?.kind === "values" ? routine.drawnCycles.table : undefined;
    const { offset, type } = fields.routine_tables;
    writeScalar(view, offset + TABLE_BYTES * index, type, tables.indexOf(table ?? "") + 1);
  });
  return { instructionCount, pointCount };
}

/** Returns how many there are. */
function writePoints(view: DataView, base: number, drawn: DrawnCycles | undefined, first: number): number {
  if (drawn === undefined) return 0;
  const points = pointsOf(drawn);
  writeRecord(view, base, sim_routine_config, {
    first_point: first,
    point_count: points.length,
    drawn_kind: sim_drawn_kind[drawn.kind === "values" ? "values" : "quantiles"],
  });
  points.forEach((point, index) => {
    writeRecord(view, at(fields.points, first + index), sim_point, { ...point });
  });
  return points.length;
}

function budgetOf(routine: Exclude<Routine, { kind: "program" }>) {
  switch (routine.kind) {
    case "cycles":
      return {
        kind: sim_routine_kind.cycles,
        fixed: routine.cycles,
        per_byte_milli: Math.round(routine.cyclesPerByte * 1000),
        checksum_milli: Math.round(routine.checksumCyclesPerByte * 1000),
        per_buffer: routine.cyclesPerBuffer,
      };
    case "instructions":
      return {
        kind: sim_routine_kind.instructions,
        fixed: routine.instructions,
        per_byte_milli: Math.round(routine.instructionsPerByte * 1000),
        checksum_milli: Math.round(routine.checksumInstructionsPerByte * 1000),
        per_buffer: routine.instructionsPerBuffer,
      };
    case "sequence":
      return {
        kind: sim_routine_kind.instructions,
        fixed: routine.sequence.length * routine.repeat,
        per_byte_milli: 0,
      };
  }
}

function writeProfile(
  view: DataView,
  base: number,
  profile: Extract<Routine, { kind: "cycles" }>["profile"],
): void {
  writeRecord(view, base, sim_routine_config, {
    body_instructions: profile.bodyInstructions,
    taken_permille: profile.takenPermille,
    dependent_permille: profile.dependentPermille,
    mix_alu: profile.mix.alu,
    mix_load: profile.mix.load,
    mix_store: profile.mix.store,
    mix_branch: profile.mix.branch,
    mix_multiply: profile.mix.multiply,
    mix_prefetch: profile.mix.prefetch,
    prefetch_ahead: profile.prefetchAhead,
  });
}

function writeInstruction(view: DataView, index: number, text: string, place: DataPlace): void {
  const instruction: Instruction | undefined = parseInstruction(text);
  if (instruction === undefined) throw new Error(`not an instruction: ${text}`);
  writeRecord(view, at(fields.instructions, index), sim_instruction, {
    operation: sim_operation[instruction.operation === "jump" ? "branch" : instruction.operation],
    destination: instruction.destination,
    source1: instruction.source1,
    source2: instruction.source2,
    taken: instruction.operation === "jump" ? SIM_TAKEN_JUMP : instruction.taken,
    words: instruction.words,
    address: instruction.address ?? place.address,
    in_data: instruction.address === undefined,
  });
}

/** Bytes of one slice in the core's record. */
const SLICE_BYTES = 4;

/** Bytes of the amounts of one thread in the core's record. */
const SAVES_BYTES = 4;

const TABLE_BYTES = 4;

/** Both amounts in one word, each plus one; 0 if the thread has none of its own. */
function ownSaves(thread: Thread, { interrupts: { saveRestore } }: Machine): number {
  const isCycles = saveRestore.kind === "cycles";
  const save = isCycles ? thread.saveCycles : thread.saveWords;
  const restore = isCycles ? thread.restoreCycles : thread.restoreWords;
  if (save === undefined && restore === undefined) return 0;
  const machine = isCycles
    ? { save: saveRestore.saveCycles, restore: saveRestore.restoreCycles }
    : { save: saveRestore.saveWords, restore: saveRestore.restoreWords };
  return (save ?? machine.save) + 1 + ((restore ?? machine.restore) + 1) * 0x1_0000;
}

/** Returns the number of steps. */
function writeThreads(view: DataView, scenario: Scenario, indices: Indices): number {
  let stepCount = 0;
  const homes = homesOf(scenario);
  scenario.software.threads.forEach((thread, index) => {
    const steps = flattenThread(thread.steps, { ...indices, own: index });
    const { start } = thread;
    const deadline = deadlineCycles(thread.deadlineNanoseconds, scenario.machine.clockHertz);
    const { offset, type } = fields.thread_deadlines;
    writeScalar(view, offset + DEADLINE_BYTES * index, type, deadline);
    const { offset: sliceAt, type: sliceType } = fields.thread_slices;
    writeScalar(view, sliceAt + SLICE_BYTES * index, sliceType, thread.timeSliceCycles ?? 0);
    const { offset: savesAt, type: savesType } = fields.thread_saves;
    writeScalar(view, savesAt + SAVES_BYTES * index, savesType, ownSaves(thread, scenario.machine));
    writeRecord(view, at(fields.threads, index), sim_thread_config, {
      first_step: stepCount,
      step_count: steps.length,
      layer: sim_layer[thread.layer],
      priority: thread.priority,
      budget: thread.budget,
      budget_cycles: thread.budgetCycles,
      start: sim_thread_start[start.on],
      line: start.on === "line" ? indices.line(start) : 0,
      core: thread.core,
      context: thread.context === "any" ? (homes.get(thread) ?? SIM_NONE_8) : thread.context,
      interrupts_enabled: thread.interruptsEnabled,
      system_call: start.on === "soft" && start.systemCall,
      machine_mode: thread.machineMode,
    });
    for (const step of steps) {
      writeRecord(view, at(fields.steps, stepCount++), sim_step_config, {
        op: sim_step_op[step.op],
        condition: sim_condition[step.condition],
        device: sim_device_kind[step.device],
        index: step.index,
        target: step.target,
        bits: step.bits,
        cycles: step.cycles,
        ring: step.ring,
      });
    }
  });
  return stepCount;
}

/** They are hashed in words of 64 bits. */
const BYTE_GRAIN = 8;

/** Recorded bytes of frames, in the order of the traffic. */
function recordedBytes(traffic: readonly Traffic[]): {
  readonly count: number;
  readonly of: readonly PlacedBytes[];
} {
  let count = 0;
  const of = traffic.map((one) => {
    const recorded = recordedBytesOf(one);
    const place = { recorded, first: count };
    count += recorded?.bytes.length ?? 0;
    return place;
  });
  return { count: BYTE_GRAIN * Math.ceil(count / BYTE_GRAIN), of };
}

interface PlacedBytes {
  readonly recorded: RecordedBytes | undefined;
  /** Index in the list of all. */
  readonly first: number;
}

/** Entries of recorded traffic; 0 for other traffic. */
const traceLength = (traffic: Traffic): number =>
  traffic.kind === "trace" ? traffic.events.sizesBytes.length : 0;

/** The records of one traffic, from `offset` onwards, without a list of them: there may be a million. */
function writeEntries(
  view: DataView,
  offset: number,
  scenario: Scenario,
  index: number,
  placed: PlacedBytes | undefined,
): void {
  const traffic = scenario.traffic[index];
  if (traffic?.kind !== "trace") return;
  const { sizesBytes, directions, flows } = traffic.events;
  const { seed, machine } = scenario;
  const arrivals = arrivalsOf(traffic, { seed, index, clockHertz: machine.clockHertz });
  let place = offset;
  for (const { event, cycles } of arrivals) {
    writeRecord(view, place, sim_trace_entry, {
      time_cycles: cycles,
      size_bytes: sizesBytes[event] ?? 0,
      direction: directions[event] === "s" ? sim_direction.send : sim_direction.receive,
      flow: flows?.[event] ?? 0,
    });
    const byteCount = placed?.recorded?.counts[event] ?? 0;
    if (byteCount > 0)
      writeRecord(view, place, sim_trace_entry, {
        first_byte: (placed?.first ?? 0) + (placed?.recorded?.firsts[event] ?? 0),
        byte_count: byteCount,
      });
    place += sim_trace_entry.size;
  }
}

function writeTraffic(view: DataView, scenario: Scenario, indices: Indices): void {
  let firstTraceEntry = 0;
  sourcesOf(scenario.traffic).forEach((traffic, index) => {
    const base = at(fields.traffic, index);
    const traceEntryCount = traceLength(traffic);
    writeRecord(view, base, sim_traffic_config, {
      kind: sim_traffic_kind[traffic.kind],
      loop: sim_loop[traffic.loop],
      nic: indexOf(indices.nic, traffic.nic),
      start_cycle: traffic.startCycle,
      first_trace_entry: firstTraceEntry,
      trace_entry_count: traceEntryCount,
      queue: traffic.send === undefined ? SIM_NONE_8 : indexOf(indices.queue, traffic.send.queue),
      thread: traffic.send === undefined ? SIM_NONE_8 : indexOf(indices.thread, traffic.send.thread),
      ends_with_packet: traffic.loop === "closed" && traffic.workEnds === "packet",
      ...paceOf(traffic, scenario.machine.clockHertz),
    });
    if (traffic.kind !== "trace" && typeof traffic.sizeBytes !== "number") {
      writeSizes(view, base, traffic.sizeBytes);
    }
    firstTraceEntry += traceEntryCount;
  });
}

function writeSizes(
  view: DataView,
  base: number,
  sizes: readonly { readonly bytes: number; readonly weight: number }[],
): void {
  const { sizes: bytes, size_weights: weights } = sim_traffic_config.fields;
  writeRecord(view, base, sim_traffic_config, { size_count: sizes.length });
  sizes.forEach((size, index) => {
    writeScalar(view, base + bytes.offset + 4 * index, bytes.type, size.bytes);
    writeScalar(view, base + weights.offset + 2 * index, weights.type, size.weight);
  });
}

function paceOf(traffic: Traffic, clockHertz: number) {
  if (traffic.kind === "trace") return {};
  const uniform = {
    direction: sim_direction[traffic.direction],
    size_bytes: typeof traffic.sizeBytes === "number" ? traffic.sizeBytes : 1,
    frame_count: traffic.frameCount,
    flows: traffic.flows,
    body: sim_body[traffic.body],
  };
  if (traffic.loop === "closed") return { ...uniform, think_cycles: traffic.thinkCycles };
  const { numerator, denominator } = intervalOf(traffic.rate, traffic.sizeBytes, clockHertz);
  return {
    ...uniform,
    interval_cycles_numerator: numerator,
    interval_cycles_denominator: denominator,
    burst_frames: traffic.bursts?.frames ?? 0,
    burst_pause_cycles: traffic.bursts?.pauseCycles ?? 0,
    burst_shape_milli: Math.round((traffic.bursts?.tailShape ?? 0) * 1000),
  };
}
