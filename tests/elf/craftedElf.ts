/** Makes ELF files for RV32 that no linker makes: any segments, sections and line programs. */

export interface CraftedSection {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly type?: number;
  readonly flags?: number;
  readonly address?: number;
  readonly link?: number;
}

export interface CraftedSegment {
  readonly address: number;
  readonly bytes: Uint8Array;
  readonly memoryBytes?: number;
}

const HEADER_BYTES = 52;
const PROGRAM_HEADER_BYTES = 32;
const SECTION_HEADER_BYTES = 40;
const READ_EXECUTE = 5;
const DATA = 1;
const STRINGS = 3;
export const SYMBOLS = 2;
export const CODE_FLAG = 4;
export const CODE_ADDRESS = 0x1000;

/** jalr x0, 0(ra) */
const RETURN = Uint8Array.of(0x67, 0x80, 0, 0);

export function craftedElf(
  sections: readonly CraftedSection[],
  segments: readonly CraftedSegment[] = [{ address: CODE_ADDRESS, bytes: RETURN }],
): Uint8Array {
  const names = ["", ...sections.map(({ name }) => name), ".shstrtab"];
  const nameOffsets = names.map((_, at) =>
    names.slice(0, at).reduce((sum, name) => sum + name.length + 1, 0),
  );
  const all: readonly CraftedSection[] = [
    { name: "", type: 0, bytes: new Uint8Array() },
    ...sections,
    { name: ".shstrtab", type: STRINGS, bytes: Buffer.from(`${names.join("\0")}\0`) },
  ];
  const blobs = [...segments, ...all].map(({ bytes }) => bytes);
  let end = HEADER_BYTES + PROGRAM_HEADER_BYTES * segments.length;
  const places = blobs.map((bytes) => {
    end += bytes.length;
    return end - bytes.length;
  });
  const file = new Uint8Array(end + SECTION_HEADER_BYTES * all.length);
  const view = new DataView(file.buffer);
  const words = (at: number, values: readonly number[]) => {
    for (const [index, value] of values.entries()) view.setUint32(at + 4 * index, value, true);
  };
  const halves = (at: number, values: readonly number[]) => {
    for (const [index, value] of values.entries()) view.setUint16(at + 2 * index, value, true);
  };
  file.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]);
  halves(16, [2, 243]);
  words(20, [1, segments[0]?.address ?? 0, HEADER_BYTES, end, 0]);
  halves(40, [
    ...[HEADER_BYTES, PROGRAM_HEADER_BYTES, segments.length],
    ...[SECTION_HEADER_BYTES, all.length, all.length - 1],
  ]);
  for (const [index, bytes] of blobs.entries()) file.set(bytes, places[index] ?? 0);
  for (const [index, { address, bytes, memoryBytes = bytes.length }] of segments.entries())
    words(HEADER_BYTES + PROGRAM_HEADER_BYTES * index, [
      ...[1, places[index] ?? 0, address, address],
      ...[bytes.length, memoryBytes, READ_EXECUTE, 4],
    ]);
  for (const [index, { bytes, type = DATA, flags = 0, address = 0, link = 0 }] of all.entries())
    words(end + SECTION_HEADER_BYTES * index, [
      ...[nameOffsets[index] ?? 0, type, flags, address],
      ...[places[segments.length + index] ?? 0, bytes.length, link, 0, 1, 0],
    ]);
  return file;
}

const word = (value: number): readonly number[] => [0, 8, 16, 24].map((bits) => (value >>> bits) & 0xff);

function uleb(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...uleb(value >>> 7)];
}

/** A unit of DWARF 5 with its file names in .debug_line_str at `nameOffsets`. */
export function lineUnit(nameOffsets: readonly number[], program: Uint8Array): Uint8Array {
  const [minimumBytes, operations, isStatement, lineBase, lineRange, opcodeBase] = [1, 1, 1, 0xfb, 14, 13];
  const operandCounts = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
  const path = [1, 1, 0x1f];
  const fields = Uint8Array.from([
    ...[minimumBytes, operations, isStatement, lineBase, lineRange, opcodeBase, ...operandCounts],
    ...[...path, ...uleb(1), ...word(0)],
    ...[...path, ...uleb(nameOffsets.length)],
  ]);
  const names = Uint8Array.from(nameOffsets.flatMap(word));
  const headerBytes = fields.length + names.length;
  const rest = Buffer.concat([Uint8Array.from([5, 0, 4, 0, ...word(headerBytes)]), fields, names, program]);
  return Buffer.concat([Uint8Array.from(word(rest.length)), rest]);
}

export const SET_CODE_ADDRESS = [0, 5, 2, ...word(CODE_ADDRESS)] as const;
export const END_SEQUENCE = [0, 1, 1] as const;
/** The special opcode of lineUnit that advances the line by one and the address by none. */
export const NEXT_LINE = 13 + 5 + 1;
/** Advances by one line and one address unit. */
export const NEXT_LINE_AND_ADDRESS = NEXT_LINE + 14;

export interface CraftedSymbol {
  readonly nameOffset: number;
  readonly address: number;
}

/** Functions in section 1. */
export function symbolTable(symbols: readonly CraftedSymbol[]): Uint8Array {
  const bytes = new Uint8Array(16 * symbols.length);
  const view = new DataView(bytes.buffer);
  for (const [index, { nameOffset, address }] of symbols.entries()) {
    view.setUint32(16 * index, nameOffset, true);
    view.setUint32(16 * index + 4, address, true);
    bytes[16 * index + 12] = 0x12;
    view.setUint16(16 * index + 14, 1, true);
  }
  return bytes;
}
