/** Cards, rings and lines. */
import type { Counters } from "../../../core-wasm/binding/index.ts";
import { CYCLE, NUMBER } from "../../expressions/dimension.ts";
import type { Entries } from "./entry.ts";

/** Metrics of a card other than receiving and sending. The panel shows the sum of all cards. */
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
    amount: { kind: "share" },
    read: (nic, { cycles }) => nic.rx_wire_cycles / cycles,
  },
  sendWireShare: {
    path: ["send", "wire"],
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the run in which a frame was on the wire",
    amount: { kind: "share" },
    read: (nic, { cycles }) => nic.tx_wire_cycles / cycles,
  },
  pauses: {
    path: "pauses",
    dimension: NUMBER,
    meaning: "completed pauses of the sender",
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

/** Received frames between wire and software: offered = dropped + taken + held. */
export const RING = {
  offered: {
    path: "offered",
    dimension: NUMBER,
    meaning: "frames that arrived for this ring",
    read: (ring) => ring.offered,
    text: { label: "offered" },
  },
  dropped: {
    path: "dropped",
    dimension: NUMBER,
    meaning: "of these, lost by the card",
    read: (ring) => ring.dropped,
    text: { label: "lost", at: 1 },
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
