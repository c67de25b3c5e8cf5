/** High-water marks: the most that a ring, FIFO, queue or stack held at once. */
import { BIT, NUMBER } from "../../expressions/dimension.ts";
import type { Entries } from "./entry.ts";

export interface Held {
  /** Undefined: not known. */
  readonly most: number | undefined;
  readonly capacity: number;
}

/** In frames, packets, requests or bytes, as the place says. */
export const HELD = {
  maximum: {
    path: "maximum",
    dimension: NUMBER,
    meaning: "the most that it held at once",
    amount: { kind: "ratio" },
    read: (held) => held.most,
    text: [{ label: "at most" }, { label: "of its room", of: "capacity", at: 2 }],
    panel: { label: "at most" },
  },
  capacity: {
    dimension: NUMBER,
    meaning: "how much it has room for",
    read: (held) => held.capacity,
    text: { label: "room for", at: 1 },
    panel: { label: "room for", at: 1 },
  },
} as const satisfies Entries<Held>;

/** As expressions name what is counted in bytes; reports have the same in bytes. */
export const HELD_BYTES = {
  maximum: {
    ...HELD.maximum,
    dimension: BIT,
    meaning: "the most bytes that it held at once",
    read: (held) => held.most && 8 * held.most,
  },
  capacity: { ...HELD.capacity, dimension: BIT, read: (held) => 8 * held.capacity },
} as const satisfies Entries<Held>;
