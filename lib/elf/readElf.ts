/** Reads executables for RV32: ELF32, little-endian (System V ABI, chapters 4 and 5; RISC-V ELF psABI 1.0). */
import { ElfError, ElfReader, ElfWork } from "./elfReader.ts";

export interface ElfSegment {
  readonly address: number;
  /** The bytes in the file. The rest of the segment is zero. */
  readonly bytes: Uint8Array;
  readonly memoryBytes: number;
  readonly isWritable: boolean;
  readonly isExecutable: boolean;
}

type ElfSymbolKind = "function" | "object" | "label";

export interface ElfSymbol {
  readonly name: string;
  readonly address: number;
  /** 0: not said. */
  readonly bytes: number;
  readonly kind: ElfSymbolKind;
  readonly isGlobal: boolean;
  /** True if the symbol lies in a section of instructions. */
  readonly isCode: boolean;
}

export interface ElfFile {
  readonly entry: number;
  /** True if the file may contain instructions of two bytes. */
  readonly hasCompressed: boolean;
  /** Sorted by address. No segment is empty, and no two overlap. */
  readonly segments: readonly ElfSegment[];
  readonly symbols: readonly ElfSymbol[];
  /** Sections with bytes in the file, by name. */
  readonly sections: ReadonlyMap<string, Uint8Array>;
  /** Memory addresses of the first bytes of sections, by name. 0 if a section is not loaded. */
  readonly addresses: ReadonlyMap<string, number>;
}

export type ElfResult<T> =
  | { readonly ok: true; readonly value: T }
  /** `field` as the specification names it. */
  | { readonly ok: false; readonly field: string; readonly reason: string };

const MAGIC = 0x464c457f;
const HEADER_BYTES = 52;
const PROGRAM_HEADER_BYTES = 32;
const SECTION_HEADER_BYTES = 40;
const SYMBOL_BYTES = 16;
const ADDRESS_LIMIT = 2 ** 32;

const CLASS_32 = 1;
const LITTLE_ENDIAN = 1;
const TYPE_EXECUTABLE = 2;
const MACHINE_RISCV = 243;
const MACHINE_NAMES: ReadonlyMap<number, string> = new Map([
  [3, "x86"],
  [8, "MIPS"],
  [40, "Arm"],
  [62, "x86-64"],
  [183, "AArch64"],
]);
const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [1, "an object file that is not linked"],
  [3, "a shared or position-independent object: link it with -no-pie and -static"],
  [4, "a core dump"],
]);
const FLAG_COMPRESSED = 1;
const FLAG_FLOAT_ABI = 6;
const FLAG_EMBEDDED = 8;

const SEGMENT_LOAD = 1;
const SEGMENT_DYNAMIC = 2;
const SEGMENT_INTERPRETER = 3;
const SEGMENT_EXECUTABLE = 1;
const SEGMENT_WRITABLE = 2;

const SECTION_SYMBOLS = 2;
const SECTION_NO_BITS = 8;
const SECTION_CODE = 4;
const SECTION_COMPRESSED = 0x800;
const INDEX_RESERVED = 0xff00;
const INDEX_ABSOLUTE = 0xfff1;

/** Whether a file has the mark of ELF. */
export const beginsAsElf = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC;

/** `work` bounds the cost. */
export function readElf(bytes: Uint8Array, work = new ElfWork(bytes.length)): ElfResult<ElfFile> {
  return resultOf(() => readFile(bytes, work));
}

/** Returns the result of `read`, or the ElfError that it throws. */
export function resultOf<T>(read: () => T): ElfResult<T> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (!(error instanceof ElfError)) throw error;
    return { ok: false, field: error.field, reason: error.reason };
  }
}

interface Header {
  readonly entry: number;
  readonly flags: number;
  readonly programs: HeaderTable;
  readonly sections: HeaderTable;
  /** Index of the section that holds the names of all sections. */
  readonly nameIndex: number;
}

interface HeaderTable {
  readonly offset: number;
  readonly count: number;
}

function readFile(bytes: Uint8Array, work: ElfWork): ElfFile {
  const { entry, flags, programs, sections: table, nameIndex } = readHeader(bytes, work);
  const segments = readSegments(bytes, programs, work);
  const sections = readSections(bytes, table, work);
  const names = new ElfReader(sections[nameIndex]?.bytes ?? new Uint8Array(1), "names of sections", work);
  const found = sections.find(({ type }) => type === SECTION_SYMBOLS);
  const named = sections.flatMap(({ name, ...one }) =>
    one.bytes.length === 0 ? [] : [{ ...one, name: names.textAt(name) }],
  );
  return {
    entry,
    hasCompressed: (flags & FLAG_COMPRESSED) !== 0,
    segments,
    symbols: found === undefined ? [] : readSymbols(found, sections, work),
    sections: new Map(named.map(({ name, bytes: own }) => [name, own])),
    addresses: new Map(named.map(({ name, address }) => [name, address])),
  };
}

function readHeader(bytes: Uint8Array, work: ElfWork): Header {
  if (!beginsAsElf(bytes)) throw new ElfError("e_ident", "is not that of an ELF file");
  if (bytes.length < HEADER_BYTES)
    throw new ElfError("header", `has ${bytes.length} bytes, ${HEADER_BYTES} are needed`);
  const reader = new ElfReader(bytes, "header", work);
  reader.skip(4);
  if (reader.u8() !== CLASS_32)
    throw new ElfError("e_ident[EI_CLASS]", "is not 32 bits: the machine executes RV32");
  if (reader.u8() !== LITTLE_ENDIAN) throw new ElfError("e_ident[EI_DATA]", "is not little-endian");
  reader.offset = 16;
  const type = reader.u16();
  const machine = reader.u16();
  if (machine !== MACHINE_RISCV)
    throw new ElfError("e_machine", `is ${MACHINE_NAMES.get(machine) ?? machine}, not RISC-V (243)`);
  if (type !== TYPE_EXECUTABLE)
    throw new ElfError("e_type", `is ${TYPE_NAMES.get(type) ?? type}, not an executable`);
  reader.skip(4);
  const entry = reader.u32();
  const programsOffset = reader.u32();
  const sectionsOffset = reader.u32();
  const flags = reader.u32();
  expectFlags(flags);
  reader.skip(2);
  const sizes = [reader.u16(), reader.u16(), reader.u16(), reader.u16()];
  const [programBytes = 0, programCount = 0, sectionBytes = 0, sectionCount = 0] = sizes;
  expectEntrySize("e_phentsize", programBytes, PROGRAM_HEADER_BYTES, programCount);
  expectEntrySize("e_shentsize", sectionBytes, SECTION_HEADER_BYTES, sectionCount);
  return {
    entry,
    flags,
    programs: { offset: programsOffset, count: programCount },
    sections: { offset: sectionsOffset, count: sectionCount },
    nameIndex: reader.u16(),
  };
}

function expectFlags(flags: number): void {
  if ((flags & FLAG_FLOAT_ABI) !== 0)
    throw new ElfError("e_flags", "has an ABI with floating-point registers: compile it with -mabi=ilp32");
  if ((flags & FLAG_EMBEDDED) !== 0)
    throw new ElfError("e_flags", "has the ABI of RV32E: compile it with -mabi=ilp32");
}

function expectEntrySize(field: string, size: number, wanted: number, count: number): void {
  if (count > 0 && size !== wanted) throw new ElfError(field, `is ${size}, not ${wanted}`);
}

function partOf(bytes: Uint8Array, field: string, offset: number, size: number): Uint8Array {
  if (offset + size > bytes.length)
    throw new ElfError(field, `lies at bytes ${offset} to ${offset + size} of a file of ${bytes.length}`);
  return bytes.subarray(offset, offset + size);
}

function readSegments(
  file: Uint8Array,
  { offset, count }: HeaderTable,
  work: ElfWork,
): readonly ElfSegment[] {
  const table = partOf(file, "e_phoff", offset, count * PROGRAM_HEADER_BYTES);
  const reader = new ElfReader(table, "e_phoff", work);
  const segments = Array.from({ length: count }, (_, index) =>
    readSegment(file, reader.sub(PROGRAM_HEADER_BYTES), `program header ${index}`),
  ).filter((segment) => segment !== undefined);
  if (segments.length === 0) throw new ElfError("e_phnum", "names nothing to load");
  segments.sort((a, b) => a.address - b.address);
  segments.reduce((before, segment) => {
    if (before.address + before.memoryBytes > segment.address)
      throw new ElfError("p_vaddr", `two segments overlap at ${hex(segment.address)}`);
    return segment;
  });
  return segments;
}

function readSegment(file: Uint8Array, reader: ElfReader, field: string): ElfSegment | undefined {
  const type = reader.u32();
  if (type === SEGMENT_DYNAMIC || type === SEGMENT_INTERPRETER)
    throw new ElfError(`${field}, p_type`, "wants a dynamic linker: link it with -static");
  const offset = reader.u32();
  const address = reader.u32();
  reader.skip(4);
  const fileBytes = reader.u32();
  const memoryBytes = reader.u32();
  const flags = reader.u32();
  if (type !== SEGMENT_LOAD || memoryBytes === 0) return undefined;
  if (fileBytes > memoryBytes)
    throw new ElfError(`${field}, p_filesz`, `is ${fileBytes}, more than p_memsz, ${memoryBytes}`);
  if (address + memoryBytes > ADDRESS_LIMIT)
    throw new ElfError(`${field}, p_memsz`, `goes beyond the last address: ${hex(address)} + ${memoryBytes}`);
  return {
    address,
    bytes: partOf(file, `${field}, p_offset`, offset, fileBytes),
    memoryBytes,
    isWritable: (flags & SEGMENT_WRITABLE) !== 0,
    isExecutable: (flags & SEGMENT_EXECUTABLE) !== 0,
  };
}

interface Section {
  readonly name: number;
  readonly type: number;
  readonly flags: number;
  readonly address: number;
  readonly link: number;
  readonly bytes: Uint8Array;
}

function readSections(file: Uint8Array, { offset, count }: HeaderTable, work: ElfWork): readonly Section[] {
  const table = partOf(file, "e_shoff", offset, count * SECTION_HEADER_BYTES);
  const reader = new ElfReader(table, "e_shoff", work);
  return Array.from({ length: count }, (_, index) => {
    const own = reader.sub(SECTION_HEADER_BYTES);
    const [name, type, flags, address] = [own.u32(), own.u32(), own.u32(), own.u32()];
    const [at, size, link] = [own.u32(), own.u32(), own.u32()];
    // Compressed sections are for debuggers. They are not unpacked here.
    const isEmpty = type === 0 || type === SECTION_NO_BITS || (flags & SECTION_COMPRESSED) !== 0;
    const bytes = isEmpty ? new Uint8Array() : partOf(file, `section header ${index}, sh_offset`, at, size);
    return { name, type, flags, address, link, bytes };
  });
}

const KINDS: ReadonlyMap<number, ElfSymbolKind> = new Map([
  [0, "label"],
  [1, "object"],
  [2, "function"],
]);

function readSymbols(table: Section, sections: readonly Section[], work: ElfWork): readonly ElfSymbol[] {
  if (table.bytes.length % SYMBOL_BYTES !== 0)
    throw new ElfError("symbols, sh_size", `is ${table.bytes.length}, no multiple of ${SYMBOL_BYTES}`);
  const names = sections[table.link];
  if (names === undefined) throw new ElfError("symbols, sh_link", `names no section: ${table.link}`);
  const texts = new ElfReader(names.bytes, "names of symbols", work);
  const reader = new ElfReader(table.bytes, "symbols", work);
  const symbols: ElfSymbol[] = [];
  while (!reader.isAtEnd) {
    const [nameAt, address, bytes, info] = [reader.u32(), reader.u32(), reader.u32(), reader.u8()];
    reader.skip(1);
    const section = reader.u16();
    const kind = KINDS.get(info & 0xf);
    if (kind === undefined || nameAt === 0 || section === 0) continue;
    if (section >= INDEX_RESERVED && section !== INDEX_ABSOLUTE) continue;
    const isCode = ((sections[section]?.flags ?? 0) & SECTION_CODE) !== 0;
    symbols.push({ name: texts.textAt(nameAt), address, bytes, kind, isGlobal: info >> 4 !== 0, isCode });
  }
  return symbols;
}

const hex = (value: number): string => `0x${value.toString(16)}`;
