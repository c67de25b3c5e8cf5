/** Each interrupt of a line, told when its latency is known; last those under way. */
import {
  type LatencyColumns,
  SIM_NONE_8,
  SIM_PART_LIMIT,
  sim_interrupt_part_names,
} from "../../core-wasm/binding/index.ts";
import type { MachineEvent } from "../events/events.ts";
import type { Batch } from "./walk.ts";

export interface InterruptEnd {
  readonly number: number;
  /** In the table of lines. */
  readonly line: number | undefined;
  readonly raisedCycle: number | undefined;
  readonly thread: number | undefined;
  /** From 0 on. */
  readonly context: number | undefined;
  readonly enteredCycle: number | undefined;
  /** Undefined: it is under way. */
  readonly beginCycle: number | undefined;
  readonly endCycle: number | undefined;
  /** By sim_interrupt_part; they add up to endCycle - beginCycle. */
  readonly parts: readonly number[] | undefined;
}

export interface InterruptEnds {
  readonly take: (batch: Batch) => readonly InterruptEnd[];
  readonly rest: () => readonly InterruptEnd[];
}

interface UnderWay {
  readonly line: number;
  readonly raisedCycle: number;
  thread?: number;
  context?: number;
  enteredCycle?: number;
}

export function interruptEnds(): InterruptEnds {
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

  function ended(number: number, latencies?: LatencyColumns, index = -1): InterruptEnd {
    const one = underWay.get(number);
    underWay.delete(number);
    const first = index * SIM_PART_LIMIT;
    return {
      number,
      line: one?.line ?? latencies?.nic[index],
      raisedCycle: one?.raisedCycle,
      thread: one?.thread,
      context: one?.context,
      enteredCycle: one?.enteredCycle,
      beginCycle: latencies?.beginCycle[index],
      endCycle: latencies?.endCycle[index],
      parts: latencies && [...latencies.parts.subarray(first, first + sim_interrupt_part_names.length)],
    };
  }

  return {
    take: ({ events, latencies }) => {
      for (const event of events) note(event);
      return [...latencies.number].flatMap((number, index) =>
        latencies.isPacket[index] === 1 ? [] : [ended(number, latencies, index)],
      );
    },
    rest: () => [...underWay.keys()].map((number) => ended(number)),
  };
}
