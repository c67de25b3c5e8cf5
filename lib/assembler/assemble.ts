/** Assembles RV32IM_Zicsr: the first pass places everything, the second writes it. */
import { readLines } from "./blocks.ts";
import {
  CONSTANTS,
  DATA_SECTIONS,
  isDirective,
  isIgnored,
  isOfNoSection,
  isString,
  itemBytes,
  itemCount,
  padding,
  readAlignment,
  readByteCount,
  readFillBytes,
  readPitch,
  SECTIONS,
  type Section,
  sectionNamed,
  stringBytes,
  withoutAssignment,
  writeFill,
  writeItem,
} from "./directives.ts";
import { encodeInstruction, instructionWords, isInstruction, loadImmediateWords } from "./encode.ts";
import { type Lookup, readExpression } from "./expression.ts";
import type { SourceLine } from "./lines.ts";
import { Operands } from "./operands.ts";
import { Symbols } from "./symbols.ts";
import { type AssemblyError, Cursor, SourceError, type Token, tokensOf, ValueError } from "./text.ts";

export interface AssemblyOptions {
  /** Multiple of 4. */
  readonly codeAddress: number;
  /** Where `.data` begins; a multiple of 16. */
  readonly dataAddress: number;
  readonly wordLimit: number;
  readonly dataByteLimit: number;
}

export interface AssembledProgram {
  readonly words: readonly number[];
  /** By word: the line of the source that it comes from, from 1. */
  readonly lines: readonly number[];
  readonly data: Uint8Array;
  readonly symbols: ReadonlyMap<string, number>;
}

export type AssemblyResult =
  | { readonly ok: true; readonly program: AssembledProgram }
  /** The first of them, in the order of the source. */
  | { readonly ok: false; readonly errors: readonly AssemblyError[]; readonly errorCount: number };

const ERROR_LIMIT = 20;
const FAULT_LIMIT = 1000;
const NOP = 0x13;
const SECTION_ALIGNMENT_BYTES = 16;
/** The size of a section may follow from where another one lies; rarely does that take a third look. */
const LAYOUT_ROUNDS = 8;

/** Where each of them begins. */
type Layout = Readonly<Record<Section, number>>;

interface Statement {
  readonly line: SourceLine;
  readonly section: Section;
  /** Of its first byte, from the begin of the section. */
  readonly offset: number;
  readonly bytes: number;
  readonly tokens: readonly Token[];
  readonly endColumn: number;
  /** Local labels and values of constants before it count as "before". */
  readonly order: number;
}

class Assembly {
  readonly errors: AssemblyError[] = [];
  hasEnough = false;
  /** In lines that blocks made, told or not. */
  #faults = 0;
  readonly #told = new Set<string>();
  readonly #symbols = new Symbols();
  readonly #options: AssemblyOptions;
  readonly #statements: Statement[] = [];
  readonly #layout: Layout;
  readonly #size: Record<Section, number> = { text: 0, data: 0, rodata: 0, bss: 0, none: 0 };
  #section: Section = "text";
  /** False behind a section that is none: what stands there may stand there. */
  #isSectionKnown = true;

  constructor(options: AssemblyOptions, layout: Layout) {
    this.#options = options;
    this.#layout = layout;
  }

  get #here(): number {
    return this.#layout[this.#section] + this.#size[this.#section];
  }

  #lookup(): Lookup {
    return this.#symbols.lookupAt(this.#statements.length, this.#here);
  }

  /** As it has to be, now that the sizes are known; the same object where it is. */
  settled(): Layout {
    let end = this.#options.dataAddress;
    const next: Record<Section, number> = { ...this.#layout };
    for (const section of DATA_SECTIONS) {
      if (this.#size[section] === 0) continue;
      next[section] = Math.ceil(end / SECTION_ALIGNMENT_BYTES) * SECTION_ALIGNMENT_BYTES;
      end = next[section] + this.#size[section];
    }
    return DATA_SECTIONS.every((section) => next[section] === this.#layout[section]) ? this.#layout : next;
  }

  /** What is wrong in a line that is read again and again is told once. */
  #note({ line, columnOf, note }: SourceLine, at: number, message: string): void {
    const column = columnOf(at);
    const told = `${line}:${column}:${message}`;
    if (note !== "" && this.#told.has(told)) return;
    this.#told.add(told);
    this.errors.push({ line, column, message: message + note });
  }

  /** Runs `action`; what is wrong is noted, unless it only follows from something else. Whether nothing was. */
  #guard(line: SourceLine, action: () => void): boolean {
    this.#symbols.restsOnUnsure = false;
    try {
      action();
      return true;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (line.note !== "" && ++this.#faults >= FAULT_LIMIT) this.hasEnough = true;
      if (!(this.#symbols.restsOnUnsure && error instanceof ValueError))
        this.#note(line, error.column, error.message);
      return false;
    }
  }

  // ---- first pass ----

  refuse(line: SourceLine, column: number, message: string): void {
    this.#note(line, column, message);
    this.#symbols.isLayoutKnown = false;
  }

  read<T>(line: SourceLine, text: string, from: (cursor: Cursor, lookup: Lookup) => T): T | undefined {
    let found: T | undefined;
    const isFine = this.#guard(line, () => {
      const { tokens, fault } = tokensOf(text);
      if (fault !== undefined) throw fault;
      const cursor = new Cursor(tokens, text.length + 1);
      const value = from(cursor, this.#lookup());
      cursor.expectEnd();
      found = value;
    });
    if (!isFine || this.#symbols.restsOnUnsure) this.#symbols.isLayoutKnown = false;
    return found;
  }

  readLine(line: SourceLine): void {
    const { text } = line;
    const { tokens: all, fault } = tokensOf(text);
    let tokens = all;
    while (tokens[1]?.text === ":") {
      const [label] = tokens;
      if (this.#section !== "none") this.#guard(line, () => this.#define(label));
      tokens = tokens.slice(2);
    }
    const [first, ...rest] = withoutAssignment(tokens);
    const name = first?.text.toLowerCase() ?? "";
    const isFine = this.#guard(line, () => {
      if (this.#section === "none" && !SECTIONS.has(name) && !isInstruction(name) && !isOfNoSection(name))
        return;
      if (first?.kind === "name") expectKnown(name, first);
      if (isIgnored(name)) return;
      // Behind the name of a section stands what linkers want to know.
      if (fault !== undefined && (name !== ".section" || rest.length === 0)) throw fault;
      if (first === undefined) return;
      if (first.kind !== "name")
        throw new SourceError(first.column, `is no instruction: ${JSON.stringify(first.text)}`);
      this.#place(name, first, rest, line);
    });
    if (isFine && !this.#symbols.restsOnUnsure) return;
    if (CONSTANTS.has(name)) {
      if (rest[0] !== undefined) this.#symbols.makeUnsure(rest[0].text);
      return;
    }
    this.#symbols.isLayoutKnown = false;
    if (SECTIONS.has(name)) this.#isSectionKnown = false;
  }

  #define(label: Token | undefined): void {
    if (label !== undefined) this.#symbols.defineLabel(label, this.#statements.length, this.#here);
  }

  #place(name: string, first: Token, rest: readonly Token[], line: SourceLine): void {
    const endColumn = line.text.length + 1;
    const cursor = new Cursor(rest, endColumn);
    if (this.#direct(name, cursor)) return;
    if (!name.startsWith(".")) this.#makeRoomForCode(first.column, line);
    if (name === ".comm") {
      this.#placeCommon(first.column, cursor);
      return;
    }
    const bytes = this.#bytesOf(name, cursor);
    const section = this.#section;
    const offset = this.#size[section];
    this.#grow(section, bytes, first.column);
    const order = this.#statements.length;
    this.#statements.push({ line, section, offset, bytes, tokens: [first, ...rest], endColumn, order });
  }

  #grow(section: Section, bytes: number, column: number): void {
    const { codeAddress, dataAddress, wordLimit, dataByteLimit } = this.#options;
    const isText = section === "text";
    const limit = isText ? wordLimit * 4 : dataByteLimit;
    const end = this.#layout[section] + this.#size[section] + bytes;
    if (end - (isText ? codeAddress : dataAddress) > limit) {
      this.hasEnough = true;
      this.#symbols.restsOnUnsure = !this.#symbols.isLayoutKnown;
      throw new ValueError(column, `makes the ${isText ? "text" : "data"} longer than ${limit} bytes`);
    }
    this.#size[section] += bytes;
  }

  /** `.comm name, size, alignment`: zeros in .bss, whatever the section is. */
  #placeCommon(column: number, cursor: Cursor): void {
    const lookup = this.#lookup();
    const symbol = cursor.take();
    cursor.expect(",");
    const bytes = readByteCount(cursor, lookup);
    const pitch = cursor.accepts(",") ? readPitch(false, cursor, lookup) : 4;
    cursor.expectEnd();
    const before = this.#section;
    this.#section = "bss";
    try {
      this.#grow("bss", padding(this.#here, pitch), column);
      this.#define(symbol);
      this.#grow("bss", bytes, column);
    } finally {
      this.#section = before;
    }
  }

  /** Directives without bytes; returns whether it was one. */
  #direct(name: string, cursor: Cursor): boolean {
    if (SECTIONS.has(name)) {
      this.#section = name === ".section" ? sectionNamed(cursor.take()) : (name.slice(1) as Section);
      this.#isSectionKnown = true;
      if (name === ".section") return true;
    } else if (CONSTANTS.has(name)) {
      const symbol = cursor.take();
      if (symbol.kind !== "name" || symbol.text === ".")
        throw new SourceError(symbol.column, "a name is missing here");
      if (!cursor.accepts(",") && name !== ".eqv") cursor.expect(",");
      const { value } = readExpression(cursor, this.#lookup());
      if (name === ".eqv") this.#symbols.define(symbol, value);
      else this.#symbols.defineVariable(symbol, this.#statements.length, value);
    } else return false;
    cursor.expectEnd();
    return true;
  }

  /** An instruction that may not stand here is told once; those behind it are read as if it might. */
  #makeRoomForCode(column: number, line: SourceLine): void {
    const complain = (message: string, isSure: boolean) => {
      if (isSure) this.#note(line, column, message);
      this.#symbols.isLayoutKnown = false;
    };
    if (this.#section !== "text") {
      complain("instructions belong into .text", this.#isSectionKnown);
      this.#section = "text";
    }
    const gap = -this.#here & 3;
    if (gap !== 0) complain("is at no multiple of 4: .align 2 is missing", this.#symbols.isLayoutKnown);
    this.#size.text += gap;
  }

  #bytesOf(name: string, cursor: Cursor): number {
    const lookup = this.#lookup();
    const item = itemBytes(name);
    if (item !== undefined) return item * itemCount(cursor);
    if (isString(name)) return stringBytes(name, cursor).length;
    if (name.startsWith(".")) {
      if (!name.endsWith("align")) return readFillBytes(name, cursor, lookup);
      const bytes = padding(this.#here, readAlignment(name !== ".balign", cursor, lookup));
      cursor.expectEnd();
      return bytes;
    }
    return 4 * (name === "li" ? this.#wordsOfLi(cursor) : instructionWords(name));
  }

  /** Two where the value is not known yet. */
  #wordsOfLi(cursor: Cursor): number {
    const tokens = [];
    while (!cursor.isAtEnd) tokens.push(cursor.take());
    const comma = tokens.findIndex(({ text }) => text === ",");
    const value = new Cursor(tokens.slice(comma + 1), 0);
    try {
      const known = readExpression(value, this.#lookup()).value;
      return this.#symbols.restsOnUnsure ? 2 : loadImmediateWords(Number(BigInt.asIntN(32, known)));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return 2;
    }
  }

  // ---- second pass ----

  write(): AssembledProgram {
    const words = new Uint8Array(Math.ceil(this.#size.text / 4) * 4);
    const { dataAddress } = this.#options;
    const ends = DATA_SECTIONS.map((section) => this.#layout[section] + this.#size[section]);
    const data = new Uint8Array(Math.max(...ends) - dataAddress);
    const lines: number[] = [];
    for (const statement of this.#statements) {
      if (this.#faults >= FAULT_LIMIT) break;
      this.#guard(statement.line, () => {
        const bytes = this.#encode(statement);
        if (statement.section === "text") words.set(bytes, statement.offset);
        else data.set(bytes, this.#layout[statement.section] - dataAddress + statement.offset);
      });
      if (statement.section !== "text") continue;
      const end = Math.ceil((statement.offset + statement.bytes) / 4);
      while (lines.length < end) lines.push(statement.line.line);
    }
    if (this.#size.text === 0 && this.errors.length === 0)
      this.errors.push({ line: 1, column: 1, message: "there is no instruction" });
    const view = new DataView(words.buffer);
    return {
      words: Array.from({ length: words.length / 4 }, (_, index) => view.getUint32(index * 4, true)),
      lines,
      data,
      symbols: new Map(Array.from(this.#symbols.values, ([name, value]) => [name, Number(value)])),
    };
  }

  #encode({ tokens, section, offset, bytes, endColumn, order }: Statement): Uint8Array {
    const name = tokens[0]?.text.toLowerCase() ?? "";
    const cursor = new Cursor(tokens.slice(1), endColumn);
    const out = new Uint8Array(bytes);
    const view = new DataView(out.buffer);
    const lookup = this.#symbols.lookupAt(order, this.#layout[section] + offset);
    const size = itemBytes(name);
    if (size !== undefined) {
      for (let at = 0; at < bytes; at += size) {
        if (at > 0) cursor.expect(",");
        writeItem(view, at, size, cursor, lookup);
      }
      cursor.expectEnd();
    } else if (isString(name)) out.set(stringBytes(name, cursor));
    else if (!name.startsWith(".")) {
      const pc = this.#symbols.isLayoutKnown ? this.#layout[section] + offset : undefined;
      const operands = new Operands(cursor, lookup, pc);
      encodeInstruction(name, operands, bytes / 4).forEach((word, index) => {
        view.setUint32(index * 4, word, true);
      });
    } else if (!name.endsWith("align")) writeFill(name, view, cursor, lookup);
    else if (section === "text") {
      for (let at = bytes % 4; at < bytes; at += 4) view.setUint32(at, NOP, true);
    }
    return out;
  }
}

function expectKnown(name: string, { text, column }: Token): void {
  if (!name.startsWith(".")) {
    if (!isInstruction(name)) throw new SourceError(column, `is no instruction: ${text}`);
  } else if (!isDirective(name)) throw new SourceError(column, `is no directive here: ${text}`);
}

/** The first pass, until every section lies where the others end. `isWhole`: nothing was left out. */
function readSource(source: string, options: AssemblyOptions) {
  const { codeAddress, dataAddress: data } = options;
  let layout: Layout = { text: codeAddress, data, rodata: data, bss: data, none: 0 };
  for (let round = 0; ; round++) {
    const assembly = new Assembly(options, layout);
    const isWhole = readLines(source, assembly);
    const next = assembly.settled();
    if (next === layout || assembly.errors.length > 0) return { assembly, isWhole };
    if (round === LAYOUT_ROUNDS) {
      assembly.errors.push({ line: 1, column: 1, message: "sections grow without end" });
      return { assembly, isWhole };
    }
    layout = next;
  }
}

/** Never throws on any text; at most 20 errors, of both passes, in the order of the source. */
export function assemble(source: string, options: AssemblyOptions): AssemblyResult {
  const { assembly, isWhole } = readSource(source, options);
  const program = isWhole ? assembly.write() : undefined;
  const errors = assembly.errors.sort((a, b) => a.line - b.line || a.column - b.column);
  if (program !== undefined && errors.length === 0) return { ok: true, program };
  return { ok: false, errors: errors.slice(0, ERROR_LIMIT), errorCount: errors.length };
}
