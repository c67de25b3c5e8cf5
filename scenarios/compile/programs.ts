/** Places the code of routines, and writes programs into the core's records. */
import {
  SIM_EXTENSION_A,
  SIM_EXTENSION_C,
  SIM_PROGRAM_LIMIT,
  SIM_PROGRAM_MEMORY_BASE,
  SIM_PROGRAM_MEMORY_LIMIT,
  sim_code_access,
  sim_config,
  sim_routine_config,
  sim_routine_kind,
} from "../../core-wasm/binding/layout.gen.ts";
import { type Architecture, architectureNamed } from "../../lib/assembler/architecture.ts";
import type { AssembledProgram, AssemblyOptions, AssemblyResult } from "../../lib/assembler/assemble.ts";
import { WorkBudget } from "../../lib/assembler/work.ts";
import { at, writeRecord, writeScalar } from "../base/record.ts";
import type { Routine, Scenario } from "../format/schema.ts";
import type { ElfProgram, ElfProgramResult } from "./elfProgram.ts";

/** First byte of the first routine placed by "auto". */
const CODE_BASE = 0x1000;
export const INSTRUCTION_BYTES = 4;
const CODE_ALIGNMENT_BYTES = 64;
const DATA_ALIGNMENT_BYTES = 16;

/** Called if a scenario has programs as source. */
export interface Assemble {
  (source: string, options: AssemblyOptions): AssemblyResult;
  /** Reads a linked file in base64. */
  readonly linked: (base64: string) => ElfProgramResult;
}

export interface PlacedProgram {
  readonly dataAddress: number;
  readonly assembled?: AssembledProgram;
  /** Its instructions may have 16 bits. */
  readonly isCompressed?: boolean;
  /** Set in place of `assembled` if there are errors. */
  readonly refused?: Extract<AssemblyResult, { readonly ok: false }>;
  /** Only for a linked file: its functions and lines. */
  readonly elf?: Pick<ElfProgram, "functions" | "lines" | "entries" | "frames">;
  /** The reason why the file is not a valid program. */
  readonly elfRefused?: string;
}

export interface PlacedRoutine {
  readonly codeAddress: number;
  readonly program: PlacedProgram | undefined;
}

/** Limit for all different linked files together, because the time for reading them grows with their size. */
const LINKED_BYTE_LIMIT = 786_432;

const roundedUp = (value: number, pitch: number): number => Math.ceil(value / pitch) * pitch;

/** By routine. Routines without an address are placed one after another, and so are their data. One budget bounds the
 * work for all of them. Routines behind the one that exhausts it are refused without an error of their own. */
export function placeRoutines(
  scenario: Scenario,
  assemble: Assemble,
  budget = new WorkBudget(),
): readonly PlacedRoutine[] {
  const ofHarts = routinesOfHarts(scenario);
  const { writableCode } = scenario.software.programs;
  const linked = linkedFiles(assemble);
  let codeAddress = CODE_BASE;
  let dataAddress: number = SIM_PROGRAM_MEMORY_BASE;
  return scenario.software.routines.map((routine) => {
    if (routine.codeAddress !== "auto") codeAddress = routine.codeAddress;
    if (routine.kind === "program" && routine.program.elf !== undefined) {
      const placed = placeElf(routine, linked(routine.program.elf), dataAddress);
      const { assembled, dataAddress: begin } = placed.program;
      codeAddress = roundedUp(
        placed.codeAddress + (assembled?.words.length ?? 0) * INSTRUCTION_BYTES,
        CODE_ALIGNMENT_BYTES,
      );
      dataAddress = Math.max(
        dataAddress,
        roundedUp(begin + (assembled?.data.length ?? 0), DATA_ALIGNMENT_BYTES),
      );
      return placed;
    }
    const placed = {
      codeAddress,
      program:
        routine.kind === "program"
          ? placeProgram(
              routine,
              {
                codeAddress,
                nextData: dataAddress,
                budget,
                isMachineMode: ofHarts.has(routine.name),
                writesCode: writableCode ?? ofHarts.has(routine.name),
              },
              assemble,
            )
          : undefined,
    };
    const { assembled, dataAddress: begin = 0 } = placed.program ?? {};
    if (assembled !== undefined && assembled.data.length > 0) {
      dataAddress = roundedUp(begin + assembled.data.length, DATA_ALIGNMENT_BYTES);
    }
    const words = assembled?.words.length ?? bodyInstructions(routine);
    codeAddress = roundedUp(codeAddress + words * INSTRUCTION_BYTES, CODE_ALIGNMENT_BYTES);
    return placed;
  });
}

/** Reads linked files up to the limit. */
function linkedFiles({ linked }: Assemble): Assemble["linked"] {
  const files = new Set<string>();
  let bytes = 0;
  return (base64) => {
    if (!files.has(base64)) bytes += (base64.length / 4) * 3;
    files.add(base64);
    if (bytes <= LINKED_BYTE_LIMIT) return linked(base64);
    const message = `all linked files of a scenario together may have ${LINKED_BYTE_LIMIT} bytes`;
    return { ok: false, message };
  };
}

/** The addresses come from the file. */
function placeElf(routine: ProgramRoutine, read: ElfProgramResult, nextData: number) {
  if (!read.ok)
    return { codeAddress: CODE_BASE, program: { dataAddress: nextData, elfRefused: read.message } };
  const { codeAddress, dataAddress, words, data, symbols, hasCompressed } = read.program;
  const { functions, lines, entries, frames } = read.program;
  const isCompressed = routine.architecture === undefined ? hasCompressed : hasExtension(routine, "c");
  const assembled: AssembledProgram = { words, lines: [], data, symbols };
  return {
    codeAddress,
    program: { dataAddress, isCompressed, assembled, elf: { functions, lines, entries, frames } },
  };
}

function bodyInstructions(routine: Routine): number {
  if (routine.kind === "program") return 0;
  return routine.kind === "sequence" ? routine.sequence.length : routine.profile.bodyInstructions;
}

type ProgramRoutine = Extract<Routine, { kind: "program" }>;

interface Surroundings {
  readonly codeAddress: number;
  /** Address for the next data without an address. */
  readonly nextData: number;
  readonly budget: WorkBudget;
  readonly isMachineMode: boolean;
  readonly writesCode: boolean;
}

/** Routines that threads in machine mode execute. */
function routinesOfHarts({ software }: Scenario): ReadonlySet<string> {
  const steps = software.threads.filter(({ machineMode }) => machineMode).flatMap(({ steps }) => steps);
  return new Set(steps.flatMap((step) => (step.do === "exec" ? [step.routine] : [])));
}

const hasExtension = ({ architecture = "rv32im" }: ProgramRoutine, letter: string): boolean =>
  architecture.slice("rv32i".length).includes(letter);

/** A linked file does not state its architecture. */
const isAtomic = (routine: ProgramRoutine): boolean =>
  routine.architecture === undefined ? routine.program.elf !== undefined : hasExtension(routine, "a");

/** Architecture for the assembler. All routines have these two extensions. */
const architectureOf = ({ architecture = "rv32im" }: ProgramRoutine): Architecture | undefined =>
  architectureNamed(`${architecture}_zicsr_zifencei`);

const NOT_READ = { ok: false, errors: [], errorCount: 0 } as const;

function placeProgram(
  routine: ProgramRoutine,
  { codeAddress, nextData, budget, isMachineMode, writesCode }: Surroundings,
  assemble: Assemble,
): PlacedProgram {
  const { program, dataAddress } = routine;
  const begin = dataAddress === "auto" ? nextData : dataAddress;
  const isCompressed = hasExtension(routine, "c");
  if (program.source === undefined) {
    const words = program.words ?? [];
    const assembled = { words, lines: [], data: new Uint8Array(), symbols: new Map() };
    return { dataAddress: begin, isCompressed, assembled };
  }
  if (budget.isSpent) return { dataAddress: begin, refused: NOT_READ };
  const result = assemble(program.source, {
    codeAddress,
    dataAddress: begin,
    wordLimit: SIM_PROGRAM_LIMIT,
    dataByteLimit: SIM_PROGRAM_MEMORY_LIMIT,
    budget,
    isMachineMode,
    writesCode,
    architecture: architectureOf(routine),
  });
  return {
    dataAddress: begin,
    isCompressed,
    ...(result.ok ? { assembled: result.program } : { refused: result }),
  };
}

/** Initial data without the zeros at its end. */
export function initialWords({ data }: AssembledProgram): readonly number[] {
  const bytes = new Uint8Array(roundedUp(data.findLastIndex((byte) => byte !== 0) + 1, 4));
  bytes.set(data.subarray(0, bytes.length));
  const view = new DataView(bytes.buffer);
  return Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(index * 4, true));
}

/** Memory that the programs share. */
export function programMemoryBytes(scenario: Scenario, placed: readonly PlacedRoutine[]): number {
  const { programs, threads } = scenario.software;
  if (programs.memoryBytes !== "auto") return programs.memoryBytes;
  const dataEnd = placed.reduce((end, { program }) => {
    const bytes = program?.assembled?.data.length ?? 0;
    return bytes === 0 ? end : Math.max(end, (program?.dataAddress ?? 0) - SIM_PROGRAM_MEMORY_BASE + bytes);
  }, 0);
  return roundedUp(dataEnd, DATA_ALIGNMENT_BYTES) + threads.length * programs.stackBytes;
}

function accessOf(writableCode: boolean | undefined) {
  if (writableCode === undefined) return "harts";
  return writableCode ? "all" : "none";
}

/** Writes nothing if there is no program, so that the record does not change. */
export function writePrograms(view: DataView, scenario: Scenario, placed: readonly PlacedRoutine[]): void {
  const { routines, programs } = scenario.software;
  if (!routines.some(({ kind }) => kind === "program")) return;
  const { offset, type } = sim_config.fields.program;
  let next = 0;
  const write = (words: readonly number[]) => {
    for (const word of words) writeScalar(view, offset + next++ * INSTRUCTION_BYTES, type, word);
  };
  routines.forEach((routine, index) => {
    const { codeAddress, program } = placed[index] ?? {};
    if (routine.kind !== "program" || codeAddress === undefined) return;
    if (program?.assembled === undefined) throw new Error(`does not assemble: ${routine.name}`);
    const data = initialWords(program.assembled);
    writeRecord(view, at(sim_config.fields.routines, index), sim_routine_config, {
      kind: sim_routine_kind.program,
      code_address: codeAddress,
      data_address: program.dataAddress,
      first_word: next,
      word_count: program.assembled.words.length,
      data_words: data.length,
      extensions: (isAtomic(routine) ? SIM_EXTENSION_A : 0) | (program.isCompressed ? SIM_EXTENSION_C : 0),
      pinned: routine.pinned,
    });
    write(program.assembled.words);
    write(data);
  });
  writeRecord(view, 0, sim_config, {
    program_memory_bytes: programMemoryBytes(scenario, placed),
    program_stack_bytes: programs.stackBytes,
    code_access: sim_code_access[accessOf(programs.writableCode)],
  });
}
