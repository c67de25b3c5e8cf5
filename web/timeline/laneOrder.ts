/** Lanes of contexts: their order and the air around their bars. */
import type { ContextLabel } from "./spec.ts";

/** Air above and below a lane's bars. */
export const LANE_AIR_PX = 2;

/** Core after core; in each the highest priority on top, the lower context number wins a tie, unused contexts at
 * the bottom. */
export function laneOrder(contexts: readonly ContextLabel[]): readonly ContextLabel[] {
  const rank = ({ priority }: ContextLabel) => priority ?? Number.MAX_SAFE_INTEGER;
  return [...contexts].sort((a, b) => a.core - b.core || rank(a) - rank(b) || a.context - b.context);
}
