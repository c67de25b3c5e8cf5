/** The instruction x cycle diagram: one row for each instruction, one column for each cycle. */

import type { PipelineRow, RowsWindow } from "../../engine/protocol.ts";
import { endCycleOf } from "../../state/viewport.ts";
import { type Label, t } from "../../text/t.ts";
import { entryStepShort, pcShortText, rowText } from "../../ui/instructionText.ts";
import { causeText } from "../../ui/stallText.ts";
import { layerIndex } from "../layers.ts";
import { MORE_HEIGHT_PX, ROW_HEIGHT_PX, wholeRows } from "../layout.ts";
import { type Cell, cellsOf, cyclesText, isCut, rowNote, rowsInView } from "../rows.ts";
import { contextName } from "../spans.ts";
import { drawText, textWidth } from "../surface.ts";
import { fonts } from "../theme.ts";
import { drawForwardings } from "./forwarding.ts";
import { clampToPlot, type DrawTools, type PlacedTrack, plotEnd, xOf } from "./tools.ts";

const CELL_HEIGHT_PX = 16;
const EDGE_WIDTH_PX = 3;
const PC_X_PX = 10;
const TEXT_X_PX = 54;
const NOTE_AIR_PX = 10;
const ILLUSTRATIVE_TEXT: Label = "illustrative: a layer given in cycles";
/** Longer work is one bar with its length instead of a cell for each cycle. */
const LONGEST_CELL_RUN_CYCLES = 8;
const GRID_LEAST_PX = 12;

export function drawRows(tools: DrawTools, track: PlacedTrack): void {
  const { spec, layout } = tools;
  const { rows } = spec;
  drawGrid(tools);
  if (rows === undefined) return;
  const first = Math.max(0, Math.ceil(spec.scrollTopPx / ROW_HEIGHT_PX));
  const count = wholeRows(layout.tracksArea.heightPx);
  let noteY: number | undefined;
  for (let i = first; i < Math.min(rows.rows.length, first + count); i++) {
    const row = rows.rows[i];
    if (row === undefined) continue;
    const top = track.top + i * ROW_HEIGHT_PX;
    drawRow(tools, rows, row, top);
    drawRowName(tools, row, top);
    if (row.illustrative) noteY ??= top;
  }
  if (1 / spec.viewport.cyclesPerPx >= GRID_LEAST_PX)
    drawForwardings(tools, rows, track, first, first + count);
  if (noteY !== undefined) drawIllustrativeNote(tools, noteY);
  if (!rows.complete) drawIncomplete(tools, rows);
  const inView = rowsInView(rows, spec.viewport);
  drawMore(tools, Math.max(0, first - inView.first), Math.max(0, inView.end - first - count));
}

function drawGrid(tools: DrawTools): void {
  const { surface, spec, layout } = tools;
  const { viewport, theme } = spec;
  const pxPerCycle = 1 / viewport.cyclesPerPx;
  if (pxPerCycle < GRID_LEAST_PX) return;
  surface.fillStyle = theme.line;
  surface.globalAlpha = 0.6;
  const end = Math.floor(endCycleOf(viewport));
  for (let cycle = Math.ceil(viewport.startCycle); cycle <= end; cycle++)
    surface.fillRect(xOf(tools, cycle), layout.tracksArea.y, 1, layout.tracksArea.heightPx);
  surface.globalAlpha = 1;
}

function drawRow(tools: DrawTools, rows: RowsWindow, row: PipelineRow, top: number): void {
  const { spec } = tools;
  const from = spec.viewport.startCycle - rows.from;
  const to = endCycleOf(spec.viewport) - rows.from;
  if (row.first >= to || row.end + 1 < from) return;
  const y = top + 1.5;
  const tagged = new Set<number>();
  for (const cell of cellsOf(row)) {
    if (cell.to <= from || cell.from >= to) continue;
    if (cell.stall === undefined) drawWork(tools, rows, row, cell, y);
    else if (drawStalled(tools, rows, row, cell, y)) tagged.add(cell.from);
  }
  const isGone = row.flushed || row.nullified;
  if (isGone) drawGone(tools, rows.from + row.end, y);
  const isOpen = isCut(row, rows);
  const note = rowNote(row, (cell) => !tagged.has(cell.from) && !(isOpen && cell.to === row.end));
  if (note !== "") drawNote(tools, note, rows.from + row.first, rows.from + row.end + (isGone ? 1 : 0), y);
}

/** Draws the note after the row if there is room, otherwise before it. */
function drawNote(tools: DrawTools, text: string, from: number, to: number, y: number): void {
  const { surface, spec, layout } = tools;
  const font = fonts(spec.theme).label;
  const width = textWidth(surface, text, font);
  const middle = y + CELL_HEIGHT_PX / 2;
  const behind = xOf(tools, to) + NOTE_AIR_PX;
  const before = xOf(tools, from) - NOTE_AIR_PX;
  const style = { font, color: spec.theme.ink2 };
  if (behind >= layout.plotX && behind + width < plotEnd(layout))
    drawText(surface, text, behind, middle, style);
  else if (before - width > layout.plotX)
    drawText(surface, text, before, middle, { ...style, align: "right" });
}

function drawWork(tools: DrawTools, rows: RowsWindow, row: PipelineRow, cell: Cell, y: number): void {
  const cycles = cell.to - cell.from;
  const name = tools.spec.machine.stages[cell.stage] ?? "";
  if (cycles > LONGEST_CELL_RUN_CYCLES) {
    drawCell(
      tools,
      row,
      rows.from + cell.from,
      rows.from + cell.to,
      y,
      isCut(row, rows) ? rowText(row) : `${rowText(row)}, ${cyclesText(cycles)}`,
    );
    return;
  }
  const text =
    row.kind === "entry-step" ? entryStepShort(row.entryStep) : row.kind === "instruction" ? name : "";
  for (let c = cell.from; c < cell.to; c++) drawCell(tools, row, rows.from + c, rows.from + c + 1, y, text);
}

function drawCell(
  tools: DrawTools,
  row: PipelineRow,
  from: number,
  to: number,
  y: number,
  text: string,
): void {
  const { surface, spec, layout } = tools;
  const { theme } = spec;
  const x0 = clampToPlot(layout, xOf(tools, from));
  const x1 = clampToPlot(layout, xOf(tools, to));
  if (x1 <= x0) return;
  surface.fillStyle = theme.layers[layerIndex(row.layer)] ?? theme.idle;
  if (row.illustrative) surface.globalAlpha = 2 * theme.tint;
  surface.fillRect(x0, y, Math.max(1, x1 - x0 - 1), CELL_HEIGHT_PX);
  surface.globalAlpha = 1;
  const font = fonts(theme).monoSmall;
  const fitting = [text, text.slice(0, 1)].find((part) => textWidth(surface, part, font) + 2 <= x1 - x0);
  if (fitting !== undefined && fitting !== "")
    drawText(surface, fitting, (x0 + x1 - 1) / 2, y + CELL_HEIGHT_PX / 2, {
      font,
      color: row.illustrative ? theme.ink2 : theme.onLayer,
      align: "center",
    });
}

/** Hatched in the owner's colour. Returns true if the reason fitted inside. */
function drawStalled(tools: DrawTools, rows: RowsWindow, row: PipelineRow, cell: Cell, y: number): boolean {
  const { surface, spec, layout } = tools;
  const { theme } = spec;
  const layer = layerIndex(row.layer);
  const x0 = clampToPlot(layout, xOf(tools, rows.from + cell.from));
  const x1 = clampToPlot(layout, xOf(tools, rows.from + cell.to));
  if (x1 <= x0) return true;
  surface.fillStyle = theme.layers[layer] ?? theme.stall;
  surface.globalAlpha = theme.tint;
  surface.fillRect(x0, y, x1 - x0 - 1, CELL_HEIGHT_PX);
  surface.globalAlpha = row.illustrative ? 0.3 : 0.55;
  surface.fillStyle = theme.hatch.layers[layer] ?? theme.stall;
  surface.fillRect(x0, y, x1 - x0 - 1, CELL_HEIGHT_PX);
  surface.globalAlpha = 1;
  const font = fonts(theme).span;
  const width = textWidth(surface, tagOf(cell), font) + 10;
  if (width > x1 - x0 - 2) return false;
  surface.fillStyle = theme.ink;
  surface.beginPath();
  surface.roundRect(x0 + 2, y + 1, width, CELL_HEIGHT_PX - 2, 3);
  surface.fill();
  drawText(surface, tagOf(cell), x0 + 7, y + CELL_HEIGHT_PX / 2, { font, color: theme.surface });
  return true;
}

const tagOf = ({ stall }: Cell) => (stall === undefined ? "" : causeText(stall));

/** Cells that a flushed or nullified instruction would have reached: dashed and crossed. */
function drawGone(tools: DrawTools, cycle: number, y: number): void {
  const { surface, spec, layout } = tools;
  const x0 = clampToPlot(layout, xOf(tools, cycle)) + 0.5;
  const x1 = clampToPlot(layout, xOf(tools, cycle + 1)) - 1.5;
  if (x1 - x0 < 4) return;
  surface.strokeStyle = spec.theme.edge;
  surface.lineWidth = 1;
  surface.setLineDash([2, 2]);
  surface.strokeRect(x0, y + 0.5, x1 - x0, CELL_HEIGHT_PX - 1);
  surface.setLineDash([]);
  surface.beginPath();
  surface.moveTo(x0, y + CELL_HEIGHT_PX - 0.5);
  surface.lineTo(x1, y + 0.5);
  surface.stroke();
}

function drawRowName(tools: DrawTools, row: PipelineRow, top: number): void {
  const { surface, spec, layout } = tools;
  const { theme, machine } = spec;
  const { mono, label } = fonts(theme);
  const middle = top + ROW_HEIGHT_PX / 2;
  const isGone = row.flushed || row.nullified;
  surface.fillStyle = theme.layers[layerIndex(row.layer)] ?? theme.idle;
  surface.fillRect(layout.gutterX, top + 2, EDGE_WIDTH_PX, ROW_HEIGHT_PX - 4);
  const place = row.kind === "instruction" ? pcShortText(row.pc) : row.kind === "entry-step" ? "entry" : "";
  drawText(surface, place, layout.gutterX + PC_X_PX, middle, { font: mono, color: theme.ink3 });
  const color = row.illustrative || isGone ? theme.ink3 : theme.ink;
  const textX = layout.gutterX + (place === "" ? PC_X_PX : TEXT_X_PX);
  drawText(surface, rowText(row), textX, middle, { font: mono, color });
  if (machine.contexts.length > 1)
    drawText(surface, contextName(machine, row.context), layout.gutterX + layout.gutterWidthPx - 8, middle, {
      font: label,
      color: theme.ink3,
      align: "right",
    });
}

function drawIllustrativeNote(tools: DrawTools, top: number): void {
  const { surface, spec, layout } = tools;
  const font = fonts(spec.theme).label;
  const width = textWidth(surface, ILLUSTRATIVE_TEXT, font) + 12;
  const x = plotEnd(layout) - width;
  const y = Math.max(layout.tracksArea.y, top) + 1;
  surface.fillStyle = spec.theme.surface;
  surface.fillRect(x, y, width, ROW_HEIGHT_PX - 2);
  drawText(surface, ILLUSTRATIVE_TEXT, plotEnd(layout) - 6, y + ROW_HEIGHT_PX / 2 - 1, {
    font,
    color: spec.theme.ink3,
    align: "right",
  });
}

/** The recorder was full, so rows after this one are missing. The diagram says so. */
function drawIncomplete(tools: DrawTools, rows: RowsWindow): void {
  const { surface, spec, layout } = tools;
  const last = rows.rows.at(-1);
  if (last === undefined) return;
  const y = layout.tracksArea.y + rows.rows.length * ROW_HEIGHT_PX - spec.scrollTopPx + ROW_HEIGHT_PX / 2;
  drawText(surface, t("more rows than fit: zoom in to see the rest"), layout.plotX + NOTE_AIR_PX, y, {
    font: fonts(spec.theme).label,
    color: spec.theme.ink3,
  });
}

/** The line at the bottom with the number of rows or tracks that scrolling would show. */
const AIR_PX = 4;

export function drawMore(tools: DrawTools, above: number, below: number): void {
  if (above === 0 && below === 0) return;
  const { surface, spec, layout } = tools;
  const { theme } = spec;
  const parts = [
    above > 0 ? t("▴ {above} above", { above }) : "",
    below > 0 ? t("▾ {below} below", { below }) : "",
  ];
  const text = parts.filter((part) => part !== "").join(", ");
  const font = fonts(theme).label;
  const bottom = layout.tracksArea.y + layout.tracksArea.heightPx;
  surface.fillStyle = theme.surface;
  // The whole width, because a bar without its name could belong to any track.
  const width = layout.gutterWidthPx + layout.plotWidthPx;
  surface.fillRect(layout.gutterX, bottom - MORE_HEIGHT_PX, width, MORE_HEIGHT_PX);
  drawText(surface, text, layout.gutterX + AIR_PX, bottom - MORE_HEIGHT_PX / 2, { font, color: theme.ink2 });
}
