/** What is drawn while the data for a view are on their way: the whole run in its columns, where that is known. */
import type { TimelineWindow } from "../engine/protocol.ts";
import { endCycleOf, type Viewport } from "../state/viewport.ts";

export function windowToDraw(
  window: TimelineWindow | undefined,
  coarse: TimelineWindow | undefined,
  viewport: Viewport,
): TimelineWindow | undefined {
  if (coarse === undefined || window === undefined) return window ?? coarse;
  const from = Math.max(0, viewport.startCycle);
  const to = Math.min(endCycleOf(viewport), coarse.knownTo);
  return window.from <= from && Math.min(window.to, window.knownTo) >= to ? window : coarse;
}
