/** Names of sections and directives, and the bytes that some directives write. */
import { type Lookup, readExpression, within } from "./expression.ts";
import { floatBytes, LEBS, writeFloat } from "./numbers.ts";
import { beginsApart, type Cursor, SourceError, type Token, ValueError } from "./text.ts";

export type InstructionBytes = 2 | 4;

/** "none" is a section that the machine does not need, such as debug information. */
export type Section = "text" | "data" | "rodata" | "bss" | "none";

/** Order of the sections in memory. Zero-initialised data come last. */
export const DATA_SECTIONS = ["data", "rodata", "bss"] as const;

const SECTION_NAME = /^"?\.(?:s?(text|data|rodata|bss)(?![^.",\s])|note|comment|debug_|riscv\.|llvm)/;
const CODE_SECTION = /^"?\.(?:init|fini|vectors)\b/;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Directives that change the section. */
export const SECTIONS = setOf(
  ".text .data .rodata .bss .section .pushsection .popsection .previous .subsection",
);
export const CONSTANTS = setOf(".equ .set .eqv .equiv");
/** Directives that many sources contain and that have no effect here. */
const IGNORED = setOf(
  ".globl .global .type .size .file .ident .attribute .local .hidden .loc .extern .func .endfunc .print .warning",
);
const RESERVING = setOf(".comm .lcomm .fill .space .skip .zero .align .p2align .balign .org");
const STRINGS = setOf(".ascii .asciz .asciiz .string .string8");
/** Directives by which a source reports that its own settings are wrong. */
const COMPLAINTS = setOf(".error .err");
export const END = ".end";
export const OPTION = ".option";
export const WEAK = ".weak";
const ITEM_BYTES: ReadonlyMap<string, number> = new Map([
  [".byte", 1],
  [".half", 2],
  [".hword", 2],
  [".short", 2],
  [".2byte", 2],
  [".word", 4],
  [".long", 4],
  [".4byte", 4],
  [".quad", 8],
  [".dword", 8],
  [".8byte", 8],
  [".dc", 2],
  [".dc.b", 1],
  [".dc.w", 2],
  [".dc.l", 4],
]);

export const isIgnored = (name: string): boolean => IGNORED.has(name) || name.startsWith(".cfi_");
/** True for directives that have the same meaning in every section, even in one that is skipped. */
export const isOfNoSection = (name: string): boolean =>
  isCommon(name) || name === END || name === OPTION || name === WEAK || CONSTANTS.has(name);
export const isCommon = (name: string): boolean => name === ".comm" || name === ".lcomm";
export const isAlignment = (name: string): boolean => name.endsWith("align");
export const isString = (name: string): boolean => STRINGS.has(name);
export const itemBytes = (name: string): number | undefined => ITEM_BYTES.get(name) ?? floatBytes(name);
export const isComplaint = (name: string): boolean => COMPLAINTS.has(name);

/** Of `.weak a, b`. */
export function namesOf(cursor: Cursor): readonly string[] {
  const names: string[] = [];
  do {
    if (cursor.peek().kind !== "name") cursor.fail("a name is missing here");
    names.push(cursor.take().text);
  } while (cursor.accepts(","));
  cursor.expectEnd();
  return names;
}

/** `name = value` is `.set name, value`. */
export function withoutAssignment(tokens: readonly Token[]): readonly Token[] {
  const [symbol, equals, ...value] = tokens;
  if (symbol?.kind !== "name" || equals?.text !== "=") return tokens;
  return [{ ...symbol, text: ".set" }, symbol, { ...equals, text: "," }, ...value];
}

export const isDirective = (name: string): boolean =>
  isIgnored(name) ||
  name === END ||
  name === OPTION ||
  name === WEAK ||
  floatBytes(name) !== undefined ||
  [COMPLAINTS, LEBS, ITEM_BYTES, SECTIONS, CONSTANTS, RESERVING, STRINGS].some((directives) =>
    directives.has(name),
  );

/** Reads the operands of `.section`: the name, and the flags, which define what a section with an unknown name
 * contains.
 */
export function sectionNamed(cursor: Cursor): Section {
  const { text, column } = cursor.take();
  const flags = cursor.accepts(",") ? cursor.take() : undefined;
  const found = SECTION_NAME.exec(text);
  if (found !== null) return (found[1] as Section | undefined) ?? "none";
  if (CODE_SECTION.test(text)) return "text";
  if (flags?.kind === "string" && /a/.test(flags.text)) {
    if (/x/.test(flags.text)) return "text";
    return /w/.test(flags.text) ? "data" : "rodata";
  }
  throw new SourceError(
    column,
    'sections are .text, .data, .rodata and .bss, others with flags, as in .section .x,"ax"',
  );
}

/** The maximum size of code or data, in bytes. */
const PITCH_LIMIT = 65_536;
const POWER_LIMIT = Math.log2(PITCH_LIMIT);

/** Bytes from `place` to the next multiple of `pitch`. */
export const padding = (place: number, pitch: number): number => (pitch - (place % pitch)) % pitch;

/** `isPower`: the operand is the exponent of a power of two. */
export function readPitch(isPower: boolean, cursor: Cursor, lookup: Lookup): number {
  const { value, column: at } = readExpression(cursor, lookup);
  const pitch = isPower ? 2 ** Number(value) : Number(value) || 1;
  if (value < 0n || pitch < 1 || pitch > PITCH_LIMIT || (pitch & (pitch - 1)) !== 0)
    throw new ValueError(at, isPower ? noPower(value) : noPitch(value));
  return pitch;
}

const noPower = (value: bigint): string =>
  `is not an alignment: ${value}; 0 to ${POWER_LIMIT} are possible, .align 2 for a multiple of 4 bytes, and .balign takes bytes`;
const noPitch = (value: bigint): string =>
  `is not an alignment: ${value}; expected a number of bytes that is a power of two up to ${PITCH_LIMIT}`;

export interface Alignment {
  readonly pitch: number;
  readonly hasFill: boolean;
  /** An alignment that needs more bytes than this inserts none. 0: no limit. */
  readonly maximum: number;
}

/** `fillTo` receives the fill value. If omitted, the fill value is not needed yet. */
export function readAlignment(
  name: string,
  cursor: Cursor,
  lookup: Lookup,
  fillTo = new DataView(new ArrayBuffer(1)),
): Alignment {
  const pitch = readPitch(name !== ".balign", cursor, lookup);
  const hasFill = cursor.accepts(",") && cursor.peek().text !== ",";
  if (hasFill) writeItem(fillTo, 0, 1, cursor, lookup);
  const maximum = cursor.accepts(",") ? within(readExpression(cursor, lookup), 0, PITCH_LIMIT) : 0;
  return { pitch, hasFill, maximum };
}

/** Bytes that an alignment at `place` inserts. `isOfLinker` means that GNU's linker makes the alignment, which has no
 * maximum. */
export function alignmentBytes({ pitch, maximum }: Alignment, place: number, isOfLinker: boolean): number {
  const bytes = padding(place, pitch);
  const isBounded = maximum > 0 && !isOfLinker;
  return isBounded && bytes > maximum ? 0 : bytes;
}

/** Sizes of the NOPs that fill such an alignment if it has no fill value. If two bytes remain, they are one two-byte
 * NOP. GNU as puts it first. GNU's linker, which removes surplus NOPs, puts it last. */
export function nopSizes(bytes: number, pitch: number, isOfLinker: boolean): readonly InstructionBytes[] {
  const whole = Array<InstructionBytes>(bytes >> 2).fill(4);
  if (bytes % 4 < 2) return whole;
  return isOfLinker && bytes < pitch - 2 ? [...whole, 2] : [2, ...whole];
}

/** Bytes that `.org` skips: up to an address or, as in GNU as, up to an offset from the start of the section. */
export function readOrigin(cursor: Cursor, lookup: Lookup, begin: number, size: number): number {
  const { value, column, address } = readExpression(cursor, lookup);
  const target = address === undefined ? value : value - BigInt(begin);
  if (target < BigInt(size))
    throw new ValueError(column, `goes back: ${size} bytes of the section exist, not ${target}`);
  if (target > ORIGIN_LIMIT) throw new ValueError(column, `is not a number of bytes: ${target}`);
  if (!cursor.accepts(",")) cursor.expectEnd();
  return Number(target) - size;
}

const ORIGIN_LIMIT = 1n << 20n;

export function writeOrigin(view: DataView, cursor: Cursor, lookup: Lookup): void {
  readExpression(cursor, lookup);
  if (!cursor.accepts(",")) return;
  const fill = new DataView(new ArrayBuffer(1));
  writeItem(fill, 0, 1, cursor, lookup);
  cursor.expectEnd();
  for (let at = 0; at < view.byteLength; at++) view.setUint8(at, fill.getUint8(0));
}

export function readByteCount(cursor: Cursor, lookup: Lookup): number {
  const { value, column: at } = readExpression(cursor, lookup);
  if (value < 0n || value > 1n << 20n) throw new ValueError(at, `is not a number of bytes: ${value}`);
  return Number(value);
}

/** Byte count of `.fill count, size, value` and `.space bytes, value`. The value may depend on constants defined
 * further down. */
export function readFillBytes(name: string, cursor: Cursor, lookup: Lookup): number {
  const bytes = readByteCount(cursor, lookup) * readFillSize(name, cursor, lookup);
  if (!cursor.accepts(",")) cursor.expectEnd();
  return bytes;
}

/** As in GNU as, the upper four of eight bytes are zero. */
export function writeFill(name: string, view: DataView, cursor: Cursor, lookup: Lookup): void {
  readByteCount(cursor, lookup);
  const size = readFillSize(name, cursor, lookup);
  if (!cursor.accepts(",")) return;
  const value = new DataView(new ArrayBuffer(FILL_BYTE_LIMIT));
  writeItem(value, 0, Math.min(size || 4, 4), cursor, lookup);
  cursor.expectEnd();
  for (let at = 0; at < view.byteLength; at++) view.setUint8(at, value.getUint8(at % size));
}

const FILL_BYTE_LIMIT = 8;

function readFillSize(name: string, cursor: Cursor, lookup: Lookup): number {
  if (name !== ".fill" || !cursor.accepts(",")) return 1;
  return within(readExpression(cursor, lookup), 0, FILL_BYTE_LIMIT);
}

/** Counts items that are separated by commas or, as in RARS, only by blanks. */
export function itemCount(cursor: Cursor): number {
  if (cursor.isAtEnd) cursor.fail("a value is missing here");
  let count = 1;
  let depth = 0;
  for (let before: Token | undefined; !cursor.isAtEnd; ) {
    const token = cursor.take();
    const { text } = token;
    const isOver = before !== undefined && (before.kind !== "sign" || before.text === ")");
    if (depth === 0 && (text === "," || (isOver && beginsApart(token) && text !== "-"))) count++;
    if (text === "(") depth++;
    else if (text === ")") depth--;
    before = token;
  }
  return count;
}

/** A directive like `.word`, including `.float` and `.double`. */
export function writeItemOf(name: string, view: DataView, at: number, cursor: Cursor, lookup: Lookup): void {
  const bytes = floatBytes(name);
  if (bytes === undefined) writeItem(view, at, itemBytes(name) ?? 0, cursor, lookup);
  else writeFloat(view, at, bytes, cursor);
}

function writeItem(view: DataView, at: number, size: number, cursor: Cursor, lookup: Lookup): void {
  const { value, column } = readExpression(cursor, lookup);
  const bits = size * 8;
  if (value < -(1n << BigInt(bits - 1)) || value >= 1n << BigInt(bits))
    throw new ValueError(column, `${value} does not fit in ${bits} bits`);
  const bytes = BigInt.asUintN(bits, value);
  for (let index = 0; index < size; index++)
    view.setUint8(at + index, Number((bytes >> BigInt(8 * index)) & 0xffn));
}

/** Throws the error of `.error "text"` or `.err`. */
export function complain(column: number, cursor: Cursor): never {
  const { kind, text } = cursor.peek();
  if (kind !== "string") throw new SourceError(column, "is an error that the source raises");
  throw new SourceError(column, `is an error that the source raises: ${text.slice(1, -1)}`);
}

// ---- strings ----

const ESCAPED = /\\(?:[0-7]{1,3}|x[0-9a-f]+|.)|[^\\]+/gisu;
/** Control characters with codes from 8 onwards. */
const LETTERS = "btnvfr";

/** Bytes of `.ascii "a", "b"`. The other string directives append a zero to each text. Two texts without a comma
 * between them are one text, as in GNU as. */
export function stringBytes(name: string, cursor: Cursor): readonly number[] {
  const bytes: number[] = [];
  do {
    do {
      const { kind, text, column } = cursor.peek();
      if (kind !== "string") cursor.fail("a text in double quotes is missing here");
      cursor.take();
      bytes.push(...bytesOfText(text.slice(1, -1), column));
    } while (cursor.peek().kind === "string");
    if (name !== ".ascii") bytes.push(0);
  } while (cursor.accepts(","));
  cursor.expectEnd();
  return bytes;
}

function bytesOfText(inner: string, column: number): readonly number[] {
  return Array.from(inner.matchAll(ESCAPED), ([piece]) => {
    if (!piece.startsWith("\\")) return Array.from(new TextEncoder().encode(piece));
    const code = piece.slice(1);
    if (/^[0-7]/.test(code)) return Number.parseInt(code, 8) & 0xff;
    // Accepts at most two hexadecimal digits. GNU as takes any number of digits and keeps only the last byte.
    if (/^x.{1,2}$/i.test(code)) return Number.parseInt(code.slice(1), 16);
    if (/["\\]/.test(code)) return code.charCodeAt(0);
    const letter = LETTERS.indexOf(code);
    if (letter < 0) throw new SourceError(column, `has an unknown escape: ${piece}`);
    return letter + 8;
  }).flat();
}
