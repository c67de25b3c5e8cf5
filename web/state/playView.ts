/** A view that can be read while the machine plays: wide enough that the playhead takes its time to cross it, and again
 * as it was once the machine stands. */
import { SWEEP_MS } from "./playback.ts";
import { clampViewport, pxAtCycle, showsInstructions, type Viewport, visibleCycles } from "./viewport.ts";

const CROSSING_S = 4;
/** Single instructions are followed by eye up to here; faster, they are left. */
const INSTRUCTION_SPEED = 300;
/** Where the playhead stands in a widened view, at most: there is more to come than has been. */
const PLAYHEAD_AT = 0.2;

/** In cycles a second, as the playhead goes over a run that is known. */
export function cyclesPerSecond(speed: number | "max", endCycle: number): number {
  return speed === "max" ? (endCycle * 1000) / SWEEP_MS : speed;
}

/** Undefined: it is wide enough. */
export function widened(
  viewport: Viewport,
  playhead: number,
  speed: number | "max",
  endCycle: number,
): Viewport | undefined {
  const perSecond = cyclesPerSecond(speed, endCycle);
  if (viewport.widthPx <= 0 || endCycle <= 0) return undefined;
  if (showsInstructions(viewport) && perSecond <= INSTRUCTION_SPEED) return undefined;
  const cycles = Math.min(endCycle, perSecond * CROSSING_S);
  if (visibleCycles(viewport) >= cycles) return undefined;
  return around(viewport, playhead, cycles / viewport.widthPx, endCycle, PLAYHEAD_AT);
}

/** At another zoom with the cycle where it is in the view. */
export function around(
  viewport: Viewport,
  cycle: number,
  cyclesPerPx: number,
  endCycle: number,
  mostAt = 1,
): Viewport {
  const { widthPx } = viewport;
  const at = Math.min(mostAt * widthPx, Math.max(0, pxAtCycle(viewport, cycle)));
  return clampViewport({ widthPx, cyclesPerPx, startCycle: cycle - at * cyclesPerPx }, endCycle);
}
