/**
 * Periods in which a hart had interrupts disabled: MIE was 0, because of its program or while a handler ran.
 */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";
import type { MachineEvent } from "../events/events.ts";
import { causeOf, type TrapCause, type TrapMoment, trapMoment } from "../events/traps.ts";

/** The reason why interrupts were disabled. `start`: the run began with interrupts disabled. */
export type OffBegin =
  | { readonly kind: "start" }
  | { readonly kind: "instruction"; readonly address: number }
  | { readonly kind: "trap"; readonly cause: TrapCause; readonly address: number };

/** MIE is 0. While it stays 0, further changes of it by the program, and traps, have no effect. */
export interface Off {
  readonly begin: OffBegin;
  /** Number of traps that have not returned, from the first one in the section onwards. */
  readonly depth: number;
  /** The handler that began the section has returned to this address, with MPIE 0. */
  readonly returnedTo?: number;
}

/** The state of MIE after this moment. Undefined if MIE is 1. */
export function offAfter(off: Off | undefined, moment: TrapMoment): Off | undefined {
  switch (moment.kind) {
    case "on":
      return undefined;
    case "off":
      return off ?? { begin: { kind: "instruction", address: moment.address }, depth: 0 };
    case "taken": {
      const { cause, address } = moment;
      const begin = { kind: "trap", cause: causeOf(cause), address } as const;
      return off === undefined ? { begin, depth: 1 } : { ...off, depth: off.depth + 1 };
    }
    case "returned": {
      if (off === undefined) return undefined;
      const isOver = off.begin.kind === "trap" && off.depth === 1;
      return { ...off, depth: off.depth - 1, ...(isOver ? { returnedTo: moment.address } : {}) };
    }
    default:
      return off;
  }
}

interface OffSection {
  readonly thread: number;
  readonly fromCycle: number;
  /** The first cycle with interrupts enabled again. If the section has not ended, the end of the run. */
  readonly toCycle: number;
  readonly begin: OffBegin;
  /** Address of the instruction that enabled interrupts, or at which the hart continued. `stopped`: the program ended,
   * or a trap had no handler. Undefined if the section has not ended. */
  readonly end: number | "stopped" | undefined;
}

/** All sections that begin at the same instruction. */
export interface OffPlace {
  readonly begin: OffBegin;
  readonly thread: number;
  readonly count: number;
  readonly cycles: number;
  readonly longest: OffSection;
}

interface OffSections {
  readonly take: (events: readonly MachineEvent[]) => void;
  /** Grouped by their start. The group with the longest section comes first. */
  readonly result: (endCycle: number) => readonly OffPlace[];
}

interface Open {
  readonly fromCycle: number;
  readonly off: Off;
}

/** Takes all events of a run from cycle 0 onwards, in their order. */
export function offSections(scenario: Scenario): OffSections {
  const threads = new Map<number, number>();
  const closed = new Map<number, Open>();
  scenario.software.threads.forEach((of, thread) => {
    const context = of.machineMode ? contextsOf(scenario, of)[0] : undefined;
    if (context === undefined) return;
    threads.set(context, thread);
    closed.set(context, { fromCycle: 0, off: { begin: { kind: "start" }, depth: 0 } });
  });
  const places = new Map<string, OffPlace>();

  function over(context: number, { fromCycle, off }: Open, toCycle: number, end: OffSection["end"]) {
    const { begin } = off;
    const thread = threads.get(context) ?? 0;
    if (toCycle <= fromCycle) return;
    const section: OffSection = { thread, fromCycle, toCycle, begin, end };
    const key = `${thread} ${JSON.stringify(begin.kind === "trap" ? begin.cause : begin)}`;
    const before = places.get(key);
    const length = toCycle - fromCycle;
    const isLonger = before === undefined || length > before.longest.toCycle - before.longest.fromCycle;
    places.set(key, {
      begin: isLonger ? begin : before.begin,
      thread,
      count: (before?.count ?? 0) + 1,
      cycles: (before?.cycles ?? 0) + length,
      longest: isLonger ? section : before.longest,
    });
  }

  function note(event: MachineEvent): void {
    const { context } = event;
    if (!threads.has(context)) return;
    const moment = trapMoment(event);
    const boundary = event.cycle + 1;
    const open = closed.get(context);
    if (event.kind === "program-fault" || moment?.kind === "ended") {
      if (open !== undefined) over(context, open, boundary, "stopped");
      closed.delete(context);
      return;
    }
    if (moment === undefined) return;
    const off = offAfter(open?.off, moment);
    if (off !== undefined) closed.set(context, { fromCycle: open?.fromCycle ?? boundary, off });
    else if (open !== undefined && moment.kind === "on") {
      over(context, open, boundary, moment.address);
      closed.delete(context);
    }
  }

  return {
    take: (events) => events.forEach(note),
    result: (endCycle) => {
      for (const [context, open] of closed) over(context, open, endCycle, undefined);
      closed.clear();
      const lengthOf = ({ longest }: OffPlace) => longest.toCycle - longest.fromCycle;
      return [...places.values()].sort((a, b) => lengthOf(b) - lengthOf(a));
    },
  };
}
