/** The instructions of a lab's programs in a form in which equivalent programs are equal wherever they are placed:
 * labels replace addresses. */

import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { INSTRUCTION_BYTES, type PlacedRoutine, placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { disassemble } from "../assembler/disassemble.ts";
import { immediateOfI, immediateOfS, rdOf, rs1Of } from "../assembler/encodings.ts";

interface Instruction {
  readonly text: string;
  /** Line of the source, counted from 1. */
  readonly line: number;
}

/** Instructions from the first label up to the second. Undefined if no program has both in this order. */
export function instructionsBetween(
  scenario: Scenario,
  [from, to]: readonly [string, string],
): readonly Instruction[] | undefined {
  for (const placed of placeRoutines(scenario, assembleProgram)) {
    const { symbols } = placed.program?.assembled ?? {};
    const [begin, end] = [symbols?.get(from), symbols?.get(to)];
    if (begin !== undefined && end !== undefined && begin < end) return instructionsOf(placed, begin, end);
  }
  return undefined;
}

/** How often the programs have this instruction. */
export function countOf(scenario: Scenario, word: number): number {
  return placeRoutines(scenario, assembleProgram).reduce(
    (sum, { program }) => sum + (program?.assembled?.words.filter((one) => one === word).length ?? 0),
    0,
  );
}

const AUIPC = 0x17;
const STORE = 0x23;
const BRANCH = 0x63;
/** Opcodes of instructions that may hold the lower part of an address: loads, ADDI, JALR, stores. */
const LOW_PARTS: readonly number[] = [0x03, 0x13, 0x67, STORE];

function instructionsOf(
  { codeAddress, program }: PlacedRoutine,
  begin: number,
  end: number,
): readonly Instruction[] {
  const { words = [], lines = [], symbols = new Map<string, number>() } = program?.assembled ?? {};
  const names = new Map([...symbols].map(([name, address]) => [address, name] as const));
  const nameOf = (address: number) =>
    address >= begin && address < end ? `+${address - begin}` : names.get(address);
  /** Upper parts of addresses by their register. */
  const upper = new Map<number, number>();
  return words.flatMap((word, index) => {
    const pc = codeAddress + INSTRUCTION_BYTES * index;
    if (pc < begin || pc >= end) return [];
    const line = lines[index] ?? 0;
    const opcode = word & 0x7f;
    const base = LOW_PARTS.includes(opcode) ? upper.get(rs1Of(word)) : undefined;
    if (opcode === AUIPC) upper.set(rdOf(word), pc + (word & 0xffff_f000));
    else if (opcode !== STORE && opcode !== BRANCH) upper.delete(rdOf(word));
    if (opcode === AUIPC) return [{ text: `auipc x${rdOf(word)}`, line }];
    if (base === undefined) return [{ text: disassemble(word, pc, nameOf), line }];
    const low = opcode === STORE ? immediateOfS(word) : immediateOfI(word);
    const address = (base + low) >>> 0;
    const rest = opcode === STORE ? word & 0x01ff_f07f : word & 0x000f_ffff;
    return [{ text: `${disassemble(rest, pc)} ${nameOf(address) ?? address}`, line }];
  });
}
