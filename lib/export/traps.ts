/** A row for each trap of each hart, when it has returned and its interrupt is answered; last those under way. */
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { exceptionName } from "../events/traps.ts";
import { type Trap, trapTeller } from "../events/trapTeller.ts";
import { type Column, EMPTY, type Row, type RowSource, text, whole } from "./rows.ts";

const COLUMNS: readonly Column[] = [
  whole("trap"),
  text("hart"),
  whole("context"),
  text("cause"),
  whole("mcause"),
  text("exception"),
  text("line"),
  whole("interrupt"),
  whole("depth"),
  whole("mepc"),
  whole("pending_cycle"),
  whole("taken_cycle"),
  whole("handler_cycle"),
  whole("answered_cycle"),
  whole("returned_cycle"),
  whole("handler_cycles"),
];

export function trapRows(scenario: Scenario): RowSource {
  const lines = linesOf(scenario.machine);
  const { threads } = scenario.software;
  const teller = trapTeller(scenario);

  function rowOf(trap: Trap): Row {
    const { cause } = trap;
    return [
      trap.number,
      threads[trap.thread]?.name ?? EMPTY,
      trap.context + 1,
      cause.kind,
      trap.mcause,
      cause.kind === "exception" ? exceptionName(cause.code) : EMPTY,
      lines[trap.line ?? -1]?.name ?? EMPTY,
      trap.interrupt ?? EMPTY,
      trap.depth,
      trap.mepc,
      trap.pendingCycle ?? EMPTY,
      trap.takenCycle,
      trap.handlerCycle ?? EMPTY,
      trap.answeredCycle ?? EMPTY,
      trap.returnedCycle ?? EMPTY,
      handlerCycles(trap) ?? EMPTY,
    ];
  }

  return {
    columns: COLUMNS,
    take: ({ events, latencies }) => teller.take(events, latencies).map(rowOf),
    rest: () => teller.rest().map(rowOf),
  };
}

/** From its first instruction to its return, without the traps within; an exception begins as it is taken. */
function handlerCycles({
  cause,
  takenCycle,
  handlerCycle,
  returnedCycle,
  nestedCycles,
}: Trap): number | undefined {
  const begin = cause.kind === "exception" ? takenCycle : handlerCycle;
  return begin === undefined || returnedCycle === undefined
    ? undefined
    : returnedCycle - begin - nestedCycles;
}
