/** What a hart lets in, cycle by cycle: a second way to know why it takes no interrupt. */
import { type CoreModule, createMachine } from "../../core-wasm/binding/index.ts";
import { type HartRegisters, hartPending, hartRegisters } from "../../core-wasm/binding/registers.ts";
import { maskOf, namedEvents } from "../../lib/events/events.ts";
import { type TrapMoment, trapMoment } from "../../lib/events/traps.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

const TRAP = maskOf(["trap"]);

export interface HartCycle {
  /** At the start of the cycle. */
  readonly registers: HartRegisters;
  /** The first line, in the controller, at the start of the cycle. */
  readonly isMasked: boolean;
  /** MIE at the start of the cycle. */
  readonly isOpen: boolean;
  /** The moment that made MIE 0. Undefined if MIE is 1 or was never set. */
  readonly closer: TrapMoment | undefined;
  /** The cycle in which that moment was. */
  readonly closedIn: number | undefined;
  /** Number of traps that have not returned. A program may use MRET without a trap. */
  readonly depth: number;
}

/** The first thread is the only hart. */
export function hartCycles(core: CoreModule, scenario: Scenario): readonly HartCycle[] {
  const machine = createMachine(core, compileScenario(scenario), { eventCapacity: 2 ** 12 });
  const cycles: HartCycle[] = [];
  let closer: TrapMoment | undefined;
  let closedIn: number | undefined;
  let isOpen = false;
  let depth = 0;
  let registers: HartRegisters | undefined;
  let pending: bigint | undefined;
  for (let next = machine.nextEvent; machine.cycle < scenario.runCycles; ) {
    const now = hartPending(machine, 0);
    if (pending !== now) registers = undefined;
    pending = now;
    registers ??= hartRegisters(machine, 0);
    if (registers === undefined) throw new Error("the first thread is no hart");
    if (isOpen !== ((registers.mstatus & 8) !== 0)) throw new Error(`MIE changed before ${machine.cycle}`);
    const isMasked = machine.read(({ view }) => view.lines[0]?.masked === 1);
    cycles.push({ registers, isMasked, isOpen, closer, closedIn, depth });
    if (machine.step(machine.cycle + 1, TRAP) !== 0) registers = undefined;
    const columns = machine.readEvents(next);
    next = columns.next;
    for (const event of namedEvents(columns)) {
      const moment = trapMoment(event);
      if (moment?.kind === "taken") depth += 1;
      if (moment?.kind === "returned") depth = Math.max(0, depth - 1);
      if (moment?.kind === "on") [isOpen, closer, closedIn] = [true, undefined, undefined];
      if (isOpen && (moment?.kind === "taken" || moment?.kind === "off"))
        [isOpen, closer, closedIn] = [false, moment, event.cycle];
    }
  }
  return cycles;
}
