import type { FrameCounts } from "./devices.ts";

/** Of all causes. */
export function droppedOf(direction: FrameCounts): number {
  return direction.dropped.reduce((sum, { count }) => sum + count, 0);
}
