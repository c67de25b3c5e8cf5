/** Metrics of disks. */
import type { Counters } from "../../../core-wasm/binding/index.ts";
import { BIT, BIT_PER_SECOND, CYCLE, NUMBER } from "../../expressions/dimension.ts";
import type { Entries } from "./entry.ts";

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
    meaning: "bytes of the completed requests",
    read: (disk) => disk.completed_bytes,
    text: { label: "bytes", at: 1 },
  },
  taken: {
    dimension: NUMBER,
    meaning: "of the completed requests, taken by software",
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
    amount: { kind: "share" },
    read: (disk, { cycles }) => disk.medium_cycles / cycles,
  },
} as const satisfies Entries<Counters["disks"][number]>;

/** Placeholder for a name in docs/expressions.md. */
export const DISK_SIGN = "D";
