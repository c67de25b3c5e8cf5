/** The ELF reader compared with readelf and addr2line of GNU binutils 2.40 on the same files. */
import { describe, expect, it } from "vitest";
import { functionsOf } from "../../lib/elf/functions.ts";
import { lineAt, readLineTable } from "../../lib/elf/lineTable.ts";
import { rangeAt } from "../../lib/elf/ranges.ts";
import { readElf } from "../../lib/elf/readElf.ts";
import { binutilsText, ELF_NAMES, elfBytes, expectElf } from "./elfFiles.ts";

const hex = (value: number, digits = 8): string => value.toString(16).padStart(digits, "0");

function linesOf(name: string) {
  const result = readLineTable(expectElf(elfBytes(name)));
  if (!result.ok) throw new Error(`${result.field}: ${result.reason}`);
  return result.value;
}

describe.each(ELF_NAMES)("%s", (name) => {
  const text = binutilsText(name);

  it("has the segments that readelf prints", () => {
    const wanted = [...text.matchAll(/^ {2}LOAD +\S+ 0x(\w+) \S+ 0x(\w+) 0x(\w+) (R?)( ?W?)( ?E?)/gm)].map(
      ([, address, file, memory, , write, execute]) =>
        `${address} ${Number(`0x${file}`)} ${Number(`0x${memory}`)} ${write?.trim()}${execute?.trim()}`,
    );
    const { segments } = expectElf(elfBytes(name));
    expect(wanted.length).toBe(2);
    expect(
      segments.map(
        ({ address, bytes, memoryBytes, isWritable, isExecutable }) =>
          `${hex(address)} ${bytes.length} ${memoryBytes} ${isWritable ? "W" : ""}${isExecutable ? "E" : ""}`,
      ),
    ).toEqual(wanted);
  });

  it("has the symbols that readelf prints", () => {
    const kinds: Readonly<Record<string, string>> = { NOTYPE: "label", OBJECT: "object", FUNC: "function" };
    const wanted = [
      ...text.matchAll(/^ +\d+: (\w+) +(\d+) (NOTYPE|OBJECT|FUNC) +(LOCAL|GLOBAL) +DEFAULT +\d+ (\S+)$/gm),
    ].map(([, address, size, type = "", bind, symbol]) =>
      [address, size, kinds[type], bind, symbol].join(" "),
    );
    const { symbols } = expectElf(elfBytes(name));
    expect(
      symbols.map(({ address, bytes, kind, isGlobal, name: symbol }) =>
        [hex(address), bytes, kind, isGlobal ? "GLOBAL" : "LOCAL", symbol].join(" "),
      ),
    ).toEqual(wanted);
    expect(wanted.length > 0).toBe(name !== "stripped.elf");
  });

  it("maps each instruction to the line that addr2line prints", () => {
    const rows = [...text.matchAll(/^([0-9a-f]+) (\S+):(\d+|\?)/gm)];
    const table = linesOf(name);
    let known = 0;
    for (const [, address = "", file, line] of rows) {
      const found = lineAt(table, Number.parseInt(address, 16));
      const place = found === undefined ? "??" : found.file.replace(/^.*\//, "");
      const number = found === undefined || found.line === 0 ? "?" : String(found.line);
      // addr2line prints 0 for an unknown line, and ? for a row with line 0.
      expect(`${address} ${place}:${number}`).toBe(`${address} ${file}:${line === "0" ? "?" : line}`);
      if (found !== undefined) known += 1;
    }
    if (name === "stripped.elf") expect(known).toBe(0);
    else expect(known).toBeGreaterThan(30);
  });
});

describe("functions of an ELF file", () => {
  it.each(["gcc-dwarf5.elf", "clang-dwarf4.elf", "compressed.elf"])(
    "are found in %s, in C and in assembly",
    (name) => {
      const elf = expectElf(elfBytes(name));
      const functions = functionsOf(elf);
      expect(functions.map((one) => one.name).sort()).toEqual(["_start", "main", "sum_of"]);
      const main = elf.symbols.find((one) => one.name === "main");
      expect(rangeAt(functions, (main?.address ?? 0) + 6)?.name).toBe("main");
      expect(rangeAt(functions, 0x1000)).toEqual({
        name: "_start",
        address: 0x1000,
        end: expect.any(Number),
      });
      expect(rangeAt(functions, 0xfff)).toBeUndefined();
      const end = Math.max(...functions.map((one) => one.end));
      expect(rangeAt(functions, end)).toBeUndefined();
    },
  );

  it("have the name of their entry, and labels inside one count as places of it", () => {
    const segment = {
      address: 0x1000,
      bytes: new Uint8Array(64),
      memoryBytes: 64,
      isWritable: false,
      isExecutable: true,
    };
    const label = (name: string, address: number, kind: "label" | "function" = "label", bytes = 0) =>
      ({ name, address, bytes, kind, isGlobal: false, isCode: true }) as const;
    const functions = functionsOf({
      entry: 0x1000,
      hasCompressed: false,
      segments: [segment],
      sections: new Map(),
      addresses: new Map(),
      symbols: [
        label("$x", 0x1000),
        label(".L1", 0x1008),
        label("work", 0x1010, "function", 16),
        label("inside", 0x1018),
        label("start", 0x1000),
        label("rest", 0x1020),
        { ...label("table", 0x1030), isCode: false },
      ],
    });
    expect(functions).toEqual([
      { name: "start", address: 0x1000, end: 0x1010 },
      { name: "work", address: 0x1010, end: 0x1020 },
      { name: "rest", address: 0x1020, end: 0x1040 },
    ]);
  });
});

/** A copy with other bytes from `offset` onwards. */
function patched(name: string, offset: number, ...bytes: readonly number[]): Uint8Array {
  const copy = elfBytes(name);
  copy.set(bytes, offset);
  return copy;
}

const GOOD = "gcc-dwarf5.elf";

describe("an ELF file is refused", () => {
  it.each<readonly [string, Uint8Array, string, string]>([
    ["text", new TextEncoder().encode("int main(void)"), "e_ident", "is not that of an ELF file"],
    ["a begin alone", elfBytes(GOOD).subarray(0, 40), "header", "has 40 bytes, 52 are needed"],
    ["64 bits", patched(GOOD, 4, 2), "e_ident[EI_CLASS]", "is not 32 bits: the machine executes RV32"],
    ["big-endian", patched(GOOD, 5, 2), "e_ident[EI_DATA]", "is not little-endian"],
    ["x86", patched(GOOD, 18, 3), "e_machine", "is x86, not RISC-V (243)"],
    ["an object", patched(GOOD, 16, 1), "e_type", "is an object file that is not linked, not an executable"],
    [
      "floats in registers",
      patched(GOOD, 36, 4),
      "e_flags",
      "has an ABI with floating-point registers: compile it with -mabi=ilp32",
    ],
    ["a size of headers", patched(GOOD, 42, 33), "e_phentsize", "is 33, not 32"],
    ["no segment", patched(GOOD, 44, 0, 0), "e_phnum", "names nothing to load"],
    [
      "a dynamic segment",
      patched(GOOD, 52, 2),
      "program header 0, p_type",
      "wants a dynamic linker: link it with -static",
    ],
    [
      "a segment beyond the file",
      patched(GOOD, 56, 0, 0, 1),
      "program header 0, p_offset",
      "lies at bytes 65536 to 65784 of a file of 2200",
    ],
    [
      "more in the file than in memory",
      patched(GOOD, 72, 16),
      "program header 0, p_filesz",
      "is 248, more than p_memsz, 16",
    ],
    ["segments that overlap", patched(GOOD, 92, 0, 0x10, 0, 0), "p_vaddr", "two segments overlap at 0x1000"],
  ])("for %s", (_what, bytes, field, reason) => {
    const result = readElf(bytes);
    const size = elfBytes(GOOD).length;
    expect(result).toEqual({ ok: false, field, reason: reason.replace("of 2200", `of ${size}`) });
  });

  it.each<readonly [string, (bytes: Uint8Array) => void, string]>([
    ["another version", (bytes) => bytes.set([9, 0], 4), "is DWARF 9, known are 2 to 5, at byte 2 of it"],
    [
      "a length beyond the section",
      (bytes) => bytes.set([0xff, 0xff], 0),
      "ends too early: 65535 bytes are needed",
    ],
    ["64-bit offsets", (bytes) => bytes.fill(0xff, 0, 4), "has offsets of 64 bits"],
    ["a line_range of 0", (bytes) => bytes.set([0], 16), "has a line_range of 0"],
  ])("for broken line tables: %s", (_what, change, reason) => {
    const elf = expectElf(elfBytes(GOOD));
    const lines = Uint8Array.from(elf.sections.get(".debug_line") ?? []);
    change(lines);
    const result = readLineTable({ ...elf, sections: new Map([...elf.sections, [".debug_line", lines]]) });
    if (result.ok) throw new Error("was read");
    expect(result.field).toBe(".debug_line");
    expect(result.reason).toContain(reason);
  });
});
