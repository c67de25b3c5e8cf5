import type { DirectionMetrics } from "./metrics.ts";

/** Of all causes. */
export function droppedOf(direction: DirectionMetrics): number {
  return direction.dropped.reduce((sum, { count }) => sum + count, 0);
}
