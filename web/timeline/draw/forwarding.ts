/** Arrows of the instruction x cycle diagram: which instruction took which result before it was written back. */
import type { RowsWindow } from "../../engine/protocol.ts";
import { forwardingsTo } from "../forwarding.ts";
import { ROW_HEIGHT_PX } from "../layout.ts";
import { type DrawTools, type PlacedTrack, plotEnd, xOf } from "./tools.ts";

const LINE_PX = 1.5;
const HALO_PX = 4;
const DOT_PX = 2.5;
const HEAD_PX = 4;

/** From the middle of the producer's row, between two cycles, down to the taker's first cycle of execution; of rows
 * [first, end). */
export function drawForwardings(
  tools: DrawTools,
  rows: RowsWindow,
  track: PlacedTrack,
  first: number,
  end: number,
): void {
  const { spec, layout } = tools;
  for (let index = first; index < Math.min(end, rows.rows.length); index++) {
    for (const { producer, cycle } of forwardingsTo(rows.rows, index, spec.machine)) {
      const x = xOf(tools, rows.from + cycle) - 0.5;
      if (producer < first || x < layout.plotX || x > plotEnd(layout)) continue;
      const middleOf = (row: number) => track.top + (row + 0.5) * ROW_HEIGHT_PX;
      drawArrow(tools, x, middleOf(producer), middleOf(index) - HEAD_PX);
    }
  }
}

function drawArrow({ surface, spec }: DrawTools, x: number, fromY: number, toY: number): void {
  const { theme } = spec;
  for (const [color, growth] of [
    [theme.surface, HALO_PX - LINE_PX],
    [theme.ink, 0],
  ] as const) {
    surface.strokeStyle = color;
    surface.fillStyle = color;
    surface.lineWidth = LINE_PX + growth;
    surface.beginPath();
    surface.moveTo(x, fromY);
    surface.lineTo(x, toY);
    surface.stroke();
    surface.beginPath();
    surface.arc(x, fromY, DOT_PX + growth / 2, 0, 2 * Math.PI);
    surface.fill();
    const half = HEAD_PX - 0.5 + growth / 2;
    surface.beginPath();
    surface.moveTo(x - half, toY - growth / 2);
    surface.lineTo(x + half, toY - growth / 2);
    surface.lineTo(x, toY + HEAD_PX + growth / 2);
    surface.fill();
  }
}
