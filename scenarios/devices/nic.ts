/** Network cards and their receive rings: lines, steps and records. */
import {
  SIM_NIC_STATUS_RX,
  SIM_NIC_STATUS_TX,
  sim_config,
  sim_nic_config,
  sim_receive_mode,
  sim_ring_config,
} from "../../core-wasm/binding/layout.gen.ts";
import { at, writeRecord } from "../base/record.ts";
import type { ConditionsOf, DeviceKind, DeviceRecords, Driver, StepsOf } from "./device.ts";
import type { Nic, NicCondition, NicStep } from "./nicSchema.ts";
import { statusBits } from "./statusBits.ts";

export type Ring = Nic["moreRings"][number];

/** Status bits that drive a named line: the same as by default. */
const RX_AND_TX = SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX;

/** The fields of the NIC itself describe ring 0. */
export function ringsOf(nic: Nic): readonly Ring[] {
  const { rxRingFrames, line, rxBuffers, coalescing } = nic;
  return [{ rxRingFrames, line, rxBuffers, coalescing }, ...nic.moreRings];
}

/** Slots of all rings together. */
export function ringFramesOf(nic: Nic): number {
  return ringsOf(nic).reduce((sum, ring) => sum + ring.rxRingFrames, 0);
}

export const nic = {
  kind: "nic",
  list: "nics",
  drivers: (card) =>
    ringsOf(card).map(({ line }, ring): Driver => {
      const name = ring === 0 ? card.name : `${card.name} ring ${ring}`;
      const field = ring === 0 ? "line" : `moreRings[${ring - 1}].line`;
      if (typeof line === "string") return { name, line, ring, field };
      const { statusBits: _, ...own } = line;
      return { name, line: own, ring, field };
    }),
} as const satisfies DeviceKind<Nic>;

export const nicRecords: DeviceRecords<Nic> = {
  compile(view, nics, { lineOf }) {
    writeRecord(view, 0, sim_config, { nic_count: nics.length });
    nics.forEach((card, index) => {
      const base = at(sim_config.fields.nics, index);
      writeNic(view, base, card);
      ringsOf(card).forEach((ring, place) => {
        writeRing(view, base + at(sim_nic_config.fields.rings, place), ring, lineOf(card, place));
      });
    });
  },
  refusals: {
    names: {
      receive_mode: "receive",
      ring_count: "moreRings",
      cell_bytes: "cells.bytes",
      cell_payload_bytes: "cells.payloadBytes",
      cell_trailer_bytes: "cells.trailerBytes",
      merge_bytes: "offloads.mergeBytes",
      merge_nanoseconds: "offloads.mergeNanoseconds",
      segment_bytes: "offloads.segmentBytes",
      checksum_offload: "offloads.checksum",
      pause: "flowControl",
      status_by_fill: "statusBy",
      in_memory: "driver",
      host_answer_cycles: "host.answerCycles",
      tx_coalesce_frames: "txCoalescing.frames",
      tx_absolute_nanoseconds: "txCoalescing.absoluteNanoseconds",
      tx_packet_nanoseconds: "txCoalescing.packetNanoseconds",
      tx_throttle_nanoseconds: "txCoalescing.throttleNanoseconds",
    },
    parts: {
      rings: {
        list: "moreRings",
        names: {
          absolute_nanoseconds: "coalescing.absoluteNanoseconds",
          packet_nanoseconds: "coalescing.packetNanoseconds",
          throttle_nanoseconds: "coalescing.throttleNanoseconds",
          coalesce_frames: "coalescing.frames",
          frames: "rxRingFrames",
          buffers: "rxBuffers",
          status_mask: "line.statusBits",
        },
      },
    },
  },
};

export const nicSteps: StepsOf<NicStep> = {
  acknowledge: ({ bits, ring }) => ({
    op: "acknowledge",
    ring,
    bits: statusBits(bits),
    label: `acknowledge ${bits.join(", ")}`,
  }),
  "take-frame": ({ ring }) => ({ op: "take-frame", ring }),
  "give-frame": () => ({ op: "give-frame" }),
  reap: () => ({ op: "reap" }),
};

export const nicConditions: ConditionsOf<NicCondition> = {
  "rx-not-empty": ({ ring }) => ({ ring }),
  "tx-done": () => ({}),
  "status-set": ({ ring, bits }) => ({ ring, bits: statusBits(bits) }),
  "status-clear": ({ ring, bits }) => ({ ring, bits: statusBits(bits) }),
};

function writeNic(view: DataView, base: number, card: Nic): void {
  writeRecord(view, base, sim_nic_config, {
    line_rate_bit_per_second: card.lineRateBitPerSecond === "ideal" ? 0 : card.lineRateBitPerSecond,
    frame_overhead_bytes: card.frameOverheadBytes,
    tx_queue_frames: card.txQueueFrames,
    tx_queue_bytes: card.txQueueBytes,
    tx_buffers: card.txBuffers,
    tx_buffer_bytes: card.txBufferBytes,
    receive_mode: sim_receive_mode[card.receive],
    ring_count: ringsOf(card).length,
    hash_seed: card.hashSeed,
    min_frame_bytes: card.minFrameBytes,
    cell_bytes: card.cells?.bytes ?? 0,
    cell_payload_bytes: card.cells?.payloadBytes ?? 0,
    cell_trailer_bytes: card.cells?.trailerBytes ?? 0,
    stuffing_permille: card.stuffingPermille,
    slot_nanoseconds: card.slotNanoseconds,
    fifo_bytes: card.fifoBytes,
    buffer_bytes: card.bufferBytes,
    pause: card.flowControl,
    status_by_fill: card.statusBy === "fill",
    in_memory: card.driver === "program",
    host_answer_cycles: card.host?.answerCycles ?? 0,
    checksum_offload: card.offloads.checksum,
    segment_bytes: card.offloads.segmentBytes,
    merge_bytes: card.offloads.mergeBytes,
    merge_nanoseconds: card.offloads.mergeNanoseconds,
    tx_coalesce_frames: card.txCoalescing.frames,
    tx_absolute_nanoseconds: card.txCoalescing.absoluteNanoseconds,
    tx_packet_nanoseconds: card.txCoalescing.packetNanoseconds,
    tx_throttle_nanoseconds: card.txCoalescing.throttleNanoseconds,
    rx_cut_through_bytes: card.rxCutThroughBytes,
    tx_cut_through_bytes: card.txCutThroughBytes,
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
