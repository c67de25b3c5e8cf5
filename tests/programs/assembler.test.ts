/** The assembler against GNU as: encodings.txt holds what GNU binutils 2.40 (-march=rv32im_zicsr) made of each line. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { architectureNamed } from "../../lib/assembler/architecture.ts";
import { assemble } from "../../lib/assembler/assemble.ts";
import { disassemble } from "../../lib/assembler/disassemble.ts";
import { createRandom } from "../support/random.ts";
import { assembled, errorsOf, OPTIONS } from "./assembling.ts";

const path = fileURLToPath(new URL("./encodings.txt", import.meta.url));
const TABLE = readFileSync(path, "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [words = "", text = ""] = line.split("\t");
    return { text, words: words.split(" ").map((word) => Number.parseInt(word, 16)) };
  });

const SECTIONS_ARE = 'sections are .text, .data, .rodata and .bss, others with flags, as in .section .x,"ax"';

/** Includes instructions that always cause an exception here. */
const encoded = (source: string) =>
  assembled(source, {
    ...OPTIONS,
    allowsFaults: true,
    architecture: architectureNamed("rv32ima_zicsr_zifencei"),
  });

describe("encodings", () => {
  test("exist in the recorded table", () => {
    expect(TABLE.length).toBeGreaterThan(280);
  });

  test.each(TABLE)("of $text equal the recorded word", ({ text, words }) => {
    expect(encoded(text).words).toEqual(words);
  });

  test.each(TABLE.filter(({ words }) => words.length === 1))(
    "of $text disassemble and assemble to the same word",
    ({ words }) => {
      const [word = 0] = words;
      const text = disassemble(word, OPTIONS.codeAddress);
      expect(encoded(text).words, text).toEqual(words);
    },
  );

  it("of words that are no instruction are shown as data", () => {
    expect(disassemble(0, 0)).toBe(".word 0x0");
    expect(disassemble(0xffff_ffff, 0)).toBe(".word 0xffffffff");
    const random = createRandom(5);
    // Sources as long as the memory are cheaper than one for each word.
    for (let part = 0; part < 5; part++) {
      const words = Array.from({ length: OPTIONS.wordLimit }, () => random.integer(0, 0xffff_ffff));
      const texts = words.map((word, index) => disassemble(word, OPTIONS.codeAddress + 4 * index));
      const found = encoded(texts.join("\n")).words;
      expect(found.length).toBe(words.length);
      for (const [index, text] of texts.entries())
        if (!/^fence/.test(text)) expect(found[index], text).toBe(words[index]);
    }
  });
});

/** The RISC-V manual: the offset of C.BEQZ has 9 bits, that of C.J 12, both with their sign. */
test.each([
  ["beqz a0, there", 256],
  ["j there", 2048],
])("%s takes two bytes within its reach of %i bytes, and four beyond", (branch, reach) => {
  const architecture = architectureNamed("rv32imc_zicsr");
  /** Of the instruction at this offset: a low half that ends in 11 has another half. */
  const sizeAt = (offset: number, source: string) => {
    const word = assembled(source, { ...OPTIONS, architecture }).words[offset >> 2] ?? 0;
    return ((word >>> (8 * (offset & 2))) & 3) === 3 ? 4 : 2;
  };
  const ahead = (distance: number) => sizeAt(0, `${branch}\n.zero ${distance - 2}\nthere: .zero 4`);
  const back = (distance: number) => sizeAt(distance, `there: .zero ${distance}\n${branch}\n.zero 2`);
  expect([ahead(reach - 2), ahead(reach), back(reach), back(reach + 2)]).toEqual([2, 4, 2, 4]);
});

describe("assembly sources", () => {
  it("may have labels, local labels, sections, data and constants", () => {
    const { words, data, lines, symbols } = assembled(`
      .equ COUNT, 4 * 2      # a constant
start:  li   t0, COUNT
1:      addi t0, t0, -1
        bnez t0, 1b
        j    2f              // behind
        .word 0xdeadbeef
2:      la   a0, table
        lw   a1, %lo(table + 4)(a0)
        ret
        .data
bytes:  .byte 1, 'a', -1
        .align 2
table:  .word start, table + 4
        .half 0x1234
        .space 2
`);
    expect(words[0]).toBe(0x0080_0293);
    expect(words.slice(2, 5)).toEqual([0xfe02_9ee3, 0x0080_006f, 0xdead_beef]);
    expect(lines).toEqual([3, 4, 5, 6, 7, 8, 8, 9, 10]);
    expect(Array.from(data)).toEqual([1, 97, 255, 0, 0, 16, 0, 0, 8, 0, 0, 0x20, 0x34, 0x12, 0, 0]);
    expect(symbols.get("table")).toBe(0x2000_0004);
    // From 0x1014 the table is 0x1fffeff0 away: 0x1ffff000 - 16.
    expect(words.slice(5, 7)).toEqual([0x1fff_f517, 0xff05_0513]);
  });

  test.each([
    ["addd a0, a1, a2", "1:1 is not an instruction: addd"],
    ["addi a0, a1, 2048", "1:14 2048 does not fit: -2048 to 2047"],
    ["addi a0, a9, 1", '1:10 is not a register: "a9"'],
    ["nop\n  add a0, a1", "2:13 operand 3 of add is missing"],
    ["add a0, a1,", "1:12 operand 3 of add is missing"],
    ["addi", "1:5 operand 1 of addi is missing"],
    ["lw a0", "1:6 operand 2 of lw is missing"],
    ["sw a0, here\nhere:", "1:12 operand 3 of sw is missing"],
    ["beqz a0", "1:8 operand 2 of beqz is missing"],
    ["csrw mscratch", "1:14 operand 2 of csrw is missing"],
    ["jal", "1:4 operand 1 of jal is missing"],
    ["add a0, a1, a2, a3", '1:15 "," is unexpected'],
    ["j nowhere", "1:3 names nothing: nowhere"],
    ["x: nop\nx: nop", "2:1 is defined twice: x"],
    ["a0: nop", "1:1 is a register: a0"],
    [
      "beq a0, a1, .+4096",
      "1:13 goes to 0x2000, out of the code from 0x1000 to 0x1008: use a label, or . and a distance",
    ],
    ["jal .+0x100000", "1:5 is 1048576 bytes away, the instruction reaches 1048576"],
    ["li a0, 0x100000000", "1:8 4294967296 does not fit in 32 bits"],
    ["lw a0, 4[a1]", '1:9 "[" does not belong here'],
    ["li a0, 1; frob", "1:11 is not an instruction: frob"],
    [".word 0x1ffffffff", "1:7 8589934591 does not fit in 32 bits"],
    [".byte 1\nnop", "2:1 is not at a multiple of 4: .align 2 is missing"],
    [".data\nnop", "2:1 instructions belong into .text"],
    [".space 1 / 0", "1:10 divides by zero"],
    [".space 100000", "1:1 makes the text longer than 16384 bytes"],
    [".frobnicate", "1:1 is not a directive here: .frobnicate"],
    ["csrr a0, 4096", "1:10 4096 does not fit: 0 to 4095"],
    ["", "1:1 there is no instruction"],
    ["slli a0, a0, 32", "1:14 32 does not fit: 0 to 31"],
  ])("%j: the error has line, column and reason", (source, error) => {
    expect(errorsOf(source)).toEqual([error]);
  });

  it("raise no later error after a line without meaning", () => {
    expect(assembled('\t.file "a.c"\n\t.type main, @function\nmain:\n\tret\n').words).toEqual([0x8067]);
    expect(errorsOf(".ident @\n.word @\n.incbin @")).toEqual([
      '2:7 "@" does not belong here',
      "3:1 is not a directive here: .incbin",
    ]);
  });

  it("report at most 20 errors and count the others", () => {
    const result = assemble("frob\n".repeat(1000), OPTIONS);
    expect(result).toMatchObject({ ok: false, errorCount: 1000 });
    expect(errorsOf("frob\n".repeat(1000))).toHaveLength(20);
  });

  it("report the errors of both passes in line order", () => {
    const source = [
      "start: addi a0, a0, 5000", // a value
      "  addd a0, a0, a1", //       a name
      "  add a0, a1", //            an operand
      "  j nowhere", //             a symbol
      "  .word 1 +", //             an expression
      "start: nop", //              a label
      "  slli a0, a0, 32",
      "  .align 99",
      "  lw a0, 0(a9), 1",
    ];
    expect(errorsOf(source.join("\n"))).toEqual([
      "1:21 5000 does not fit: -2048 to 2047",
      "2:3 is not an instruction: addd",
      "3:13 operand 3 of add is missing",
      "4:5 names nothing: nowhere",
      "5:12 a value is missing here",
      "6:1 is defined twice: start",
      "7:16 32 does not fit: 0 to 31",
      "8:10 is not an alignment: 99; 0 to 16 are possible, .align 2 for a multiple of 4 bytes, and .balign takes bytes",
      '9:12 is not a register: "a9"',
    ]);
  });

  test.each([
    ["a label in a line that cannot be read", "x: @\nj x", ['1:4 "@" does not belong here']],
    [
      "a label in a line that is too long",
      `x: nop${" ".repeat(400)}\nj x`,
      ["1:400 a line has at most 400 characters"],
    ],
    ["a label before what is not an instruction", "x: frob\nj x", ["1:4 is not an instruction: frob"]],
    [
      "an instruction behind a label that is there",
      "x: nop\nx: addi a0, a0\nret",
      ["2:1 is defined twice: x", "2:15 operand 3 of addi is missing"],
    ],
    [
      "a constant that is wrong",
      ".equ x, 1 / 0\nli a0, x\naddi a0, a0, x + 9999\n.word x",
      ["1:11 divides by zero"],
    ],
    ["a constant that cannot be read", ".equ x, @\naddi a0, a0, x", ['1:9 "@" does not belong here']],
    [
      "a constant from one that is wrong",
      ".equ x, nope\n.equ y, 5000 + x\naddi a0, a0, y",
      ["1:9 names nothing: nope"],
    ],
    ["a constant that names itself", ".equ q, q\naddi a0, a0, q", ["1:9 names nothing: q"]],
    [
      "distances over what has no place",
      "x: frob\n.space 4096\nbeqz a0, x\nbeqz a0, y",
      ["1:4 is not an instruction: frob", "4:10 names nothing: y"],
    ],
    ["differences", "x: frob\n.space 5000\ny: addi a0, a0, y - x", ["1:4 is not an instruction: frob"]],
    [
      "a word too much behind a place that is not known",
      "frob\nx: j x, x",
      ["1:1 is not an instruction: frob", '2:7 "," is unexpected'],
    ],
    [
      "instructions at no multiple of 4",
      ".byte 1\nnop\nnop\naddi a0, a0, a0",
      ["2:1 is not at a multiple of 4: .align 2 is missing", "4:14 names nothing: a0"],
    ],
    [
      "instructions in .data",
      ".data\nnop\nnop\nli a0\n.data\nret",
      [
        "2:1 instructions belong into .text",
        "4:6 operand 2 of li is missing",
        "6:1 instructions belong into .text",
      ],
    ],
    [
      "a section that is none",
      ".data\n.section .boot\nnop\nnop a0",
      [`2:10 ${SECTIONS_ARE}`, '4:5 "a0" is unexpected'],
    ],
    [
      "bytes in a section that is none",
      "nop\n.section .tdata\n.byte 1\n.text\nnop",
      [`2:10 ${SECTIONS_ARE}`],
    ],
    [
      "more than there is room for",
      ".space 16384\nnop\nnop\nret a0",
      ["2:1 makes the text longer than 16384 bytes"],
    ],
  ])("report no error that only follows from %s", (_, source, errors) => {
    expect(errorsOf(source)).toEqual(errors);
  });

  it("of random text never throw", () => {
    const random = createRandom(11);
    const pieces = [
      "addi",
      "a0",
      ",",
      " ",
      "(",
      ")",
      "-",
      "0x7",
      "li",
      "lw",
      ".word",
      ".align",
      "1b",
      ":",
      "x",
      "\n",
    ];
    const more = [
      "%hi",
      "'",
      "#",
      "//",
      "<<",
      "~",
      "constructor",
      ".section",
      ".rodata",
      ".bss",
      ".comm",
      ".asciz",
      '"a\\7"',
      '"',
      "@plt",
      "__proto__",
      ".equ",
      "la",
      "9".repeat(30),
      "\u0000",
      ".macro x",
      "\n.macro li %a\n%a",
      "\\a",
      "\n.endm\n",
      ".end_macro",
      "\n.rept 9\n",
      "\n.endr\n",
      ".fill",
    ];
    for (let count = 0; count < 5000; count++) {
      const text = Array.from({ length: random.integer(1, 30) }, () => {
        const list = random.chance(70) ? pieces : more;
        return list[random.integer(0, list.length - 1)] ?? "";
      }).join("");
      const result = assemble(text, OPTIONS);
      expect(typeof result.ok).toBe("boolean");
    }
    expect(assemble(`li a0, ${"(".repeat(100_000)}`, OPTIONS).ok).toBe(false);
    expect(assemble(`li a0, ${"-".repeat(300)}1`, OPTIONS).ok).toBe(false);
  });
});
