/** Finds the function and the source line of an instruction. */

import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedProgram, type PlacedRoutine, placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Routine, Scenario } from "../../scenarios/format/schema.ts";
import type { AssembledProgram } from "../assembler/assemble.ts";
import { disassemble } from "../assembler/disassemble.ts";
import { immediateOfI, immediateOfJ, rdOf, rs1Of } from "../assembler/encodings.ts";
import { expanded } from "../assembler/expanded.ts";
import type { ElfFunction } from "../elf/functions.ts";
import { rangeAt } from "../elf/ranges.ts";
import { instructionAt, instructionsOf, lineAt, placeInFile } from "./programCode.ts";

export interface SourcePlace {
  /** If omitted: the source of the routine itself. */
  readonly file?: string;
  readonly line: number;
}

export interface ProgramMap {
  readonly functions: readonly ElfFunction[];
  readonly functionAt: (pc: number) => string | undefined;
  readonly placeAt: (pc: number) => SourcePlace | undefined;
  /** The text of the line, if it is known. */
  readonly textOf: (place: SourcePlace) => string | undefined;
}

const WORD_BYTES = 4;
const JAL = 0x6f;
const JALR = 0x67;
const AUIPC = 0x17;
const LUI = 0x37;
const ADDI = 0x13;
const RA = 1;
const T0 = 5;

/** Maps by routine. Undefined for a routine that is not a program or does not assemble. */
export function programMapsOf(
  { software }: Scenario,
  placed: readonly PlacedRoutine[],
): readonly (ProgramMap | undefined)[] {
  return software.routines.map((routine, index) => {
    const place = placed[index];
    return place === undefined ? undefined : programMapOf(routine, place);
  });
}

function programMapOf(routine: Routine, placed: PlacedRoutine): ProgramMap | undefined {
  const { codeAddress, program } = placed;
  if (routine.kind !== "program" || program?.assembled === undefined) return undefined;
  const { assembled, elf } = program;
  if (elf !== undefined)
    return {
      functions: elf.functions,
      functionAt: (pc) => rangeAt(elf.functions, pc)?.name ?? labelInData(program, pc),
      placeAt: (pc) => placeInFile(elf, pc),
      textOf: linesOf(routine.sources ?? []),
    };
  const functions = functionsOfAssembly(routine.name, assembled, placed);
  const source = routine.program.source?.split("\n");
  return {
    functions,
    functionAt: (pc) => rangeAt(functions, pc)?.name ?? labelInData(program, pc),
    placeAt: (pc) => {
      const line = lineAt(codeAddress, assembled, pc);
      return line === undefined ? undefined : { line };
    },
    textOf: ({ line }) => source?.[line - 1],
  };
}

/** The last label at or before the address, because a program may have copied code there. */
function labelInData({ assembled, dataAddress }: PlacedProgram, pc: number): string | undefined {
  if (assembled === undefined || pc < dataAddress || pc >= dataAddress + assembled.data.length)
    return undefined;
  let nearest: readonly [string, number] | undefined;
  for (const entry of assembled.symbols)
    if (entry[1] >= dataAddress && entry[1] <= pc && entry[1] > (nearest?.[1] ?? 0)) nearest = entry;
  return nearest?.[0];
}

function linesOf(sources: readonly { readonly file: string; readonly text: string }[]): ProgramMap["textOf"] {
  const byFile = new Map(sources.map(({ file, text }) => [file, text.split("\n")]));
  return ({ file, line }) => byFile.get(file ?? "")?.[line - 1];
}

/** Assembly does not mark functions. A label counts as a function if it is called, if its address is taken (a handler),
 * or if the program starts there. */
function functionsOfAssembly(
  name: string,
  assembled: AssembledProgram,
  placed: PlacedRoutine,
): readonly ElfFunction[] {
  const { codeAddress } = placed;
  const end = codeAddress + assembled.words.length * WORD_BYTES;
  const labels = new Map<number, string>();
  for (const [label, address] of assembled.symbols)
    if (!label.startsWith(".") && !labels.has(address)) labels.set(address, label);
  const begins = new Set([codeAddress]);
  for (const { target, isCall } of targetsIn(placed))
    if (target >= codeAddress && target < end && (isCall || labels.has(target))) begins.add(target);
  const sorted = [...begins].sort((a, b) => a - b);
  return sorted.map((address, index) => ({
    name: labels.get(address) ?? (address === codeAddress ? name : `0x${address.toString(16)}`),
    address,
    end: sorted[index + 1] ?? end,
  }));
}

interface Target {
  readonly target: number;
  readonly isCall: boolean;
}

/** Targets of calls, and addresses that two instructions compute. */
function* targetsIn(routine: PlacedRoutine): Generator<Target> {
  const upper = new Map<number, number>();
  for (const { word: written, isHalf, address: pc } of instructionsOf(routine)) {
    const word = isHalf ? (expanded(written) ?? 0) : written;
    const opcode = word & 0x7f;
    const [to, from] = [rdOf(word), rs1Of(word)];
    const links = to === RA || to === T0;
    const base = upper.get(from);
    upper.delete(to);
    if (opcode === JAL && links) yield { target: (pc + immediateOfJ(word)) >>> 0, isCall: true };
    else if (opcode === AUIPC) upper.set(to, (pc + (word & ~0xfff)) >>> 0);
    else if (opcode === LUI) upper.set(to, (word & ~0xfff) >>> 0);
    else if (base !== undefined && (opcode === JALR || (opcode === ADDI && (word & 0x7000) === 0)))
      yield { target: (base + immediateOfI(word)) >>> 0, isCall: opcode === JALR && links };
  }
}

export interface ProgramCode {
  readonly names: readonly string[];
  readonly placed: readonly PlacedRoutine[];
  readonly maps: readonly (ProgramMap | undefined)[];
}

export interface CodePlace {
  /** The instruction as in its source, otherwise disassembled. */
  readonly instruction: string;
  /** `main.c:16`. A routine's own source has the name of the routine. Without lines, the address. */
  readonly where: string;
  readonly function: string;
}

/** The place of an instruction of a program, in words that need no translation. */
export function programCodeOf(scenario: Scenario): ProgramCode {
  const placed = placeRoutines(scenario, assembleProgram);
  const names = scenario.software.routines.map(({ name }) => name);
  return { names, placed, maps: programMapsOf(scenario, placed) };
}

/** Undefined if there is no address, or no code of a program at it. */
export function placeOfCode(
  { names, placed, maps }: ProgramCode,
  address: number | undefined,
): CodePlace | undefined {
  if (address === undefined) return undefined;
  for (const [routine, map] of maps.entries()) {
    const own = placed[routine];
    const found = map === undefined || own === undefined ? undefined : instructionAt(own, address);
    if (map === undefined || found === undefined) continue;
    const place = map.placeAt(address);
    const hex = `0x${address.toString(16)}`;
    const text = place === undefined || place.file !== undefined ? undefined : map.textOf(place);
    return {
      instruction:
        text === undefined ? disassemble(found.word, address, undefined, found.isHalf) : statementOf(text),
      where: place === undefined ? hex : `${place.file ?? names[routine] ?? ""}:${place.line}`,
      function: map.functionAt(address) ?? hex,
    };
  }
  return undefined;
}

/** The statement without label and comment. */
const statementOf = (line: string): string =>
  line
    .replace(/(#|\/\/).*$/, "")
    .replace(/^\s*([\w.$]+:)?/, "")
    .trim()
    .replace(/\s+/g, " ");
