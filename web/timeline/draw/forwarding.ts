/** Arrows of the instruction × cycle diagram. They show which instruction took which result before it was written back.
 */
import type { PipelineRow, RowsWindow } from "../../engine/protocol.ts";
import { ROW_HEIGHT_PX } from "../layout.ts";
import type { MachineLabels } from "../spec.ts";
import { type DrawTools, type PlacedTrack, plotEnd, xOf } from "./tools.ts";

/** Results that an instruction took from an earlier one in the pipeline, because they were not in the registers yet
 * (docs/model.md, Pipeline: full forwarding). */
export interface Forwarding {
  readonly register: number;
  /** Index of the row whose result it is. */
  readonly producer: number;
  /** Stage that the producer leaves or occupies when the result is taken. */
  readonly stage: number;
  /** Offset of the cycle in which the consumer begins to execute. */
  readonly cycle: number;
}

/** Forwardings into the row with this index. The registers are read in the cycle before execution. Results that are
 * written back in that cycle or earlier come from the registers. */
export function forwardingsTo(
  rows: readonly PipelineRow[],
  index: number,
  { executeStage, stages: { length: stageCount } }: Pick<MachineLabels, "executeStage" | "stages">,
): readonly Forwarding[] {
  const taker = rows[index];
  const cycle = taker?.enter[executeStage];
  if (taker === undefined || cycle === undefined || !isCarriedOut(taker)) return [];
  const registers = new Set([taker.source1, taker.source2].filter((register) => register > 0));
  return Array.from(registers).flatMap((register) => {
    const producer = rows.findLastIndex(
      (row, at) =>
        at < index && row.context === taker.context && row.destination === register && isCarriedOut(row),
    );
    const stages = rows[producer]?.enter ?? [];
    const executed = stages[executeStage];
    // Rows have room for the longest pipeline.
    const writtenBack = stages[stageCount - 1];
    if (executed === undefined || executed >= cycle) return [];
    if (writtenBack !== undefined && writtenBack < cycle) return [];
    const stage = stages.findLastIndex((entered) => entered !== undefined && entered < cycle);
    return [{ register, producer, stage, cycle }];
  });
}

function isCarriedOut({ kind, flushed, nullified }: PipelineRow): boolean {
  return kind === "instruction" && !flushed && !nullified;
}

const LINE_PX = 1.5;
const HALO_PX = 4;
const DOT_PX = 2.5;
const HEAD_PX = 4;

/** Arrows go from the middle of the producer's row, between two cycles, down to the consumer's first cycle of
 * execution. Draws rows [first, end). */
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
