/** Tracks the traps of each hart that have not returned. The trap taken last returns first. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";
import type { MachineEvent } from "./events.ts";
import { trapMoment } from "./traps.ts";

export interface NestedTrap {
  readonly mcause: number;
  readonly mepc: number;
  /** Number of its interrupt. Undefined for an exception. */
  readonly interrupt: number | undefined;
}

interface NestChange {
  readonly thread: number;
  /** The innermost trap now. Undefined if the last trap has returned. */
  readonly taken: NestedTrap | undefined;
  /**
   * Number of outer traps that are no longer tracked, because a program may leave its handlers without MRET
   * repeatedly.
   */
  readonly forgotten: number;
}

export interface TrapNests {
  /** Threads in machine mode. */
  readonly harts: readonly number[];
  /** Undefined if the event changes nothing. A change takes effect in the cycle after the event. */
  readonly note: (event: MachineEvent) => NestChange | undefined;
  /** The innermost trap is last. */
  readonly now: (thread: number) => readonly NestedTrap[];
}

const DEPTH_LIMIT = 64;
const INTERRUPT = 0x8000_0000;

export function trapNests(scenario: Scenario): TrapNests {
  const threads = new Map<number, number>();
  const nests = new Map<number, NestedTrap[]>();
  const recognised = new Map<number, number>();
  scenario.software.threads.forEach((of, thread) => {
    const context = of.machineMode ? contextsOf(scenario, of)[0] : undefined;
    if (context === undefined) return;
    threads.set(context, thread);
    nests.set(thread, []);
  });

  return {
    harts: [...nests.keys()],
    now: (thread) => nests.get(thread) ?? [],
    note: (event) => {
      if (event.kind === "recognised") recognised.set(event.subject, event.value);
      const thread = event.kind === "trap" ? threads.get(event.context) : undefined;
      const nest = nests.get(thread ?? -1);
      const moment = trapMoment(event);
      if (thread === undefined || nest === undefined) return undefined;
      if (moment?.kind === "returned")
        return nest.pop() === undefined ? undefined : { thread, taken: undefined, forgotten: 0 };
      if (moment?.kind !== "taken") return undefined;
      const { cause: mcause, address: mepc } = moment;
      const taken = { mcause, mepc, interrupt: mcause < INTERRUPT ? undefined : recognised.get(thread) };
      const forgotten = nest.length < DEPTH_LIMIT ? 0 : nest.splice(0).length;
      nest.push(taken);
      return { thread, taken, forgotten };
    },
  };
}
