/** Cards, rings, lines, timers, disks and buttons. */
import type { Counters } from "../../../core-wasm/binding/index.ts";
import type { DeviceList } from "../../../scenarios/devices/kinds.ts";
import { BIT, BIT_PER_SECOND, CYCLE, NUMBER } from "../../expressions/dimension.ts";
import type { Entries } from "./entry.ts";

/** What a card did besides receiving and sending; the panel has the sum of all cards. */
export const CARD = {
  dmaCycles: {
    path: "dmaCycles",
    dimension: CYCLE,
    meaning: "bus cycles of its DMA",
    read: (nic) => nic.dma_cycles,
  },
  merged: {
    path: "merged",
    dimension: NUMBER,
    meaning: "received frames that became part of another packet",
    read: (nic) => nic.rx_merged,
    text: { label: "merged" },
    panel: { section: "counters", label: "frames merged" },
  },
  copied: {
    path: "copied",
    dimension: NUMBER,
    meaning: "copies of its frames that software made",
    read: (nic) => nic.copied,
    text: { label: "copied" },
    panel: { section: "counters", label: "frames copied" },
  },
  wireFrames: {
    path: "wireFrames",
    dimension: NUMBER,
    meaning: "frames sent onto the wire, segments of packets",
    read: (nic) => nic.tx_wire_frames,
    text: { label: "on the wire" },
  },
  segments: {
    only: "page",
    dimension: NUMBER,
    meaning: "its frames on the wire, where packets were cut into several",
    read: (nic) => (nic.tx_wire_frames > nic.tx_delivered ? nic.tx_wire_frames : 0),
    panel: { section: "counters", label: "segments sent" },
  },
  receiveWireShare: {
    path: ["receive", "wire"],
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the run in which a frame was on the wire",
    read: (nic, { cycles }) => nic.rx_wire_cycles / cycles,
  },
  sendWireShare: {
    path: ["send", "wire"],
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the run in which a frame was on the wire",
    read: (nic, { cycles }) => nic.tx_wire_cycles / cycles,
  },
  pauses: {
    path: "pauses",
    dimension: NUMBER,
    meaning: "pauses of the sender that are over",
    read: (nic) => nic.pauses,
    text: { label: "pauses" },
    panel: { section: "counters", label: "pauses of senders" },
  },
  pausedCycles: {
    path: "pausedCycles",
    dimension: CYCLE,
    meaning: "cycles of these pauses",
    read: (nic) => nic.paused_cycles,
    text: { label: "paused cycles" },
    panel: { section: "counters", label: "paused cycles" },
  },
} as const satisfies Entries<Counters["nics"][number]>;

/** Received frames from the wire to software: offered = dropped + taken + held. */
export const RING = {
  offered: {
    path: "offered",
    dimension: NUMBER,
    meaning: "frames that came for this ring",
    read: (ring) => ring.offered,
    text: { label: "offered" },
  },
  dropped: {
    path: "dropped",
    dimension: NUMBER,
    meaning: "of these, lost by the card",
    read: (ring) => ring.dropped,
    text: { label: "dropped", at: 1 },
  },
  taken: {
    path: "taken",
    dimension: NUMBER,
    meaning: "of these, taken by software",
    read: (ring) => ring.taken,
    text: { label: "taken" },
  },
  held: {
    dimension: NUMBER,
    meaning: "of these, still in the card or the ring",
    read: (ring) => ring.offered - ring.dropped - ring.taken,
    text: { label: "held", at: 1 },
  },
} as const satisfies Entries<Counters["rings"][number]>;

export const LINE = {
  asserted: {
    path: "asserted",
    dimension: NUMBER,
    meaning: "times it was raised",
    read: (line) => line.asserted,
    text: { label: "raised" },
  },
  lost: {
    path: "lost",
    dimension: NUMBER,
    meaning: "edges lost while masked",
    read: (line) => line.lost,
    text: { label: "edges lost" },
    panel: { section: "missed", label: "edges lost by {name}, masked" },
  },
} as const satisfies Entries<Counters["lines"][number]>;

export const TIMER = {
  ticks: {
    path: "ticks",
    dimension: NUMBER,
    meaning: "ticks",
    read: (timer) => timer.ticks,
    text: { label: "ticks" },
  },
  overruns: {
    path: "overruns",
    dimension: NUMBER,
    meaning: "ticks before the one before was acknowledged",
    read: (timer) => timer.overruns,
    text: { label: "overruns" },
    panel: { section: "missed", label: "overruns of timer {name}", of: "ticks" },
  },
} as const satisfies Entries<Counters["timers"][number]>;

export const DISK = {
  requested: {
    dimension: NUMBER,
    meaning: "requests that it took",
    read: (disk) => disk.requested,
    text: { label: "requests" },
  },
  asked: {
    only: "page",
    dimension: NUMBER,
    meaning: "requests that it took or refused",
    read: (disk) => disk.requested + disk.refused,
  },
  completed: {
    path: "requests",
    dimension: NUMBER,
    meaning: "requests completed",
    read: (disk) => disk.completed,
    text: { label: "completed", at: 1 },
  },
  refused: {
    path: "refused",
    dimension: NUMBER,
    meaning: "requests to its full queue",
    read: (disk) => disk.refused,
    text: { label: "refused" },
    panel: { section: "missed", label: "requests refused by {name}", of: "asked" },
  },
  completedBytes: {
    dimension: BIT,
    meaning: "bytes of the requests completed",
    read: (disk) => disk.completed_bytes,
    text: { label: "bytes", at: 1 },
  },
  taken: {
    dimension: NUMBER,
    meaning: "of the completed, taken by software",
    read: (disk) => disk.taken,
  },
  mediumCycles: {
    dimension: CYCLE,
    meaning: "cycles of seek and transfer",
    read: (disk) => disk.medium_cycles,
    text: { label: "medium busy", of: "run", at: 1 },
  },
  dmaCycles: {
    dimension: CYCLE,
    meaning: "bus cycles of its DMA",
    read: (disk) => disk.dma_cycles,
  },
  bits: {
    path: "bits",
    only: "expressions",
    dimension: BIT,
    meaning: "bits moved",
    read: (disk) => 8 * disk.completed_bytes,
  },
  rate: {
    path: "rate",
    only: "expressions",
    dimension: BIT_PER_SECOND,
    meaning: "bits moved a second",
    read: (disk, { cycles, machine }) => (8 * disk.completed_bytes * machine.clockHertz) / cycles,
  },
  busy: {
    path: "busy",
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the run in which its medium worked",
    read: (disk, { cycles }) => disk.medium_cycles / cycles,
  },
} as const satisfies Entries<Counters["disks"][number]>;

export const BUTTON = {
  presses: {
    path: "presses",
    dimension: NUMBER,
    meaning: "presses",
    read: (button) => button.presses,
    text: { label: "presses" },
  },
  acknowledged: {
    path: "acknowledged",
    dimension: NUMBER,
    meaning: "presses that were acknowledged",
    read: (button) => button.acknowledged,
    text: { label: "acknowledged" },
  },
  overruns: {
    path: "overruns",
    dimension: NUMBER,
    meaning: "presses before the one before was acknowledged",
    read: (button) => button.overruns,
    text: { label: "overruns" },
    panel: { section: "missed", label: "overruns of button {name}", of: "presses" },
  },
} as const satisfies Entries<Counters["buttons"][number]>;

/** Of kinds that are no cards, by their list in the machine; in the order of the tables of expressions. */
export const DEVICE_METRICS = { disks: DISK, timers: TIMER, buttons: BUTTON } as const satisfies {
  readonly [List in Exclude<DeviceList, "nics">]: Entries<Counters[List][number]>;
};

/** Stands for a name in docs/expressions.md. */
export const DEVICE_SIGNS: Readonly<Record<keyof typeof DEVICE_METRICS, string>> = {
  disks: "D",
  timers: "X",
  buttons: "B",
};
