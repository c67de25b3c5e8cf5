/** The second pass writes the bytes of the statements that the first pass has placed. */

import { compressed } from "./compressed.ts";
import {
  DATA_SECTIONS,
  type InstructionBytes,
  isAlignment,
  isString,
  itemBytes,
  readAlignment,
  stringBytes,
  writeFill,
  writeItemOf,
  writeOrigin,
} from "./directives.ts";
import { encodeInstruction, growthOf, isInstruction, JUMP_REACH } from "./encode.ts";
import { immediateB, immediateJ, NOP } from "./encodings.ts";
import { type Lookup, readDistance } from "./expression.ts";
import { type AssemblyOptions, type FirstPass, writesCode } from "./firstPass.ts";
import { faultOf } from "./machineRules.ts";
import { LEBS, lebBytes } from "./numbers.ts";
import { Operands } from "./operands.ts";
import type { Statement } from "./room.ts";
import { Cursor, SourceError, ValueError } from "./text.ts";

/** An instruction, or a gap between two instructions. */
export interface Piece {
  /** Offset from the start of the code. */
  readonly offset: number;
  readonly bytes: number;
  readonly line: number;
}

export interface AssembledProgram {
  readonly words: readonly number[];
  /** For each word, the line of the source that it comes from, counted from 1. */
  readonly lines: readonly number[];
  /** Instructions and gaps that make up the words. Omitted if each instruction takes four bytes. */
  readonly pieces?: readonly Piece[];
  readonly data: Uint8Array;
  readonly symbols: ReadonlyMap<string, number>;
}

const ADDI = 0x13;

/** C.NOP. */
const C_NOP = 0x0001;
const JAL = 0x6f;
/** The bit that distinguishes BEQ from BNE, BLT from BGE, and BLTU from BGEU. */
const OPPOSITE = 0x1000;
const GOT = "%got_pcrel_hi";

export function writeProgram(pass: FirstPass, options: AssemblyOptions): AssembledProgram {
  const { diagnostics, layout, size, statements, symbols } = pass;
  const encoder = new Encoder(pass, options);
  const words = new Uint8Array(Math.ceil(size.text / 4) * 4);
  const { dataAddress } = options;
  const ends = DATA_SECTIONS.map((section) => layout[section] + size[section]);
  const data = new Uint8Array(Math.max(...ends) - dataAddress);
  const lines: number[] = [];
  for (const statement of statements) {
    if (diagnostics.hasEnough) break;
    diagnostics.guard(statement.line, () => {
      const bytes = encoder.bytesOf(statement);
      if (statement.section === "text") words.set(bytes, statement.offset);
      else data.set(bytes, layout[statement.section] - dataAddress + statement.offset);
    });
    if (statement.section !== "text") continue;
    const end = Math.ceil((statement.offset + statement.bytes) / 4);
    while (lines.length < end) lines.push(statement.line.line);
  }
  if (size.text === 0 && diagnostics.errors.length === 0)
    diagnostics.errors.push({ line: 1, column: 1, message: "there is no instruction" });
  const view = new DataView(words.buffer);
  return {
    words: Array.from({ length: words.length / 4 }, (_, index) => view.getUint32(index * 4, true)),
    lines,
    ...(statements.some(({ instructions }) => instructions?.includes(2))
      ? { pieces: piecesOf(statements) }
      : {}),
    data,
    symbols: new Map(Array.from(symbols.values, ([name, value]) => [name, Number(value)])),
  };
}

const piecesOf = (statements: readonly Statement[]): readonly Piece[] =>
  statements.flatMap(({ section, offset, bytes, instructions, line: { line } }) => {
    if (section !== "text") return [];
    const sizes: readonly number[] =
      instructions ?? Array.from({ length: Math.ceil(bytes / 4) }, (_, at) => Math.min(4, bytes - 4 * at));
    const before = bytes - sum(sizes);
    let at = offset;
    return (before > 0 ? [before, ...sizes] : sizes).map((size) => {
      at += size;
      return { offset: at - size, bytes: size, line };
    });
  });

const sum = (sizes: readonly number[]): number => sizes.reduce((all, one) => all + one, 0);

interface Distance {
  readonly bytes: bigint;
  /** A compiler uses the place of the address in a table. */
  readonly isOfTable: boolean;
}

class Encoder {
  readonly #pass: FirstPass;
  readonly #options: AssemblyOptions;
  /** Distances, keyed by the address of an AUIPC with %pcrel_hi. */
  readonly #distances: ReadonlyMap<bigint, Distance>;
  /** Whether the current instruction has `%pcrel_lo` of a `%got_pcrel_hi`. */
  #isOfTable = false;

  constructor(pass: FirstPass, options: AssemblyOptions) {
    this.#pass = pass;
    this.#options = options;
    this.#distances = new Map(pass.statements.flatMap((statement) => this.#distanceOf(statement)));
  }

  #addressOf({ section, offset }: Statement): number {
    return this.#pass.layout[section] + offset;
  }

  /** The encoding step reports errors in the operands. */
  #distanceOf(statement: Statement): readonly [bigint, Distance][] {
    const { tokens, endColumn, order } = statement;
    const at = tokens.findIndex(({ text }) => text === "%pcrel_hi" || text === GOT);
    if (at < 0) return [];
    const address = this.#addressOf(statement);
    const isOfTable = tokens[at]?.text === GOT;
    try {
      const lookup = this.#pass.symbols.lookupAt(order, address);
      const bytes = readDistance(new Cursor(tokens.slice(at), endColumn), lookup);
      return [[BigInt(address), { bytes, isOfTable }]];
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return [[BigInt(address), { bytes: 0n, isOfTable }]];
    }
  }

  bytesOf(statement: Statement): Uint8Array {
    const { tokens, bytes, endColumn, order, instructions } = statement;
    const name = tokens[0]?.text.toLowerCase() ?? "";
    const cursor = new Cursor(tokens.slice(1), endColumn);
    const out = new Uint8Array(bytes);
    const view = new DataView(out.buffer);
    const address = this.#addressOf(statement);
    this.#isOfTable = false;
    const lookup = this.#pass.symbols.lookupAt(order, address, (target) => {
      const distance = this.#distances.get(target);
      if (distance?.isOfTable) this.#isOfTable = true;
      return distance?.bytes;
    });
    const size = itemBytes(name);
    if (size !== undefined) {
      for (let at = 0; at < bytes; at += size) {
        if (at > 0) cursor.separate();
        // "." is the address of each item.
        writeItemOf(name, view, at, cursor, this.#pass.symbols.lookupAt(order, address + at));
      }
      cursor.expectEnd();
    } else if (LEBS.has(name)) out.set(lebBytes(name, cursor, lookup, bytes));
    else if (isString(name)) out.set(stringBytes(name, cursor));
    else if (name === ".org") writeOrigin(view, cursor, lookup);
    else if (isAlignment(name)) writeAlignment(name, view, instructions, cursor, lookup);
    else if (!isInstruction(name)) writeFill(name, view, cursor, lookup);
    else this.#writeCode(view, statement, name, cursor, lookup);
    return out;
  }

  #writeCode(view: DataView, statement: Statement, name: string, cursor: Cursor, lookup: Lookup): void {
    const { bytes, tokens, instructions = Array<InstructionBytes>(bytes / 4).fill(4) } = statement;
    let at = 0;
    this.#wordsOf(statement, name, cursor, lookup, instructions).forEach((word, index) => {
      const size = instructions[index] ?? 4;
      if (size === 4) view.setUint32(at, word, true);
      else {
        const half = compressed(word, instructions.length === 1 ? name : undefined);
        if (half === undefined) throw new SourceError(tokens[0]?.column ?? 1, doesNotFit(name));
        view.setUint16(at, half, true);
      }
      at += size;
    });
  }

  #wordsOf(
    statement: Statement,
    name: string,
    cursor: Cursor,
    lookup: Lookup,
    instructions: readonly InstructionBytes[],
  ): readonly number[] {
    const { symbols, layout, size } = this.#pass;
    const address = this.#addressOf(statement);
    const operands = new Operands(cursor, lookup, symbols.isLayoutKnown ? address : undefined);
    operands.reachesFar = growthOf(name) === "branch" && instructions.length === 2;
    const encoded = encodeInstruction(name, operands, operands.reachesFar ? 1 : instructions.length);
    const words = this.#isOfTable ? encoded.map(addressItself) : encoded;
    const column = operands.checkedColumn ?? statement.tokens[0]?.column ?? 1;
    const [first = 0] = words;
    const code = symbols.isLayoutKnown
      ? { begin: layout.text, end: layout.text + size.text, isWritten: writesCode(this.#options) }
      : undefined;
    const expectNoFault = (checked: readonly number[], pc: number) => {
      // The program tests first whether it may run: `beqz` of the address of a weak name.
      if (this.#options.allowsFaults === true || operands.isAbsent) return;
      if (operands.goesToNumber && growthOf(name) === "branch")
        throw new SourceError(column, "is a number: a branch goes to a label or to . and a distance");
      const fault = faultOf(checked, pc, code, this.#options.isMachineMode === true);
      if (fault !== undefined) throw new SourceError(column, fault);
    };
    if (!operands.reachesFar) {
      expectNoFault(words, address);
      return words;
    }
    const [before = 4] = instructions;
    const far = aroundJump(first, operands.farDistance - before, before, column);
    expectNoFault(far.slice(1), address + before);
    return far;
  }
}

/** The opposite of a branch, which skips the JAL after it. `before`: bytes of that branch. */
function aroundJump(
  branch: number,
  distance: number,
  before: InstructionBytes,
  column: number,
): readonly [number, number] {
  if (distance < -JUMP_REACH || distance >= JUMP_REACH)
    throw new ValueError(column, `is ${distance} bytes away, the instruction reaches ${JUMP_REACH}`);
  return [(branch ^ OPPOSITE) | immediateB(before + 4), JAL | immediateJ(distance)];
}

const doesNotFit = (name: string): string =>
  name.startsWith("c.")
    ? `${name} has no room for these operands: the instruction without c. has`
    : "comes out otherwise than it was placed";

/** The address is known, so it is computed instead of loaded from a table, as after a linker's relaxation. */
const addressItself = (word: number): number => ((word & ~0x707f) | ADDI) >>> 0;

/** `instructions` are the sizes of the NOPs, which follow a remainder too small for one. Omitted if there are none. */
function writeAlignment(
  name: string,
  view: DataView,
  instructions: readonly InstructionBytes[] | undefined,
  cursor: Cursor,
  lookup: Lookup,
): void {
  const fill = new DataView(new ArrayBuffer(1));
  readAlignment(name, cursor, lookup, fill);
  const bytes = view.byteLength;
  for (let at = 0; at < bytes; at++) view.setUint8(at, fill.getUint8(0));
  let at = bytes - sum(instructions ?? [bytes]);
  for (const size of instructions ?? []) {
    if (size === 4) view.setUint32(at, NOP, true);
    else view.setUint16(at, C_NOP, true);
    at += size;
  }
}
