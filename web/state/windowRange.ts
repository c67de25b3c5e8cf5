/** Which cycles to ask the engine for, given what the timeline shows. Columns are whole cycles wide and
 * start at multiples of their width, so that bars stand still while the view is dragged. */
import type { TimelineWindow } from "../engine/protocol.ts";
import { endCycleOf, type Viewport, visibleCycles } from "./viewport.ts";

interface CycleRange {
  readonly from: number;
  readonly to: number;
}
export interface ColumnRange extends CycleRange {
  readonly columns: number;
}

/** Data asked for on each side of the view, in views: a drag has something to draw. */
const MARGIN_VIEWS = 1;
/** Two thirds of what the engine gives at most: wide screens get less margin. */
const COLUMNS_WANTED = 6000;
/** Ranges begin and end at multiples of this: a drag over data that are coarser than wanted asks once a
 * chunk, not once a frame. */
const CHUNK_COLUMNS = 256;
/** Ask again when less than this is left on a side. */
const LOW_WATER_VIEWS = 0.25;
/** Zooming in makes columns wider than a pixel; beyond this ratio finer data are asked for: while the view moves, when
 * single pixels cannot be seen and every new answer would have to be painted, and once it rests. */
const MOVING_SLACK = 1.5;
const RESTING_SLACK = 1.01;
const ROWS_MARGIN_VIEWS = 0.5;

/** Cycles in one column at this zoom. */
export function columnCycles(viewport: Viewport): number {
  return Math.max(1, Math.floor(viewport.cyclesPerPx));
}

export function windowRange(viewport: Viewport, endCycle: number): ColumnRange {
  const width = columnCycles(viewport);
  const spare = Math.max(0, COLUMNS_WANTED - visibleCycles(viewport) / width) / 2;
  const margin = Math.min(MARGIN_VIEWS * visibleCycles(viewport), spare * width);
  const chunk = width * CHUNK_COLUMNS;
  const first = Math.floor(Math.max(0, viewport.startCycle - margin) / chunk) * CHUNK_COLUMNS;
  const reach = Math.ceil((endCycleOf(viewport) + margin) / chunk) * CHUNK_COLUMNS;
  const last = Math.min(reach, Math.ceil(endCycle / width));
  const columns = Math.max(1, last - first);
  return { from: first * width, to: (first + columns) * width, columns };
}

/** The data at hand reach around the view and are as fine as the view. `movingWidth`: the view moves, and columns of so
 * many cycles were asked for, whatever the engine could give at once. */
export function covers(
  window: TimelineWindow | undefined,
  viewport: Viewport,
  endCycle: number,
  movingWidth?: number,
): boolean {
  if (window === undefined) return false;
  const lowWater = LOW_WATER_VIEWS * visibleCycles(viewport);
  const from = Math.max(0, viewport.startCycle - lowWater);
  const to = Math.min(endCycle, endCycleOf(viewport) + lowWater);
  if (window.from > from || window.to < to) return false;
  const dataWidth = (window.to - window.from) / window.columns;
  const wanted = columnCycles(viewport);
  const fineEnough =
    movingWidth === undefined
      ? dataWidth <= wanted * RESTING_SLACK
      : Math.min(movingWidth, dataWidth) <= wanted * MOVING_SLACK;
  const coarseEnough = dataWidth * 2 >= wanted;
  return fineEnough && coarseEnough;
}

/** The frontier has passed cycles that the data do not know yet. */
export function isBehind(window: TimelineWindow, frontier: number, endCycle: number): boolean {
  return window.knownTo < Math.min(window.to, frontier, endCycle);
}

export function rowsRange(viewport: Viewport, knownTo: number): CycleRange {
  const margin = ROWS_MARGIN_VIEWS * visibleCycles(viewport);
  return {
    from: Math.max(0, Math.floor(viewport.startCycle - margin)),
    to: Math.min(knownTo, Math.ceil(endCycleOf(viewport) + margin)),
  };
}
