/** English words for places that hold something, as reports write them. */
import type { HeldKind } from "../../metrics/held.ts";

export const HELD_NAMES: Readonly<Record<HeldKind, string>> = {
  ring: "ring",
  fifo: "FIFO",
  "send-queue": "send queue",
  queue: "queue",
  "disk-queue": "queue of disk",
  stack: "stack of",
};
