/** Linked files made of random parts, many of which overlap. Each is read or refused, and the work of its reader is
 * counted here and limited for each byte of the file. FUZZ_ELF=20000 tries that many. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { functionsOf } from "../../lib/elf/functions.ts";
import { readLines } from "../../lib/elf/lineTable.ts";
import { readElf } from "../../lib/elf/readElf.ts";
import { long } from "../support/long.ts";
import { createRandom, type Random } from "../support/random.ts";
import {
  CODE_ADDRESS,
  CODE_FLAG,
  type CraftedSection,
  craftedElf,
  END_SEQUENCE,
  lineUnit,
  SET_CODE_ADDRESS,
  SYMBOLS,
  symbolTable,
} from "./craftedElf.ts";

/** Numbers read and characters made for each byte of a file. An ordinary file takes three. */
const WORK_PER_BYTE = 64;
const FREE_WORK = 100_000;

let work = 0;
beforeEach(() => {
  for (const method of ["getUint8", "getInt8", "getUint16", "getUint32"] as const) {
    const read = DataView.prototype[method] as (at: number, isLittle?: boolean) => number;
    vi.spyOn(DataView.prototype, method).mockImplementation(function (this: DataView, at, isLittle) {
      work += 1;
      return read.call(this, at, isLittle as boolean);
    });
  }
  const decode = TextDecoder.prototype.decode;
  vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(function (this: TextDecoder, bytes) {
    work += (bytes as Uint8Array).length;
    return decode.call(this, bytes);
  });
});
afterEach(() => vi.restoreAllMocks());

const times = <T>(count: number, of: () => T): readonly T[] => Array.from({ length: count }, of);

function stringsOf(random: Random): Uint8Array {
  const bytes = new Uint8Array(random.integer(100, 3000)).fill(0x61);
  for (let zeros = random.integer(0, 4); zeros > 0; zeros--) bytes[random.integer(0, bytes.length - 1)] = 0;
  return bytes;
}

/** Opcodes that compilers write, opcodes that none writes, and long runs of one opcode. */
function programOf(random: Random, isWild: boolean): Uint8Array {
  const parts: number[] = [];
  while (parts.length < 2000 && random.integer(0, 30) > 0)
    switch (random.integer(0, 5)) {
      case 0:
        parts.push(...SET_CODE_ADDRESS);
        break;
      case 1:
        parts.push(...END_SEQUENCE);
        break;
      case 2:
        if (isWild) parts.push(random.integer(0, 12), random.integer(0, 255), random.integer(0, 127));
        break;
      case 3:
        // A file that the line program itself defines.
        parts.push(0, 6, 3, 0x62, 0, random.integer(0, 3), 0, 0);
        break;
      default: {
        const opcode = random.integer(isWild ? 1 : 13, 255);
        parts.push(...times(random.integer(1, 300), () => opcode));
      }
    }
  return Uint8Array.from(parts);
}

function sectionsOf(random: Random): readonly CraftedSection[] {
  const isWild = random.integer(0, 1) === 0;
  const offset = () => random.integer(0, isWild && random.integer(0, 50) === 0 ? 5000 : 90);
  const units = times(random.integer(0, 4), () =>
    Buffer.from(lineUnit(times(random.integer(0, 200), offset), programOf(random, isWild))),
  );
  const symbols = times(random.integer(0, 200), () => ({
    nameOffset: offset(),
    address: CODE_ADDRESS + random.integer(0, 64),
  }));
  return [
    { name: ".text", bytes: new Uint8Array(4), flags: CODE_FLAG },
    { name: ".strtab", bytes: stringsOf(random) },
    { name: ".symtab", type: SYMBOLS, link: 2, bytes: symbolTable(symbols) },
    { name: ".debug_line_str", bytes: stringsOf(random) },
    { name: ".debug_str", bytes: stringsOf(random) },
    { name: ".debug_line", bytes: Buffer.concat(units) },
  ];
}

function fileOf(seed: number): Uint8Array {
  const random = createRandom(seed);
  const segments = times(random.integer(1, 40), () => 0).map((_, index) => ({
    ...{ address: CODE_ADDRESS + 64 * index, bytes: new Uint8Array(4), memoryBytes: random.integer(4, 64) },
  }));
  const file = craftedElf(sectionsOf(random), segments);
  const view = new DataView(file.buffer);
  const table = view.getUint32(32, true);
  // Sections that overlap one another or the headers.
  for (let changes = random.integer(-4, 3); changes > 0; changes--)
    view.setUint32(table + 40 * random.integer(1, 6) + 16, random.integer(0, table), true);
  for (let changes = random.integer(-4, 4); changes > 0; changes--)
    file[random.integer(0, file.length - 1)] = random.integer(0, 255);
  return file;
}

function tryFiles(first: number, count: number): void {
  const seen = { read: 0, "no lines": 0, refused: 0 };
  for (let seed = first; seed < first + count; seed++) {
    const file = fileOf(seed);
    work = 0;
    const elf = readElf(file);
    if (elf.ok) {
      const functions = functionsOf(elf.value);
      expect(functions.length, `seed ${seed}`).toBeLessThanOrEqual(elf.value.symbols.length);
      const lines = readLines(elf.value);
      seen[lines.ok ? "read" : "no lines"] += 1;
      const rows = lines.ok ? lines.value.table.length + lines.value.entries.length : 0;
      expect(rows, `seed ${seed}`).toBeLessThanOrEqual(2 * file.length);
    } else seen.refused += 1;
    expect(work, `seed ${seed}`).toBeLessThan(FREE_WORK + WORK_PER_BYTE * file.length);
  }
  for (const [what, number] of Object.entries(seen)) expect(number, what).toBeGreaterThan(0);
}

test("reading a random ELF file takes work that grows with its size", () => tryFiles(1, 150));

const PATIENCE_MILLISECONDS = 600_000;

test(
  "reading many more random ELF files takes work that grows with their size",
  {
    ...long("the same on other seeds: the short list tries 150 in a second"),
    timeout: PATIENCE_MILLISECONDS,
  },
  () => tryFiles(1000, Number(process.env.FUZZ_ELF ?? 2000)),
);
