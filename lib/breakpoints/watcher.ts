/** Finds the cycles in which conditions become true: they were false at the start of the cycle and are true at its end.
 * The result depends only on the history of the machine, not on the batches of events. */
import type { EventColumns } from "../../core-wasm/binding/index.ts";
import type { Condition } from "./condition.ts";
import type { LatencyEnd, LatencyKind } from "./latencyEnds.ts";
import { createMoment, type Happening, type Levels, type ProgramReader } from "./moment.ts";

export interface Watcher {
  /** Bits of sim_event_kind. The caller need not pass on ranges without these events. */
  readonly kinds: number;
  /** Latencies that the caller must pass on in addition to events. */
  readonly ends: readonly LatencyKind[];
  /** Takes events in the order of the log. All events of cycles before `until` must be in this batch or in an earlier
   * one. */
  readonly feed: (
    events: Pick<EventColumns, "cycle" | "kind" | "context" | "subject" | "value">,
    until: number,
    /** An instruction of a program took effect in the cycle before `until`, and the machine is at `until`. */
    hasExecuted?: boolean,
    /** Latencies that ended in the same range of cycles. */
    ends?: readonly LatencyEnd[],
  ) => void;
}

/** The only subject of a condition that names no thread. */
const ALONE: readonly number[] = [0];
/** No kind of event has this number: it is the bit of SIM_STOP_EXECUTED. */
const EXECUTED = 31;

interface LatencyEndIn {
  /** Its last cycle. */
  readonly cycle: number;
  readonly end: LatencyEnd;
}

/** `onHit` is called while the machine is right after the cycle in which the condition became true. */
export function createWatcher(
  conditions: readonly Condition[],
  start: Levels,
  lineOfThread: ReadonlyMap<number, number>,
  onHit: (condition: number, cycle: number) => void,
  programs?: ProgramReader,
): Watcher {
  const kinds = conditions.reduce((mask, condition) => mask | condition.kinds, 0);
  const { moment, happened, ended, still } = createMoment(start, lineOfThread, programs);
  /** Threads that run programs are examined one by one. */
  const subjectsOf = ({ isOfPrograms }: Condition) => (isOfPrograms ? (programs?.threads ?? []) : ALONE);
  const holdsFor = (condition: Condition, thread: number) => {
    moment.programThread = thread;
    return condition.holds(moment);
  };
  const look = (condition: Condition) => subjectsOf(condition).map((thread) => holdsFor(condition, thread));
  /** For each condition and subject, whether it was true in the quiet state after the last cycle. */
  const held = conditions.map(look);
  /** Events at the end of a cycle. They count for the next cycle, whose other events come later. */
  let pending: (Happening | LatencyEndIn)[] = [];

  function close(cycle: number): void {
    conditions.forEach((condition, index) => {
      const before = held[index];
      if (look(condition).some((holds, subject) => holds && before?.[subject] !== true))
        onHit(index, cycle + 1);
    });
    still();
    conditions.forEach((condition, index) => {
      held[index] = look(condition);
    });
  }

  function pass(until: number): void {
    let index = 0;
    for (;;) {
      const first = pending[index];
      if (first === undefined || first.cycle >= until) break;
      for (
        let event: typeof first | undefined = first;
        event?.cycle === first.cycle;
        event = pending[index]
      ) {
        if ("end" in event) ended(event.end);
        else happened(event);
        index += 1;
      }
      close(first.cycle);
    }
    pending = pending.slice(index);
  }

  return {
    kinds,
    ends: conditions.flatMap((condition) => condition.ends),
    feed: ({ cycle, kind, context, subject, value }, until, hasExecuted = false, ends = []) => {
      for (let i = 0; i < cycle.length; i += 1) {
        const ofKind = kind[i] ?? 0;
        if (((kinds >>> ofKind) & 1) === 0) continue;
        pending.push({
          cycle: cycle[i] ?? 0,
          kind: ofKind,
          context: context[i] ?? 0,
          subject: subject[i] ?? 0,
          value: value[i] ?? 0,
        });
      }
      if (hasExecuted) pending.push({ cycle: until - 1, kind: EXECUTED, context: 0, subject: 0, value: 0 });
      for (const end of ends) pending.push({ cycle: end.endCycle - 1, end });
      pending.sort((a, b) => a.cycle - b.cycle);
      pass(until);
    },
  };
}
