import type { SimDropCause } from "../../core-wasm/binding/index.ts";
import type { FrameCounts } from "./devices.ts";

/** Of all causes. */
export function droppedOf(direction: FrameCounts): number {
  return direction.dropped.reduce((sum, { count }) => sum + count, 0);
}

const BY_SOFTWARE: ReadonlySet<SimDropCause> = new Set(["queue-full", "abandoned", "filtered"]);

/** The card, its ring, FIFO or transmit queue lost it; else software did, behind it. */
export function isCardDrop(cause: SimDropCause): boolean {
  return !BY_SOFTWARE.has(cause);
}
