/** Results that an instruction took from one before it in the pipeline, since they were not in the registers yet
 * (docs/model.md, Pipeline: full forwarding). */
import type { PipelineRow } from "../engine/protocol.ts";
import type { MachineLabels } from "./spec.ts";

export interface Forwarding {
  readonly register: number;
  /** Index of the row whose result it is. */
  readonly producer: number;
  /** Stage that the producer leaves, or stands in, as its result is taken. */
  readonly stage: number;
  /** Offset of the cycle in which the taker begins to execute. */
  readonly cycle: number;
}

/** Into the row of this index. The registers are read in the cycle before execution; what is written back in that cycle
 * or before comes from there. */
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
