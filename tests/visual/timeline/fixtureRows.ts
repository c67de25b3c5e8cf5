/** Rows with everything that can happen to an instruction, for the picture of the instruction diagram. */
import type { Cause, PipelineRow, RowsWindow } from "../../../web/engine/protocol.ts";

const BUSY: readonly Cause[] = ["busy", "busy", "busy", "busy", "busy"];

function row(
  first: number,
  enter: readonly (number | undefined)[],
  end: number,
  more: Partial<PipelineRow>,
): PipelineRow {
  return {
    first,
    end,
    enter,
    stall: BUSY,
    kind: "instruction",
    context: 0,
    thread: 1,
    layer: "protocol",
    operation: "alu",
    entryStep: 0,
    pc: 0x8f20,
    destination: 5,
    source1: 5,
    source2: 7,
    illustrative: false,
    flushed: false,
    nullified: false,
    taken: false,
    routine: 0,
    ...more,
  };
}

/** The pattern repeats every 40 cycles. */
export function fixtureRows(from: number, to: number): RowsWindow {
  const rows: PipelineRow[] = [];
  const stall = (stage: number, cause: Cause) => BUSY.map((busy, i) => (i === stage ? cause : busy));
  for (let origin = Math.floor(from / 40) * 40; origin < to; origin += 40) {
    const o = origin - from;
    const at = (cycles: readonly (number | undefined)[]) =>
      cycles.map((c) => (c === undefined ? undefined : c + o));
    const add = (enter: readonly (number | undefined)[], end: number, more: Partial<PipelineRow>) => {
      const first = enter.find((c) => c !== undefined) ?? 0;
      rows.push(row(first + o, at(enter), end + o, { pc: 0x8f20 + 4 * (rows.length % 16), ...more }));
    };
    add([0, 1, 2, 3, 4], 5, { operation: "load", destination: 7, source1: 2 });
    add([1, 2, 4, 5, 6], 7, { stall: stall(1, "load-use") });
    add([2, 4, 5, 6, 7], 8, { stall: stall(0, "load-use"), operation: "store", source1: 1, source2: 3 });
    add([4, 5, 6, 7, 8], 9, { operation: "branch", source1: 4, source2: 0, taken: true });
    add([5, 6, undefined, undefined, undefined], 7, { flushed: true });
    add([6, undefined, undefined, undefined, undefined], 7, { nullified: true, operation: "load" });
    for (let step = 2; step <= 7; step++)
      add([undefined, undefined, 7 + step, undefined, undefined], 8 + step, {
        kind: "entry-step",
        entryStep: step,
        layer: "entry",
      });
    add([undefined, undefined, 15, undefined, undefined], 27, {
      kind: "save",
      layer: "save-restore",
      operation: "none",
    });
    add([27, 28, 29, 30, 34], 35, {
      layer: "driver-isr",
      operation: "load",
      destination: 1,
      source1: 29,
      stall: stall(3, "bus"),
    });
    for (let i = 0; i < 6; i++)
      add([28 + i, 29 + i, 30 + i, 34 + i, 35 + i], 36 + i, {
        layer: "driver-isr",
        stall: stall(2, "bus"),
        illustrative: i > 2,
      });
  }
  const visible = rows.filter((entry) => entry.end > 0 && entry.first < to - from);
  return { from, to, rows: visible, complete: true };
}
