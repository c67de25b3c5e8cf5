/** Effects of interrupts on a hart: a handler changed a register, returned to another instruction, or never
 * returned. */
import {
  type Machine,
  SIM_TRAP_PLIC,
  SIM_TRAP_RETURN,
  sim_event_kind,
  sim_program_frame,
} from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";

interface ChangedRegister {
  /** 1 to 31. */
  readonly register: number;
  /** Cycles of the first interrupt that has changed it: entered, and returned. */
  readonly entered: number;
  readonly returned: number;
  readonly before: number;
  readonly after: number;
}

export interface Handlers {
  /** The first change of each register. */
  readonly changed: readonly ChangedRegister[];
  /** Cycles of the first interrupt that did not return to the instruction before which it was taken. */
  readonly astray: { readonly entered: number; readonly returned: number } | undefined;
  /** The oldest interrupt with a running handler. */
  readonly running: RunningHandler | undefined;
}

interface RunningHandler {
  /** Cycle in which the interrupt was taken. */
  readonly entered: number;
  /**
   * The first exception since then that has not returned either. `address` is the address of its instruction.
   */
  readonly exception:
    | { readonly mcause: number; readonly address: number; readonly cycle: number }
    | undefined;
}

const STOP = 1 << sim_event_kind.trap;
/** More than the changes in one cycle. */
const EVENTS_OF_A_CYCLE = 16;
export const HANDLER_OBSERVERS = { eventCapacity: EVENTS_OF_A_CYCLE } as const;
/** A program that only faults has endlessly nested traps. */
const DEPTH_LIMIT = 64;
const INTERRUPT = 0x8000_0000;
/** Longest delay of a value from IF to a register. */
const LATE_CYCLES = 8;

interface Trap {
  readonly subject: number;
  readonly address: number;
  readonly cycle: number;
}

interface Entered {
  readonly cycle: number;
  readonly mcause: number;
  /** mepc. */
  readonly address: number;
  readonly x: readonly number[];
}

/** A handler that has returned with other registers. A value that an instruction before MRET has read from a CSR or a
 * device may arrive some cycles later. */
interface Late {
  readonly of: Entered;
  readonly thread: number;
  readonly returned: number;
  readonly x: readonly number[];
  /** Cycles in which values may still arrive. */
  left: number;
  /** The registers that differ. */
  open: readonly number[];
}

const isInterrupt = ({ mcause }: Entered): boolean => mcause >= INTERRUPT;

/** Follows the traps of harts while the machine steps. The machine must record events. */
class HandlerWatch {
  readonly #machine: Machine;
  readonly #threads: ReadonlyMap<number, number>;
  readonly #entered = new Map<number, Entered[]>();
  readonly #changed = new Map<number, ChangedRegister>();
  #astray: Handlers["astray"];
  #event = 0;
  #late: Late[] = [];

  constructor(machine: Machine, threads: ReadonlyMap<number, number>) {
    this.#machine = machine;
    this.#threads = threads;
  }

  step(until: number): void {
    const machine = this.#machine;
    while (machine.cycle < until) {
      const isLate = this.#late.length > 0;
      const stopped = machine.step(isLate ? machine.cycle + 1 : until, STOP) !== 0;
      if (isLate) this.#arrive();
      if (stopped) this.#look();
    }
  }

  get handlers(): Handlers {
    const open = [...this.#entered.values()]
      .filter((list) => list.length > 0)
      .toSorted(([a], [b]) => (a?.cycle ?? 0) - (b?.cycle ?? 0));
    const [oldest] = open;
    const [first] = oldest ?? [];
    return {
      changed: [...this.#changed.values()].toSorted((a, b) => a.returned - b.returned),
      astray: this.#astray,
      running: first && { entered: first.cycle, exception: oldest?.find((one) => !isInterrupt(one)) },
    };
  }

  #look(): void {
    const { kind, context, subject, value, cycle, next } = this.#machine.readEvents(
      Math.max(this.#event, this.#machine.nextEvent - EVENTS_OF_A_CYCLE),
    );
    this.#event = next;
    for (const [at, one] of kind.entries()) {
      const thread = this.#threads.get(context[at] ?? 0);
      if (one !== sim_event_kind.trap || thread === undefined) continue;
      this.#trap(thread, { subject: subject[at] ?? 0, address: value[at] ?? 0, cycle: cycle[at] ?? 0 });
    }
  }

  #trap(thread: number, { subject, address, cycle }: Trap): void {
    const entered = this.#entered.get(thread) ?? [];
    this.#entered.set(thread, entered);
    const x = registersOf(this.#machine, thread);
    if (subject === SIM_TRAP_RETURN) {
      const of = entered.pop();
      if (of === undefined || !isInterrupt(of)) return;
      if (of.address !== address) this.#astray ??= { entered: of.cycle, returned: cycle };
      const open = x.flatMap((now, register) =>
        now === of.x[register] || this.#changed.has(register) ? [] : [register],
      );
      if (open.length > 0) this.#late.push({ of, thread, returned: cycle, x, left: LATE_CYCLES, open });
    } else if ((subject < SIM_TRAP_PLIC || subject >= INTERRUPT) && entered.length < DEPTH_LIMIT) {
      entered.push({ cycle, mcause: subject, address, x });
    }
  }

  /** After one cycle in which values may have arrived. */
  #arrive(): void {
    this.#late = this.#late.filter((late) => {
      const { of, thread, returned, x } = late;
      const now = registersOf(this.#machine, thread);
      late.open = late.open.filter((register) => now[register] !== of.x[register]);
      late.left -= 1;
      if (late.left > 0) return late.open.length > 0;
      for (const register of late.open.filter((one) => !this.#changed.has(one)))
        this.#changed.set(register, {
          ...{ register, entered: of.cycle, returned },
          before: of.x[register] ?? 0,
          after: x[register] ?? 0,
        });
      return false;
    });
  }
}

const { x: REGISTERS } = sim_program_frame.fields;

function registersOf(machine: Machine, thread: number): readonly number[] {
  return machine.inspect(({ core, view }) => {
    const at = core.core_program_registers(thread) + REGISTERS.offset;
    return Array.from({ length: REGISTERS.count }, (_, register) => view.getUint32(at + 4 * register, true));
  });
}

/** Threads in machine mode by the context that each has to itself. */
function hartsOf(scenario: Scenario): ReadonlyMap<number, number> {
  return new Map(
    scenario.software.threads.flatMap((of, thread) => {
      const context = of.machineMode ? contextsOf(scenario, of)[0] : undefined;
      return context === undefined ? [] : [[context, thread] as const];
    }),
  );
}

/** Undefined if no thread is in machine mode. */
export function watchOf(machine: Machine, scenario: Scenario): HandlerWatch | undefined {
  const threads = hartsOf(scenario);
  return threads.size === 0 ? undefined : new HandlerWatch(machine, threads);
}
