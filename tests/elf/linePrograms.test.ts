/** Line programs written by hand, opcode by opcode (DWARF 4, 6.2.5), because compilers use few headers and few opcodes. */
import { describe, expect, it, test } from "vitest";
import { type Lines, readLines } from "../../lib/elf/lineTable.ts";
import { createRandom } from "../support/random.ts";
import { elfBytes, expectElf } from "./elfFiles.ts";

interface Header {
  readonly minimumBytes: number;
  readonly isStatement: boolean;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
}

const PLAIN: Header = { minimumBytes: 1, isStatement: true, lineBase: -3, lineRange: 12, opcodeBase: 15 };
/** Operand counts of the standard opcodes, and of two that no version knows. */
const OPERAND_COUNTS = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 2, 0];

const COPY = 1;
const ADVANCE_ADDRESS = 2;
const ADVANCE_LINE = 3;
const SET_FILE = 4;
const SET_COLUMN = 5;
const NEGATE_STATEMENT = 6;
const CONST_ADD_ADDRESS = 8;
const FIXED_ADVANCE_ADDRESS = 9;
const UNKNOWN_OF_TWO_NUMBERS = 13;
const LONG_NUMBER = [0x81, 0x01];
const BEGIN = 0x1000;
const SET_ADDRESS = [0, 5, 2, 0, 0x10, 0, 0];
const END = [0, 1, 1];
/** The end of a sequence, 4 bytes later. */
const END_BEHIND = [FIXED_ADVANCE_ADDRESS, 4, 0, ...END];

const word = (value: number): readonly number[] => [0, 8, 16, 24].map((bits) => (value >>> bits) & 0xff);
const text = (name: string): readonly number[] => [...Buffer.from(`${name}\0`)];

/** A unit of DWARF 3 with the files a.c and b.c. */
function unit(header: Header, program: readonly number[]): readonly number[] {
  const files = [0, ...text("a.c"), 0, 0, 0, ...text("b.c"), 0, 0, 0, 0];
  const fields = [
    header.minimumBytes,
    Number(header.isStatement),
    header.lineBase & 0xff,
    header.lineRange,
    header.opcodeBase,
    ...OPERAND_COUNTS.slice(0, header.opcodeBase - 1),
    ...files,
  ];
  const rest = [3, 0, ...word(fields.length), ...fields, ...program];
  return [...word(rest.length), ...rest];
}

function linesOf(program: readonly number[], header: Partial<Header> = {}): Lines {
  const elf = expectElf(elfBytes("gcc-dwarf5.elf"));
  const section = Uint8Array.from(unit({ ...PLAIN, ...header }, program));
  const segments = elf.segments.map((one) => (one.isExecutable ? { ...one, memoryBytes: 0x10_0000 } : one));
  const lines = readLines({ ...elf, segments, sections: new Map([[".debug_line", section]]) });
  if (!lines.ok) throw new Error(lines.reason);
  return lines.value;
}

/** A range as "1000-1004 a.c:1". */
const rangesOf = ({ table }: Lines) =>
  table.map(({ address, end, file, line }) => `${address.toString(16)}-${end.toString(16)} ${file}:${line}`);

/** The special opcode that advances by these addresses and lines. */
const special = (operations: number, lines: number, header: Header = PLAIN): number =>
  header.opcodeBase + operations * header.lineRange + (lines - header.lineBase);

describe("a DWARF line program executes the opcode", () => {
  it.each<readonly [string, readonly number[], Partial<Header>, readonly string[]]>([
    ["that copies", [COPY], {}, ["1000-1004 a.c:1"]],
    ["that advances the address", [ADVANCE_ADDRESS, ...LONG_NUMBER, COPY], {}, ["1081-1085 a.c:1"]],
    [
      "that advances it in units of instructions",
      [ADVANCE_ADDRESS, ...LONG_NUMBER, COPY],
      { minimumBytes: 2 },
      ["1102-1106 a.c:1"],
    ],
    ["that advances the line", [ADVANCE_LINE, 9, COPY], {}, ["1000-1004 a.c:10"]],
    ["that takes the line back", [ADVANCE_LINE, 9, ADVANCE_LINE, 0x7e, COPY], {}, ["1000-1004 a.c:8"]],
    ["that sets the file", [SET_FILE, 2, COPY], {}, ["1000-1004 b.c:1"]],
    ["that sets the column", [SET_COLUMN, ...LONG_NUMBER, COPY], {}, ["1000-1004 a.c:1"]],
    ["of a block, a prologue's end and an epilogue's begin", [7, 10, 11, COPY], {}, ["1000-1004 a.c:1"]],
    ["of an instruction set", [12, ...LONG_NUMBER, COPY], {}, ["1000-1004 a.c:1"]],
    [
      "that no version knows",
      [UNKNOWN_OF_TWO_NUMBERS, ...LONG_NUMBER, ...LONG_NUMBER, 14, COPY],
      {},
      ["1000-1004 a.c:1"],
    ],
    [
      "of a fixed advance, whatever the units",
      [FIXED_ADVANCE_ADDRESS, 0x34, 0x12, COPY],
      { minimumBytes: 4 },
      ["2234-2238 a.c:1"],
    ],
    ["that is a special one", [special(3, 4)], {}, ["1003-1007 a.c:5"]],
    ["that is a special one of units of 2 bytes", [special(3, 4)], { minimumBytes: 2 }, ["1006-100a a.c:5"]],
    ["that is the first special one", [ADVANCE_LINE, 9, 15], {}, ["1000-1004 a.c:7"]],
    [
      "that is a special one where few are standard",
      [10],
      { opcodeBase: 10, lineBase: 1 },
      ["1000-1004 a.c:2"],
    ],
    [
      "that is extended and no version knows",
      [0, 4, 0x80, COPY, ADVANCE_LINE, 9, COPY],
      {},
      ["1000-1004 a.c:1"],
    ],
    ["that defines a file", [0, 8, 3, ...text("c.c"), 0, 0, 0, SET_FILE, 3, COPY], {}, ["1000-1004 c.c:1"]],
    [
      "of a sequence's end, behind which all is as it was at first",
      [SET_FILE, 2, ADVANCE_LINE, 9, COPY, ...END_BEHIND, 0, 5, 2, 0, 0x20, 0, 0, COPY],
      {},
      ["1000-1004 b.c:10", "2000-2004 a.c:1"],
    ],
  ])("%s", (_what, program, header, ranges) => {
    expect(rangesOf(linesOf([...SET_ADDRESS, ...program, ...END_BEHIND], header))).toEqual(ranges);
  });

  it("that negates is_stmt, and marks the entry rows accordingly", () => {
    const program = [NEGATE_STATEMENT, special(4, 1), NEGATE_STATEMENT, special(4, 1), special(4, 1)];
    const entriesOf = (isStatement: boolean) =>
      linesOf([...SET_ADDRESS, ...program, ...END_BEHIND], { isStatement }).entries.map(({ line }) => line);
    expect(entriesOf(true)).toEqual([3, 4]);
    expect(entriesOf(false)).toEqual([2]);
  });
});

/** DWARF 4, 6.2.5.2: "advance the address ... registers by the increments corresponding to special opcode 255". */
test("DW_LNS_const_add_pc advances as far as special opcode 255 for any header", () => {
  const random = createRandom(45);
  for (let count = 0; count < 200; count++) {
    const header = {
      ...PLAIN,
      minimumBytes: random.integer(1, 4),
      lineRange: random.integer(1, 30),
      opcodeBase: random.integer(10, 15),
      lineBase: 0,
    };
    const addressesOf = (program: readonly number[]) =>
      linesOf([...SET_ADDRESS, ...program, ...END_BEHIND], header).table.map(({ address }) => address);
    const [address = BEGIN] = addressesOf([255]);
    expect(addressesOf([CONST_ADD_ADDRESS, COPY]), JSON.stringify(header)).toEqual([address]);
    const operations = (address - BEGIN) / header.minimumBytes;
    expect(addressesOf([ADVANCE_ADDRESS, (operations & 0x7f) | 0x80, operations >> 7, COPY])).toEqual([
      address,
    ]);
  }
});
