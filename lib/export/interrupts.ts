/** A row for each interrupt, in the order in which their latency is known; last those under way. */
import {
  type LatencyColumns,
  SIM_NONE_8,
  SIM_PART_LIMIT,
  sim_interrupt_part_names,
} from "../../core-wasm/binding/index.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { MachineEvent } from "../events/events.ts";
import { EMPTY, type Row, type RowSource } from "./rows.ts";

interface UnderWay {
  readonly line: number;
  readonly raisedCycle: number;
  thread?: number;
  context?: number;
  enteredCycle?: number;
}

const COLUMNS = [
  "interrupt",
  "line",
  "raised_cycle",
  "thread",
  "context",
  "entered_cycle",
  "end_cycle",
  "latency_cycles",
  ...sim_interrupt_part_names.map((part) => `${part.replaceAll("-", "_")}_cycles`),
] as const;

export function interruptRows(scenario: Scenario): RowSource {
  const lines = linesOf(scenario.machine);
  const underWay = new Map<number, UnderWay>();

  function note({ kind, subject, value, cycle, context }: MachineEvent): void {
    if (kind === "line-asserted") underWay.set(value, { line: subject, raisedCycle: cycle });
    const one = underWay.get(value);
    if (one === undefined) return;
    if (kind === "recognised") {
      one.thread = subject;
      if (context !== SIM_NONE_8) one.context = context;
    }
    if (kind === "handler-entered") one.enteredCycle = cycle;
  }

  function rowOf(number: number, latencies?: LatencyColumns, index = -1): Row {
    const one = underWay.get(number);
    underWay.delete(number);
    const [begin, end] = [latencies?.beginCycle[index], latencies?.endCycle[index]];
    const line = one?.line ?? latencies?.nic[index];
    const { thread, context } = one ?? {};
    return [
      number,
      line === undefined ? EMPTY : (lines[line]?.name ?? EMPTY),
      one?.raisedCycle ?? EMPTY,
      thread === undefined ? EMPTY : (scenario.software.threads[thread]?.name ?? EMPTY),
      context === undefined ? EMPTY : context + 1,
      one?.enteredCycle ?? EMPTY,
      end ?? EMPTY,
      begin === undefined || end === undefined ? EMPTY : end - begin,
      ...sim_interrupt_part_names.map((_, part) => latencies?.parts[index * SIM_PART_LIMIT + part] ?? EMPTY),
    ];
  }

  return {
    columns: COLUMNS,
    take: (events, latencies) => {
      for (const event of events) note(event);
      return [...latencies.number].flatMap((number, index) =>
        latencies.isPacket[index] === 1 ? [] : [rowOf(number, latencies, index)],
      );
    },
    rest: () => [...underWay.keys()].map((number) => rowOf(number)),
  };
}
