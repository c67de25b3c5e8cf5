/** The visible cycles of the timeline. Pure arithmetic; startCycle may be fractional during a zoom. */
export interface Viewport {
  readonly startCycle: number;
  readonly cyclesPerPx: number;
  readonly widthPx: number;
}

/** One cycle is at most this wide: enough for an instruction's text. */
export const MAX_PX_PER_CYCLE = 64;
/** If a cycle is at least this wide, or fewer cycles are visible, lanes become the instruction x cycle diagram. */
export const INSTRUCTION_PX_PER_CYCLE = 40;
export const INSTRUCTION_VISIBLE_CYCLES = 64;

export function visibleCycles(viewport: Viewport): number {
  return viewport.widthPx * viewport.cyclesPerPx;
}

export function endCycleOf(viewport: Viewport): number {
  return viewport.startCycle + visibleCycles(viewport);
}

export function cycleAtPx(viewport: Viewport, px: number): number {
  return viewport.startCycle + px * viewport.cyclesPerPx;
}

export function pxAtCycle(viewport: Viewport, cycle: number): number {
  return (cycle - viewport.startCycle) / viewport.cyclesPerPx;
}

/** Close enough to show single instructions. */
export function showsInstructions(viewport: Viewport): boolean {
  return (
    viewport.widthPx > 0 &&
    (viewport.cyclesPerPx <= 1 / INSTRUCTION_PX_PER_CYCLE ||
      visibleCycles(viewport) < INSTRUCTION_VISIBLE_CYCLES)
  );
}

/** Visible cycles when the user asks for single instructions: an entry and the cycles around it. */
const INSTRUCTION_VIEW_CYCLES = 36;
/** Position of the requested cycle in the view. Its causes interest more than its effects. */
const INSTRUCTION_VIEW_AT = 0.6;

export function instructionsAround(viewport: Viewport, cycle: number, endCycle: number): Viewport {
  const widest = Math.floor(viewport.widthPx / (INSTRUCTION_PX_PER_CYCLE / 2));
  const cycles = Math.max(1, Math.min(INSTRUCTION_VIEW_CYCLES, widest));
  const from = Math.round(cycle - cycles * INSTRUCTION_VIEW_AT);
  return fitCycles(viewport, from, from + cycles, endCycle);
}

/** Keeps the zoom between one cycle of MAX_PX_PER_CYCLE and the whole run, and the run visible. */
export function clampViewport(viewport: Viewport, endCycle: number): Viewport {
  const widthPx = Math.max(0, viewport.widthPx);
  const widest = Math.max(endCycle / Math.max(1, widthPx), 1 / MAX_PX_PER_CYCLE);
  const cyclesPerPx = clamp(finiteOr(viewport.cyclesPerPx, widest), 1 / MAX_PX_PER_CYCLE, widest);
  const lastStart = Math.max(0, endCycle - widthPx * cyclesPerPx);
  return { startCycle: clamp(finiteOr(viewport.startCycle, 0), 0, lastStart), cyclesPerPx, widthPx };
}

/** A factor above 1 zooms in. The cycle keeps its pixel as far as the run's ends allow. */
export function zoomAround(viewport: Viewport, cycle: number, factor: number, endCycle: number): Viewport {
  const { cyclesPerPx } = clampViewport(
    { ...viewport, cyclesPerPx: viewport.cyclesPerPx / factor },
    endCycle,
  );
  const px = pxAtCycle(viewport, cycle);
  return clampViewport({ ...viewport, cyclesPerPx, startCycle: cycle - px * cyclesPerPx }, endCycle);
}

export function panBy(viewport: Viewport, px: number, endCycle: number): Viewport {
  return clampViewport(
    { ...viewport, startCycle: viewport.startCycle + px * viewport.cyclesPerPx },
    endCycle,
  );
}

export function fitCycles(viewport: Viewport, from: number, to: number, endCycle: number): Viewport {
  const cyclesPerPx = Math.max(to - from, 1) / Math.max(1, viewport.widthPx);
  return clampViewport({ ...viewport, startCycle: from, cyclesPerPx }, endCycle);
}

/** Share of the width kept between the playing playhead and the right edge before the view turns the page. */
const FOLLOW_MARGIN = 0.05;
/** Position of the playhead after the view has moved on, as a share from the side where it came from. */
const FOLLOW_TO = 0.2;

export function isInView(viewport: Viewport, cycle: number): boolean {
  const px = pxAtCycle(viewport, cycle);
  return px >= 0 && px <= viewport.widthPx;
}

/** The same viewport if the cycle is visible. Otherwise one with the cycle a fifth away from the edge behind it. */
export function revealed(viewport: Viewport, cycle: number, endCycle: number): Viewport {
  if (isInView(viewport, cycle)) return viewport;
  const place = cycle < viewport.startCycle ? 1 - FOLLOW_TO : FOLLOW_TO;
  return clampViewport({ ...viewport, startCycle: cycle - place * visibleCycles(viewport) }, endCycle);
}

/** Moves the view on a little before the playhead reaches its edge during playback. */
export function followed(viewport: Viewport, playhead: number, endCycle: number): Viewport {
  const nearEdge = pxAtCycle(viewport, playhead) > viewport.widthPx * (1 - FOLLOW_MARGIN);
  if (!nearEdge) return revealed(viewport, playhead, endCycle);
  const startCycle = playhead - FOLLOW_TO * visibleCycles(viewport);
  const next = clampViewport({ ...viewport, startCycle }, endCycle);
  return next.startCycle === viewport.startCycle ? viewport : next;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function finiteOr(value: number, fallback: number): number {
  return Number.isFinite(value) ? value : fallback;
}
