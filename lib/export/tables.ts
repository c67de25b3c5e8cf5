/** The tables of a run for analysis, row by row: its events, interrupts, packets and traps. */
import {
  SIM_NONE_8,
  sim_interrupt_part_names,
  sim_packet_part_names,
} from "../../core-wasm/binding/index.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { hasHosts } from "../events/requestAnswers.ts";
import { exceptionName, trapWord } from "../events/traps.ts";
import { type Trap, trapTeller } from "../events/trapTeller.ts";
import { ANSWERS, type AnsweredPacket, answeredPackets } from "./answeredPackets.ts";
import { type InterruptEnd, interruptEnds } from "./interruptEnds.ts";
import { type Fate, type PacketEnd, packetEnds } from "./packetEnds.ts";
import { type Column, EMPTY, partColumns, type Row, type RowSource, text, whole } from "./rows.ts";

/** One row for each event. The meaning of subject and value depends on the kind (core-wasm/include/sim_layout.def). */
export function eventRows(): RowSource {
  return {
    columns: [whole("cycle"), text("kind"), whole("context"), whole("subject"), whole("value"), text("trap")],
    take: ({ events }) =>
      events.map((event) => [
        event.cycle,
        event.kind,
        event.context === SIM_NONE_8 ? EMPTY : event.context + 1,
        event.subject,
        event.value,
        trapWord(event) ?? EMPTY,
      ]),
    rest: () => [],
  };
}

/** One row for each interrupt of a line and, for harts, of the timer and of software, in the order in which their
 * latencies end. Interrupts that are still open come last. */
const INTERRUPT_COLUMNS: readonly Column[] = [
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
    columns: INTERRUPT_COLUMNS,
    take: (batch) => ends.take(batch).map(rowOf),
    rest: () => ends.rest().map(rowOf),
  };
}

/** One row for each packet, in the order in which they end. Packets that are still open come last. A frame on a card
 * with a host may be a request: its row comes when a program has answered it. */
const PACKET_COLUMNS: readonly Column[] = [
  whole("packet"),
  text("direction"),
  whole("size_bytes"),
  whole("offered_cycle"),
  text("fate"),
  text("place"),
  whole("frames"),
  whole("begin_cycle"),
  whole("end_cycle"),
  whole("latency_cycles"),
  ...partColumns(sim_packet_part_names),
  whole("answered_cycle"),
  whole("request_latency_cycles"),
];

export function packetRows(scenario: Scenario): RowSource {
  const { machine, software } = scenario;
  const ends = packetEnds();
  const answered = hasHosts(scenario) ? answeredPackets(scenario) : undefined;

  function rowOf(end: AnsweredPacket): Row {
    const { beginCycle, endCycle, parts, answer } = end;
    const isMeasured = beginCycle !== undefined && endCycle !== undefined;
    return [
      end.number,
      end.direction ?? EMPTY,
      end.sizeBytes ?? EMPTY,
      end.offeredCycle ?? EMPTY,
      fateText(end.fate),
      placeOf(end) ?? EMPTY,
      end.frames,
      beginCycle ?? EMPTY,
      endCycle ?? EMPTY,
      isMeasured ? endCycle - beginCycle : EMPTY,
      ...sim_packet_part_names.map((_, index) => parts?.[index] ?? EMPTY),
      answer?.endCycle ?? EMPTY,
      answer?.latencyCycles ?? EMPTY,
    ];
  }

  /** Name of the card, or of the full queue. */
  function placeOf({ nic, queue }: PacketEnd): string | undefined {
    return queue === undefined ? machine.nics[nic ?? -1]?.name : software.queues[queue]?.name;
  }

  return {
    columns: PACKET_COLUMNS,
    ...(answered === undefined ? {} : { pace: ANSWERS, begin: answered.begin }),
    take: (batch) => {
      const ended = ends.take(batch);
      return (answered?.take(ended) ?? ended).map(rowOf);
    },
    rest: () => [...(answered?.rest() ?? []), ...ends.rest()].map(rowOf),
  };
}

export function fateText(fate: Fate): string {
  switch (fate.kind) {
    case "dropped":
      return fate.cause;
    case "merged":
      return `merged into ${fate.into}`;
    default:
      return fate.kind;
  }
}

/** One row for each trap of each hart, written when the trap has returned and its interrupt is answered. Open traps
 * come last. */
const TRAP_COLUMNS: readonly Column[] = [
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
    columns: TRAP_COLUMNS,
    take: ({ events, latencies }) => teller.take(events, latencies).map(rowOf),
    rest: () => teller.rest().map(rowOf),
  };
}

/** Cycles from the first instruction of the handler to its return, without nested traps. An exception begins when it is
 * taken. */
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
