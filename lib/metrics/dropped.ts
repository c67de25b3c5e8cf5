import type { SimDropCause } from "../../core-wasm/binding/index.ts";
import type { FrameCounts } from "./devices.ts";

/** Of all causes. */
export function droppedOf({ dropped }: Pick<FrameCounts, "dropped">): number {
  return dropped.reduce((sum, { count }) => sum + count, 0);
}

/** At a full queue, wherever it stood. */
export const AT_QUEUE: SimDropCause = "queue-full";

/** Causes of what a program does with a frame: no store was full. */
export const BY_PROGRAM = ["abandoned", "filtered", "fault"] as const satisfies readonly SimDropCause[];

const BY_SOFTWARE: ReadonlySet<SimDropCause> = new Set([AT_QUEUE, ...BY_PROGRAM]);

/** The card, its ring, FIFO or transmit queue lost it; else software did, behind it. */
export function isCardDrop(cause: SimDropCause): boolean {
  return !BY_SOFTWARE.has(cause);
}
