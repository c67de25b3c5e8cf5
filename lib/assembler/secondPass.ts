/** The second pass: the bytes of what the first one has placed. */
import {
  DATA_SECTIONS,
  isAlignment,
  isString,
  itemBytes,
  readAlignment,
  stringBytes,
  writeFill,
  writeItemOf,
  writeOrigin,
} from "./directives.ts";
import { encodeInstruction, isInstruction } from "./encode.ts";
import { type Lookup, readDistance } from "./expression.ts";
import type { AssemblyOptions, FirstPass, Statement } from "./firstPass.ts";
import { faultOf } from "./machineRules.ts";
import { Operands } from "./operands.ts";
import { Cursor, SourceError } from "./text.ts";

export interface AssembledProgram {
  readonly words: readonly number[];
  /** By word: the line of the source that it comes from, from 1. */
  readonly lines: readonly number[];
  readonly data: Uint8Array;
  readonly symbols: ReadonlyMap<string, number>;
}

const ADDI = 0x13;
const NOP = 0x13;
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
    data,
    symbols: new Map(Array.from(symbols.values, ([name, value]) => [name, Number(value)])),
  };
}

interface Distance {
  readonly bytes: bigint;
  /** A compiler means the place of the address in a table. */
  readonly isOfTable: boolean;
}

class Encoder {
  readonly #pass: FirstPass;
  readonly #options: AssemblyOptions;
  /** By address of an AUIPC with %pcrel_hi. */
  readonly #distances: ReadonlyMap<bigint, Distance>;
  /** Whether the instruction under way has `%pcrel_lo` of a `%got_pcrel_hi`. */
  #isOfTable = false;

  constructor(pass: FirstPass, options: AssemblyOptions) {
    this.#pass = pass;
    this.#options = options;
    this.#distances = new Map(pass.statements.flatMap((statement) => this.#distanceOf(statement)));
  }

  #addressOf({ section, offset }: Statement): number {
    return this.#pass.layout[section] + offset;
  }

  /** What is wrong with it is told where it is encoded. */
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
    const { tokens, section, bytes, endColumn, order } = statement;
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
        writeItemOf(name, view, at, cursor, lookup);
      }
      cursor.expectEnd();
    } else if (isString(name)) out.set(stringBytes(name, cursor));
    else if (name === ".org") writeOrigin(view, cursor, lookup);
    else if (isAlignment(name)) writeAlignment(name, view, section === "text", cursor, lookup);
    else if (!isInstruction(name)) writeFill(name, view, cursor, lookup);
    else {
      this.#wordsOf(statement, name, cursor, lookup).forEach((word, index) => {
        view.setUint32(index * 4, word, true);
      });
    }
    return out;
  }

  #wordsOf(statement: Statement, name: string, cursor: Cursor, lookup: Lookup): readonly number[] {
    const { symbols, layout, size } = this.#pass;
    const address = this.#addressOf(statement);
    const operands = new Operands(cursor, lookup, symbols.isLayoutKnown ? address : undefined);
    const encoded = encodeInstruction(name, operands, statement.bytes / 4);
    const words = this.#isOfTable ? encoded.map(addressItself) : encoded;
    if (this.#options.allowsFaults === true) return words;
    const code = symbols.isLayoutKnown ? { begin: layout.text, end: layout.text + size.text } : undefined;
    const column = operands.checkedColumn ?? statement.tokens[0]?.column ?? 1;
    if (operands.branchesToNumber)
      throw new SourceError(column, "is a number: a branch goes to a label or to . and a distance");
    const fault = faultOf(words, address, code);
    if (fault !== undefined) throw new SourceError(column, fault);
    return words;
  }
}

/** The address is known, so it is worked out instead of loaded from a table: as linkers make of a load from one. */
const addressItself = (word: number): number => ((word & ~0x707f) | ADDI) >>> 0;

function writeAlignment(name: string, view: DataView, isCode: boolean, cursor: Cursor, lookup: Lookup): void {
  const fill = new DataView(new ArrayBuffer(1));
  const { hasFill } = readAlignment(name, cursor, lookup, fill);
  const bytes = view.byteLength;
  if (hasFill) for (let at = 0; at < bytes; at++) view.setUint8(at, fill.getUint8(0));
  else if (isCode) for (let at = bytes % 4; at < bytes; at += 4) view.setUint32(at, NOP, true);
}
