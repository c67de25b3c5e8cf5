/** Files made to be slow. The test counts the work of their reader, which grows with the file only. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { functionsOf } from "../../lib/elf/functions.ts";
import { entriesIn, type LineEntry, readLines } from "../../lib/elf/lineTable.ts";
import { readElf } from "../../lib/elf/readElf.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import {
  CODE_ADDRESS,
  CODE_FLAG,
  craftedElf,
  END_SEQUENCE,
  lineUnit,
  NEXT_LINE,
  NEXT_LINE_AND_ADDRESS,
  SET_CODE_ADDRESS,
  SYMBOLS,
  symbolTable,
} from "./craftedElf.ts";
import { ELF_NAMES, elfBytes, expectElf } from "./elfFiles.ts";

/** A table without zeros: each name in it reaches to its end. */
const ENDLESS = new Uint8Array(90_000).fill(0x61);
const times = <T>(count: number, of: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => of(index));

const lineFile = (nameOffsets: readonly number[], program = new Uint8Array()) =>
  craftedElf([
    { name: ".debug_line_str", bytes: ENDLESS },
    { name: ".debug_line", bytes: lineUnit(nameOffsets, program) },
  ]);

const symbolFile = (nameOffsets: readonly number[]) =>
  craftedElf([
    { name: ".text", bytes: new Uint8Array(4), flags: CODE_FLAG },
    { name: ".strtab", bytes: ENDLESS },
    {
      ...{ name: ".symtab", type: SYMBOLS, link: 2 },
      bytes: symbolTable(nameOffsets.map((nameOffset) => ({ nameOffset, address: CODE_ADDRESS }))),
    },
  ]);

/** A file of section headers with these offsets of their names. */
function sectionFile(offsets: readonly number[]): Uint8Array {
  const [first, ...rest] = offsets.map((_, index) => (index === 0 ? "a".repeat(ENDLESS.length) : "x"));
  const file = craftedElf([first, ...rest].map((name = "") => ({ name, bytes: Uint8Array.of(1) })));
  const view = new DataView(file.buffer);
  const table = view.getUint32(32, true);
  for (const [index, offset] of offsets.entries()) view.setUint32(table + 40 * (index + 1), offset, true);
  return file;
}

describe("names in an ELF file", () => {
  let decodedBytes = 0;
  beforeEach(() => {
    decodedBytes = 0;
    const decode = TextDecoder.prototype.decode;
    vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(function (this: TextDecoder, bytes) {
      decodedBytes += (bytes as Uint8Array).length;
      return decode.call(this, bytes);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  /** By the number of bytes that were decoded as text. */
  function readAll(file: Uint8Array): { readonly perByte: number; readonly reason: string | undefined } {
    const elf = readElf(file);
    const lines = elf.ok ? readLines(elf.value) : elf;
    return { perByte: decodedBytes / file.length, reason: lines.ok ? undefined : lines.reason };
  }

  it.each<readonly [string, Uint8Array]>([
    ["files of one name", lineFile(times(20_000, () => 0))],
    ["symbols of fifty names", symbolFile(times(5500, (index) => 1 + (index % 50)))],
    ["sections of three names", sectionFile(times(2300, (index) => 1 + (index % 3)))],
  ])("are decoded once each and truncated to the displayed length: %s", (_what, file) => {
    const { perByte, reason } = readAll(file);
    expect(reason).toBeUndefined();
    expect(perByte).toBeLessThan(1);
  });

  it.each<readonly [string, Uint8Array]>([
    ["files", lineFile(times(8000, (index) => index))],
    ["symbols", symbolFile(times(9000, (index) => 1 + index))],
  ])("that overlap are refused before they cost much time: %s", (_what, file) => {
    const { perByte, reason } = readAll(file);
    expect(reason).toMatch(/^takes too long to read: its names and lines are too many/);
    expect(perByte).toBeLessThan(40);
  });

  it("of sections are truncated to the 40 bytes that a section header takes", () => {
    const { perByte, reason } = readAll(sectionFile(times(2300, (index) => 1 + index)));
    expect(reason).toBeUndefined();
    expect(perByte).toBeLessThan(40);
  });

  it.each(ELF_NAMES)("of %s take less decoding than the file has bytes", (name) => {
    expect(readAll(elfBytes(name))).toEqual({ perByte: expect.any(Number), reason: undefined });
    expect(decodedBytes).toBeLessThan(elfBytes(name).length);
  });
});

/** Counts the reads of one of its fields. */
function counted<T extends object>(
  values: readonly T[],
): { readonly list: readonly T[]; readonly reads: () => number } {
  let reads = 0;
  const list = values.map(
    (value) =>
      new Proxy(value, {
        get: (target, field) => {
          reads += 1;
          return Reflect.get(target, field);
        },
      }),
  );
  return { list, reads: () => reads };
}

describe("statements of a line program", () => {
  const COUNT = 20_000;
  it.each<readonly [string, (index: number) => LineEntry, number]>([
    ["of one address and many lines", (line) => ({ address: 4, file: "a.c", line }), COUNT],
    ["of one address and line in many files", (at) => ({ address: 4, file: `${at}.c`, line: 1 }), COUNT],
    ["of one line at many addresses", (address) => ({ address, file: "a.c", line: 1 }), 1],
  ])("are visited a few times each: %s", (_what, of, entries) => {
    const { list, reads } = counted(times(COUNT, of));
    expect(entriesIn(list)).toHaveLength(entries);
    expect(reads() / COUNT).toBeLessThan(20);
  });

  it("are kept only as entries, up to the number of instructions of a program", () => {
    const statements = (count: number) =>
      Buffer.concat([
        Uint8Array.from(SET_CODE_ADDRESS),
        new Uint8Array(count).fill(NEXT_LINE),
        Uint8Array.from(END_SEQUENCE),
      ]);
    const lines = readLines(expectElf(lineFile([0], statements(100_000))));
    expect(lines.ok && lines.value.entries.length).toBe(100_000);
    const refused = readLines(expectElf(lineFile([0], statements(1 << 20))));
    expect(refused).toMatchObject({
      ok: false,
      reason: expect.stringContaining("has more than 1048576 rows"),
    });
  });
});

it("a range of code finds its segment among thousands in a few steps", () => {
  const SEGMENTS = 2000;
  const RANGES = 4000;
  const file = craftedElf(
    [
      { name: ".debug_line_str", bytes: ENDLESS },
      {
        name: ".debug_line",
        bytes: lineUnit(
          [0],
          Uint8Array.from([
            ...[...SET_CODE_ADDRESS, ...times(RANGES, () => NEXT_LINE_AND_ADDRESS), ...END_SEQUENCE],
          ]),
        ),
      },
    ],
    times(SEGMENTS, (index) => ({
      ...{ address: CODE_ADDRESS + 4 * index, bytes: new Uint8Array(), memoryBytes: 4 },
    })),
  );
  const elf = expectElf(file);
  const { list, reads } = counted(elf.segments);
  const lines = readLines({ ...elf, segments: list });
  expect(lines.ok && lines.value.table.length).toBeGreaterThan(RANGES / 2);
  expect(reads() / RANGES).toBeLessThan(100);
});

it("a function finds its segment in a few steps", () => {
  const SEGMENTS = 2000;
  const elf = expectElf(elfBytes("gcc-dwarf5.elf"));
  const segments = times(SEGMENTS, (index) => ({
    ...{ address: 16 * index, bytes: new Uint8Array(), memoryBytes: 16 },
    ...{ isWritable: false, isExecutable: true },
  }));
  const symbols = times(SEGMENTS, (index) => ({
    ...{ name: `f${index}`, address: 16 * index, bytes: 0, kind: "function" as const },
    ...{ isGlobal: true, isCode: true },
  }));
  const { list, reads } = counted(segments);
  expect(functionsOf({ ...elf, symbols, segments: list })).toHaveLength(SEGMENTS);
  expect(reads() / SEGMENTS).toBeLessThan(50);
});

it("limits of linked files, of one and of all, are in bytes, and each file counts once", () => {
  const base64 = (index: number, bytes = 150_000) =>
    Buffer.from(craftedElf([{ name: ".debug_info", bytes: new Uint8Array(bytes).fill(index) }])).toString(
      "base64",
    );
  const files = times(8, (index) => base64(index));
  const messages = (elfs: readonly string[]) => {
    const parsed = parseScenario({
      ...{ format: "irqscope-scenario", version: 1, name: "linked", machine: { nics: [] } },
      software: {
        routines: elfs.map((elf, index) => ({ name: `r${index}`, kind: "program", program: { elf } })),
      },
    });
    return parsed.ok
      ? []
      : parsed.errors.filter(({ message }) => /must have at most|all linked files/.test(message));
  };
  expect(messages(times(12, () => files[0] ?? ""))).toEqual([]);
  expect(messages([base64(0, 200_000)])).toEqual([
    { field: "software.routines[0].program.elf", message: "must have at most 196608 bytes" },
  ]);
  const message = "all linked files of a scenario together may have 786432 bytes";
  expect(messages(files)).toEqual(
    [5, 6, 7].map((index) => ({ field: `software.routines[${index}].program.elf`, message })),
  );
});
