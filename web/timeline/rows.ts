/** Instruction × cycle diagram: the cells of a row, and the rows in view. */

import type { Cause, PipelineRow, RowsWindow } from "../engine/protocol.ts";
import { endCycleOf, type Viewport, visibleCycles } from "../state/viewport.ts";
import { t, tCount } from "../text/t.ts";
import { causeText } from "../ui/stallText.ts";
import { ROW_HEIGHT_PX } from "./layout.ts";

/** Cycles [from, to) of a row, relative to the rows' window. */
export interface Cell {
  readonly from: number;
  readonly to: number;
  readonly stage: number;
  /** Reason why the instruction stays longer than its first cycle. Undefined while it works. */
  readonly stall: Cause | undefined;
}

/** Causes that are work of the machine itself, not waiting. */
const WORKING: ReadonlySet<Cause> = new Set(["busy", "drain", "entry", "save", "restore"]);

export function cellsOf(row: PipelineRow): readonly Cell[] {
  const cells: Cell[] = [];
  row.enter.forEach((from, stage) => {
    if (from === undefined) return;
    const to = row.enter.slice(stage + 1).find((next) => next !== undefined) ?? row.end;
    const cause = row.stall[stage] ?? "busy";
    if (to <= from) return;
    if (to - from === 1 || WORKING.has(cause)) {
      cells.push({ from, to, stage, stall: undefined });
      return;
    }
    cells.push({ from, to: from + 1, stage, stall: undefined });
    cells.push({ from: from + 1, to, stage, stall: cause });
  });
  return cells;
}

/** True if the window ends before the row does. The length of its last stage is then not known. */
export function isCut(row: PipelineRow, window: Pick<RowsWindow, "from" | "to">): boolean {
  return row.end >= window.to - window.from;
}

/** Lost time in the row's label: "load-use, 1 cycle", "memory 3, bus 2 cycles", "flushed". Only cells for which
 * `isShown` is true count, so that reasons drawn in the diagram can be left out. */
export function rowNote(row: PipelineRow, isShown: (cell: Cell) => boolean = () => true): string {
  const lost = new Map<Cause, number>();
  for (const cell of cellsOf(row))
    if (cell.stall !== undefined && isShown(cell))
      lost.set(cell.stall, (lost.get(cell.stall) ?? 0) + cell.to - cell.from);
  const notes = [...lost].map(([cause, cycles], i) => {
    const text = causeText(cause);
    if (lost.size === 1) return `${text}, ${cyclesText(cycles)}`;
    return i === lost.size - 1 ? `${text} ${cyclesText(cycles)}` : `${text} ${cycles}`;
  });
  if (row.nullified) notes.push(t("nullified"));
  else if (row.flushed) notes.push(t("flushed"));
  return notes.join(", ");
}

export function cyclesText(cycles: number): string {
  return tCount(cycles, "{count} cycle", "{count} cycles");
}

/** Rows that are in the machine somewhere in the viewport, as [first, end). */
export function rowsInView(
  rows: RowsWindow,
  viewport: Viewport,
): { readonly first: number; readonly end: number } {
  const from = viewport.startCycle - rows.from;
  const to = endCycleOf(viewport) - rows.from;
  let first = rows.rows.findIndex((row) => row.end > from);
  if (first < 0) first = rows.rows.length;
  let end = first;
  while (end < rows.rows.length && (rows.rows[end]?.first ?? to) < to) end++;
  return { first, end };
}

/** Fractional index of the row that begins at this offset. */
export function rowPosition(rows: readonly PipelineRow[], offset: number): number {
  const next = rows.findIndex((row) => row.first > offset);
  if (next === 0) return 0;
  const index = next < 0 ? rows.length - 1 : next - 1;
  const from = rows[index]?.first ?? 0;
  const to = rows[index + 1]?.first ?? from + 1;
  return index + Math.min(1, Math.max(0, (offset - from) / Math.max(1, to - from)));
}

/** Scroll position that keeps the diagonal of the instruction × cycle diagram in view. The row at the playhead (or at
 * the edge nearer to it) is as far down the area, as a fraction, as its cycle is across it. */
export function followedScrollTop(
  rows: RowsWindow,
  viewport: Viewport,
  playheadCycle: number,
  areaHeightPx: number,
): number {
  const anchor = Math.min(endCycleOf(viewport), Math.max(viewport.startCycle, playheadCycle));
  const share = (anchor - viewport.startCycle) / Math.max(1e-9, visibleCycles(viewport));
  const wanted =
    rowPosition(rows.rows, anchor - rows.from) * ROW_HEIGHT_PX - share * (areaHeightPx - ROW_HEIGHT_PX);
  const { first, end } = rowsInView(rows, viewport);
  const topRow = first * ROW_HEIGHT_PX;
  const bottomRow = end * ROW_HEIGHT_PX - areaHeightPx;
  const inView = Math.min(Math.max(wanted, Math.min(topRow, bottomRow)), Math.max(topRow, bottomRow));
  return Math.max(0, Math.round(inView / ROW_HEIGHT_PX) * ROW_HEIGHT_PX);
}
