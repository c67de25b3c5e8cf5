/** `irqscope run --registers --memory --console --at`: registers, memory and console output of programs at one or
 * more cycles. */
import {
  type HartRegisters,
  hartRegisters,
  type Machine,
  sim_console_text,
} from "../core-wasm/binding/index.ts";
import { disassemble } from "../lib/assembler/disassemble.ts";
import { registerName } from "../lib/assembler/registers.ts";
import { causeText } from "../lib/metrics/findings.ts";
import {
  bytesAt,
  type ConsoleOutput,
  consoleOutputs,
  type MemoryRange,
  memoryOfPrograms,
  programSymbols,
  type ThreadRegisters,
  threadRegisters,
} from "../lib/programs/ends.ts";
import { sourcesOf } from "../lib/programs/plicSources.ts";
import { programMapsOf } from "../lib/programs/programMap.ts";
import { programTextOf } from "../lib/programs/programText.ts";
import { assembleProgram } from "../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines } from "../scenarios/compile/programs.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { wholeNumber } from "./arguments.ts";
import { InputError } from "./command.ts";
import { whole } from "./table.ts";

export interface StateRequest {
  readonly registers: boolean;
  readonly memory: readonly MemoryRange[];
  readonly console: boolean;
  /** Ascending cycles. The last one ends the run. */
  readonly cycles: readonly number[];
}

interface StateFlags {
  readonly registers: boolean;
  readonly memory: readonly string[];
  readonly console: boolean;
  readonly at: readonly string[];
}

const DEFAULT_BYTES = 64;
const ALL_BYTES = 65_536;

/** Undefined if no state was requested. `limit` is the largest cycle. */
export function stateRequest(
  subject: string,
  scenario: Scenario,
  flags: StateFlags,
  limit: number,
): StateRequest | undefined {
  const { registers, at } = flags;
  const ofPrograms = registers || flags.memory.length > 0;
  if (!ofPrograms && !flags.console) {
    if (at.length > 0)
      throw new InputError({
        subject: "--at",
        reason: "says when, --registers, --memory or --console say what",
      });
    return undefined;
  }
  if (flags.console && scenario.machine.consoles.length === 0)
    throw new InputError({ subject, field: "machine.consoles", reason: "has none" });
  if (ofPrograms && !scenario.software.routines.some(({ kind }) => kind === "program"))
    throw new InputError({ subject, field: "software.routines", reason: 'has no routine of kind "program"' });
  const cycles = at.map((text) => wholeNumber(text, "--at", 0, limit)).sort((a, b) => a - b);
  const placed = placeRoutines(scenario, assembleProgram);
  const memory = flags.memory.map((text) => rangeOf(text, scenario, placed));
  return { registers, memory, console: flags.console, cycles: [...new Set(cycles)] };
}

function rangeOf(text: string, scenario: Scenario, placed: readonly PlacedRoutine[]): MemoryRange {
  const [place = "", size, ...more] = text.split(":");
  const address = addressOf(place, placed);
  if (address === undefined || more.length > 0)
    throw new InputError({
      subject: "--memory",
      reason: `must be ADDRESS or ADDRESS:BYTES, not "${text}"; an address is a number or a name in a program`,
    });
  const whole = memoryOfPrograms(scenario, placed);
  const end = whole.address + whole.bytes;
  const room = Math.max(0, end - address);
  const bytes = wholeNumber(size, "--memory, BYTES", 1, ALL_BYTES) ?? Math.min(DEFAULT_BYTES, room);
  if (address < whole.address || bytes === 0 || address + bytes > end)
    throw new InputError({
      subject: "--memory",
      reason: `${text} is not in the memory of programs: ${hex(whole.address)} to ${hex(end)}`,
    });
  return { address, bytes };
}

function addressOf(text: string, placed: readonly PlacedRoutine[]): number | undefined {
  if (/^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(text)) return Number(text);
  return programSymbols(placed).get(text);
}

export interface ProgramState {
  readonly cycle: number;
  /** State hash of the machine. */
  readonly stateHash: string;
  readonly threads: readonly ThreadState[];
  readonly memory: readonly { readonly address: number; readonly bytes: Uint8Array }[];
  readonly consoles: readonly ConsoleOutput[];
}

interface ThreadState extends ThreadRegisters {
  /** Present for a thread in machine mode. */
  readonly hart: HartState | undefined;
}

export function stateOf(machine: Machine, scenario: Scenario, request: StateRequest): ProgramState {
  return {
    cycle: machine.cycle,
    stateHash: machine.stateHash(),
    threads: request.registers
      ? threadRegisters(machine, scenario).map((one) => ({ ...one, hart: hartState(machine, one.thread) }))
      : [],
    memory: request.memory.map((range) => ({ address: range.address, bytes: bytesAt(machine, range) })),
    consoles: request.console ? consoleOutputs(machine, scenario) : [],
  };
}

export function stateJson(
  { software }: Scenario,
  { cycle, stateHash, threads, memory, consoles }: ProgramState,
) {
  return {
    cycle,
    stateHash,
    threads: threads.map(({ thread, pc, cause, executed, x, hart }) => ({
      thread: software.threads[thread]?.name,
      pc,
      executed,
      ...(cause === undefined ? {} : { cause }),
      registers: Object.fromEntries(x.map((value, number) => [registerName(number), value])),
      ...hart,
    })),
    memory: memory.map(({ address, bytes }) => ({ address, bytes: Array.from(bytes) })),
    ...(consoles.length === 0 ? {} : { consoles }),
  };
}

const hex = (value: number): string => `0x${value.toString(16).padStart(8, "0")}`;

const KEPT_CHARACTERS = sim_console_text.fields.characters.count;

/** Prints the states one after another. A * marks a value that differs from the previous state. */
export function statesText(scenario: Scenario, states: readonly ProgramState[]): string {
  const placeText = placeTexts(scenario);
  return states
    .map((state, index) => {
      const before = states[index - 1];
      const threads = state.threads.map((one) =>
        registersText(
          scenario,
          one,
          before?.threads.find(({ thread }) => thread === one.thread),
          placeText,
        ),
      );
      const memory = state.memory.map((one, at) => memoryText(one, before?.memory[at]?.bytes));
      const consoles = state.consoles.map((one) => consoleText(one, KEPT_CHARACTERS));
      return [`programs at cycle ${whole(state.cycle)}`, ...threads, ...memory, ...consoles].join("\n\n");
    })
    .join("\n\n");
}

type PlaceText = (pc: number) => string;

/** Gives function, line and instruction of an address. */
function placeTexts(scenario: Scenario): PlaceText {
  const placed = placeRoutines(scenario, assembleProgram);
  const texts = programTextOf(placed, () => disassemble);
  const maps = programMapsOf(scenario, placed);
  return (pc) => {
    const routine = maps.findIndex((map) => map?.functionAt(pc) !== undefined);
    const map = maps[routine];
    if (map === undefined) return "";
    const place = map.placeAt(pc);
    const line =
      place === undefined ? [] : [`${place.file === undefined ? "line " : `${place.file}:`}${place.line}`];
    return [map.functionAt(pc), ...line, texts(routine, pc)].filter((one) => one !== undefined).join(", ");
  };
}

const ROWS = 8;
/** Address to which a program returns (M-44). */
const PROGRAM_END = 0xffff_fffc;

function registersText(
  { software }: Scenario,
  { thread, pc, cause, executed, x, hart }: ThreadState,
  before: ThreadState | undefined,
  placeText: PlaceText,
): string {
  const place = pc === PROGRAM_END ? "at its end" : placeText(pc);
  const name = software.threads[thread]?.name || `thread ${thread}`;
  const ended = cause === undefined ? "" : `, ended by ${causeText(cause)}`;
  const head = `${name}: pc ${hex(pc)}${place === "" ? "" : ` (${place})`}, ${whole(executed)} instructions${ended}`;
  const lines = Array.from({ length: ROWS }, (_, row) =>
    [row, row + ROWS, row + 2 * ROWS, row + 3 * ROWS]
      .map((number) => {
        const value = x[number] ?? 0;
        const mark = before !== undefined && before.x[number] !== value ? "*" : " ";
        return `${registerName(number).padEnd(4)} ${hex(value)}${mark}`;
      })
      .join("  ")
      .trimEnd(),
  );
  const ofHart = hart === undefined ? [] : hartText(hart, before?.hart);
  return [head, ...[...lines, ...ofHart].map((line) => `  ${line}`)].join("\n");
}

const LINE_BYTES = 16;

function memoryText(
  { address, bytes }: { readonly address: number; readonly bytes: Uint8Array },
  before: Uint8Array | undefined,
): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    const cells = Array.from(bytes.subarray(at, at + LINE_BYTES), (byte, index) => {
      const mark = before !== undefined && before[at + index] !== byte ? "*" : " ";
      return `${byte.toString(16).padStart(2, "0")}${mark}`;
    });
    const text = Array.from(bytes.subarray(at, at + LINE_BYTES), (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".",
    ).join("");
    lines.push(`  ${hex(address + at)}  ${cells.join("").padEnd(3 * LINE_BYTES)} ${text}`);
  }
  return lines.join("\n");
}

/** `irqscope run --registers`, of threads in machine mode: control and status registers. */
const high = (value: bigint): number => Number(value >> 32n);
const low = (value: bigint): number => Number(value & 0xffff_ffffn);

interface HartState {
  readonly csrs: Readonly<Record<string, number>>;
  readonly interrupts: number;
  readonly exceptions: number;
  /** Whether it waits in WFI. */
  readonly waits: boolean;
  /** True if the program has ended, or if mtvec points to no code for an exception. */
  readonly stopped: boolean;
  /** Exit code of a program that has ended. */
  readonly exitCode: number | undefined;
  readonly plic: PlicState;
}

/** Interrupt sources by number: line + 1. */
interface PlicState {
  /** Sources enabled for this hart. */
  readonly enabled: readonly number[];
  readonly threshold: number;
  readonly pending: readonly number[];
  readonly claimed: readonly number[];
}

/** Undefined if the thread is not in machine mode. */
function hartState(machine: Machine, thread: number): HartState | undefined {
  const hart = hartRegisters(machine, thread);
  if (hart === undefined) return undefined;
  const { interrupts, exceptions, waiting, stopped, exitCode } = hart;
  const { enabled, threshold, pending, claimed } = hart.plic;
  const plic = {
    enabled: sourcesOf(enabled),
    threshold,
    pending: sourcesOf(pending),
    claimed: sourcesOf(claimed),
  };
  const now = { waits: waiting !== 0, stopped: stopped !== 0, exitCode };
  return { csrs: csrsOf(hart), interrupts, exceptions, ...now, plic };
}

/** CSRs in the width in which they are read. mtime and mtimecmp come from the CLINT. */
function csrsOf({ mcycle, minstret, mtime, mtimecmp, ...hart }: HartRegisters): Record<string, number> {
  const { mstatus, mie, mip, mtvec, mepc, mcause, mtval, mscratch, mline, mlayer } = hart;
  return {
    ...{ mstatus, mie, mip, mtvec, mepc, mcause, mtval, mscratch, mline, mlayer },
    ...{ mcycle: low(mcycle), mcycleh: high(mcycle), minstret: low(minstret), minstreth: high(minstret) },
    ...{ mtime: low(mtime), mtimeh: high(mtime), mtimecmp: low(mtimecmp), mtimecmph: high(mtimecmp) },
  };
}

const COLUMNS = 4;

/** A * marks a value that differs from the previous state. */
function hartText(hart: HartState, before: HartState | undefined): readonly string[] {
  const cells = Object.entries(hart.csrs).map(([name, value]) => {
    const mark = before !== undefined && before.csrs[name] !== value ? "*" : " ";
    return `${name.padEnd(9)} 0x${value.toString(16).padStart(8, "0")}${mark}`;
  });
  const rows = Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_, row) =>
    cells
      .slice(row * COLUMNS, (row + 1) * COLUMNS)
      .join("  ")
      .trimEnd(),
  );
  const over = hart.exitCode === undefined ? ", stopped" : `, over with exit code ${hart.exitCode | 0}`;
  const now = hart.stopped ? over : hart.waits ? ", waits (wfi)" : "";
  return [
    ...rows,
    ...plicText(hart.plic),
    `traps: interrupts ${whole(hart.interrupts)}, exceptions ${whole(hart.exceptions)}${now}`,
  ];
}

/** Text for a hart that has enabled at least one source. */
function plicText({ enabled, threshold, pending, claimed }: PlicState): readonly string[] {
  if (enabled.length === 0) return [];
  const named = (sources: readonly number[]) => (sources.length === 0 ? "none" : sources.join(" "));
  return [
    `PLIC sources: enabled ${named(enabled)}, pending ${named(pending)}, claimed ${named(claimed)}; threshold ${threshold}`,
  ];
}

// ---- `irqscope run --console`: text that programs have sent to consoles ----

/** Control characters are printed as escapes, because a program may send anything. */
const OBEYED = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const writtenOut = (sign: string): string => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;

export function consoleText({ console: name, sent, text, lastCycle }: ConsoleOutput, kept: number): string {
  if (lastCycle === undefined) return `${name}: nothing sent`;
  const part = sent > kept ? `, of which the last ${whole(kept)} are kept` : "";
  const lines = text
    .replaceAll("\r\n", "\n")
    .replace(/\n$/, "")
    .replace(OBEYED, writtenOut)
    .split("\n")
    .map((line) => `  ${line}`.trimEnd());
  return [
    `${name}: ${whole(sent)} characters sent, the last at cycle ${whole(lastCycle)}${part}`,
    ...lines,
  ].join("\n");
}
