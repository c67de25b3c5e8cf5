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

/** The pending bit of mip. `source` is set if the interrupt comes through the PLIC. */
export interface AskedInterrupt {
  readonly bit: number;
  readonly source?: number | undefined;
}

export type Hold =
  /** MIE is 0 because an instruction cleared it or because no instruction has set it yet. */
  | { readonly kind: "off"; readonly since: CodePlace | undefined }
  /** MIE is 0 because a handler runs. */
  | {
      readonly kind: "handler";
      readonly cause: TrapCause;
      readonly functions: readonly FunctionCycles[];
    }
  | { readonly kind: "mie"; readonly bit: number; readonly since: CodePlace | undefined }
  | { readonly kind: "disabled" | "claimed"; readonly source: number }
  | {
      readonly kind: "priority";
      readonly source: number;
      readonly priority: number;
      readonly threshold: number;
    }
  /** The current instruction ends first (docs/model.md, M-208). */
  | { readonly kind: "instruction" }
  /** Several reasons alternated. */
  | { readonly kind: "several"; readonly count: number };

interface HartStint {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly hold: Hold;
}

const TRAP = maskOf(["trap"]);
const MSTATUS_MIE = 8;
export const EXTERNAL_BIT = 11;
/** Number of earlier stops at which the search looks for the cause of disabled interrupts. */
const LOOK_BACK_STOPS = 256;
/** Longer ranges are not reported by function, because the search would stop at each of their instructions. */
const FUNCTION_CYCLES = 50_000;
const FUNCTION_NAMES = 4;

/** Stints in order and without gaps over [fromCycle, toCycle). The hart has its processor then, or is in WFI. */
export function* hartStints(
  run: Traveller,
  code: ProgramCode,
  thread: number,
  asked: AskedInterrupt,
  fromCycle: number,
  toCycle: number,
): Steps<readonly HartStint[]> {
  const { machine, scenario } = run;
  const of = scenario.software.threads[thread];
  const context = of === undefined ? SIM_NONE_8 : (contextsOf(scenario, of)[0] ?? SIM_NONE_8);
  yield* run.goTo(fromCycle);
  const first = hartRegisters(machine, thread);
  if (first === undefined) return [];
  const closings: Closing[] = isOpen(first) ? [] : [yield* closedBy(run, context, fromCycle)];
  yield* run.goTo(fromCycle);
  let enables: number | undefined;
  let next = machine.nextEvent;
  let at = fromCycle;
  let hart: HartRegisters = first;
  const stints: HartStint[] = [];
  const close = () => {
    const hold = holdOf(code, hart, closings.at(-1), enables, asked);
    const last = stints.at(-1);
    if (last !== undefined && isSame(last.hold, hold))
      stints[stints.length - 1] = { ...last, toCycle: machine.cycle };
    else if (machine.cycle > at) stints.push({ fromCycle: at, toCycle: machine.cycle, hold });
    at = machine.cycle;
  };
  while (machine.cycle < toCycle) {
    run.step(toCycle, TRAP);
    const columns = machine.readEvents(next);
    next = columns.next;
    const moments = momentsOf(namedEvents(columns), context);
    if (moments.length === 0 && machine.cycle < toCycle) continue;
    close();
    for (const moment of moments) {
      if (moment.kind === "taken") closings.push({ kind: "handler", cause: causeOf(moment.cause) });
      else if (moment.kind === "off") noteOff(closings, moment.address);
      else if (moment.kind === "enables") enables = moment.address;
      else if (moment.kind === "returned") closings.pop();
    }
    hart = hartRegisters(machine, thread) ?? hart;
    if (isOpen(hart)) closings.length = 0;
    yield;
  }
  const told = joined(stints);
  const withFunctions: HartStint[] = [];
  for (const stint of told) {
    const { hold } = stint;
    if (hold.kind !== "handler") withFunctions.push(stint);
    else {
      const functions = yield* functionsIn(run, code, thread, stint.fromCycle, stint.toCycle);
      withFunctions.push({ ...stint, hold: { ...hold, functions } });
    }
  }
  return withFunctions;
}

type Closing =
  | { readonly kind: "off"; readonly address: number | undefined }
  | { readonly kind: "handler"; readonly cause: TrapCause };

/** If interrupts are already disabled, the first instruction that disabled them counts. */
function noteOff(closings: Closing[], address: number): void {
  const last = closings.at(-1);
  if (last === undefined) closings.push({ kind: "off", address });
  else if (last.kind === "off" && last.address === undefined)
    closings[closings.length - 1] = { kind: "off", address };
}

const isOpen = ({ mstatus }: HartRegisters): boolean => (mstatus & MSTATUS_MIE) !== 0;

function momentsOf(events: readonly MachineEvent[], context: number) {
  return events.flatMap((event) => {
    const moment = event.context === context ? trapMoment(event) : undefined;
    return moment === undefined ? [] : [moment];
  });
}

/** The last cause before this cycle that disabled the hart's interrupts and is still in effect. */
function* closedBy(run: Traveller, context: number, cycle: number): Steps<Closing> {
  const { machine } = run;
  let at = cycle + 1;
  let returned = 0;
  let off: number | undefined;
  for (let stops = 0; stops < LOOK_BACK_STOPS; stops += 1) {
    const stop = yield* run.searchPrevious(TRAP, at);
    if (stop === undefined) break;
    yield* run.goTo(stop - 1);
    const from = machine.nextEvent;
    yield* run.walk(stop);
    for (const moment of momentsOf(namedEvents(machine.readEvents(from)), context).reverse()) {
      if (moment.kind === "returned") returned += 1;
      else if (moment.kind === "taken" && returned > 0) returned -= 1;
      else if (moment.kind === "taken") return { kind: "handler", cause: causeOf(moment.cause) };
      else if (returned > 0) continue;
      else if (moment.kind === "off") off = moment.address;
      else if (moment.kind === "on") return { kind: "off", address: off };
    }
    at = stop;
  }
  return { kind: "off", address: off };
}

function holdOf(
  code: ProgramCode,
  hart: HartRegisters,
  closing: Closing | undefined,
  enables: number | undefined,
  { bit, source }: AskedInterrupt,
): Hold {
  if (!isOpen(hart))
    return closing?.kind === "handler"
      ? { ...closing, functions: [] }
      : { kind: "off", since: placeOfCode(code, closing?.address) };
  if (((hart.mie >>> bit) & 1) === 0) return { kind: "mie", bit, since: placeOfCode(code, enables) };
  if (source === undefined) return { kind: "instruction" };
  const { enabled, claimed, threshold, priorities } = hart.plic;
  const of = 1n << BigInt(source);
  if ((claimed & of) !== 0n) return { kind: "claimed", source };
  if ((enabled & of) === 0n) return { kind: "disabled", source };
  const priority = priorities[source] ?? 0;
  return priority <= threshold ? { kind: "priority", source, priority, threshold } : { kind: "instruction" };
}

const isSame = (a: Hold, b: Hold): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Most stints in one answer. Beyond that, neighbours are joined. */
const STINT_LIMIT = 8;

/** Joins the shortest with its shorter neighbour until there are few. */
function joined(stints: readonly HartStint[]): readonly HartStint[] {
  const left = [...stints];
  while (left.length > STINT_LIMIT) {
    const lengths = left.slice(1).map((stint, index) => stint.toCycle - (left[index]?.fromCycle ?? 0));
    const at = lengths.indexOf(Math.min(...lengths));
    const [a, b] = [left[at], left[at + 1]];
    if (a === undefined || b === undefined) break;
    const count = countOf(a.hold) + countOf(b.hold);
    left.splice(at, 2, { fromCycle: a.fromCycle, toCycle: b.toCycle, hold: { kind: "several", count } });
  }
  return left;
}

const countOf = (hold: Hold): number => (hold.kind === "several" ? hold.count : 1);

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
