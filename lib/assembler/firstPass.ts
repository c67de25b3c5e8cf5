/** The first pass finds the address of every statement and the values of symbols. */
import { type Architecture, DEFAULT_ARCHITECTURE } from "./architecture.ts";
import { CodeOptions } from "./codeOptions.ts";
import { Diagnostics } from "./diagnostics.ts";
import {
  alignmentBytes,
  CONSTANTS,
  complain,
  DATA_SECTIONS,
  END,
  isAlignment,
  isCommon,
  isComplaint,
  isDirective,
  isIgnored,
  isOfNoSection,
  isString,
  itemBytes,
  itemCount,
  namesOf,
  nopSizes,
  OPTION,
  padding,
  readAlignment,
  readByteCount,
  readFillBytes,
  readOrigin,
  readPitch,
  SECTIONS,
  type Section,
  stringBytes,
  WEAK,
  withoutAssignment,
} from "./directives.ts";
import { extensionOf, instructionWords, isInstruction, LOADS_VALUE, loadImmediateWords } from "./encode.ts";
import { type Lookup, readExpression } from "./expression.ts";
import type { LineReader, SourceLine } from "./lines.ts";
import { LEBS, lebBytes, longestLeb } from "./numbers.ts";
import { type Layout, type Room, roomOf, type Sizes, type Statement } from "./room.ts";
import { CurrentSection } from "./sections.ts";
import { type Found, Symbols } from "./symbols.ts";
import { Cursor, SourceError, type Token, tokensOf, ValueError } from "./text.ts";
import { quotedVisibly } from "./visible.ts";
import { WORK_MESSAGE, WorkBudget } from "./work.ts";

export interface AssemblyOptions {
  /** Multiple of 4. */
  readonly codeAddress: number;
  /** First address of `.data`, a multiple of 16. */
  readonly dataAddress: number;
  /** Instructions of the machine. If omitted: DEFAULT_ARCHITECTURE. */
  readonly architecture?: Architecture | undefined;
  readonly wordLimit: number;
  readonly dataByteLimit: number;
  /** Shared with the other programs of the scenario. If omitted, the program has its own budget. */
  readonly budget?: WorkBudget;
  /** True for a thread in machine mode, which may write control and status registers. */
  readonly isMachineMode?: boolean;
  /** True if the program may store to its code and execute its data. If omitted: the value of `isMachineMode`. */
  readonly writesCode?: boolean;
  /** Also accepts instructions that always cause an exception. */
  readonly allowsFaults?: boolean;
  /** Constants that need no definition. A definition anywhere in the source replaces them. */
  readonly provided?: ReadonlyMap<string, number> | undefined;
}

export const writesCode = ({ writesCode, isMachineMode = false }: AssemblyOptions): boolean =>
  writesCode ?? isMachineMode;

const SECTION_ALIGNMENT_BYTES = 16;

export class FirstPass implements LineReader {
  readonly symbols: Symbols;
  readonly diagnostics: Diagnostics;
  readonly statements: Statement[] = [];
  readonly size: Record<Section, number> = { text: 0, data: 0, rodata: 0, bss: 0, none: 0 };
  readonly layout: Layout;
  isOver = false;
  #isFull = false;
  readonly #options: AssemblyOptions;
  readonly #budget: WorkBudget;
  readonly #section = new CurrentSection();
  readonly #codeOptions: CodeOptions;
  readonly #sizes: Sizes;

  constructor(options: AssemblyOptions, layout: Layout, sizes: Sizes, found: Found) {
    this.symbols = new Symbols(options.provided, found);
    this.diagnostics = new Diagnostics(this.symbols);
    this.#options = options;
    this.#sizes = sizes;
    this.#codeOptions = new CodeOptions(options.architecture ?? DEFAULT_ARCHITECTURE);
    this.layout = layout;
    this.#budget = options.budget ?? new WorkBudget();
  }

  get hasEnough(): boolean {
    return this.#isFull || this.diagnostics.hasEnough;
  }

  get #here(): number {
    return this.layout[this.#section.now] + this.size[this.#section.now];
  }

  #lookup(): Lookup {
    return this.symbols.lookupAt(this.statements.length, this.#here);
  }

  /** The layout that follows from the known sizes. Returns the same object if nothing changes. */
  settled(): Layout {
    let end = this.#options.dataAddress;
    const next: Record<Section, number> = { ...this.layout };
    for (const section of DATA_SECTIONS) {
      if (this.size[section] === 0) continue;
      next[section] = Math.ceil(end / SECTION_ALIGNMENT_BYTES) * SECTION_ALIGNMENT_BYTES;
      end = next[section] + this.size[section];
    }
    return DATA_SECTIONS.every((section) => next[section] === this.layout[section]) ? this.layout : next;
  }

  // ---- lines ----

  takes(line: SourceLine, column: number, characters: number): boolean {
    if (this.#budget.spend(characters)) return true;
    this.refuse(line, column, WORK_MESSAGE);
    return false;
  }

  refuse(line: SourceLine, column: number, message: string): void {
    this.diagnostics.note(line, column, message);
    this.symbols.isLayoutKnown = false;
  }

  read<T>(line: SourceLine, text: string, from: (cursor: Cursor, lookup: Lookup) => T): T | undefined {
    let found: T | undefined;
    const isFine = this.diagnostics.guard(line, () => {
      const { tokens, fault } = tokensOf(text);
      if (fault !== undefined) throw fault;
      const cursor = new Cursor(tokens, text.length + 1);
      const value = from(cursor, this.#lookup());
      cursor.expectEnd();
      found = value;
    });
    if (!isFine || this.symbols.restsOnUnsure) this.symbols.isLayoutKnown = false;
    return found;
  }

  readLine(line: SourceLine): void {
    if (this.isOver) return;
    const { text } = line;
    const { tokens: all, fault } = tokensOf(text);
    let tokens = all;
    while (tokens[1]?.text === ":") {
      const [label] = tokens;
      if (this.#section.now !== "none") this.diagnostics.guard(line, () => this.#define(label));
      tokens = tokens.slice(2);
    }
    const [first, ...rest] = withoutAssignment(tokens);
    const name = first?.text.toLowerCase() ?? "";
    const isFine = this.diagnostics.guard(line, () => {
      const isForMachine = SECTIONS.has(name) || isInstruction(name) || isOfNoSection(name);
      if (this.#section.now === "none" && !isForMachine) return;
      if (first?.kind === "name") this.#expectKnown(name, first);
      if (isIgnored(name)) return;
      // Operands after the name of a section are for linkers.
      const isOfSection = name === ".section" || name === ".pushsection";
      if (fault !== undefined && !(isOfSection && rest.length > 0)) throw fault;
      if (first === undefined) return;
      if (first.kind !== "name")
        throw new SourceError(first.column, `is not an instruction: ${quotedVisibly(first.text)}`);
      this.#place(name, first, rest, line);
    });
    if (isFine && !this.symbols.restsOnUnsure) return;
    if (CONSTANTS.has(name)) {
      if (rest[0] !== undefined) this.symbols.makeUnsure(rest[0].text);
      return;
    }
    this.symbols.isLayoutKnown = false;
    if (SECTIONS.has(name)) this.#section.isKnown = false;
  }

  #define(label: Token | undefined): void {
    if (label !== undefined) this.symbols.defineLabel(label, this.statements.length, this.#here);
  }

  // ---- statements ----

  #place(name: string, first: Token, rest: readonly Token[], line: SourceLine): void {
    const endColumn = line.text.length + 1;
    const cursor = new Cursor(rest, endColumn);
    if (this.#direct(name, first.column, cursor, line)) return;
    if (isInstruction(name)) this.#makeRoomForCode(first.column, line);
    if (isCommon(name)) {
      this.#placeCommon(first.column, cursor);
      return;
    }
    const { bytes, range, instructions, pitch } = this.#roomOf(name, cursor, endColumn);
    const section = this.#section.now;
    const offset = this.size[section];
    this.#grow(section, bytes, first.column, pitch);
    const order = this.statements.length;
    const tokens = [first, ...rest];
    this.statements.push({
      line,
      section,
      offset,
      bytes,
      range,
      instructions,
      tokens,
      endColumn,
      order,
    });
  }

  /** `pitch` is set for an alignment. */
  #grow(section: Section, bytes: number, column: number, pitch?: number): void {
    const { codeAddress, dataAddress, wordLimit, dataByteLimit } = this.#options;
    const isText = section === "text";
    const limit = isText ? wordLimit * 4 : dataByteLimit;
    const end = this.layout[section] + this.size[section] + bytes;
    if (end - (isText ? codeAddress : dataAddress) > limit) {
      this.#isFull = true;
      this.symbols.restsOnUnsure = !this.symbols.isLayoutKnown;
      const name = isText ? "text" : "data";
      throw new ValueError(
        column,
        pitch === undefined
          ? `makes the ${name} longer than ${limit} bytes`
          : `makes the ${name} longer than ${limit} bytes: what follows begins at a multiple of ${pitch} bytes`,
      );
    }
    this.size[section] += bytes;
  }

  /** `.comm name, size, alignment`, similar to `.lcomm`: zeros in .bss, whatever the current section is. */
  #placeCommon(column: number, cursor: Cursor): void {
    const lookup = this.#lookup();
    const symbol = cursor.take();
    cursor.separate();
    const bytes = readByteCount(cursor, lookup);
    const pitch = cursor.accepts(",") ? readPitch(false, cursor, lookup) : 4;
    cursor.expectEnd();
    this.#section.within("bss", () => {
      this.#grow("bss", padding(this.#here, pitch), column);
      this.#define(symbol);
      this.#grow("bss", bytes, column);
    });
  }

  /** Reads a directive that makes no bytes. Returns true if it was one. */
  #direct(name: string, column: number, cursor: Cursor, line: SourceLine): boolean {
    if (name === END) {
      this.isOver = true;
      return true;
    }
    if (name === OPTION) {
      this.#codeOptions.change(cursor, line);
      return true;
    }
    if (name === WEAK) {
      for (const one of namesOf(cursor)) this.symbols.declareWeak(one);
      return true;
    }
    if (isComplaint(name)) complain(column, cursor);
    if (SECTIONS.has(name)) {
      this.#section.change(name, cursor, this.#lookup());
      return true;
    }
    if (!CONSTANTS.has(name)) return false;
    const symbol = cursor.take();
    if (symbol.kind !== "name" || symbol.text === ".")
      throw new SourceError(symbol.column, "a name is missing here");
    if (name === ".eqv") cursor.accepts(",");
    else cursor.expect(",");
    const ahead = this.symbols.lookupAhead(symbol.text, this.statements.length, this.#here);
    const { value, address, isAbsent } = readExpression(cursor, ahead);
    if (isAbsent) this.symbols.makeAbsent(symbol.text);
    const isOnce = name === ".eqv" || name === ".equiv";
    if (isOnce) this.symbols.define(symbol, value, address !== undefined);
    else this.symbols.defineVariable(symbol, this.statements.length, value, address !== undefined);
    cursor.expectEnd();
    return true;
  }

  /** Reports code in a section without code once. Later instructions there are read as if they were allowed. */
  #makeRoomForCode(column: number, line: SourceLine): void {
    const complain = (message: string, isSure: boolean) => {
      if (isSure) this.diagnostics.note(line, column, message);
      this.symbols.isLayoutKnown = false;
    };
    const { now } = this.#section;
    const mayStandInData = writesCode(this.#options) && (now === "data" || now === "rodata");
    if (now !== "text" && !mayStandInData) {
      complain("instructions belong into .text", this.#section.isKnown);
      this.#section.now = "text";
    }
    const fault = this.#codeOptions.takeFault();
    if (fault !== undefined) this.diagnostics.note(fault.line, fault.column, fault.message);
    const { pitch } = this.#codeOptions;
    const gap = -this.#here & (pitch - 1);
    if (gap !== 0) {
      const power = pitch / 2;
      complain(`is not at a multiple of ${pitch}: .align ${power} is missing`, this.symbols.isLayoutKnown);
    }
    this.size[this.#section.now] += gap;
  }

  #roomOf(name: string, cursor: Cursor, endColumn: number): Room {
    const sizeOf = (range: NonNullable<Room["range"]>) => this.#sizes.of(this.statements.length, range);
    if (LEBS.has(name)) {
      const range = { least: this.#leastOfLeb(name, cursor), most: longestLeb(cursor.rest().length) };
      return { bytes: sizeOf(range), range };
    }
    if (isAlignment(name)) return this.#roomOfAlignment(name, cursor);
    if (!isInstruction(name)) return { bytes: this.#bytesOf(name, cursor) };
    const operands = cursor.rest();
    const words = LOADS_VALUE.has(name) ? this.#wordsOfValue(name, cursor) : instructionWords(name, operands);
    const written = { name, operands, endColumn, lookup: this.#lookup() };
    return roomOf(written, words, this.#codeOptions.compresses, sizeOf);
  }

  #leastOfLeb(name: string, cursor: Cursor): number {
    try {
      return lebBytes(name, new Cursor(cursor.rest(), 0), this.#lookup()).length;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return 1;
    }
  }

  #bytesOf(name: string, cursor: Cursor): number {
    const lookup = this.#lookup();
    const item = itemBytes(name);
    if (item !== undefined) return item * itemCount(cursor);
    if (isString(name)) return stringBytes(name, cursor).length;
    const section = this.#section.now;
    if (name === ".org") return readOrigin(cursor, lookup, this.layout[section], this.size[section]);
    return readFillBytes(name, cursor, lookup);
  }

  #roomOfAlignment(name: string, cursor: Cursor): Room {
    const alignment = readAlignment(name, cursor, this.#lookup());
    cursor.expectEnd();
    const isOfNops = this.#section.now === "text" && !alignment.hasFill;
    const isOfLinker = isOfNops && this.#codeOptions.relaxes;
    const bytes = alignmentBytes(alignment, this.#here, isOfLinker);
    const { pitch } = alignment;
    if (!isOfNops) return { bytes, pitch };
    const whole = bytes - (bytes % this.#codeOptions.pitch);
    return { bytes, pitch, instructions: nopSizes(whole, pitch, isOfLinker) };
  }

  #expectKnown(name: string, token: Token): void {
    const { text, column } = token;
    if (isInstruction(name)) {
      const extension = extensionOf(name);
      if (extension !== undefined) this.#codeOptions.expect(extension, token);
    } else if (name.startsWith(".")) {
      if (!isDirective(name)) throw new SourceError(column, `is not a directive here: ${text}`);
    } else {
      const other = otherExtension(name);
      const reason =
        other === undefined ? "is not an instruction" : `is not an instruction of RV32, but ${other}`;
      throw new SourceError(column, `${reason}: ${text}`);
    }
  }

  /** Words of `li`, and of `la`, which as in GNU as equals `li` for a constant. Two if the value is not known yet. */
  #wordsOfValue(name: string, cursor: Cursor): number {
    const register = cursor.take();
    try {
      cursor.separate();
      const { value, address } = readExpression(cursor, this.#lookup());
      const isOpen = this.symbols.restsOnUnsure || (name !== "li" && address !== undefined);
      return isOpen ? 2 : loadImmediateWords(register.text, Number(BigInt.asIntN(32, value)));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return 2;
    }
  }
}

const EXTENSIONS: readonly (readonly [name: RegExp, what: string])[] = [
  [
    /^(?:ld|sd|lwu|addiw|addw|subw|sllw|srlw|sraw|slliw|srliw|sraiw|mulw|divw|divuw|remw|remuw|sext\.w|negw)$/,
    "of 64 bits",
  ],
  [/^(?:lr|sc|amo[a-z]+)\.d(?:\.(?:aq|rl|aqrl))?$/, "of 64 bits"],
  [/^f(?!ence)[a-z]+(?:\.[a-z0-9]+)+$|^f[ls][whd]$|^f[rs](?:csr|rm|flags)i?$/, "of floating point"],
  [/^v[a-z0-9]+(?:\.[a-z0-9]+)*$/, "of vectors"],
  [/^(?:[sud]ret|sfence\.vma|h[a-z]+\.v[a-z]+)$/, "of another privilege level"],
];

/** RISC-V instructions that no architecture of irqscope has, and the extension that each belongs to. Messages name that
 * extension. */
const otherExtension = (name: string): string | undefined =>
  EXTENSIONS.find(([pattern]) => pattern.test(name))?.[1];
