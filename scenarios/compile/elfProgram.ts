/** A linked file as a program. The file determines the addresses of its instructions and data. */
import { SIM_PROGRAM_MEMORY_BASE, SIM_PROGRAM_MEMORY_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { type FrameSection, frameSectionOf } from "../../lib/elf/frameEntries.ts";
import { type ElfFunction, functionsOf } from "../../lib/elf/functions.ts";
import type { LineEntry } from "../../lib/elf/lineTable.ts";
import { type LineTable, readLines } from "../../lib/elf/lineTable.ts";
import { type ElfFile, type ElfSegment, readElf } from "../../lib/elf/readElf.ts";
import { fromBase64 } from "../base/base64.ts";

export interface ElfProgram {
  readonly codeAddress: number;
  readonly dataAddress: number;
  readonly words: readonly number[];
  /** Includes data that start as zero. */
  readonly data: Uint8Array;
  readonly symbols: ReadonlyMap<string, number>;
  readonly functions: readonly ElfFunction[];
  /** Empty if it was compiled without -g. */
  readonly lines: LineTable;
  readonly entries: readonly LineEntry[];
  readonly hasCompressed: boolean;
  /** Input of callFramesOf. */
  readonly frames: FrameSection | undefined;
}

export type ElfProgramResult =
  | { readonly ok: true; readonly program: ElfProgram }
  | { readonly ok: false; readonly message: string };

const WORD_BYTES = 4;
const DATA_GRAIN_BYTES = 16;
/** Address at which program.ld starts code. It may be anywhere below the data. */
const CODE_BEGIN = 0x1000;
/** Number of results to keep, because reading a scenario needs the same file many times. */
const KEPT = 8;
const known = new Map<string, ElfProgramResult>();

export function elfProgram(base64: string): ElfProgramResult {
  return known.get(base64) ?? keepElfProgram(base64, readProgram(base64));
}

export const isElfProgramKept = (base64: string): boolean => known.has(base64);

/** `result` comes from elfProgram, possibly in another thread. */
export function keepElfProgram(base64: string, result: ElfProgramResult): ElfProgramResult {
  const [oldest] = known.keys();
  if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
  known.set(base64, result);
  return result;
}

function readProgram(base64: string): ElfProgramResult {
  const bytes = fromBase64(base64);
  if (bytes === undefined) return { ok: false, message: "is not base64" };
  const read = readElf(bytes);
  if (!read.ok) return { ok: false, message: `${read.field}: ${read.reason}` };
  const code = imageOf(read.value.segments.filter(({ address }) => address < SIM_PROGRAM_MEMORY_BASE));
  const data = imageOf(read.value.segments.filter(({ address }) => address >= SIM_PROGRAM_MEMORY_BASE));
  const fault = faultOf(read.value, code, data);
  if (fault !== undefined || code === undefined) return { ok: false, message: fault ?? "has no instruction" };
  const lines = readLines(read.value);
  if (!lines.ok) return { ok: false, message: `${lines.field}: ${lines.reason}` };
  const { value: file } = read;
  return {
    ok: true,
    program: {
      codeAddress: code.address,
      dataAddress: data?.address ?? SIM_PROGRAM_MEMORY_BASE,
      words: wordsOf(code.bytes),
      data: data?.bytes ?? new Uint8Array(),
      symbols: new Map(file.symbols.filter(isNamed).map(({ name, address }) => [name, address])),
      functions: functionsOf(file),
      lines: lines.value.table,
      entries: lines.value.entries,
      hasCompressed: file.hasCompressed,
      frames: frameSectionOf(file),
    },
  };
}

/** False for marks of tools: mapping symbols of an ABI, labels of a compiler. */
const isNamed = ({ name }: { readonly name: string }): boolean => !/^(\$|\.L)/.test(name);

interface Image {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** Limit of the image: the memory of programs. A header with a false size then costs nothing. */
const IMAGE_BYTE_LIMIT = SIM_PROGRAM_MEMORY_LIMIT;

/** From the start of the first segment to the end of the last one. Undefined if there are none. A larger image is
 * truncated; `faultOf` refuses it. */
function imageOf(segments: readonly ElfSegment[]): Image | undefined {
  const [first] = segments;
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const isData = first.address >= SIM_PROGRAM_MEMORY_BASE;
  const grain = isData ? DATA_GRAIN_BYTES : WORD_BYTES;
  const address = first.address - (first.address % grain);
  const size = Math.min(last.address + last.memoryBytes - address, IMAGE_BYTE_LIMIT);
  const bytes = new Uint8Array(Math.ceil(size / WORD_BYTES) * WORD_BYTES);
  for (const segment of segments) {
    const at = segment.address - address;
    if (at < bytes.length) bytes.set(segment.bytes.subarray(0, bytes.length - at), at);
  }
  return { address, bytes };
}

const hex = (value: number): string => `0x${value.toString(16)}`;

const noCode = (address: number): string =>
  `p_vaddr: code begins at ${hex(CODE_BEGIN)}, at most ${IMAGE_BYTE_LIMIT} bytes, and data at ${hex(SIM_PROGRAM_MEMORY_BASE)}; this image is linked to ${hex(address)}`;

function faultOf(
  { entry, segments }: ElfFile,
  code: Image | undefined,
  data: Image | undefined,
): string | undefined {
  const where = "scenarios/programs/c/program.ld links it as it has to lie";
  const dataEnd = SIM_PROGRAM_MEMORY_BASE + SIM_PROGRAM_MEMORY_LIMIT;
  if (code === undefined) {
    const of = segments.find(({ isExecutable }) => isExecutable) ?? segments[0];
    return of === undefined ? undefined : `${noCode(of.address)}; ${where}`;
  }
  for (const { address, memoryBytes, isExecutable, isWritable } of segments) {
    const end = address + memoryBytes;
    const isCode = address < SIM_PROGRAM_MEMORY_BASE;
    if (isCode && end > code.address + IMAGE_BYTE_LIMIT)
      return `p_memsz: code reaches from ${hex(code.address)} to ${hex(end)}, at most ${IMAGE_BYTE_LIMIT} bytes; ${where}`;
    if (isCode && isWritable)
      return `p_flags: ${hex(address)} is written to, and lies where code is; ${where}`;
    if (!isCode && isExecutable)
      return `p_flags: ${hex(address)} is executed, and lies where data are; ${where}`;
    if (!isCode && end > dataEnd)
      return `p_vaddr: ${hex(address)} to ${hex(end)} is not in the memory of programs, ${hex(SIM_PROGRAM_MEMORY_BASE)} to ${hex(dataEnd)}; ${where}`;
  }
  if (data !== undefined && data.bytes.length > IMAGE_BYTE_LIMIT)
    return "p_memsz: more data than there is memory";
  return entry === code.address
    ? undefined
    : `e_entry: is ${hex(entry)}, and a program begins at its first instruction, ${hex(code.address)}; ${where}`;
}

function wordsOf(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / WORD_BYTES }, (_, index) =>
    view.getUint32(index * WORD_BYTES, true),
  );
}
