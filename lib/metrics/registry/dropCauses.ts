/** Words of the page for each cause of a lost frame, and the place of the loss. Separate from the entries, which the
 * first picture does not need. */
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

/** The cause of a loss at a full queue, whatever the queue is. */
export const AT_QUEUE: SimDropCause = "queue-full";

/** Losses by a program's decision. No ring or queue was full. */
export const BY_PROGRAM = ["abandoned", "filtered", "fault"] as const satisfies readonly SimDropCause[];

const BY_SOFTWARE: ReadonlySet<SimDropCause> = new Set([AT_QUEUE, ...BY_PROGRAM]);

/** True if the card, its ring, FIFO or transmit queue lost the frame. Otherwise software lost it later. */
export function isCardDrop(cause: SimDropCause): boolean {
  return !BY_SOFTWARE.has(cause);
}
