/** Lists the functions that describe where they save registers: entries of .debug_frame (DWARF 5, section 6.4.1;
 * versions 1, 3 and 4) and of .eh_frame (Linux Standard Base 5.0, Core, 10.6; versions 1 and 3), which compilers write
 * without -g. */
import { type ElfError, ElfReader, ElfWork } from "./elfReader.ts";
import { rangeAt } from "./ranges.ts";
import type { ElfFile } from "./readElf.ts";

export interface FrameSection {
  readonly name: (typeof NAMES)[number];
  /** Address of the first byte in memory. */
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** The first section that a file has is read, because the debugger's own section is more exact. */
const NAMES = [".debug_frame", ".eh_frame"] as const;

/** The fields that several entries share. */
export interface CommonEntry {
  readonly codeFactor: number;
  readonly dataFactor: number;
  readonly returnRegister: number;
  readonly instructions: ElfReader;
}

export interface FrameEntry {
  readonly address: number;
  /** The first address after the function. */
  readonly end: number;
  readonly common: CommonEntry;
  readonly instructions: ElfReader;
}

export function frameSectionOf({ sections, addresses }: ElfFile): FrameSection | undefined {
  for (const name of NAMES) {
    const bytes = sections.get(name);
    if (bytes !== undefined) return { name, bytes, address: addresses.get(name) ?? 0 };
  }
  return undefined;
}

/** The result of `read`, or undefined if the data cannot be read. */
export function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as Partial<ElfError>).name !== "ElfError") throw error;
    return undefined;
  }
}

/** Finds the entry of the function that contains an address. A section that is truncated or has another version yields
 * the entries before that point. */
export function frameEntries(section: FrameSection): (address: number) => FrameEntry | undefined {
  const found: FrameEntry[] = [];
  tried(() => readEntries(section, found));
  found.sort((a, b) => a.address - b.address);
  return (address) => rangeAt(found, address);
}

function readEntries(section: FrameSection, found: FrameEntry[]): void {
  const { bytes, name } = section;
  const isEh = name === ".eh_frame";
  const all = new ElfReader(bytes, name, new ElfWork(bytes.length));
  const commons = new Map<number, Common>();
  while (!all.isAtEnd) {
    const at = all.offset;
    const length = all.u32();
    // Length 0 marks the end of .eh_frame, but a linker may append more entries.
    if (length === 0) continue;
    const entry = all.sub(length);
    const id = entry.u32();
    if (id === (isEh ? 0 : COMMON_ID)) {
      const common = tried(() => readCommon(entry, isEh));
      if (common !== undefined) commons.set(at, common);
      continue;
    }
    const common = commons.get(isEh ? at + 4 - id : id);
    const place = { section, at: at + 8, common };
    const read = common && tried(() => readFrame(entry, { ...place, common }));
    if (read !== undefined) found.push(read);
  }
}

/** Of .debug_frame. */
const COMMON_ID = 0xffff_ffff;
const DEBUG_VERSIONS: readonly number[] = [1, 3, 4];
const EH_VERSIONS: readonly number[] = [1, 3];

interface Common extends CommonEntry {
  /** Encoding of addresses in the entries: DW_EH_PE_*. */
  readonly encoding: number;
  /** True if further data with their own length precede the instructions. */
  readonly isAugmented: boolean;
}

const ABSOLUTE = 0;

function readCommon(entry: ElfReader, isEh: boolean): Common {
  const version = entry.u8();
  const augmentation = entry.text();
  const versions = isEh ? EH_VERSIONS : DEBUG_VERSIONS;
  const isAugmented = isEh && augmentation.startsWith("z");
  if (!versions.includes(version) || (augmentation !== "" && !isAugmented)) entry.fail("is not read");
  if (version === 4) entry.skip(2);
  const codeFactor = entry.uleb();
  const dataFactor = entry.sleb();
  const returnRegister = version === 1 ? entry.u8() : entry.uleb();
  const encoding = isAugmented ? encodingIn(entry.sub(entry.uleb()), augmentation.slice(1)) : ABSOLUTE;
  return { codeFactor, dataFactor, returnRegister, encoding, isAugmented, instructions: entry };
}

/** `data` holds the values of the letters, in the same order. */
function encodingIn(data: ElfReader, letters: string): number {
  let encoding = ABSOLUTE;
  for (const letter of letters)
    if (letter === "R") encoding = data.u8();
    else if (letter === "L") data.u8();
    else if (letter === "P") readNumber(data, data.u8());
    else if (letter !== "S") data.fail(`has "${letter}", which is not known`);
  return encoding;
}

interface Place {
  readonly section: FrameSection;
  /** Offset in the section of the entry's address. */
  readonly at: number;
  readonly common: Common;
}

function readFrame(entry: ElfReader, { section, at, common }: Place): FrameEntry {
  const { encoding } = common;
  const number = readNumber(entry, encoding);
  const address = (number + ((encoding & OF_WHAT) === OF_PLACE ? section.address + at : 0)) >>> 0;
  const bytes = readNumber(entry, encoding & FORM);
  if (common.isAugmented) entry.skip(entry.uleb());
  return { address, end: address + (bytes >>> 0), common, instructions: entry };
}

const FORM = 0x0f;
const OF_WHAT = 0xf0;
const OF_PLACE = 0x10;

function readNumber(entry: ElfReader, encoding: number): number {
  const of = encoding & OF_WHAT;
  if (of !== 0 && of !== OF_PLACE)
    return entry.fail(`has an address in encoding ${encoding}, which irqscope cannot read`);
  switch (encoding & FORM) {
    case 0x00: // DW_EH_PE_absptr
    case 0x03: // udata4
      return entry.u32();
    case 0x0b: // sdata4
      return entry.u32() | 0;
    case 0x02: // udata2
      return entry.u16();
    case 0x0a: // sdata2
      return (entry.u16() << 16) >> 16;
    case 0x01: // uleb128
      return entry.uleb();
    case 0x09: // sleb128
      return entry.sleb();
    default:
      return entry.fail(`has an address in encoding ${encoding}, which irqscope cannot read`);
  }
}
