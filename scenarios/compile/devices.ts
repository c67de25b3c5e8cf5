/** Interrupt lines and devices as the core's records. */
import {
  SIM_NIC_STATUS_RX,
  SIM_NIC_STATUS_TX,
  SIM_NONE_8,
  sim_config,
  sim_disk_config,
  sim_line_config,
  sim_nic_config,
  sim_receive_mode,
  sim_ring_config,
  sim_timer_config,
  sim_trigger,
} from "../../core-wasm/binding/layout.gen.ts";
import { at, writeRecord } from "../base/record.ts";
import { linesOf, type Ring, ringsOf } from "../devices/lines.ts";
import type { Machine, Nic } from "../format/schema.ts";
import { cyclesOfPeriod } from "../traffic/rates.ts";
import { type Indices, statusBits } from "./flatten.ts";

const fields = sim_config.fields;
/** What drives a line that is named: the same as by default. */
const RX_AND_TX = SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX;

export function writeDevices(view: DataView, machine: Machine, indices: Indices): void {
  writeLines(view, machine);
  machine.nics.forEach((nic, index) => {
    writeNic(view, at(fields.nics, index), nic, indices);
  });
  writeTimers(view, machine, indices);
  writeDisks(view, machine, indices);
  writeRecord(view, 0, sim_config, {
    timer_count: machine.timers.length,
    disk_count: machine.disks.length,
  });
}

function writeTimers(view: DataView, { timers, clockHertz }: Machine, indices: Indices): void {
  timers.forEach((timer, index) => {
    const { numerator, denominator } = cyclesOfPeriod(timer.periodNanoseconds, clockHertz);
    writeRecord(view, at(fields.timers, index), sim_timer_config, {
      period_cycles_numerator: numerator,
      period_cycles_denominator: denominator,
      start_cycle: timer.startCycle ?? numerator / denominator,
      line: indices.line({ timer: timer.name }),
    });
  });
}

function writeDisks(view: DataView, { disks }: Machine, indices: Indices): void {
  disks.forEach((disk, index) => {
    writeRecord(view, at(fields.disks, index), sim_disk_config, {
      rate_bit_per_second: disk.rateBitPerSecond,
      least_seek_nanoseconds: disk.leastSeekNanoseconds,
      most_seek_nanoseconds: disk.mostSeekNanoseconds,
      block_bytes: disk.blockBytes,
      queue_requests: disk.queueRequests,
      status_by_fill: disk.statusBy === "fill",
      ...(disk.bufferAddress === undefined ? {} : { buffer_address: disk.bufferAddress }),
      line: indices.line({ disk: disk.name }),
    });
  });
}

function writeLines(view: DataView, machine: Machine): void {
  linesOf(machine).forEach((line, index) => {
    writeRecord(view, at(fields.lines, index), sim_line_config, {
      priority: line.priority,
      trigger: sim_trigger[line.trigger],
      masked: line.masked,
      loses_masked: line.losesMasked,
      core: line.core === "any" ? SIM_NONE_8 : line.core,
      context: line.context === "any" ? SIM_NONE_8 : line.context,
    });
  });
}

function writeNic(view: DataView, base: number, nic: Nic, indices: Indices): void {
  const rings = ringsOf(nic);
  writeRecord(view, base, sim_nic_config, {
    line_rate_bit_per_second: nic.lineRateBitPerSecond === "ideal" ? 0 : nic.lineRateBitPerSecond,
    frame_overhead_bytes: nic.frameOverheadBytes,
    tx_queue_frames: nic.txQueueFrames,
    tx_queue_bytes: nic.txQueueBytes,
    tx_buffers: nic.txBuffers,
    tx_buffer_bytes: nic.txBufferBytes,
    receive_mode: sim_receive_mode[nic.receive],
    ring_count: rings.length,
    hash_seed: nic.hashSeed,
    min_frame_bytes: nic.minFrameBytes,
    cell_bytes: nic.cells?.bytes ?? 0,
    cell_payload_bytes: nic.cells?.payloadBytes ?? 0,
    cell_trailer_bytes: nic.cells?.trailerBytes ?? 0,
    stuffing_permille: nic.stuffingPermille,
    slot_nanoseconds: nic.slotNanoseconds,
    fifo_bytes: nic.fifoBytes,
    buffer_bytes: nic.bufferBytes,
    pause: nic.flowControl,
    status_by_fill: nic.statusBy === "fill",
    checksum_offload: nic.offloads.checksum,
    segment_bytes: nic.offloads.segmentBytes,
    merge_bytes: nic.offloads.mergeBytes,
    merge_nanoseconds: nic.offloads.mergeNanoseconds,
    tx_coalesce_frames: nic.txCoalescing.frames,
    tx_absolute_nanoseconds: nic.txCoalescing.absoluteNanoseconds,
    tx_packet_nanoseconds: nic.txCoalescing.packetNanoseconds,
    tx_throttle_nanoseconds: nic.txCoalescing.throttleNanoseconds,
    rx_cut_through_bytes: nic.rxCutThroughBytes,
    tx_cut_through_bytes: nic.txCutThroughBytes,
  });
  rings.forEach((ring, index) => {
    const line = indices.line({ nic: nic.name, ring: index });
    writeRing(view, base + at(sim_nic_config.fields.rings, index), ring, line);
  });
}

function writeRing(view: DataView, base: number, ring: Ring, line: number): void {
  const { coalescing } = ring;
  writeRecord(view, base, sim_ring_config, {
    absolute_nanoseconds: coalescing.absoluteNanoseconds,
    packet_nanoseconds: coalescing.packetNanoseconds,
    throttle_nanoseconds: coalescing.throttleNanoseconds,
    coalesce_frames: coalescing.frames,
    frames: ring.rxRingFrames,
    buffers: ring.rxBuffers,
    line,
    status_mask: typeof ring.line === "string" ? RX_AND_TX : statusBits(ring.line.statusBits),
  });
}
