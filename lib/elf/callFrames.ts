/** Where a function keeps what it has saved, at each of its instructions: .debug_frame (DWARF 5, section 6.4; versions 1, 3
 * and 4 of its entries). An entry with an expression, which gcc and clang write of no function of C here, tells nothing. */
import { type ElfError, ElfReader } from "./elfReader.ts";
import { ElfWork } from "./work.ts";

/** At an instruction. The frame begins at a register and a distance. */
export interface CallFrameRow {
  readonly register: number;
  readonly offset: number;
  /** By register: from the begin of the frame to where it stands, or "unknown" where the caller's value is lost. */
  readonly saved: ReadonlyMap<number, number | "unknown">;
  /** That holds where the function returns to. */
  readonly returnRegister: number;
}

/** Undefined: no function at this address has told. */
export type CallFrames = (address: number) => CallFrameRow | undefined;

export const FRAME_SECTION = ".debug_frame";
const COMMON_ENTRY = 0xffff_ffff;
const VERSIONS: readonly number[] = [1, 3, 4];
/** Rows of one function that are kept aside at a time. */
const DEPTH_LIMIT = 64;
const REGISTERS = 32;

interface Common {
  readonly codeFactor: number;
  readonly dataFactor: number;
  readonly returnRegister: number;
  readonly instructions: Uint8Array;
}

interface Described {
  readonly begin: number;
  readonly end: number;
  readonly common: Common;
  readonly instructions: Uint8Array;
}

/** `bytes`: of FRAME_SECTION; undefined: there is none. A section that ends in the middle, or that is of another version, tells as much as stands before that. */
export function callFramesOf(bytes: Uint8Array | undefined): CallFrames {
  const described = bytes === undefined ? [] : describedIn(bytes);
  return (address) => {
    const of = described.find(({ begin, end }) => address >= begin && address < end);
    return of === undefined ? undefined : tried(() => rowOf(of, address));
  };
}

function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as Partial<ElfError>).name !== "ElfError") throw error;
    return undefined;
  }
}

const readerOf = (bytes: Uint8Array): ElfReader =>
  new ElfReader(bytes, FRAME_SECTION, new ElfWork(bytes.length));

function describedIn(bytes: Uint8Array): readonly Described[] {
  const all = readerOf(bytes);
  const commons = new Map<number, Common>();
  const found: Described[] = [];
  tried(() => {
    while (!all.isAtEnd) {
      const at = all.offset;
      const entry = all.sub(all.u32());
      const id = entry.u32();
      if (id === COMMON_ENTRY) {
        const common = tried(() => commonOf(entry));
        if (common !== undefined) commons.set(at, common);
        continue;
      }
      const common = commons.get(id);
      if (common === undefined) continue;
      const begin = entry.u32();
      found.push({ begin, end: begin + entry.u32(), common, instructions: restOf(entry) });
    }
  });
  return found;
}

const restOf = ({ bytes, offset }: ElfReader): Uint8Array => bytes.subarray(offset);

function commonOf(entry: ElfReader): Common {
  const version = entry.u8();
  const isPlain = VERSIONS.includes(version) && entry.text() === "";
  if (!isPlain) entry.fail("is not read");
  if (version === 4) entry.skip(2);
  const codeFactor = entry.uleb();
  const dataFactor = entry.sleb();
  const returnRegister = version === 1 ? entry.u8() : entry.uleb();
  return { codeFactor, dataFactor, returnRegister, instructions: restOf(entry) };
}

interface Row {
  register: number;
  offset: number;
  saved: Map<number, number | "unknown">;
}

function rowOf({ begin, common, instructions }: Described, address: number): CallFrameRow | undefined {
  const start: Row = { register: 2, offset: 0, saved: new Map() };
  const first = run(readerOf(common.instructions), start, common, begin, Number.POSITIVE_INFINITY, undefined);
  if (first === undefined) return undefined;
  const initial = first.saved;
  const row = run(
    readerOf(instructions),
    { ...first, saved: new Map(initial) },
    common,
    begin,
    address,
    initial,
  );
  return row === undefined ? undefined : { ...row, returnRegister: common.returnRegister };
}

/** Up to the row of `address`. Undefined: what it says is not known here. */
function run(
  from: ElfReader,
  begin: Row,
  { codeFactor, dataFactor }: Common,
  first: number,
  address: number,
  initial: Row["saved"] | undefined,
): Row | undefined {
  let row = begin;
  let at = first;
  const kept: Row[] = [];
  const restore = (register: number) => {
    const before = initial?.get(register);
    if (before === undefined) row.saved.delete(register);
    else row.saved.set(register, before);
  };
  while (!from.isAtEnd) {
    const code = from.u8();
    const low = code & 0x3f;
    let advance = 0;
    if (code >> 6 === 1) advance = low;
    else if (code >> 6 === 2) row.saved.set(low, from.uleb() * dataFactor);
    else if (code >> 6 === 3) restore(low);
    else
      switch (code) {
        case 0x00: // nop
          break;
        case 0x01: // set_loc
          advance = (from.u32() - at) / codeFactor;
          break;
        case 0x02:
          advance = from.u8();
          break;
        case 0x03:
          advance = from.u16();
          break;
        case 0x04:
          advance = from.u32();
          break;
        case 0x05: // offset_extended
          row.saved.set(from.uleb(), from.uleb() * dataFactor);
          break;
        case 0x06: // restore_extended
          restore(from.uleb());
          break;
        case 0x07: // undefined
          row.saved.set(from.uleb(), "unknown");
          break;
        case 0x08: // same_value
          row.saved.delete(from.uleb());
          break;
        case 0x0a: // remember_state
          if (kept.length === DEPTH_LIMIT) return undefined;
          kept.push({ ...row, saved: new Map(row.saved) });
          break;
        case 0x0b: // restore_state
          row = kept.pop() ?? row;
          break;
        case 0x0c: // def_cfa
          row.register = from.uleb();
          row.offset = from.uleb();
          break;
        case 0x0d: // def_cfa_register
          row.register = from.uleb();
          break;
        case 0x0e: // def_cfa_offset
          row.offset = from.uleb();
          break;
        case 0x11: // offset_extended_sf
          row.saved.set(from.uleb(), from.sleb() * dataFactor);
          break;
        case 0x12: // def_cfa_sf
          row.register = from.uleb();
          row.offset = from.sleb() * dataFactor;
          break;
        case 0x13: // def_cfa_offset_sf
          row.offset = from.sleb() * dataFactor;
          break;
        default:
          return undefined;
      }
    at += advance * codeFactor;
    if (at > address) break;
  }
  return row.register < REGISTERS ? row : undefined;
}
