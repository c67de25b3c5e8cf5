/** A row for each interrupt of a line and, of harts, of the timer and of software, in the order in which their latencies end;
 * last those under way. */
import { sim_interrupt_part_names } from "../../core-wasm/binding/index.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type InterruptEnd, interruptEnds } from "./interruptEnds.ts";
import { type Column, EMPTY, partColumns, type Row, type RowSource, text, whole } from "./rows.ts";

const COLUMNS: readonly Column[] = [
  whole("interrupt"),
  text("source"),
  text("line"),
  whole("raised_cycle"),
  text("thread"),
  whole("context"),
  whole("entered_cycle"),
  whole("end_cycle"),
  whole("latency_cycles"),
  ...partColumns(sim_interrupt_part_names),
];

export function interruptRows(scenario: Scenario): RowSource {
  const lines = linesOf(scenario.machine);
  const { threads } = scenario.software;
  const ends = interruptEnds(scenario);

  function rowOf(end: InterruptEnd): Row {
    const { beginCycle, endCycle, context, parts } = end;
    return [
      end.number,
      end.source,
      lines[end.line ?? -1]?.name ?? EMPTY,
      end.raisedCycle ?? EMPTY,
      threads[end.thread ?? -1]?.name ?? EMPTY,
      context === undefined ? EMPTY : context + 1,
      end.enteredCycle ?? EMPTY,
      endCycle ?? EMPTY,
      beginCycle === undefined || endCycle === undefined ? EMPTY : endCycle - beginCycle,
      ...sim_interrupt_part_names.map((_, part) => parts?.[part] ?? EMPTY),
    ];
  }

  return {
    columns: COLUMNS,
    take: (batch) => ends.take(batch).map(rowOf),
    rest: () => ends.rest().map(rowOf),
  };
}
