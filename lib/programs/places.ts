/** Maps addresses of the machine to the sources of its programs, and back. */
import { INSTRUCTION_BYTES, type PlacedRoutine } from "../../scenarios/compile/programs.ts";
import { type CallFrames, callFramesOf } from "../elf/callFrames.ts";
import { entriesIn } from "../elf/lineTable.ts";
import { behindCall, isReturnAddress } from "./calls.ts";
import { placeInFile } from "./programCode.ts";

interface NamedAddress {
  readonly name: string;
  readonly address: number;
  readonly routine: number;
}

export interface CodePlace {
  readonly routine: number;
  /** Line of the source, from 1. Undefined if there is none. */
  readonly line: number | undefined;
  /** File of a linked program. If omitted: the routine's own source. */
  readonly file?: string;
}

export interface ProgramPlaces {
  /** Undefined if the address has no code of a program. */
  readonly codeAt: (address: number) => CodePlace | undefined;
  /** Addresses of the instructions of a line in a routine's source, ascending. `file` is a file of a linked program;
   * for it, only the first address of each range is listed. */
  readonly addressesOf: (routine: number, line: number, file?: string) => readonly number[];
  /** Addresses at which execution enters the line. A line with an instruction has at least one. */
  readonly entriesOf: (routine: number, line: number, file?: string) => readonly number[];
  /**
   * Only for a routine's own source: this line if it has an instruction, otherwise the next line with one.
   */
  readonly lineWithCode: (routine: number, line: number) => number | undefined;
  /** `words+8`: the nearest label before the address in the same code or data. Undefined if there is none. */
  readonly nameOf: (address: number) => string | undefined;
  /** True if a call directly precedes the address. */
  readonly isReturnAddress: (address: number) => boolean;
  /** Return address of the call at this address. Undefined if there is no call. */
  readonly behindCall: (address: number) => number | undefined;
  /** Registers that the function at an address has saved, as a linked file describes it. */
  readonly framesOf: CallFrames;
  /** Upper end of the stack that sp points into. Among data: the next label or the end of the data. Otherwise `top`,
   * where the thread's own stack begins. */
  readonly stackEnd: (sp: number, top: number) => number;
  /** Labels of code and data by address. */
  readonly names: readonly NamedAddress[];
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly routine: number;
}

export function programPlaces(placed: readonly PlacedRoutine[]): ProgramPlaces {
  const lines = placed.map(linesByAddress);
  const frames = placed.map(({ program }) => callFramesOf(program?.elf?.frames));
  const code = placed.flatMap(codeOf);
  const data = placed.flatMap(dataOf);
  const all = [...code, ...data];
  const within = (stretches: readonly Stretch[], address: number) =>
    stretches.find(({ from, to }) => address >= from && address < to);
  const names = placed
    .flatMap((one, routine) => namesOf(one, routine, all))
    .toSorted((a, b) => a.address - b.address);

  const addressesOf: ProgramPlaces["addressesOf"] = (routine, line, file) =>
    (file === undefined ? Array.from(lines[routine] ?? []) : linesOfFile(placed[routine], file))
      .flatMap(([address, of]) => (of === line ? [address] : []))
      .toSorted((a, b) => a - b);

  return {
    codeAt: (address) => {
      const found = within(code, address);
      if (found === undefined) return undefined;
      const { routine } = found;
      const elf = placed[routine]?.program?.elf;
      const inFile = elf === undefined ? undefined : placeInFile(elf, address);
      return inFile === undefined ? { routine, line: lines[routine]?.get(address) } : { routine, ...inFile };
    },
    addressesOf,
    entriesOf: (routine, line, file) => {
      const known = placed[routine]?.program?.elf?.entries ?? [];
      const own =
        file === undefined
          ? entriesIn(Array.from(lines[routine] ?? [], ([address, of]) => ({ address, file: "", line: of })))
          : known.filter((one) => one.file === file);
      const entries = own.flatMap(({ address, line: of }) => (of === line ? [address] : []));
      return entries.length > 0 ? entries : addressesOf(routine, line, file).slice(0, 1);
    },
    lineWithCode: (routine, line) => {
      const behind = Array.from(lines[routine]?.values() ?? []).filter((one) => one >= line);
      return behind.length === 0 ? undefined : Math.min(...behind);
    },
    nameOf: (address) => {
      const stretch = within(all, address);
      const nearest = names.findLast(
        (one) => one.address <= address && one.address >= (stretch?.from ?? address),
      );
      if (stretch === undefined || nearest === undefined) return undefined;
      const offset = address - nearest.address;
      return offset === 0 ? nearest.name : `${nearest.name}+${offset}`;
    },
    isReturnAddress: (address) => isReturnAddress(address, placed),
    behindCall: (address) => behindCall(address, placed),
    framesOf: (address) => {
      for (const framesOf of frames) {
        const row = framesOf(address);
        if (row !== undefined) return row;
      }
      return undefined;
    },
    stackEnd: (sp, top) => {
      const stretch = within(data, sp);
      return stretch === undefined
        ? top
        : Math.min(names.find(({ address }) => address > sp)?.address ?? stretch.to, stretch.to);
    },
    names,
  };
}

/** One line may become several instructions. */
function linesByAddress({ codeAddress, program }: PlacedRoutine): ReadonlyMap<number, number> {
  const { lines = [], pieces } = program?.assembled ?? {};
  if (pieces !== undefined) return new Map(pieces.map(({ offset, line }) => [codeAddress + offset, line]));
  return new Map(lines.map((line, index) => [codeAddress + index * INSTRUCTION_BYTES, line]));
}

function linesOfFile(
  placed: PlacedRoutine | undefined,
  file: string,
): readonly (readonly [address: number, line: number])[] {
  const table = placed?.program?.elf?.lines ?? [];
  return table.flatMap((range) => (range.file === file ? [[range.address, range.line] as const] : []));
}

function codeOf({ codeAddress, program }: PlacedRoutine, routine: number): readonly Stretch[] {
  const words = program?.assembled?.words.length ?? 0;
  return words === 0 ? [] : [{ from: codeAddress, to: codeAddress + words * INSTRUCTION_BYTES, routine }];
}

function dataOf({ program }: PlacedRoutine, routine: number): readonly Stretch[] {
  const bytes = program?.assembled?.data.length ?? 0;
  const from = program?.dataAddress ?? 0;
  return bytes === 0 ? [] : [{ from, to: from + bytes, routine }];
}

/** Constants are not addresses. A label at the end of its code or data is one. */
function namesOf(
  { program }: PlacedRoutine,
  routine: number,
  all: readonly Stretch[],
): readonly NamedAddress[] {
  const own = all.filter((one) => one.routine === routine);
  return Array.from(program?.assembled?.symbols ?? []).flatMap(([name, address]) =>
    own.some(({ from, to }) => address >= from && address <= to) ? [{ name, address, routine }] : [],
  );
}
