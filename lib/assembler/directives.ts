/** Sections and directives: what they are called, and the bytes that some of them write. */
import { type Lookup, readExpression, within } from "./expression.ts";
import { type Cursor, SourceError, type Token, ValueError } from "./text.ts";

/** "none": of the file that a compiler makes, with nothing for the machine. */
export type Section = "text" | "data" | "rodata" | "bss" | "none";

/** In memory, one behind the other; zeros last. */
export const DATA_SECTIONS = ["data", "rodata", "bss"] as const;

const SECTION_NAME = /^"?\.(?:s?(text|data|rodata|bss)(?![^.",\s])|note|comment|debug_|riscv\.|llvm)/;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

export const SECTIONS = setOf(".text .data .rodata .bss .section");
export const CONSTANTS = setOf(".equ .set .eqv");
/** Written in many sources, without a meaning here. */
const IGNORED = setOf(".globl .global .type .size .option .file .ident .attribute .weak .local .hidden .loc");
const RESERVING = setOf(".comm .fill .space .skip .zero .align .p2align .balign");
const STRINGS = setOf(".ascii .asciz .string");
const ITEM_BYTES: ReadonlyMap<string, number> = new Map([
  [".byte", 1],
  [".half", 2],
  [".short", 2],
  [".2byte", 2],
  [".word", 4],
  [".long", 4],
  [".4byte", 4],
  [".quad", 8],
  [".dword", 8],
  [".8byte", 8],
]);

export const isIgnored = (name: string): boolean => IGNORED.has(name) || name.startsWith(".cfi_");
/** They mean the same behind every section, also where one is passed over. */
export const isOfNoSection = (name: string): boolean => name === ".comm" || CONSTANTS.has(name);
export const isString = (name: string): boolean => STRINGS.has(name);
export const itemBytes = (name: string): number | undefined => ITEM_BYTES.get(name);

/** `name = value` is `.set name, value`. */
export function withoutAssignment(tokens: readonly Token[]): readonly Token[] {
  const [symbol, equals, ...value] = tokens;
  if (symbol?.kind !== "name" || equals?.text !== "=") return tokens;
  return [{ ...symbol, text: ".set" }, symbol, { ...equals, text: "," }, ...value];
}

export const isDirective = (name: string): boolean =>
  isIgnored(name) ||
  [ITEM_BYTES, SECTIONS, CONSTANTS, RESERVING, STRINGS].some((directives) => directives.has(name));

export function sectionNamed({ text, column }: Token): Section {
  const found = SECTION_NAME.exec(text);
  if (found === null) throw new SourceError(column, "sections are .text, .data, .rodata and .bss");
  return (found[1] as Section | undefined) ?? "none";
}

const PITCH_LIMIT = 4096;

/** Bytes from `place` to the next multiple of `pitch`. */
export const padding = (place: number, pitch: number): number => (pitch - (place % pitch)) % pitch;

/** `isPower`: of two. */
export function readPitch(isPower: boolean, cursor: Cursor, lookup: Lookup): number {
  const { value, column: at } = readExpression(cursor, lookup);
  const pitch = isPower ? 2 ** Number(value) : Number(value);
  if (value < 0n || pitch < 1 || pitch > PITCH_LIMIT) throw new ValueError(at, `is no alignment: ${value}`);
  return pitch;
}

/** Behind the pitch may stand a fill and a maximum, which are passed over; the fill may be empty. */
export function readAlignment(isPower: boolean, cursor: Cursor, lookup: Lookup): number {
  const pitch = readPitch(isPower, cursor, lookup);
  for (let more = 0; more < 2 && cursor.accepts(","); more++)
    if (cursor.peek().text !== ",") readExpression(cursor, lookup);
  return pitch;
}

export function readByteCount(cursor: Cursor, lookup: Lookup): number {
  const { value, column: at } = readExpression(cursor, lookup);
  if (value < 0n || value > 1n << 20n) throw new ValueError(at, `is no number of bytes: ${value}`);
  return Number(value);
}

/** Of `.fill count, size, value` and `.space bytes, value`; the value may follow from what stands further down. */
export function readFillBytes(name: string, cursor: Cursor, lookup: Lookup): number {
  const bytes = readByteCount(cursor, lookup) * readFillSize(name, cursor, lookup);
  if (!cursor.accepts(",")) cursor.expectEnd();
  return bytes;
}

/** As GNU as: of eight bytes the upper four are zero. */
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

export function itemCount(cursor: Cursor): number {
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

export function writeItem(view: DataView, at: number, size: number, cursor: Cursor, lookup: Lookup): void {
  const { value, column } = readExpression(cursor, lookup);
  const bits = size * 8;
  if (value < -(1n << BigInt(bits - 1)) || value >= 1n << BigInt(bits))
    throw new ValueError(column, `${value} does not fit in ${bits} bits`);
  const bytes = BigInt.asUintN(bits, value);
  for (let index = 0; index < size; index++)
    view.setUint8(at + index, Number((bytes >> BigInt(8 * index)) & 0xffn));
}

// ---- strings ----

const ESCAPED = /\\(?:[0-7]{1,3}|x[0-9a-f]+|.)|[^\\]+/gisu;
/** Control characters from 8 on. */
const LETTERS = "btnvfr";

/** Of `.ascii "a", "b"`; the others put a zero behind each. */
export function stringBytes(name: string, cursor: Cursor): readonly number[] {
  const bytes: number[] = [];
  do {
    const { kind, text, column } = cursor.peek();
    if (kind !== "string") cursor.fail("a text in double quotes is missing here");
    cursor.take();
    bytes.push(...bytesOfText(text.slice(1, -1), column));
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
    // GNU as takes the last byte of as many digits as follow; whoever writes more means something else.
    if (/^x.{1,2}$/i.test(code)) return Number.parseInt(code.slice(1), 16);
    if (/["\\]/.test(code)) return code.charCodeAt(0);
    const letter = LETTERS.indexOf(code);
    if (letter < 0) throw new SourceError(column, `has an escape that is none: ${piece}`);
    return letter + 8;
  }).flat();
}
