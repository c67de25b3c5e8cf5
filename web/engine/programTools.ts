/** Functions for machines with programs. They are loaded when the first such machine is loaded. */

import { type Machine, SIM_ROW_FLUSHED, SIM_ROW_NULLIFIED } from "../../core-wasm/binding/index.ts";
import { type HartRegisters, hartRegisters } from "../../core-wasm/binding/registers.ts";
import { disassemble } from "../../lib/assembler/disassemble.ts";
import { type MachineEvent, maskOf, namedEvents } from "../../lib/events/events.ts";
import { causeOf, trapMoment } from "../../lib/events/traps.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import type { Assemble } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";
import type { Keyframes } from "./keyframes.ts";
import type { MachineView, TrapView } from "./machineView.ts";
import type { Scrub, Steps } from "./scrub.ts";

export interface ProgramTools {
  readonly assemble: Assemble;
  readonly disassemble: typeof disassemble;
  readonly createLastTraps: typeof createLastTraps;
}

export const PROGRAM_TOOLS: ProgramTools = { assemble: assembleProgram, disassemble, createLastTraps };

/** Adds the last trap of each hart (how long it was pending, when it was taken, when its handler began) to the view of
 * the machine at its cycle. */
export type LastTraps = (view: MachineView) => Steps<MachineView>;

interface Place {
  readonly scenario: Scenario;
  readonly scrub: Scrub;
  readonly keyframes: Keyframes;
}

interface Hart {
  readonly thread: number;
  readonly context: number;
}

interface Found {
  /** Number of traps taken, including this one. */
  readonly count: number;
  /** Undefined if the trap is too far back. */
  readonly trap: TrapView | undefined;
}

interface Taken {
  readonly cycle: number;
  readonly mcause: number;
}

const TRAP = maskOf(["trap"]);
/** Number of cycles that are run again to find a trap. Intervals without a trap are skipped. */
const LOOK_BACK_CYCLES = 500_000;
const FIRST_BLOCK_CYCLES = 1024;
const LONGEST_BLOCK_CYCLES = 10_000;
/** A handler that is not fetched within this time has been preempted. */
const FETCH_CYCLES = 4096;
const MSTATUS_MIE = 8;

/** Undefined if no thread is a hart. */
export function createLastTraps(place: Place): LastTraps | undefined {
  const { scenario, scrub } = place;
  const harts = scenario.software.threads.flatMap((of, thread): readonly Hart[] => {
    const context = of.machineMode ? contextsOf(scenario, of)[0] : undefined;
    return context === undefined ? [] : [{ thread, context }];
  });
  if (harts.length === 0) return undefined;
  const known = new Map<number, Found>();

  function* refresh(cycle: number, counts: ReadonlyMap<number, number>): Steps<void> {
    const sought = harts.filter(({ thread }) => {
      const found = known.get(thread);
      if (found?.count !== counts.get(thread)) return counts.get(thread) !== 0;
      return found?.trap !== undefined && found.trap.handlerCycle === undefined && cycle > found.trap.cycle;
    });
    if (sought.length === 0) return;
    const taken = yield* lastTaken(place, sought, cycle);
    for (const hart of sought) {
      const own = taken.get(hart.thread);
      const trap = own === undefined ? undefined : yield* trapOf(scrub, hart, own, cycle);
      known.set(hart.thread, { count: counts.get(hart.thread) ?? 0, trap });
    }
    yield* scrub.goTo(cycle);
  }

  return function* (view) {
    const registers = (thread: number) => view.programs?.threads[thread]?.hart;
    const counts = new Map(harts.map(({ thread }) => [thread, trapCount(registers(thread))]));
    yield* refresh(view.cycle, counts);
    const traps = Array.from(view.programs?.threads ?? [], (_, thread) => {
      const found = known.get(thread);
      return found?.count === counts.get(thread) ? seenAt(found?.trap, view.cycle) : undefined;
    });
    const frames = view.frames.map((frame) => {
      const hart = registers(frame.thread);
      return hart === undefined ? frame : { ...frame, interruptsEnabled: (hart.mstatus & MSTATUS_MIE) !== 0 };
    });
    return { ...view, frames, traps };
  };
}

const trapCount = (hart: HartRegisters | undefined): number =>
  hart === undefined ? 0 : hart.exceptions + hart.interrupts;

/** Removes values that are not known yet at `cycle`. */
function seenAt(trap: TrapView | undefined, cycle: number): TrapView | undefined {
  return trap?.handlerCycle !== undefined && trap.handlerCycle >= cycle
    ? { ...trap, handlerCycle: undefined }
    : trap;
}

function* lastTaken(
  { scrub, keyframes }: Place,
  harts: readonly Hart[],
  cycle: number,
): Steps<ReadonlyMap<number, Taken>> {
  const found = new Map<number, Taken>();
  let left = LOOK_BACK_CYCLES;
  for (const interval of keyframes.intervalsBack(cycle)) {
    if ((interval.kinds & TRAP) === 0) continue;
    let block = FIRST_BLOCK_CYCLES;
    for (let end = Math.min(interval.to, cycle); end > interval.from; ) {
      const from = Math.max(interval.from, end - block);
      for (const event of yield* eventsOf(scrub, from, end)) {
        const moment = trapMoment(event);
        const hart = harts.find(({ context }) => context === event.context);
        if (
          moment?.kind === "taken" &&
          hart !== undefined &&
          (found.get(hart.thread)?.cycle ?? from) <= event.cycle
        )
          found.set(hart.thread, { cycle: event.cycle, mcause: moment.cause });
      }
      left -= end - from;
      if (found.size === harts.length || left <= 0) return found;
      end = from;
      block = Math.min(2 * block, LONGEST_BLOCK_CYCLES);
    }
  }
  return found;
}

/** Events of the cycles [from, to). */
function* eventsOf(scrub: Scrub, from: number, to: number): Steps<readonly MachineEvent[]> {
  yield* scrub.goTo(from);
  const events: MachineEvent[] = [];
  let next = scrub.machine.nextEvent;
  yield* scrub.walk(to, () => {
    const read = scrub.machine.readEvents(next);
    next = read.next;
    for (const event of namedEvents(read)) if (event.kind === "trap") events.push(event);
  });
  return events;
}

function* trapOf(scrub: Scrub, hart: Hart, { cycle, mcause }: Taken, until: number): Steps<TrapView> {
  const { machine } = scrub;
  yield* scrub.goTo(cycle);
  const before = machine.read(({ view }) => view.lines.map((line) => line.asserted_since_cycle));
  yield* scrub.walk(cycle + 1);
  const registers = hartRegisters(machine, hart.thread);
  const since = registers === undefined ? undefined : pendingSince(machine, registers, mcause, before);
  const handler = registers === undefined ? undefined : handlerOf(registers, mcause);
  const last = Math.min(until, cycle + 1 + FETCH_CYCLES);
  let handlerCycle: number | undefined;
  while (machine.cycle < last && handlerCycle === undefined) {
    scrub.step(machine.cycle + 1, 0);
    if (isFetched(machine, hart.context, handler)) handlerCycle = machine.cycle - 1;
  }
  return {
    mcause,
    cycle,
    pendingCycles: since === undefined ? undefined : Math.max(0, cycle + 1 - since),
    handler: handler ?? 0,
    handlerCycle,
  };
}

/** For each line, the cycle since which it is asserted. Infinity if it is not. */
type Lines = readonly number[];

/** The first cycle in which the cause existed. Undefined for an exception, or if the cause no longer exists. */
function pendingSince(
  machine: Machine,
  hart: HartRegisters,
  mcause: number,
  before: Lines,
): number | undefined {
  const cause = causeOf(mcause);
  switch (cause.kind) {
    case "exception":
      return undefined;
    case "timer": {
      const { timer_set: set } = hart;
      const overdue = Number(hart.mtime - hart.mtimecmp);
      return Number.isFinite(set) ? set : Math.max(0, machine.cycle - overdue);
    }
    case "software":
      return hart.software_set;
    case "line":
      return sinceOf(before, cause.line, machine);
    case "external": {
      const source = firstSource(hart);
      return source === undefined ? undefined : sinceOf(before, source - 1, machine);
    }
  }
}

/**
 * The cycle in which the line was asserted, the last one if it has been cleared. An edge-triggered line is
 * cleared when its interrupt is taken.
 */
function sinceOf(before: Lines, line: number, machine: Machine): number {
  const since = before[line] ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(since) ? since : machine.cycle - 1;
}

/** The source that a claim would return. */
function firstSource({ plic }: HartRegisters): number | undefined {
  const open = plic.pending & plic.enabled & ~plic.claimed;
  let first: number | undefined;
  for (const [source, priority] of plic.priorities.entries()) {
    const isOpen = ((open >> BigInt(source)) & 1n) === 1n;
    if (isOpen && priority > (first === undefined ? 0 : (plic.priorities[first] ?? 0))) first = source;
  }
  return first;
}

const INTERRUPT = 0x8000_0000;

/** Bits 0 and 1 of mtvec are its mode. The vectored mode has an address for each interrupt. */
function handlerOf({ mtvec }: HartRegisters, mcause: number): number {
  const base = (mtvec & ~3) >>> 0;
  return (mtvec & 3) === 1 && mcause >= INTERRUPT ? base + 4 * (mcause - INTERRUPT) : base;
}

function isFetched(machine: Machine, context: number, handler: number | undefined): boolean {
  const gone = SIM_ROW_FLUSHED | SIM_ROW_NULLIFIED;
  return machine.read(({ view }) =>
    view.stages
      .slice(0, view.occupied_count)
      .some(
        (row) => row.stage === 0 && row.context === context && row.pc === handler && (row.flags & gone) === 0,
      ),
  );
}
