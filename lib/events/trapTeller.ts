/** Reports each trap of each hart, from the event log and the log of latencies. A trap is reported when its handler has
 * returned and it is known whether the handler answered its interrupt. Traps that have not returned come last. */
import { type LatencyColumns, SIM_PART_LIMIT, sim_run_state } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";
import { unpackLane } from "../breakpoints/lane.ts";
import type { MachineEvent } from "./events.ts";
import { causeOf, type TrapCause, trapMoment } from "./traps.ts";

/** Each cycle is the first cycle of a phase. An interrupt is pending from its first cycle onwards. A trap logged in
 * cycle n is taken from cycle n + 1 onwards. */
export interface Trap {
  /** Number among all traps of the run, from 0, in the order in which they were taken. */
  readonly number: number;
  readonly thread: number;
  readonly context: number;
  readonly mcause: number;
  readonly cause: TrapCause;
  readonly mepc: number;
  /** Number of traps of the hart that had not returned when this one was taken. */
  readonly depth: number;
  /** Number among the interrupts of the run. Undefined for an exception. */
  readonly interrupt: number | undefined;
  /** Index in the table of lines. Undefined if no line requested it. */
  readonly line: number | undefined;
  /** Undefined for an exception, or for an interrupt of the CLINT whose latency is not known. */
  readonly pendingCycle: number | undefined;
  readonly takenCycle: number;
  /** Cycle in which fetch holds the first instruction of the handler. Undefined for an exception, or if fetch never
   * held it. */
  readonly handlerCycle: number | undefined;
  /** Undefined for an exception, or if the interrupt was answered earlier, is taken again, or is not answered yet. */
  readonly answeredCycle: number | undefined;
  /** Undefined if the trap has not returned. */
  readonly returnedCycle: number | undefined;
  /** Cycles of nested traps, from taken to returned. */
  readonly nestedCycles: number;
}

interface TrapTeller {
  /** Takes all events and latencies since the last call. */
  readonly take: (events: readonly MachineEvent[], latencies: LatencyColumns) => readonly Trap[];
  readonly rest: () => readonly Trap[];
}

type Open = { -readonly [K in keyof Trap]: Trap[K] } & {
  /** Cycle in which the same interrupt was taken again. */
  takenAgain: number | undefined;
  /** From this cycle on it is known whether the handler answered its interrupt. */
  settledCycle: number | undefined;
};

interface Hart {
  readonly thread: number;
  readonly context: number;
  /** Traps that have not returned, the innermost last. */
  readonly nested: Open[];
  recognised: number | undefined;
  /** Trap whose handler has not started. */
  entering: Open | undefined;
}

/** If more traps than this are open, the oldest is reported as it is, because a program may leave its handlers
 * without MRET repeatedly. */
const OPEN_LIMIT = 4096;

interface Raised {
  readonly number: number;
  readonly cycle: number;
  isAnswered: boolean;
}

export function trapTeller(scenario: Scenario): TrapTeller {
  const byContext = new Map<number, Hart>();
  const byThread = new Map<number, Hart>();
  scenario.software.threads.forEach((of, thread) => {
    const context = of.machineMode ? contextsOf(scenario, of)[0] : undefined;
    if (context === undefined) return;
    const hart: Hart = { thread, context, nested: [], recognised: undefined, entering: undefined };
    byContext.set(context, hart);
    byThread.set(thread, hart);
  });
  /** The last interrupt of each line. */
  const raised = new Map<number, Raised>();
  /** Traps in the order in which they were taken. */
  const open = new Set<Open>();
  const byInterrupt = new Map<number, Set<Open>>();
  let given: Open[] = [];
  let count = 0;

  const of = (interrupt: number | undefined) => byInterrupt.get(interrupt ?? -1) ?? new Set<Open>();

  function close(trap: Open): void {
    open.delete(trap);
    const same = of(trap.interrupt);
    same.delete(trap);
    if (same.size === 0) byInterrupt.delete(trap.interrupt ?? -1);
  }

  function giveUpOldest(): void {
    const [oldest] = open;
    if (oldest === undefined) return;
    close(oldest);
    given.push(oldest);
    const { nested } = byContext.get(oldest.context) ?? { nested: [] };
    if (nested[0] === oldest) nested.shift();
  }

  function taken(hart: Hart, mcause: number, mepc: number, cycle: number): void {
    const cause = causeOf(mcause);
    const interrupt = cause.kind === "exception" ? undefined : hart.recognised;
    const [line, asked] = [...raised].find(([, { number }]) => number === interrupt) ?? [];
    const trap: Open = {
      ...{ number: count++, thread: hart.thread, context: hart.context, mcause, cause, mepc },
      ...{ depth: hart.nested.length, interrupt, line, pendingCycle: asked?.cycle, takenCycle: cycle + 1 },
      ...{ handlerCycle: undefined, answeredCycle: undefined, returnedCycle: undefined },
      nestedCycles: 0,
      ...{ takenAgain: undefined, settledCycle: asked?.isAnswered === true ? cycle + 1 : undefined },
    };
    if (interrupt !== undefined) {
      const same = of(interrupt);
      for (const before of same) before.takenAgain ??= trap.takenCycle;
      byInterrupt.set(interrupt, same.add(trap));
    }
    hart.recognised = undefined;
    hart.entering = interrupt === undefined ? undefined : trap;
    hart.nested.push(trap);
    open.add(trap);
    if (open.size > OPEN_LIMIT) giveUpOldest();
  }

  function note(event: MachineEvent): void {
    const { kind, cycle, context, subject, value } = event;
    if (kind === "line-asserted") raised.set(subject, { number: value, cycle, isAnswered: false });
    else if (kind === "recognised") {
      const hart = byThread.get(subject);
      if (hart !== undefined) hart.recognised = value;
    } else if (kind === "layer") noteLayer(byContext.get(context), cycle, subject);
    else if (kind === "trap") {
      const [moment, hart] = [trapMoment(event), byContext.get(context)];
      if (hart === undefined) return;
      if (moment?.kind === "taken") taken(hart, moment.cause, moment.address, cycle);
      const last = moment?.kind === "returned" ? hart.nested.pop() : undefined;
      if (last === undefined) return;
      last.returnedCycle = cycle + 1;
      const around = hart.nested.at(-1);
      if (around !== undefined) around.nestedCycles += last.returnedCycle - last.takenCycle;
    }
  }

  function noteLayer(hart: Hart | undefined, cycle: number, lane: number): void {
    const { runState, thread } = unpackLane(lane);
    if (hart?.entering === undefined || runState !== sim_run_state.running || thread !== hart.thread) return;
    hart.entering.handlerCycle = cycle;
    hart.entering = undefined;
  }

  function answered(latencies: LatencyColumns, index: number): void {
    const number = latencies.number[index] ?? 0;
    const [begin, end] = [latencies.beginCycle[index] ?? 0, latencies.endCycle[index] ?? 0];
    for (const one of raised.values()) if (one.number === number) one.isAnswered = true;
    for (const trap of of(number)) {
      trap.pendingCycle = begin;
      trap.settledCycle = Math.max(trap.takenCycle, end);
      if (trap.takenCycle > end || (trap.takenAgain ?? Number.POSITIVE_INFINITY) <= end) continue;
      trap.answeredCycle = end;
      const first = index * SIM_PART_LIMIT;
      trap.handlerCycle ??= begin + (latencies.parts[first] ?? 0) + (latencies.parts[first + 1] ?? 0);
    }
  }

  return {
    take: (events, latencies) => {
      for (const event of events) note(event);
      for (let index = 0; index < latencies.number.length; index += 1)
        if (latencies.isPacket[index] !== 1) answered(latencies, index);
      const over = [...open].flatMap((trap) => {
        const cycle = completed(trap);
        return cycle === undefined ? [] : [{ trap, cycle }];
      });
      for (const { trap } of over) close(trap);
      over.sort((a, b) => a.cycle - b.cycle || a.trap.number - b.trap.number);
      const all = [...given, ...over.map(({ trap }) => trap)];
      given = [];
      return all.map(told);
    },
    rest: () => [...open].map(told),
  };
}

/** The cycle from which the trap can no longer change. */
function completed(trap: Open): number | undefined {
  const { returnedCycle, interrupt, settledCycle } = trap;
  const settled = interrupt === undefined ? 0 : settledCycle;
  return returnedCycle === undefined || settled === undefined ? undefined : Math.max(returnedCycle, settled);
}

const told = ({ takenAgain: _, settledCycle: __, ...trap }: Open): Trap => trap;
