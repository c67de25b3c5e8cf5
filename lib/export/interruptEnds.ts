/** Each interrupt of a line and, for harts, of the timer and of software. It is reported when its latency is known.
 * Interrupts that are still open come last. */
import {
  type LatencyColumns,
  SIM_NONE_8,
  SIM_PART_LIMIT,
  type SimInterruptSource,
  sim_interrupt_part,
  sim_interrupt_part_names,
  sim_interrupt_source_names,
} from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { MachineEvent } from "../events/events.ts";
import { causeOf, trapMoment } from "../events/traps.ts";
import type { Batch } from "./walk.ts";

export interface InterruptEnd {
  readonly number: number;
  readonly source: SimInterruptSource;
  /** Index in the table of lines. */
  readonly line: number | undefined;
  /** Undefined for an interrupt of the timer or of software whose latency is not known. */
  readonly raisedCycle: number | undefined;
  readonly thread: number | undefined;
  /** From 0 onwards. */
  readonly context: number | undefined;
  readonly enteredCycle: number | undefined;
  /** Undefined if the interrupt is still open. */
  readonly beginCycle: number | undefined;
  readonly endCycle: number | undefined;
  /** Indexed by sim_interrupt_part. The sum is endCycle - beginCycle. */
  readonly parts: readonly number[] | undefined;
}

export interface InterruptEnds {
  readonly take: (batch: Batch) => readonly InterruptEnd[];
  readonly rest: () => readonly InterruptEnd[];
}

interface UnderWay {
  readonly source: SimInterruptSource;
  readonly line?: number;
  readonly raisedCycle?: number;
  thread?: number;
  context?: number;
  enteredCycle?: number;
}

export function interruptEnds({ software }: Scenario): InterruptEnds {
  const underWay = new Map<number, UnderWay>();
  const isHart = (thread: number | undefined) => software.threads[thread ?? -1]?.machineMode === true;
  /** The latest recognised event. The trap of a hart follows it directly. */
  let recognised: MachineEvent | undefined;

  /** Interrupts of the timer and of software have no earlier event. */
  function noteTrap(event: MachineEvent): void {
    const moment = trapMoment(event);
    if (moment?.kind !== "taken" || recognised === undefined) return;
    const { kind } = causeOf(moment.cause);
    const { value: number, subject: thread, context, cycle } = recognised;
    if ((kind !== "timer" && kind !== "software") || cycle !== event.cycle || underWay.has(number)) return;
    underWay.set(number, { source: kind, thread, context });
  }

  function note(event: MachineEvent): void {
    const { kind, subject, value, cycle, context } = event;
    if (kind === "trap") noteTrap(event);
    if (kind === "recognised") recognised = event;
    if (kind === "line-asserted") underWay.set(value, { source: "line", line: subject, raisedCycle: cycle });
    const one = underWay.get(value);
    if (one === undefined) return;
    if (kind === "recognised" && one.enteredCycle === undefined) {
      one.thread = subject;
      if (context !== SIM_NONE_8) one.context = context;
    }
    if (kind === "handler-entered") one.enteredCycle ??= cycle;
  }

  function ended(number: number, latencies?: LatencyColumns, index = -1): InterruptEnd {
    const one = underWay.get(number);
    underWay.delete(number);
    const first = index * SIM_PART_LIMIT;
    const parts = latencies && [...latencies.parts.subarray(first, first + sim_interrupt_part_names.length)];
    const beginCycle = latencies?.beginCycle[index];
    const source = one?.source ?? sim_interrupt_source_names[latencies?.direction[index] ?? 0] ?? "line";
    return {
      number,
      source,
      line: source === "line" ? (one?.line ?? latencies?.nic[index]) : undefined,
      raisedCycle: one?.raisedCycle ?? (source === "line" ? undefined : beginCycle),
      thread: one?.thread,
      context: one?.context,
      enteredCycle: one?.enteredCycle ?? (isHart(one?.thread) ? handlerCycle(beginCycle, parts) : undefined),
      beginCycle,
      endCycle: latencies?.endCycle[index],
      parts,
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

const [MASKED, DRAIN] = [sim_interrupt_part.masked, sim_interrupt_part.drain];

/** Computed for a hart, because no event contains it. */
function handlerCycle(
  beginCycle: number | undefined,
  parts: readonly number[] | undefined,
): number | undefined {
  if (beginCycle === undefined || parts === undefined) return undefined;
  return beginCycle + (parts[MASKED] ?? 0) + (parts[DRAIN] ?? 0);
}
