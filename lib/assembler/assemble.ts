/** Assembles RV32IM_Zicsr: the first pass places everything, the second writes it. */
import { encodeInstruction, instructionWords, isInstruction, loadImmediateWords } from "./encode.ts";
import { type Lookup, readExpression } from "./expression.ts";
import { Operands } from "./operands.ts";
import { registerNumber } from "./registers.ts";
import { type AssemblyError, Cursor, SourceError, type Token, tokensOf } from "./text.ts";

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
  | { readonly ok: false; readonly errors: readonly AssemblyError[] };

const ERROR_LIMIT = 20;
const LINE_CHARACTER_LIMIT = 400;
const ALIGNMENT_LIMIT = 12;
const NOP = 0x13;

type Section = "text" | "data";

interface Statement {
  readonly line: number;
  readonly section: Section;
  /** Of its first byte, from the begin of the section. */
  readonly offset: number;
  readonly bytes: number;
  readonly tokens: readonly Token[];
  readonly endColumn: number;
  /** Local labels before it count as "before". */
  readonly order: number;
}

interface LocalLabel {
  readonly order: number;
  readonly address: bigint;
}

const ITEM_BYTES: Readonly<Record<string, number>> = {
  ".byte": 1,
  ".half": 2,
  ".short": 2,
  ".word": 4,
  ".long": 4,
};
/** Written in many sources, without a meaning here. */
const IGNORED: ReadonlySet<string> = new Set([".globl", ".global", ".type", ".size", ".option", ".file"]);

class Assembly {
  readonly errors: AssemblyError[] = [];
  readonly symbols = new Map<string, bigint>();
  readonly #options: AssemblyOptions;
  readonly #locals = new Map<string, LocalLabel[]>();
  readonly #statements: Statement[] = [];
  readonly #size: Record<Section, number> = { text: 0, data: 0 };
  #section: Section = "text";

  constructor(options: AssemblyOptions) {
    this.#options = options;
  }

  #base(section: Section): number {
    return section === "text" ? this.#options.codeAddress : this.#options.dataAddress;
  }

  get #here(): number {
    return this.#base(this.#section) + this.#size[this.#section];
  }

  /** Runs `action`; what is wrong is noted. */
  #guard(line: number, action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.errors.push({ line, column: error.column, message: error.message });
    }
  }

  get isFull(): boolean {
    return this.errors.length >= ERROR_LIMIT;
  }

  // ---- first pass ----

  readLine(text: string, line: number): void {
    this.#guard(line, () => {
      if (text.length > LINE_CHARACTER_LIMIT)
        throw new SourceError(LINE_CHARACTER_LIMIT, `a line has at most ${LINE_CHARACTER_LIMIT} characters`);
      let tokens = tokensOf(text);
      while (tokens[1]?.text === ":") {
        this.#define(tokens[0]);
        tokens = tokens.slice(2);
      }
      const [first] = tokens;
      if (first === undefined) return;
      if (first.kind !== "name")
        throw new SourceError(first.column, `is no instruction: ${JSON.stringify(first.text)}`);
      this.#place(first, tokens.slice(1), text.length + 1, line);
    });
  }

  #define(token: Token | undefined): void {
    if (token === undefined) return;
    const { kind, text, column } = token;
    if (kind === "number" && /^[0-9]+$/.test(text)) {
      const labels = this.#locals.get(text) ?? [];
      this.#locals.set(text, labels);
      labels.push({ order: this.#statements.length, address: BigInt(this.#here) });
    } else if (kind === "name") this.#defineSymbol(token, BigInt(this.#here));
    else throw new SourceError(column, `is no name for a label: ${JSON.stringify(text)}`);
  }

  #defineSymbol({ text, column }: Token, value: bigint): void {
    if (registerNumber(text) !== undefined) throw new SourceError(column, `is a register: ${text}`);
    if (this.symbols.has(text)) throw new SourceError(column, `is defined twice: ${text}`);
    this.symbols.set(text, value);
  }

  #place(first: Token, rest: readonly Token[], endColumn: number, line: number): void {
    const name = first.text.toLowerCase();
    const cursor = new Cursor(rest, endColumn);
    if (name.startsWith(".")) {
      if (this.#direct(name, cursor)) return;
      if (!(name in ITEM_BYTES) && !RESERVING.has(name))
        throw new SourceError(first.column, `is no directive here: ${first.text}`);
    } else if (!isInstruction(name)) throw new SourceError(first.column, `is no instruction: ${first.text}`);
    const bytes = this.#bytesOf(name, cursor, first.column);
    const section = this.#section;
    const offset = this.#size[section];
    const limit = section === "text" ? this.#options.wordLimit * 4 : this.#options.dataByteLimit;
    if (bytes > limit - offset)
      throw new SourceError(first.column, `makes the ${section} longer than ${limit} bytes`);
    this.#size[section] = offset + bytes;
    const order = this.#statements.length;
    this.#statements.push({ line, section, offset, bytes, tokens: [first, ...rest], endColumn, order });
  }

  /** Directives without bytes; returns whether it was one. */
  #direct(name: string, cursor: Cursor): boolean {
    if (IGNORED.has(name)) return true;
    if (name === ".text" || name === ".data") this.#section = name === ".text" ? "text" : "data";
    else if (name === ".section") {
      const { text } = cursor.take();
      if (text !== ".text" && text !== ".data") throw new SourceError(1, "sections are .text and .data");
      this.#section = text === ".text" ? "text" : "data";
      return true;
    } else if (name === ".equ" || name === ".set") {
      const symbol = cursor.take();
      if (symbol.kind !== "name") throw new SourceError(symbol.column, "a name is missing here");
      cursor.expect(",");
      this.#defineSymbol(
        symbol,
        readExpression(cursor, this.#lookupAt(this.#statements.length, this.#here)).value,
      );
    } else return false;
    cursor.expectEnd();
    return true;
  }

  #bytesOf(name: string, cursor: Cursor, column: number): number {
    const lookup = this.#lookupAt(this.#statements.length, this.#here);
    if (name in ITEM_BYTES) return (ITEM_BYTES[name] ?? 0) * itemCount(cursor);
    if (name === ".space" || name === ".zero") {
      const { value, column: at } = readExpression(cursor, lookup);
      cursor.expectEnd();
      if (value < 0n || value > 1n << 20n) throw new SourceError(at, `is no number of bytes: ${value}`);
      return Number(value);
    }
    if (name === ".align" || name === ".p2align" || name === ".balign") {
      const { value, column: at } = readExpression(cursor, lookup);
      cursor.expectEnd();
      const isPower = name !== ".balign";
      const isFine = isPower ? value >= 0n && value <= ALIGNMENT_LIMIT : value >= 1n && value <= 4096n;
      if (!isFine) throw new SourceError(at, `is no alignment: ${value}`);
      const pitch = isPower ? 2 ** Number(value) : Number(value);
      return (pitch - (this.#here % pitch)) % pitch;
    }
    if (this.#section !== "text") throw new SourceError(column, "instructions belong into .text");
    if (this.#here % 4 !== 0) throw new SourceError(column, "is at no multiple of 4: .align 2 is missing");
    return 4 * (name === "li" ? this.#wordsOfLi(cursor) : instructionWords(name));
  }

  /** Two where the value is not known yet. */
  #wordsOfLi(cursor: Cursor): number {
    const tokens = [];
    while (!cursor.isAtEnd) tokens.push(cursor.take());
    const comma = tokens.findIndex(({ text }) => text === ",");
    const value = new Cursor(tokens.slice(comma + 1), 0);
    try {
      const known = readExpression(value, this.#lookupAt(this.#statements.length, this.#here)).value;
      return loadImmediateWords(Number(BigInt.asIntN(32, known)));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return 2;
    }
  }

  // ---- second pass ----

  #lookupAt(order: number, here: number): Lookup {
    return (symbol) => {
      if (symbol === ".") return BigInt(here);
      const local = /^([0-9]+)([bf])$/.exec(symbol);
      if (local === null) return this.symbols.get(symbol);
      const labels = this.#locals.get(local[1] ?? "") ?? [];
      if (local[2] === "f") return labels.find((label) => label.order > order)?.address;
      return labels.findLast((label) => label.order <= order)?.address;
    };
  }

  write(): AssembledProgram {
    const words = new Uint8Array(Math.ceil(this.#size.text / 4) * 4);
    const data = new Uint8Array(this.#size.data);
    const lines: number[] = [];
    for (const statement of this.#statements) {
      if (this.isFull) break;
      this.#guard(statement.line, () => {
        const bytes = this.#encode(statement);
        (statement.section === "text" ? words : data).set(bytes, statement.offset);
      });
      if (statement.section !== "text") continue;
      const end = Math.ceil((statement.offset + statement.bytes) / 4);
      while (lines.length < end) lines.push(statement.line);
    }
    if (this.#size.text === 0 && this.errors.length === 0)
      this.errors.push({ line: 1, column: 1, message: "there is no instruction" });
    const view = new DataView(words.buffer);
    return {
      words: Array.from({ length: words.length / 4 }, (_, index) => view.getUint32(index * 4, true)),
      lines,
      data,
      symbols: new Map(Array.from(this.symbols, ([name, value]) => [name, Number(value)])),
    };
  }

  #encode({ tokens, section, offset, bytes, endColumn, order }: Statement): Uint8Array {
    const name = tokens[0]?.text.toLowerCase() ?? "";
    const cursor = new Cursor(tokens.slice(1), endColumn);
    const out = new Uint8Array(bytes);
    const view = new DataView(out.buffer);
    const lookup = this.#lookupAt(order, this.#base(section) + offset);
    const size = ITEM_BYTES[name];
    if (size !== undefined) {
      for (let at = 0; at < bytes; at += size) {
        if (at > 0) cursor.expect(",");
        writeItem(view, at, size, cursor, lookup);
      }
      cursor.expectEnd();
    } else if (!name.startsWith(".")) {
      const operands = new Operands(cursor, lookup, this.#base(section) + offset);
      encodeInstruction(name, operands, bytes / 4).forEach((word, index) => {
        view.setUint32(index * 4, word, true);
      });
    } else if (section === "text" && name.endsWith("align")) {
      for (let at = bytes % 4; at < bytes; at += 4) view.setUint32(at, NOP, true);
    }
    return out;
  }
}

const RESERVING: ReadonlySet<string> = new Set([".space", ".zero", ".align", ".p2align", ".balign"]);

function itemCount(cursor: Cursor): number {
  if (cursor.isAtEnd) cursor.fail("a value is missing here");
  let count = 1;
  let depth = 0;
  while (!cursor.isAtEnd) {
    const { text } = cursor.take();
    if (text === "(") depth++;
    else if (text === ")") depth--;
    else if (text === "," && depth === 0) count++;
  }
  return count;
}

function writeItem(view: DataView, at: number, size: number, cursor: Cursor, lookup: Lookup): void {
  const { value, column } = readExpression(cursor, lookup);
  const bits = size * 8;
  if (value < -(1n << BigInt(bits - 1)) || value >= 1n << BigInt(bits))
    throw new SourceError(column, `${value} does not fit in ${bits} bits`);
  const bytes = BigInt.asUintN(bits, value);
  for (let index = 0; index < size; index++)
    view.setUint8(at + index, Number((bytes >> BigInt(8 * index)) & 0xffn));
}

/** Never throws on any text; at most 20 errors, in the order of the lines within each pass. */
export function assemble(source: string, options: AssemblyOptions): AssemblyResult {
  const assembly = new Assembly(options);
  source.split(/\r\n|\n|\r/).forEach((text, index) => {
    if (!assembly.isFull) assembly.readLine(text, index + 1);
  });
  const hadErrors = assembly.errors.length > 0;
  const program = hadErrors ? undefined : assembly.write();
  if (program === undefined || assembly.errors.length > 0) return { ok: false, errors: assembly.errors };
  return { ok: true, program };
}
