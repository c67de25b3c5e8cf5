/** Complete files of compilers: gcc 12.2 (riscv64-unknown-elf) and clang 14 made each .s in fixtures/programs/compilers
 * from the .c beside it, for rv32im with the options in its name. expected.txt has the output of GNU binutils 2.40 for
 * each, uncompressed and compressed, linked with .text at 0x1000 and .data, .rodata, .bss from 0x20000000 onwards,
 * without gp. For -fpic, addresses are computed instead of loaded from a table. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { architectureNamed } from "../../lib/assembler/architecture.ts";
import { assembled, OPTIONS } from "./assembling.ts";
import { memoryAfter } from "./memoryAfter.ts";

const FOLDER = new URL("../fixtures/programs/compilers/", import.meta.url);
const sourceOf = (file: string): string => readFileSync(new URL(file, FOLDER), "utf8");

interface Expected {
  readonly file: string;
  readonly architecture: string;
  readonly text: string;
  /** The bytes without zeros at the end. */
  readonly data: string;
}

const EXPECTED: readonly Expected[] = sourceOf("expected.txt")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Expected);
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith(".s"));

test("the compiled fixtures cover two compilers at five optimisation levels", () => {
  const twice = FILES.flatMap((file) => [file, file]).sort();
  expect(EXPECTED.map(({ file }) => file).sort()).toEqual(twice);
  for (const kind of ["gcc", "clang", "-O0", "-O1", "-O2", "-O3", "-Os", "-fpic", "-mcmodel", "-g.s"])
    expect(FILES.filter((file) => file.includes(kind)).length, kind).toBeGreaterThan(0);
});

test.each(EXPECTED)(
  "$file assembles for $architecture to the compiler's bytes",
  ({ file, architecture, text, data }) => {
    const program = assembled(sourceOf(file), { ...OPTIONS, architecture: architectureNamed(architecture) });
    const last = program.pieces?.at(-1);
    const bytes = last === undefined ? program.words.length * 4 : last.offset + last.bytes;
    const code = Buffer.from(new Uint32Array(program.words).buffer).subarray(0, bytes);
    const hex = code.toString("hex");
    // The section of GNU as ends at a multiple of 4.
    expect(text.length - hex.length === 4 ? `${hex}0000` : hex).toBe(text);
    expect(
      Buffer.from(program.data)
        .toString("hex")
        .replace(/(?:00)*$/, ""),
    ).toBe(data);
  },
);

/** The output of the same file as a program of the host: gcc 12, x86-64. */
const RESULTS = [4069843300, 2585886152, 557314350, 3046160, 1957695355, 3046267307, 0, 107];

describe("compiled fixtures run:", () => {
  test.each(FILES.filter((file) => file.startsWith("tables.")))("%s computes the right values", (file) => {
    const { memory, symbols } = memoryAfter(`\tj entry\n${sourceOf(file)}`);
    const out = (symbols.get("out") ?? 0) - OPTIONS.dataAddress;
    expect(RESULTS.map((_, index) => memory.getUint32(out + 4 * index, true))).toEqual(RESULTS);
  });
});
