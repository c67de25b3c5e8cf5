/** `irqscope run --registers --memory --console --at`: what programs hold, at one cycle or several. */

import { type Machine, sim_console_text } from "../core-wasm/binding/index.ts";
import { disassemble } from "../lib/assembler/disassemble.ts";
import { registerName } from "../lib/assembler/registers.ts";
import { causeText } from "../lib/metrics/faults.ts";
import { type ConsoleOutput, consoleOutputs } from "../lib/programs/consolesEnd.ts";
import { programMapsOf } from "../lib/programs/programMap.ts";
import {
  bytesAt,
  type MemoryRange,
  memoryOfPrograms,
  programSymbols,
  type ThreadRegisters,
  threadRegisters,
} from "../lib/programs/programState.ts";
import { programTextOf } from "../lib/programs/programText.ts";
import { assembleProgram } from "../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines } from "../scenarios/compile/programs.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { wholeNumber } from "./arguments.ts";
import { InputError } from "./command.ts";
import { consoleText } from "./consoleText.ts";
import { type HartState, hartState, hartText } from "./hartText.ts";
import { whole } from "./table.ts";

export interface StateRequest {
  readonly registers: boolean;
  readonly memory: readonly MemoryRange[];
  readonly console: boolean;
  /** Rising; the last one ends the run. */
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

/** Undefined: none of it was asked for. `limit`: of the cycles. */
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
    throw new InputError({ subject, field: "software.routines", reason: 'has none of kind "program"' });
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
  /** Of the machine. */
  readonly stateHash: string;
  readonly threads: readonly ThreadState[];
  readonly memory: readonly { readonly address: number; readonly bytes: Uint8Array }[];
  readonly consoles: readonly ConsoleOutput[];
}

interface ThreadState extends ThreadRegisters {
  /** Of a thread in machine mode. */
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

/** States one after another: what is another value than in the one before has a * behind it. */
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

/** Function, line and instruction of an address. */
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
/** Where a program returns to (M-44). */
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
