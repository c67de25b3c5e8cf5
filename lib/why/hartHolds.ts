/** Explains, cycle by cycle, why a hart did not take an interrupt: because of its program, its handlers or the PLIC. */

import { SIM_NONE_8, SIM_STOP_EXECUTED } from "../../core-wasm/binding/index.ts";
import { type HartRegisters, hartRegisters, programRegisters } from "../../core-wasm/binding/registers.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";
import { type MachineEvent, maskOf, namedEvents } from "../events/events.ts";
import { causeOf, type TrapCause, trapMoment } from "../events/traps.ts";
import type { Steps, Traveller } from "../journeys/journey.ts";
import { type CodePlace, type ProgramCode, placeOfCode } from "../programs/programMap.ts";

export interface FunctionCycles {
  readonly name: string;
  readonly cycles: number;
}

/** A pending bit of mip that no line sets, or a line. */
export type AskedInterrupt = { readonly bit: number } | { readonly line: number };

/** What made a bit 0: the reset, an instruction, or an MRET with MPIE 0 that returned to a place. Undefined if the map
 * of the program does not have the place. */
type Since = { readonly kind: "start" } | (CodePlace & { readonly kind: "instruction" | "return" }) | undefined;

export type Hold =
  /** MIE is 0 because an instruction cleared it or because no instruction has set it yet. */
  | { readonly kind: "off"; readonly since: Since }
  /** MIE is 0 because a handler runs. */
  | {
      readonly kind: "handler";
      readonly cause: TrapCause;
      readonly functions: readonly FunctionCycles[];
    }
  | { readonly kind: "mie"; readonly bit: number; readonly since: Since }
  /** Neither mline nor the enabled sources of the PLIC lead the line to the hart. */
  | { readonly kind: "nowhere"; readonly line: number; readonly source: number }
  | { readonly kind: "claimed"; readonly source: number }
  | {
      readonly kind: "priority";
      readonly source: number;
      readonly priority: number;
      readonly threshold: number;
    }
  /** The current instruction ends first (docs/model.md, M-208). */
  | { readonly kind: "instruction" }
  /** The program has ended, or a trap had no handler. */
  | { readonly kind: "stopped" }
  /** Several reasons alternated. `main` has the cycles of the most important ones. */
  | {
      readonly kind: "several";
      readonly count: number;
      readonly main: readonly { readonly hold: Hold; readonly cycles: number }[];
    };

export interface HartStint {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly hold: Hold;
}

const STOPS = maskOf(["trap", "program-fault"]);
const MSTATUS_MIE = 8;
const EXTERNAL_BIT = 11;
const FIRST_LINE_BIT = 16;
/** Lines that mline can bind (docs/model.md, M-207). */
const BOUND_LINES = 16;
/** Cycles before a wait in which the search for a cause begins. They are doubled until it is found. */
const LOOK_BACK_CYCLES = 1024;
/** Longer ranges are not reported by function, because the search would stop at each of their instructions. */
const FUNCTION_CYCLES = 50_000;
const FUNCTION_NAMES = 4;

/** Stints in order and without gaps over [fromCycle, toCycle), as if the hart had its processor all the time. */
export function* hartStints(
  run: Traveller,
  code: ProgramCode,
  thread: number,
  asked: AskedInterrupt,
  fromCycle: number,
  toCycle: number,
): Steps<readonly HartStint[]> {
  yield* run.goTo(fromCycle);
  const first = hartRegisters(run.machine, thread);
  if (first === undefined) return [];
  const found: { fromCycle: number; toCycle: number; block: Block }[] = [];
  let at = fromCycle;
  let block = blockOf(first, causesAt(run, first), asked);
  yield* watchHart(run, thread, toCycle, causesAt(run, first), (hart, causes) => {
    const { cycle } = run.machine;
    if (cycle > at) found.push({ fromCycle: at, toCycle: cycle, block });
    at = cycle;
    block = blockOf(hart, causes, asked);
  });
  const stints: HartStint[] = [];
  for (const { block: one, ...range } of found) {
    const cause = one.cause === EARLIER ? yield* causeBefore(run, thread, one, fromCycle) : one.cause;
    const hold = holdOf(code, one, cause);
    const last = stints.at(-1);
    if (last !== undefined && isSame(last.hold, hold))
      stints[stints.length - 1] = { ...last, toCycle: range.toCycle };
    else stints.push({ ...range, hold });
  }
  return stints;
}

/** The stints of a range as an answer has them: few, and handlers by function. */
export function* toldStints(
  run: Traveller,
  code: ProgramCode,
  thread: number,
  stints: readonly HartStint[],
): Steps<readonly HartStint[]> {
  const told: HartStint[] = [];
  for (const stint of joined(stints)) {
    const { hold, fromCycle, toCycle } = stint;
    if (hold.kind !== "handler") told.push(stint);
    else {
      const functions = yield* functionsIn(run, code, thread, fromCycle, toCycle);
      told.push({ ...stint, hold: { ...hold, functions } });
    }
  }
  return told;
}

/** The first cycle in which the handler that runs at the begin of this range has returned, or in which the hart has
 * stopped. Undefined if that is not in the range. */
export function* handlerEnd(
  run: Traveller,
  thread: number,
  fromCycle: number,
  toCycle: number,
): Steps<number | undefined> {
  yield* run.goTo(fromCycle);
  let depth = 1;
  let end: number | undefined;
  yield* watchHart(run, thread, toCycle, undefined, (hart, _, moments) => {
    for (const { kind } of moments) depth += kind === "taken" ? 1 : kind === "returned" ? -1 : 0;
    if (depth <= 0 || hart.stopped !== 0) end ??= run.machine.cycle;
  });
  return end === toCycle ? undefined : end;
}

// ---- what made MIE and bits of mie 0 ----

type Cause = OffBegin | { readonly kind: "return"; readonly address: number };

/** Stands for a cause before the range that is known. */
const EARLIER: Cause = { kind: "start" };

interface Causes {
  /** Of the bits that are 0, unless it is known. */
  readonly before: OffBegin;
  /** Undefined if MIE is 1. */
  off: Off | undefined;
  mie: number;
  readonly cleared: Map<number, Cause>;
}

/** The causes that are known without a search: the machine is at this state, and 0 bits at cycle 0 are of the reset. */
function causesAt({ machine }: Traveller, hart: HartRegisters): Causes {
  const before: OffBegin = machine.cycle === 0 ? { kind: "start" } : (EARLIER as OffBegin);
  const off = (hart.mstatus & MSTATUS_MIE) === 0 ? { begin: before, depth: 0 } : undefined;
  return { before, off, mie: hart.mie, cleared: new Map() };
}

function note(causes: Causes, hart: HartRegisters, moments: readonly TrapMoment[]): void {
  for (const moment of moments) {
    causes.off = offAfter(causes.off, moment);
    if (moment.kind !== "enables") continue;
    for (let bit = 0; bit < 32; bit += 1)
      if ((((causes.mie & ~hart.mie) >>> bit) & 1) === 1)
        causes.cleared.set(bit, { kind: "instruction", address: moment.address });
    causes.mie = hart.mie;
  }
}

/** Runs on to `toCycle`, and keeps `causes` up to date. `see` is called wherever something may have changed. */
function* watchHart(
  run: Traveller,
  thread: number,
  toCycle: number,
  causes: Causes | undefined,
  see: (hart: HartRegisters, causes: Causes, moments: readonly TrapMoment[]) => void,
): Steps<void> {
/** Functions by their cycles of the hart, the largest first; the rest is omitted. Empty if the range is too long. */
export function* functionsIn(
  run: Traveller,
  code: ProgramCode,
  thread: number,
  fromCycle: number,
  toCycle: number,
): Steps<readonly FunctionCycles[]> {
  if (toCycle - fromCycle > FUNCTION_CYCLES) return [];
  const { machine } = run;
  const cycles = new Map<string, number>();
  yield* run.goTo(fromCycle);
  while (machine.cycle < toCycle) {
    const from = machine.cycle;
    const pc = programRegisters(machine, thread)?.pc;
    run.step(toCycle, SIM_STOP_EXECUTED | 0);
    const name = placeOfCode(code, pc)?.function ?? "?";
    cycles.set(name, (cycles.get(name) ?? 0) + machine.cycle - from);
    yield;
  }
  return [...cycles]
    .map(([name, spent]) => ({ name, cycles: spent }))
    .sort((a, b) => b.cycles - a.cycles)
    .slice(0, FUNCTION_NAMES);
}
