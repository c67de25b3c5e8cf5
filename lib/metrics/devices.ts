/** Cards, lines, timers and disks, each by its index in the machine; as many as the core has records for. */
import {
  type Counters,
  SIM_NIC_RING_LIMIT,
  type SimDirection,
  sim_drop_cause_names,
} from "../../core-wasm/binding/index.ts";
import type { DropCount } from "./metrics.ts";

/** offered = delivered + all dropped + inFlight, at every cycle. */
export interface FrameCounts {
  readonly offered: number;
  readonly offeredBytes: number;
  readonly delivered: number;
  readonly deliveredBytes: number;
  readonly inFlight: number;
  readonly dropped: readonly DropCount[];
}

/** Received frames from the wire to software: offered = dropped + taken + held. */
export interface RingMetrics {
  /** Of flows that belong to it. */
  readonly offered: number;
  /** By the card. */
  readonly dropped: number;
  /** By software. */
  readonly taken: number;
  readonly held: number;
}

export interface NicMetrics {
  readonly receive: FrameCounts;
  readonly send: FrameCounts;
  /** Bus cycles of its DMA. */
  readonly dmaCycles: number;
  /** Frames that became part of another packet, of the offered. */
  readonly merged: number;
  /** Copies that software made, of the offered. */
  readonly copied: number;
  /** That went onto the wire: a packet sent may take several. */
  readonly wireFrames: number;
  /** In which a frame was on the wire, each direction; 0 where the wire is ideal. */
  readonly wireCycles: Readonly<Record<SimDirection, number>>;
  /** Of the sender, that are over, and their cycles. */
  readonly pauses: number;
  readonly pausedCycles: number;
  readonly rings: readonly RingMetrics[];
}

export interface LineMetrics {
  readonly asserted: number;
  /** Edges that came while the line was masked and loses them. */
  readonly lost: number;
}

export interface TimerMetrics {
  readonly ticks: number;
  /** Ticks before the one before was acknowledged. */
  readonly overruns: number;
}

export interface DiskMetrics {
  readonly requested: number;
  /** Beside those requested: its queue was full. */
  readonly refused: number;
  readonly completed: number;
  readonly completedBytes: number;
  /** Of the completed, by software. */
  readonly taken: number;
  /** Seek and transfer. */
  readonly mediumCycles: number;
  readonly dmaCycles: number;
}

export interface DeviceMetrics {
  readonly nics: readonly NicMetrics[];
  readonly lines: readonly LineMetrics[];
  readonly timers: readonly TimerMetrics[];
  readonly disks: readonly DiskMetrics[];
}

type NicCounters = Counters["nics"][number];
type RingCounters = Counters["rings"][number];

const NO_FRAMES: RingCounters = { offered: 0, dropped: 0, taken: 0 };

export function ringAt({ rings }: Counters, nic: number, ring: number): RingCounters {
  return rings[nic * SIM_NIC_RING_LIMIT + ring] ?? NO_FRAMES;
}

/** `ringCounts` by card. */
export function readDevices(counters: Counters, ringCounts: readonly number[]): DeviceMetrics {
  const { nics, lines, timers, disks } = counters;
  return {
    nics: nics.map((nic, index) => ({
      rings: Array.from({ length: ringCounts[index] ?? 0 }, (_, ring) => {
        const { offered, dropped, taken } = ringAt(counters, index, ring);
        return { offered, dropped, taken, held: offered - dropped - taken };
      }),
      receive: framesOf(nic, "receive"),
      send: framesOf(nic, "send"),
      dmaCycles: nic.dma_cycles,
      merged: nic.rx_merged,
      copied: nic.copied,
      wireFrames: nic.tx_wire_frames,
      wireCycles: { receive: nic.rx_wire_cycles, send: nic.tx_wire_cycles },
      pauses: nic.pauses,
      pausedCycles: nic.paused_cycles,
    })),
    lines: lines.map(({ asserted, lost }) => ({ asserted, lost })),
    timers: timers.map(({ ticks, overruns }) => ({ ticks, overruns })),
    disks: disks.map(({ completed_bytes, medium_cycles, dma_cycles, ...counted }) => ({
      ...counted,
      completedBytes: completed_bytes,
      mediumCycles: medium_cycles,
      dmaCycles: dma_cycles,
    })),
  };
}

export function framesOf(nic: NicCounters, direction: SimDirection): FrameCounts {
  const at = direction === "receive" ? "rx" : "tx";
  return {
    offered: nic[`${at}_offered`],
    offeredBytes: nic[`${at}_offered_bytes`],
    delivered: nic[`${at}_delivered`],
    deliveredBytes: nic[`${at}_delivered_bytes`],
    inFlight: nic[`${at}_in_flight`],
    dropped: dropCounts((cause) => nic[`${at}_dropped`][cause] ?? 0),
  };
}

/** Of all of them. */
export function framesTogether(nics: readonly FrameCounts[]): FrameCounts {
  const total = (of: (nic: FrameCounts) => number) => nics.reduce((sum, nic) => sum + of(nic), 0);
  return {
    offered: total((nic) => nic.offered),
    offeredBytes: total((nic) => nic.offeredBytes),
    delivered: total((nic) => nic.delivered),
    deliveredBytes: total((nic) => nic.deliveredBytes),
    inFlight: total((nic) => nic.inFlight),
    dropped: dropCounts((cause) => total((nic) => nic.dropped[cause]?.count ?? 0)),
  };
}

function dropCounts(count: (cause: number) => number): DropCount[] {
  return sim_drop_cause_names.map((cause, index) => ({ cause, count: count(index) }));
}
