/** Each interrupt of a line and, for harts, of the timer and of software. It is reported when its latency is known, and
 * again for each further handler that a line starts without an answer. Interrupts that are still open come last. */
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
  /** From 0 on. */
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
  /** First cycles of handlers whose latency is not known yet. */
  enteredCycles: readonly number[];
  isReported?: true;
}

export function interruptEnds({ software }: Scenario): InterruptEnds {
  const underWay = new Map<number, UnderWay>();
  /** Numbers of the interrupts whose lines are asserted, by line. */
  const asserted = new Map<number, number>();
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
    underWay.set(number, { source: kind, thread, context, enteredCycles: [] });
  }

  function note(event: MachineEvent): void {
    const { kind, subject, value, cycle, context } = event;
    if (kind === "trap") noteTrap(event);
    if (kind === "recognised") recognised = event;
    if (kind === "line-cleared") {
      const number = asserted.get(subject);
      asserted.delete(subject);
      if (number !== undefined && underWay.get(number)?.isReported) underWay.delete(number);
      return;
    }
    if (kind === "line-asserted") {
      underWay.set(value, { source: "line", line: subject, raisedCycle: cycle, enteredCycles: [] });
      asserted.set(subject, value);
    }
    const one = underWay.get(value);
    if (one === undefined) return;
    if (kind === "recognised") {
      one.thread = subject;
      if (context !== SIM_NONE_8) one.context = context;
    }
    if (kind === "handler-entered") one.enteredCycles = [...one.enteredCycles, cycle];
  }

  function ended(number: number, latencies?: LatencyColumns, index = -1): InterruptEnd {
    const one = underWay.get(number);
    const endCycle = latencies?.endCycle[index];
    const isOver = (cycle: number) => endCycle === undefined || cycle <= endCycle;
    const enteredCycle = one?.enteredCycles.findLast(isOver);
    const later = one?.enteredCycles.filter((cycle) => !isOver(cycle)) ?? [];
    if (one !== undefined && (later.length > 0 || asserted.get(one.line ?? -1) === number)) {
      one.isReported = true;
      one.enteredCycles = later;
    } else underWay.delete(number);
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
      enteredCycle: enteredCycle ?? (isHart(one?.thread) ? handlerCycle(beginCycle, parts) : undefined),
      beginCycle,
      endCycle,
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
    rest: () => [...underWay].flatMap(([number, { isReported }]) => (isReported ? [] : [ended(number)])),
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
