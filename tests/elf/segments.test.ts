/** The allowed segments of a linked file: their flags and their ranges. */
import { describe, expect, it, test } from "vitest";
import { SIM_PROGRAM_MEMORY_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { elfProgram } from "../../scenarios/compile/elfProgram.ts";
import { elfBytes } from "./elfFiles.ts";

/** Offsets in the file's two program headers: code at 0x1000, data at 0x20000000. */
const CODE = 52;
const DATA = 84;
const MEMORY_BYTES = 20;
const FLAGS = 24;

function messageOf(offset: number, value: number): string | undefined {
  const bytes = elfBytes("gcc-dwarf5.elf");
  new DataView(bytes.buffer).setUint32(offset, value, true);
  const result = elfProgram(Buffer.from(bytes).toString("base64"));
  return result.ok ? undefined : result.message.replace(/;.*/, "");
}

describe.each([
  [1, "X"],
  [2, "W"],
  [3, "WX"],
  [4, "R"],
  [5, "RX"],
  [6, "RW"],
  [7, "RWX"],
] as const)("a segment with flags %i (%s)", (flags, letters) => {
  it("is refused over code if it is writable", () => {
    const refused = "p_flags: 0x1000 is written to, and lies where code is";
    expect(messageOf(CODE + FLAGS, flags)).toBe(letters.includes("W") ? refused : undefined);
  });

  it("is refused over data if it is executable", () => {
    const refused = "p_flags: 0x20000000 is executed, and lies where data are";
    expect(messageOf(DATA + FLAGS, flags)).toBe(letters.includes("X") ? refused : undefined);
  });
});

test("segments must end within the memory of code and of data", () => {
  expect(messageOf(CODE + MEMORY_BYTES, SIM_PROGRAM_MEMORY_LIMIT)).toBeUndefined();
  expect(messageOf(CODE + MEMORY_BYTES, SIM_PROGRAM_MEMORY_LIMIT + 1)).toMatch(
    /^p_memsz: code reaches from 0x1000 to /,
  );
  expect(messageOf(DATA + MEMORY_BYTES, SIM_PROGRAM_MEMORY_LIMIT)).toBeUndefined();
  expect(messageOf(DATA + MEMORY_BYTES, SIM_PROGRAM_MEMORY_LIMIT + 1)).toMatch(
    /^p_vaddr: .* is not in the memory of programs/,
  );
});
