/** Finds where a function has saved registers, for each of its instructions (DWARF 5, section 6.4.2). Skips entries
 * with an expression, which gcc and clang do not write for C functions. */

import { ElfReader, ElfWork } from "./elfReader.ts";
import { type CommonEntry, type FrameEntry, type FrameSection, frameEntries, tried } from "./frameEntries.ts";

/** The row for one instruction. The frame begins at a register plus an offset. */
interface CallFrameRow {
  readonly register: number;
  readonly offset: number;
  /** For each register, the offset from the start of the frame at which it is saved, or "unknown" if the caller's value
   * is lost. */
  readonly saved: ReadonlyMap<number, number | "unknown">;
  /** Register that holds the return address. */
  readonly returnRegister: number;
}

/** Undefined if no entry describes the function at this address. */
export type CallFrames = (address: number) => CallFrameRow | undefined;

/** Most rows of one function that call-frame instructions may push. */
const DEPTH_LIMIT = 64;
const REGISTERS = 32;
/** Most bytes of call-frame instructions for one function. Compiled C needs only a few bytes for each call-frame
 * instruction. */
const INSTRUCTION_BYTE_LIMIT = 16_384;

export function callFramesOf(section: FrameSection | undefined): CallFrames {
  if (section === undefined) return () => undefined;
  const entryAt = frameEntries(section);
  return (address) => {
    const entry = entryAt(address);
    return entry && tried(() => rowOf(entry, address));
  };
}

/** A separate reader from the start of the entry, because an entry is read again for each address. */
function readerOf({ bytes, offset, part }: ElfReader): ElfReader {
  const own = bytes.subarray(offset);
  const reader = new ElfReader(own, part, new ElfWork(own.length));
  return own.length <= INSTRUCTION_BYTE_LIMIT ? reader : reader.fail("has too many instructions");
}

interface Row {
  register: number;
  offset: number;
  saved: Map<number, number | "unknown">;
}

function rowOf(
  { address: begin, common, instructions }: FrameEntry,
  address: number,
): CallFrameRow | undefined {
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

/** Runs the instructions up to the row of `address`. Undefined if they contain something unsupported. */
function run(
  from: ElfReader,
  begin: Row,
  { codeFactor, dataFactor }: CommonEntry,
  first: number,
  address: number,
  initial: Row["saved"] | undefined,
): Row | undefined {
  let row = begin;
  let at = first;
  const kept: Row[] = [];
  const save = (register: number, place: number | "unknown" | undefined) => {
    if (register >= REGISTERS || place === undefined) row.saved.delete(register);
    else row.saved.set(register, place);
  };
  const restore = (register: number) => save(register, initial?.get(register));
  while (!from.isAtEnd) {
    const code = from.u8();
    const low = code & 0x3f;
    let advance = 0;
    if (code >> 6 === 1) advance = low;
    else if (code >> 6 === 2) save(low, from.uleb() * dataFactor);
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
          save(from.uleb(), from.uleb() * dataFactor);
          break;
        case 0x06: // restore_extended
          restore(from.uleb());
          break;
        case 0x07: // undefined
          save(from.uleb(), "unknown");
          break;
        case 0x08: // same_value
          save(from.uleb(), undefined);
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
          save(from.uleb(), from.sleb() * dataFactor);
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
