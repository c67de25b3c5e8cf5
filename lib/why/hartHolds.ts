/** Explains, cycle by cycle, why a hart did not take an interrupt: because of its program, its handlers or the PLIC. */

import { SIM_NONE_8, SIM_STOP_EXECUTED } from "../../core-wasm/binding/index.ts";
import {
  type HartRegisters,
  hartPending,
  hartRegisters,
  programRegisters,
} from "../../core-wasm/binding/registers.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";
import { type MachineEvent, maskOf, namedEvents } from "../events/events.ts";
import { type TrapCause, type TrapMoment, trapMoment } from "../events/traps.ts";
import type { Steps, Traveller } from "../journeys/journey.ts";
import { type Off, type OffBegin, offAfter } from "../programs/irqsOff.ts";
import { type CodePlace, type ProgramCode, placeOfCode } from "../programs/programMap.ts";
import { isMasked, isSwitched, type MaskedSince, maskedSince } from "./masked.ts";

export interface FunctionCycles {
  readonly name: string;
  readonly cycles: number;
}

/** A pending bit of mip that no line sets, or a line. */
export type AskedInterrupt = { readonly bit: number } | { readonly line: number };

/** The reason why a bit is 0: the reset, an instruction, or an MRET with MPIE 0 that returned to a place. Undefined if
 * the map of the program does not contain the place. */
type Since =
  | { readonly kind: "start" }
  | (CodePlace & { readonly kind: "instruction" | "return" })
  | undefined;

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
  /** The line is masked in the controller, and the PLIC does not have its interrupt yet. */
  | { readonly kind: "masked"; readonly line: number; readonly since: MaskedSince }
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

interface HartStint {
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

/**
 * Periods in order and without gaps over [fromCycle, toCycle), as if the hart had its processor all the time.
 */
export function* hartStints(
  run: Traveller,
  code: ProgramCode,
  thread: number,
  asked: AskedInterrupt,
  fromCycle: number,
  toCycle: number,
): Steps<readonly HartStint[]> {
  const blocks: { readonly fromCycle: number; readonly block: Block }[] = [];
  const line = "line" in asked ? asked.line : undefined;
  const isNowMasked = () => line !== undefined && isMasked(run.machine, line);
  const seesMask = line !== undefined && isSwitched(run.scenario, line);
  const causes = yield* causesAt(run, thread, fromCycle, ({ off }) => off?.begin !== EARLIER);
  const see: See = (hart, now) => {
    const { cycle } = run.machine;
    const block = blockOf(hart, now, asked, isNowMasked);
    const last = blocks.at(-1);
    if (cycle < toCycle && (last === undefined || !isSame(last.block, block)))
      blocks.push({ fromCycle: cycle, block });
  };
  yield* watchHart(run, thread, toCycle, causes, see, seesMask);
  const earlier = new Map<number, Cause>();
  const stints: HartStint[] = [];
  for (const [index, { fromCycle: from, block }] of blocks.entries()) {
    const hold =
      block.kind === "masked"
        ? { ...block, since: yield* maskedSince(run, block.line, from) }
        : holdOf(code, yield* withCause(run, thread, block, fromCycle, earlier));
    const until = blocks[index + 1]?.fromCycle ?? toCycle;
    const last = stints.at(-1);
    if (last !== undefined && isSame(last.hold, hold))
      stints[stints.length - 1] = { ...last, toCycle: until };
    else stints.push({ fromCycle: from, toCycle: until, hold });
  }
  return stints;
}

/** The periods of a range in the form of an answer: few, with handlers by function. */
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

/** The first cycle after the MRET of the handler that runs at the start of this range, or after the hart has stopped.
 * Undefined if neither is in the range. */
export function* handlerEnd(
  run: Traveller,
  thread: number,
  fromCycle: number,
  toCycle: number,
): Steps<number | undefined> {
  let depth = 1;
  let end: number | undefined;
  yield* run.goTo(fromCycle);
  yield* watchHart(run, thread, toCycle, NO_CAUSES, (hart, _, moments) => {
    for (const { kind } of moments) {
      if (kind === "taken") depth += 1;
      if (kind === "returned") depth -= 1;
      if (depth === 0) end ??= run.machine.cycle;
    }
    if (hart.stopped !== 0) end ??= run.machine.cycle;
  });
  return end === toCycle ? undefined : end;
}

type Cause = OffBegin | { readonly kind: "return"; readonly address: number };

/** The cause of a bit that was 0 when the watch began. At cycle 0 it is the true cause. */
const EARLIER: OffBegin = { kind: "start" };

interface Causes {
  /** Cause for MIE. Undefined if MIE is 1. */
  readonly off: Off | undefined;
  /** Causes for bits of mie that an instruction has cleared. Other bits have the cause EARLIER. */
  readonly cleared: ReadonlyMap<number, Cause>;
}

const NO_CAUSES: Causes = { off: undefined, cleared: new Map() };

/** The causes at this cycle. The machine is there afterwards. */
function* causesAt(
  run: Traveller,
  thread: number,
  cycle: number,
  isKnown: (causes: Causes) => boolean,
): Steps<Causes> {
  for (let back = 0; ; back = Math.max(LOOK_BACK_CYCLES, 2 * back)) {
    const from = Math.max(0, cycle - back);
    yield* run.goTo(from);
    const hart = hartRegisters(run.machine, thread);
    const isOff = hart !== undefined && !isOpen(hart);
    const first = { cleared: new Map(), off: isOff ? { begin: EARLIER, depth: 0 } : undefined };
    const causes = yield* watchHart(run, thread, cycle, first);
    if (from === 0 || isKnown(causes)) return causes;
  }
}

type See = (hart: HartRegisters, causes: Causes, moments: readonly TrapMoment[]) => void;

/** Runs on to `toCycle`. `see` is called at the start and wherever something may have changed, with `seesMask` also
 * where a thread masks or unmasks a line, which no event tells. */
function* watchHart(
  run: Traveller,
  thread: number,
  toCycle: number,
  first: Causes,
  see?: See,
  seesMask = false,
): Steps<Causes> {
  const { machine, scenario } = run;
  const of = scenario.software.threads[thread];
  const context = of === undefined ? SIM_NONE_8 : (contextsOf(scenario, of)[0] ?? SIM_NONE_8);
  const cleared = new Map(first.cleared);
  let causes: Causes = { ...first, cleared };
  let hart = hartRegisters(machine, thread);
  if (hart === undefined) return causes;
  let next = machine.nextEvent;
  see?.(hart, causes, []);
  while (machine.cycle < toCycle) {
    if (seesMask) yield* stepToPending(run, thread, toCycle);
    else run.step(toCycle, STOPS);
    const columns = machine.readEvents(next);
    next = columns.next;
    const moments = momentsOf(namedEvents(columns), context);
    const { mie } = hart;
    if (see !== undefined || moments.some(({ kind }) => kind === "enables"))
      hart = hartRegisters(machine, thread) ?? hart;
    for (const moment of moments) {
      causes = { ...causes, off: offAfter(causes.off, moment) };
      if (moment.kind !== "enables") continue;
      const cause = { kind: "instruction", address: moment.address } as const;
      for (let bit = 0; bit < 32; bit += 1)
        if ((((mie & ~hart.mie) >>> bit) & 1) === 1) cleared.set(bit, cause);
    }
    see?.(hart, causes, moments);
    yield;
  }
  return causes;
}

/** Runs on until an event or until other interrupts of the hart are pending. */
function* stepToPending(run: Traveller, thread: number, toCycle: number): Steps<void> {
  const { machine } = run;
  const [event, pending] = [machine.nextEvent, hartPending(machine, thread)];
  do {
    run.step(machine.cycle + 1, 0);
    yield;
  } while (
    machine.cycle < toCycle &&
    machine.nextEvent === event &&
    hartPending(machine, thread) === pending
  );
}

const isOpen = ({ mstatus }: HartRegisters): boolean => (mstatus & MSTATUS_MIE) !== 0;

function momentsOf(events: readonly MachineEvent[], context: number): readonly TrapMoment[] {
  return events.flatMap((event) => {
    const moment = event.context === context ? trapMoment(event) : undefined;
    return moment === undefined ? [] : [moment];
  });
}

/** What blocks the interrupt, with its cause as far as it is known. */
type Block =
  | { readonly kind: "off"; readonly cause: Cause }
  | { readonly kind: "mie"; readonly bit: number; readonly cause: Cause }
  | Exclude<Hold, { readonly kind: "off" | "handler" | "mie" | "several" }>;

function blockOf(
  hart: HartRegisters,
  causes: Causes,
  asked: AskedInterrupt,
  isNowMasked: () => boolean,
): Block {
  if (hart.stopped !== 0) return { kind: "stopped" };
  const ways = waysOf(hart, asked);
  if (ways.length === 0 && "line" in asked)
    return { kind: "nowhere", line: asked.line, source: asked.line + 1 };
  if (!isOpen(hart)) return { kind: "off", cause: causeOfOff(causes) };
  const blocks = ways.map((way) => blockOfWay(hart, causes, way, isNowMasked));
  return blocks.find(({ kind }) => kind === "instruction") ?? blocks[0] ?? { kind: "instruction" };
}

function causeOfOff({ off }: Causes): Cause {
  if (off === undefined) return EARLIER;
  return off.returnedTo === undefined ? off.begin : { kind: "return", address: off.returnedTo };
}

/** A pending bit of mip. `source` is set if the interrupt comes through the PLIC. */
interface Way {
  readonly bit: number;
  readonly source?: number;
}

/** A line comes by mline, through the PLIC, or both (docs/model.md, M-222). */
function waysOf(hart: HartRegisters, asked: AskedInterrupt): readonly Way[] {
  if ("bit" in asked) return [asked];
  const { line } = asked;
  const isBound = line < BOUND_LINES && ((hart.mline >>> line) & 1) === 1;
  const isEnabled = ((hart.plic.enabled >> BigInt(line + 1)) & 1n) === 1n;
  return [
    ...(isBound ? [{ bit: FIRST_LINE_BIT + line }] : []),
    ...(isEnabled ? [{ bit: EXTERNAL_BIT, source: line + 1 }] : []),
  ];
}

/** True if the line comes to the hart by any way. */
export const isReached = (hart: HartRegisters, line: number): boolean => waysOf(hart, { line }).length > 0;

function blockOfWay(
  hart: HartRegisters,
  { cleared }: Causes,
  { bit, source }: Way,
  isNowMasked: () => boolean,
): Block {
  if (((hart.mie >>> bit) & 1) === 0) return { kind: "mie", bit, cause: cleared.get(bit) ?? EARLIER };
  if (source === undefined) {
    const isPending = ((hart.mip >>> bit) & 1) === 1;
    return !isPending && isNowMasked()
      ? { kind: "masked", line: bit - FIRST_LINE_BIT, since: undefined }
      : { kind: "instruction" };
  }
  const { claimed, pending, threshold, priorities } = hart.plic;
  if (((claimed >> BigInt(source)) & 1n) === 1n) return { kind: "claimed", source };
  if (((pending >> BigInt(source)) & 1n) === 0n && isNowMasked())
    return { kind: "masked", line: source - 1, since: undefined };
  const priority = priorities[source] ?? 0;
  return priority <= threshold ? { kind: "priority", source, priority, threshold } : { kind: "instruction" };
}

/** Searches for the cause before this cycle if it is not known. `earlier` stores the results by bit. */
function* withCause(
  run: Traveller,
  thread: number,
  block: Block,
  cycle: number,
  earlier: Map<number, Cause>,
): Steps<Block> {
  if (block.kind !== "mie" || block.cause !== EARLIER) return block;
  const { bit } = block;
  const causeIn = ({ cleared }: Causes) => cleared.get(bit) ?? EARLIER;
  const cause =
    earlier.get(bit) ?? causeIn(yield* causesAt(run, thread, cycle, (one) => causeIn(one) !== EARLIER));
  earlier.set(bit, cause);
  return { ...block, cause };
}

function holdOf(code: ProgramCode, block: Block): Hold {
  if (!("cause" in block)) return block;
  const { cause } = block;
  if (cause.kind === "trap") return { kind: "handler", cause: cause.cause, functions: [] };
  const place = cause.kind === "start" ? undefined : placeOfCode(code, cause.address);
  const since: Since = cause.kind === "start" ? { kind: "start" } : place && { ...place, kind: cause.kind };
  return block.kind === "off" ? { kind: "off", since } : { kind: "mie", bit: block.bit, since };
}

const isSame = (a: Hold | Block, b: Hold | Block): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Maximum number of periods in one answer. Beyond it, neighbours are joined. */
const STINT_LIMIT = 8;
/** Maximum number of reasons for joined periods. */
const REASON_LIMIT = 3;

/** Joins the shortest period with its shorter neighbour until few remain. */
function joined(stints: readonly HartStint[]): readonly HartStint[] {
  const groups = stints.map((stint) => [stint]);
  while (groups.length > STINT_LIMIT) {
    const lengths = groups.slice(1).map((group, index) => lengthOf(groups[index] ?? []) + lengthOf(group));
    const at = lengths.indexOf(Math.min(...lengths));
    groups.splice(at, 2, [...(groups[at] ?? []), ...(groups[at + 1] ?? [])]);
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined || group.length === 1) return group;
    return [{ fromCycle: first.fromCycle, toCycle: last.toCycle, hold: severalOf(group) }];
  });
}

const lengthOf = (group: readonly HartStint[]): number =>
  (group.at(-1)?.toCycle ?? 0) - (group[0]?.fromCycle ?? 0);

function severalOf(group: readonly HartStint[]): Hold {
  const reasons = new Map<string, { hold: Hold; cycles: number }>();
  for (const stint of group) {
    const key = JSON.stringify(stint.hold);
    const cycles = (reasons.get(key)?.cycles ?? 0) + lengthOf([stint]);
    reasons.set(key, { hold: stint.hold, cycles });
  }
  const main = [...reasons.values()].sort((a, b) => b.cycles - a.cycles).slice(0, REASON_LIMIT);
  return { kind: "several", count: group.length, main };
}

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
