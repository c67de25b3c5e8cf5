/** Why frames are lost: the words that the page has for each cause, and where it happens. Apart from the entries, which the
 * first picture can do without. */
import type { SimDropCause } from "../../../core-wasm/binding/layout.gen.ts";

export const DROP_WORDS = {
  "rx-ring-full": "ring full",
  "tx-queue-full": "tx queue full",
  "queue-full": "queue full",
  "packet-table-full": "packet table full",
  abandoned: "abandoned",
  "fifo-full": "FIFO full",
  filtered: "filtered",
  "tx-underrun": "underrun",
  fault: "fault",
} as const satisfies Readonly<Record<SimDropCause, string>>;

/** At a full queue, wherever it stood. */
export const AT_QUEUE: SimDropCause = "queue-full";

/** Causes of what a program does with a frame: no store was full. */
export const BY_PROGRAM = ["abandoned", "filtered", "fault"] as const satisfies readonly SimDropCause[];

const BY_SOFTWARE: ReadonlySet<SimDropCause> = new Set([AT_QUEUE, ...BY_PROGRAM]);

/** The card, its ring, FIFO or transmit queue lost it; else software did, behind it. */
export function isCardDrop(cause: SimDropCause): boolean {
  return !BY_SOFTWARE.has(cause);
}
