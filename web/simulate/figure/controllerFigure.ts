/** The interrupt controller with its lines, and the entry sequence. */
import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { t, translated } from "../../text/t.ts";
import {
  elapsedText,
  entryEndText,
  entryMark,
  entrySequence,
  runningRows,
  shownCpu,
} from "../stage/entry.ts";
import { type LineRow, lineRows } from "../stage/lines.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { placeOfCpu } from "../stage/places.ts";
import { type Pen, type Place, textWidthPx } from "./pen.ts";
import type { Box } from "./shapes.ts";

const AIR_PX = 12;
const GAP_PX = 10;
const ROW_PX = 22;
/** This number of lines or more are drawn closer together. */
const MANY_LINES = 14;
const CLOSE_ROW_PX = 16;
const STEP_PX = 20;

/** Returns the height. */
export function drawController(pen: Pen, view: MachineView, facts: MachineInfo, place: Place): number {
  const { x, y, width } = place;
  const rows = lineRows(view, facts);
  const rowPx = rows.length >= MANY_LINES ? CLOSE_ROW_PX : ROW_PX;
  const linesPx = Math.max(1, rows.length) * rowPx + AIR_PX;
  const entryPx = entryHeightPx(view, facts);
  const height = linesPx + GAP_PX + entryPx;
  pen.part("controller", { x, y, width, height }, () => {
    pen.box({ x, y, width, height: linesPx }, { fill: "surface", stroke: "line-2", radiusPx: 6 });
    if (rows.length === 0)
      pen.text(t("No lines: nothing interrupts."), x + AIR_PX, y + 19, {
        sizePx: 11,
        color: "ink-3",
        roomPx: width - 2 * AIR_PX,
      });
    rows.forEach((row, index) => {
      drawLine(pen, row, {
        x: x + AIR_PX,
        y: y + AIR_PX / 2 + index * rowPx,
        width: width - 2 * AIR_PX,
        height: rowPx,
      });
    });
    drawEntry(pen, view, facts, { x, y: y + linesPx + GAP_PX, width, height: entryPx });
  });
  return height;
}

function drawLine(pen: Pen, row: LineRow, box: Box): void {
  const { x, y, width, height } = box;
  const baseline = y + height / 2 + 4;
  pen.part(partText(row.soft ? "thread" : "line", row.name), box, () => {
    const fill = row.state === "pending" ? "accent" : row.state === "masked" ? "line-2" : undefined;
    pen.dot(x + 5, y + height / 2, 4, { fill, stroke: row.state === "pending" ? "accent" : "edge" });
    const priority = t("P{priority}", { priority: row.priority });
    const stateX = x + width - textWidthPx(priority, 11) - 8;
    pen.text(priority, x + width, baseline, { sizePx: 11, anchor: "end", isMono: true });
    const state = row.state === "clear" && row.target !== undefined ? `→ ${row.target}` : row.text;
    const color = row.state === "pending" ? "accent" : "ink-3";
    pen.text(state, stateX, baseline, {
      sizePx: 11,
      color,
      weight: row.state === "pending" ? 600 : 400,
      anchor: "end",
    });
    const roomPx = stateX - textWidthPx(state, 11) - 8 - (x + 16);
    pen.text(translated(row.name), x + 16, baseline, { weight: 550, roomPx });
  });
}

function entryHeightPx(view: MachineView, facts: MachineInfo): number {
  return 30 + runningRows(entrySequence(view, shownCpu(view, 0), facts)).length * STEP_PX + 28;
}

function drawEntry(pen: Pen, view: MachineView, facts: MachineInfo, box: Box): void {
  const { x, y, width } = box;
  const [left, right] = [x + AIR_PX, x + width - AIR_PX];
  const cpu = shownCpu(view, 0);
  const sequence = entrySequence(view, cpu, facts);
  const rows = runningRows(sequence);
  const { underWay, elapsedCycles, totalCycles } = sequence;
  pen.part("entry", box, () => {
    pen.box(box, {
      fill: "surface",
      stroke: underWay ? "entry" : "line-2",
      strokeWidth: underWay ? 1.5 : 1,
      radiusPx: 6,
    });
    pen.text(t("Entry sequence"), left, y + 20, { weight: 600 });
    pen.text(placeOfCpu(cpu, view, facts) ?? t("cycles"), right, y + 20, {
      sizePx: 11,
      color: "ink-3",
      anchor: "end",
    });
    rows.forEach((row, index) => {
      const top = y + 30 + index * STEP_PX;
      const isCurrent = row.state === "current";
      const isOut = row.state === "left-out" || row.state === "past";
      if (isCurrent)
        pen.box(
          { x: x + 4, y: top, width: width - 8, height: STEP_PX },
          { fill: "entry", fillOpacity: 0.18, radiusPx: 3 },
        );
      const color = isOut ? "ink-3" : isCurrent ? "ink" : "ink-2";
      pen.text(entryMark(row, index + 1), left + 4, top + 14, {
        sizePx: 11,
        color: "ink-3",
        anchor: "middle",
      });
      pen.text(row.label, left + 16, top + 14, {
        sizePx: 11.5,
        color,
        weight: isCurrent ? 650 : 400,
        roomPx: width - 96,
      });
      pen.text(row.cyclesText, right, top + 14, { sizePx: 11, color, anchor: "end", isMono: true });
    });
    const bottom = y + 30 + rows.length * STEP_PX + 17;
    pen.box({ x: left, y: bottom - 15, width: right - left, height: 0.75 }, { fill: "line" });
    pen.text(entryEndText(sequence, facts), left, bottom, {
      sizePx: 11,
      color: "ink-2",
      roomPx: width - 110,
    });
    pen.text(elapsedText(elapsedCycles, totalCycles), right, bottom, {
      sizePx: 11,
      anchor: "end",
      isMono: true,
    });
  });
}
