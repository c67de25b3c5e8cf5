/** Output of compilers. clang 14 made fixtures/programs/compiled.s from compiled.c with --target=riscv32 -march=rv32im
 * -O2 -fcommon -ffreestanding -S. It must compute the values that the same file gives as a program of the host (gcc
 * 12, x86-64). */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { assembled, errorsOf } from "./assembling.ts";
import { memoryAfter } from "./memoryAfter.ts";

const CODE = 0x1000;
const DATA = 0x2000_0000;

const COMPILED = readFileSync(new URL("../fixtures/programs/compiled.s", import.meta.url), "utf8");
const RESULTS = [4069843300, 2585886152, 557314350, 3046160, 1957695355, 3046267307, 0, 107];

test("a compiled program computes the right values: tables, strings, jump tables, common symbols", () => {
  const { memory, symbols } = memoryAfter(COMPILED);
  const out = (symbols.get("out") ?? 0) - DATA;
  expect(RESULTS.map((_, index) => memory.getUint32(out + 4 * index, true))).toEqual(RESULTS);
});

describe("assembler sections", () => {
  it("continue where they stopped, and are laid out as data, constants, zeros", () => {
    const { data, symbols } = assembled(`
  .section .bss,"aw",@nobits
zeros: .zero 4
  .section .rodata.str1.1,"aMS",@progbits,1
text: .string "ab#c", "//"   # two
  .data
list: .word text
  .section .rodata
more: .byte 9
  .data
  .word more, zeros
  .text
  la a0, list
  ret`);
    expect(Object.fromEntries(symbols)).toEqual({
      zeros: DATA + 32,
      text: DATA + 16,
      list: DATA,
      more: DATA + 24,
    });
    const words = new DataView(data.buffer);
    expect([0, 4, 8].map((at) => words.getUint32(at, true) - DATA)).toEqual([16, 24, 32]);
    expect(new TextDecoder().decode(data.slice(16, 24))).toBe("ab#c\0//\0");
    expect(data.length).toBe(36);
  });

  it("keep the distances that alignments require", () => {
    const { data, symbols } = assembled(`
  ret
  .data
  .byte 1
  .section .rodata
  .balign 64
table: .quad -2
  .comm counts, 8, 32
  .comm flag, 1, 1`);
    expect(symbols.get("table")).toBe(DATA + 64);
    expect(symbols.get("counts")).toBe(DATA + 96);
    expect(symbols.get("flag")).toBe(DATA + 104);
    expect(Array.from(data.slice(64, 72))).toEqual([254, ...Array(7).fill(255)]);
    expect(data.length).toBe(105);
  });

  it("of the compiler's own add nothing to memory, and no instruction is lost in them", () => {
    const note = '.section ".note.GNU-stack","",@progbits\nx: .uleb128 1\n.word nowhere\n.addrsig_sym y\n';
    expect(assembled(`ret\n${note}.text\nnop`).words).toHaveLength(2);
    expect(errorsOf(`ret\n${note}nop`)).toEqual(["6:1 instructions belong into .text"]);
  });

  it("of the compiler's own remove nothing outside them", () => {
    const source =
      'li a0, N\nla a1, x\nret\n.section .note.GNU-stack,"",@progbits\n.comm x, 8, 4\n.equ N, 5\n';
    const { data, symbols } = assembled(source);
    expect([symbols.get("x"), symbols.get("N"), data.length]).toEqual([DATA, 5, 8]);
    expect(errorsOf("ret\n.section .debug_line\n.comm x\n.equ y, z")).toEqual([
      '3:8 "," is missing here',
      "4:9 names nothing: z",
    ]);
  });

  it("have a total limit, the memory", () => {
    expect(errorsOf("ret\n.data\n.space 65500\n.bss\n.space 100")).toEqual([
      "5:1 makes the data longer than 65536 bytes",
    ]);
  });

  it("with sizes that depend on one another are refused", () => {
    const source = "ret\n.section .rodata\n.space zeros - 0x20000000 + 16\n.bss\nzeros: .byte 0";
    expect(errorsOf(source)).toEqual(["3:8 names nothing: zeros"]);
    expect(errorsOf(`ret\n.bss\nzeros: .byte 0\n.section .rodata\n.space zeros - 0x20000000 + 16`)).toEqual([
      "1:1 sections grow without end",
    ]);
  });
});

describe("assembler directives", () => {
  it("write strings with escapes", () => {
    const { data } = assembled('ret\n.data\n.ascii "a\\"\\\\\\n\\101\\0x\\x41\\x7g\\XfF", "é"\n.asciz ""');
    expect(Array.from(data)).toEqual([97, 34, 92, 10, 65, 0, 120, 0x41, 7, 103, 255, 0xc3, 0xa9, 0]);
  });

  /** The output of clang 14 for the same source, with its warnings about values of eight bytes. */
  test.each([
    [".fill 3", [0, 0, 0]],
    [".fill 2, 2, 0x1234", [0x34, 0x12, 0x34, 0x12]],
    [".fill 2, 8, -1", [255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0]],
    [".fill 2, 3, 0x10203", [3, 2, 1, 3, 2, 1]],
    [".fill 0, 4, 1\n.fill 3, 0, 1\n.byte 7", [7]],
    [".fill 2, 1, last - first\nfirst: .byte 1\nlast:", [1, 1, 1]],
    [".skip 2, 0xab\n.space 2, -1\n.zero 2", [0xab, 0xab, 255, 255, 0, 0]],
    [".2byte 0x102, 3\n.4byte -2\n.8byte 1", [2, 1, 3, 0, 254, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0]],
    [".eqv TWO 2\n.eqv SIX, TWO * 3\n.byte TWO, SIX", [2, 6]],
  ])("%s give these bytes", (source, bytes) => {
    expect(Array.from(assembled(`nop\n.data\n${source}`).data)).toEqual(bytes);
  });

  it("of gcc are accepted: anchors, local addresses, calls through its table", () => {
    const { words, symbols } = assembled(`
	.option nopic
	.attribute unaligned_access, 0
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.type	main, @function
main:
	.cfi_startproc
	lla	a5,.LANCHOR0
	call	helper@plt
	ret
	.size	main, .-main
helper:
	ret
	.section	.sbss,"aw",@nobits
	.align	2
	.set	.LANCHOR0,. + 0
	.type	seen, @object
seen:
	.zero	4
	.ident	"GCC: (GNU) 12.2.0"
	.section	.note.GNU-stack,"",@progbits`);
    expect(words.slice(0, 3)).toEqual([0x1fff_f797, 0x0007_8793, 0x0080_00ef]);
    expect(symbols.get("seen")).toBe(DATA);
  });

  it("of newer clang and gcc align with a fill and a maximum: nops in code, else the fill", () => {
    const { words, data, symbols } = assembled(`
	.text
	.globl	handler
	.p2align	1
	.type	handler,@function
handler:
	sltz	a0, a1
	.p2align	4, , 15
.LBB0_1:
	ret
	.align	2,0
	.section	.sdata,"aw",@progbits
	.byte	1
	.p2align	2, 0x0
word:
	.word	-1
	.balign	16, 0xff, 15
far:
	.byte	2`);
    expect(words).toEqual([0x0005_a533, 0x13, 0x13, 0x13, 0x0000_8067]);
    expect(symbols.get(".LBB0_1")).toBe(CODE + 16);
    expect([symbols.get("word"), symbols.get("far")]).toEqual([DATA + 4, DATA + 16]);
    expect(Array.from(data)).toEqual([1, 0, 0, 0, 255, 255, 255, 255, ...Array(8).fill(255), 2]);
  });

  test.each([
    [".align 2, 0, 15, 1", '1:16 "," is unexpected'],
    [".p2align 2,", "1:12 a value is missing here"],
    [".balign 4, , ", "1:14 a value is missing here"],
    [".p2align 2 0", '1:12 "0" is unexpected'],
    [".space 4 0", '1:10 "0" is unexpected'],
    [".space 4, ", "1:11 a value is missing here"],
    [".space 4, 0, 0", '1:12 "," is unexpected'],
    [".space 4, 256", "1:11 256 does not fit in 8 bits"],
    [".fill 1 << 30", "1:7 is not a number of bytes: 1073741824"],
    [".fill 1048576, 8", "1:1 makes the text longer than 16384 bytes"],
    [".fill -1", "1:7 is not a number of bytes: -1"],
    [".fill 1, 9", "1:10 9 does not fit: 0 to 8"],
    [".fill 1, 4, 1, 2", '1:14 "," is unexpected'],
    [".fill 2, 4, nowhere", "1:13 names nothing: nowhere"],
    [".equ x 5", '1:8 "," is missing here'],
    ['.asciz "a', '1:8 "\\"" does not belong here'],
    [".asciz 5", "1:8 a text in double quotes is missing here"],
    ['.asciz "a",', "1:12 a text in double quotes is missing here"],
    ['.asciz "a" 5', '1:12 "5" is unexpected'],
    ['.ascii "\\q"', "1:8 has an unknown escape: \\q"],
    ['.ascii "\\x"', "1:8 has an unknown escape: \\x"],
    ['.ascii "\\x41g\\x414243"', "1:8 has an unknown escape: \\x414243"],
    [
      '.section "x"',
      '1:10 sections are .text, .data, .rodata and .bss, others with flags, as in .section .x,"ax"',
    ],
    [
      ".section",
      '1:9 sections are .text, .data, .rodata and .bss, others with flags, as in .section .x,"ax"',
    ],
    ["ret\n.comm a0, 4", "2:7 is a register: a0"],
    ["ret\n.comm x", '2:8 "," is missing here'],
    [
      "lui a0, %tprel_hi(x)",
      "1:9 %tprel_hi is not known; known are %hi, %lo, %pcrel_hi, %pcrel_lo, %got_pcrel_hi",
    ],
    ["ret\ncall memcpy@plt", "2:6 names nothing: memcpy"],
    ['add "x", a0, a1', '1:5 is not a register: "\\"x\\""'],
  ])("%j: the error has line, column and reason", (source, error) => {
    expect(errorsOf(source)).toContain(error);
  });
});
