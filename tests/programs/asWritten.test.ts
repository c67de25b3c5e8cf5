/** Assembly as students, other assemblers and compilers write it: other spellings, and messages that name mistakes. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { remarksOf } from "../../lib/assembler/diagnostics.ts";
import { disassemble } from "../../lib/assembler/disassemble.ts";
import { assembled, errorsOf, OPTIONS } from "./assembling.ts";
import { REFUSED, TABLE } from "./refusedSources.ts";

const bytesOf = (source: string) => {
  const { words, data } = assembled(source);
  return { words, data: Array.from(data) };
};

describe("an assembly spelling assembles to the same bytes", () => {
  test.each([
    [
      "blanks for commas",
      "1: li t0 3\naddi t0 t0 -1\nlw a0 4(sp)\nbne t0 zero 1b\nret",
      "1: li t0, 3\naddi t0, t0, -1\nlw a0, 4(sp)\nbne t0, zero, 1b\nret",
    ],
    [
      "blanks between data",
      "ret\n.data\n.word 1 2 (3) 'a' %lo(5)\n.byte 1 -1",
      "ret\n.data\n.word 1, 2, 3, 97, 5\n.byte 0",
    ],
    ["texts without a comma are one", 'ret\n.data\n.asciz "a" "b", "c"', 'ret\n.data\n.asciz "ab", "c"'],
    [
      "block comments",
      "/* a\n ret # */ nop /* x */ ; li /**/ a0, /* 1 */ 2\nret # /* \nret",
      "nop; li a0, 2\nret\nret",
    ],
    [
      "a comment's begin in a text",
      "ret\n.data\n.ascii \"/*\"\n.byte '/', 1 # */",
      "ret\n.data\n.byte 47, 42, 47, 1",
    ],
    [
      "a load from a name",
      `${TABLE}lw a0, x\nlb a1, x + 4\nret`,
      `${TABLE}1: auipc a0, %pcrel_hi(x)\nlw a0, %pcrel_lo(1b)(a0)\n1: auipc a1, %pcrel_hi(x+4)\nlb a1, %pcrel_lo(1b)(a1)\nret`,
    ],
    [
      "a store to a name",
      `${TABLE}sw a0, x, t0\nsh a0 x t1\nret`,
      `${TABLE}1: auipc t0, %pcrel_hi(x)\nsw a0, %pcrel_lo(1b)(t0)\n1: auipc t1, %pcrel_hi(x)\nsh a0, %pcrel_lo(1b)(t1)\nret`,
    ],
    [
      "%hi of a whole expression",
      "lui a0, %hi(0x1000)+0x800\naddi a0, a0, %lo(0x7ff)+4",
      "lui a0, 2\naddi a0, a0, -2045",
    ],
    [
      "negative numbers of 32 bits",
      "addi a0, a0, 0xfffff800\nlw a0, 0xfffffffc(sp)",
      "addi a0, a0, -2048\nlw a0, -4(sp)",
    ],
    [
      "a number in place of a register",
      "add a0, a0, 5\nsll a1, a1, 3\nand a2, a3, -1",
      "addi a0, a0, 5\nslli a1, a1, 3\nandi a2, a3, -1",
    ],
    [
      "jumps to registers",
      "jr 4(a0)\njr (a0)\njr a0, 4\njalr 4(a0)\njalr a0, 4\njalr a1, 4(a0)",
      "jalr zero, 4(a0)\njalr zero, 0(a0)\njalr zero, 4(a0)\njalr ra, 4(a0)\njalr ra, 4(a0)\njalr a1, 4(a0)",
    ],
    [
      "sgt, sgtu, move",
      "sgt a0, a1, a2\nsgtu a0, a1, a2\nmove a0, a1",
      "slt a0, a2, a1\nsltu a0, a2, a1\nmv a0, a1",
    ],
    [
      "la of a place",
      `${TABLE}here: la a0, x + 4\nlla a1, here\nret`,
      `${TABLE}here: auipc a0, 0x1ffff\naddi a0, a0, 8\nauipc a1, 0\naddi a1, a1, -8\nret`,
    ],
    [
      "an address from a compiler's table, worked out",
      `${TABLE}1: auipc a0, %got_pcrel_hi(x)\nlw a1, %pcrel_lo(1b)(a0)\nlw a2, 0(a1)\nret`,
      `${TABLE}auipc a0, 0x1ffff\naddi a1, a0, 4\nlw a2, 0(a1)\nret`,
    ],
    [
      "calls and jumps with a register of their own",
      "call t0, f\njump f, t1\ncall f\nf: ret",
      "jal t0, f\nj f\njal f\nf: ret",
    ],
    [
      "instructions by their fields",
      ".insn r 0x33, 0, 0, a0, a1, a2\n.insn r OP, 0, 0x20, a0, a1, a2\n.insn i op_imm, 0, a0, a1, 5\n.insn i 3, 2, a0, 4(a1)\n.insn s STORE, 2, a0, 4(a1)\nf: .insn sb 0x63, 1, a0, a1, f\n.insn u LUI, a0, 0x12345\n.insn uj JAL, ra, f\n.insn 0x13\n.insn 4, 0x13",
      "add a0, a1, a2\nsub a0, a1, a2\naddi a0, a1, 5\nlw a0, 4(a1)\nsw a0, 4(a1)\nf: bne a0, a1, f\nlui a0, 0x12345\njal f\nnop\nnop",
    ],
    [
      "instructions that only .insn knows",
      ".insn r CUSTOM_0, 7, 0x7f, ra, sp, gp\n.insn r4 MADD, 1, 2, a0, a1, a2, a3",
      ".word 0xfe31708b, 0x6cc59543",
    ],
    [
      "numbers with a point",
      "ret\n.data\n.float 1.5, -2.25, 0f1.5, 1, .5\n.single 1e10, -0, inf, nan, -nan\n.double 3.14",
      "ret\n.data\n.word 0x3fc00000, 0xc0100000, 0x3fc00000, 0x3f800000, 0x3f000000\n.word 0x501502f9, 0x80000000, 0x7f800000, 0x7fffffff, 0xffffffff\n.quad 0x40091eb851eb851f",
    ],
    ["a character without its second quote", "li a0, 'a\nli a1, 'b # '", "li a0, 97\nli a1, 98"],
    [
      "macros that are left and forgotten",
      `${".macro m n\n.if \\n == 0\n.exitm\nfrob\n.endif\nli a0, \\n\nm %n-1\n.endm\n.macro k\n.rept 5\n.exitm\n.endr\nnop\n.endm\nk\n.purgem k\n.macro k\nret\n.endm\nk".replace(
        "m %n-1",
        'm "(\\n-1)"',
      )}\nm 2`,
      "nop\nret\nli a0, 2\nli a0, 1",
    ],
    ["la of a constant", ".equ n, 5\nla a0, n\nla a1, 0xf0000000", "li a0, 5\nlui a1, 0xf0000"],
    [
      "names of directives",
      'ret\n.data\n.hword 1, 2\n.asciiz "hi"\n.lcomm room, 8\n.extern far\n.func f\n.endfunc',
      'ret\n.data\n.half 1, 2\n.asciz "hi"\n.comm room, 8',
    ],
    ["the end before the text's", "nop\n.end\nfrob\n.rept 3", "nop"],
    [
      "sections that come back",
      "nop\n.pushsection .data\n.byte 1\n.popsection\nret\n.data\n.byte 2\n.previous\nnop",
      ".data\n.byte 1, 2\n.text\nnop\nret\nnop",
    ],
    [
      "sections by their flags",
      '.section .init,"ax",@progbits\nnop\n.section .mine,"aw"\n.byte 1\n.section .code,"ax"\nret',
      ".text\nnop\nret\n.data\n.byte 1",
    ],
    ["subsection 0", ".text 0\nnop\n.subsection 0\nret", "nop\nret"],
    [
      "names that are not ASCII",
      "começo: nop\nj começo\n.equ größe, 3\nli a0, größe",
      "a: nop\nj a\nli a0, 3",
    ],
    [
      "places to begin",
      "nop\n.org 12\na: nop\n.org a + 8, 0x55\nret",
      "nop\n.word 0, 0\nnop\n.word 0x55555555\nret",
    ],
    [
      "places relative to the instruction",
      `${TABLE}1: auipc a0, %pcrel_hi(x)\nlw a1, %pcrel_lo(1b)(a0)\nret`,
      `${TABLE}auipc a0, 0x1ffff\nlw a1, 4(a0)\nret`,
    ],
  ])("%s", (_, source, plain) => {
    expect(bytesOf(source)).toEqual(bytesOf(plain));
  });

  test.each([
    ["1+2<<3", 17],
    ["6&3+1", 3],
    ["2|1^3", 0],
    ["1-2-3", -4],
    ["3!1", -1],
    ["017", 15],
    ["0", 0],
    ["'\\f'", 12],
    ["3 > 2 == -1", -1],
    ["-1<<40>>40", 0xff_ffff],
  ])("the expression %s is %i, as in GNU as", (text, value) => {
    expect(bytesOf(`ret\n.data\n.quad ${text}`)).toEqual(bytesOf(`ret\n.data\n.quad ${value}`));
  });
});

describe("an instruction that never works is refused by name", () => {
  test.each(REFUSED)("%j", (source, error) => {
    expect(errorsOf(source)).toEqual([error]);
  });

  it("but code that may work is accepted: a jump to the end, a trap on purpose, an own word", () => {
    for (const source of ["beqz a0, out\nret\nout:", "unimp", "j 0xfffffffc", "lw a0, 4(zero)"]) {
      const codeAddress = source.startsWith("lw") ? 0 : 0x1000;
      expect(errorsOf(`${source}\n.word 0, 0`, { ...OPTIONS, codeAddress }), source).toEqual([]);
    }
  });
});

test("the disassembly shows the orders of fences and the names of traps", () => {
  for (const text of ["fence", "fence rw, w", "fence i, iorw", "fence.i", "fence.tso", "unimp"])
    expect(disassemble(assembled(text).words[0] ?? 0, 0)).toBe(text);
});

test("the escape '\\0' gives a warning, since GNU as reads the digit", () => {
  const source = "# '\\0'\n\tli a0, '\\0'\n.data\n.ascii \"'\\0'\" # '\\0'";
  expect(remarksOf(source)).toEqual([
    { line: 2, column: 9, message: "'\\0' is 0 here and the digit, 48, in GNU as: 0 is the same in both" },
  ]);
  expect(remarksOf("'\\0'\n".repeat(100))).toHaveLength(20);
});

const SEEN = [
  "asciiz-lcomm",
  "blanks-for-commas",
  "block-comment",
  "fence-operands",
  "immediate-aliases",
  "load-from-name",
  "octal",
];

test.each(SEEN)("the program %s of another course assembles as far as its machine allows", (name) => {
  const source = readFileSync(new URL(`../fixtures/programs/${name}.s`, import.meta.url), "utf8");
  const errors = errorsOf(source);
  // The program writes mtvec, which only a program in machine mode may.
  if (name === "immediate-aliases")
    expect(errors).toEqual([expect.stringMatching(/^4:14 mtvec is out of reach/)]);
  else expect(errors).toEqual([]);
});
