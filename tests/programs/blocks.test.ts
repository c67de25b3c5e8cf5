/** `.macro` and `.rept` give the same program as their expansion written out by hand. */
import { describe, expect, it, test } from "vitest";
import { assembled, errorsOf, PATTERNS_TRIED_LIMIT, patternsTried } from "./assembling.ts";

const PUSH = ".macro push reg\n addi sp, sp, -4\n sw \\reg, (sp)\n.endm\n";

describe("assembler blocks expand to the same bytes", () => {
  test.each([
    ["a call", `${PUSH}push a0\nPUSH s1\nret`, "addi sp,sp,-4\nsw a0,(sp)\naddi sp,sp,-4\nsw s1,(sp)\nret"],
    [
      "names, defaults, required ones",
      ".macro f a, b=7 c:req\nli \\a, \\b\nli \\a, \\c\n.endm\nf a0, 1, 2\nf a0, c=3\nf b = 4, a=a1, c=5\nf a2,,8",
      "li a0, 1\nli a0, 2\nli a0, 7\nli a0, 3\nli a1, 4\nli a1, 5\nli a2, 7\nli a2, 8",
    ],
    [
      "no commas",
      ".macro f a b\nadd \\a, \\a, \\b\n.endm\nf a0 a1\nf a0 , a1 # two",
      "add a0,a0,a1\nadd a0,a0,a1",
    ],
    [
      "commas in parentheses and texts",
      '.macro f a, b\nlw a0, \\a\n.data\n.ascii "\\b"\n.text\n.endm\nf 4(sp), ",#,"',
      'lw a0, 4(sp)\n.data\n.ascii ",#,"',
    ],
    [
      "defaults in quotes and with blanks, as GNU as takes them",
      '.macro m a=1+2, b="4" c = 1 + 4 d="2 * 3", e=(3 + 4)\n.byte \\a,\\b,\\c,\\d,\\e\n.endm\nret\n.data\nm\nm 9 b="8"\n',
      "ret\n.data\n.byte 3,4,5,6,7,9,8,5,6,7",
    ],
    [
      "names without commas, as GNU as takes them",
      ".macro n a b=5\n.byte \\a,\\b\n.endm\nret\n.data\nn a=1 b=2\nn b = 2 a = 1\nn a=1 + 1 b=2\nn 1 + 1 3\nn 3 -1\nn a=~ 0",
      "ret\n.data\n.byte 1,2,1,2,2,2,2,3,3,-1,-1,5",
    ],
    [
      "an argument that is left empty, or that the body asks for, as GNU as takes them",
      ".macro f op, a, b=7\n\\op a0, a0, 1\\a\\b\n.endm\n.macro g a, b\n.ifb \\b\nli \\a, 0\n.else\nli \\a, \\b\n.endif\n.endm\nf addi, , 3\nf addi, a=\ng a1\ng a2, 9",
      "addi a0, a0, 13\naddi a0, a0, 17\nli a1, 0\nli a2, 9",
    ],
    [
      "the rest of the arguments",
      ".macro f op, rest:vararg\n\\op \\rest\n.endm\nf add, a0, a1, a2\nf ret\nf li a0, 3",
      "add a0, a1, a2\nret\nli a0, 3",
    ],
    ["an instruction's own name", ".macro mv d, s\naddi \\d, \\s, 1\n.endm\nmv a0, a1", "addi a0, a1, 1"],
    [
      "calls that are counted, names that are put together",
      ".macro f op, n\n.L\\op\\()_\\@: \\op\\()i a0, a0, \\n\n.endm\nf add, 1\nf xor, 2\nj .Ladd_0\nj .Lxor_1",
      "a: addi a0,a0,1\nb: xori a0,a0,2\nj a\nj b",
    ],
    [
      "calls of others, and others defined",
      `${PUSH}.macro both\npush ra\npush s0\n.macro two x\nli \\x, 2\n.endm\n.endm\nboth\ntwo a3`,
      `${PUSH}push ra\npush s0\nli a3, 2`,
    ],
    [
      "labels before a block",
      `${PUSH}1: a: push a0\nb: .rept 2\nj b\n.endr\nj a`,
      "1: a: addi sp,sp,-4\nsw a0,(sp)\nb: j b\nj b\nj a",
    ],
    [
      "repetitions, nested",
      ".equ N, 2\n.rept N + 1\nnop\n.rept 2\nret\n.endr\n.endr",
      "nop\nret\nret\n".repeat(3),
    ],
    [
      "constants with a new value each time",
      ".set i, 0\n.rept 3\n.set i, i+1\nli a0, i\n.endr\n.rept i\nnop\n.endr",
      "li a0, 1\nli a0, 2\nli a0, 3\nnop\nnop\nnop",
    ],
    ["none", ".rept 0\nfrob\n.endr\nnop", "nop"],
    ["local labels", ".rept 3\n1: bnez a0, 1b\n.endr", "a: bnez a0, a\nb: bnez a0, b\nc: bnez a0, c"],
    [
      "RARS: arguments with %, parentheses, a text, %hi left alone",
      '.macro print_str (%str)\n.data\ntext: .asciz %str\n.text\nlui a0, %hi(text)\nli a7, 4\necall\n.end_macro\nprint_str("a, (b %str")\nprint_str ("c")',
      '.data\nx: .asciz "a, (b %str"\ny: .asciz "c"\n.text\nlui a0, %hi(x)\nli a7, 4\necall\nlui a0, %hi(y)\nli a7, 4\necall',
    ],
    [
      "RARS: labels of each call, a macro as an argument",
      `.macro tick()\naddi a1, a1, 1\n.end_macro
.macro for (%regIterator, %from, %to, %bodyMacroName)
add %regIterator, zero, %from
Loop:
%bodyMacroName ()
addi %regIterator, %regIterator, 1
ble %regIterator, %to, Loop
.end_macro
for (t0, a2, a3, tick)
for (t1, a4, a5, tick)`,
      `add t0, zero, a2\na: addi a1,a1,1\naddi t0,t0,1\nble t0,a3,a
add t1, zero, a4\nb: addi a1,a1,1\naddi t1,t1,1\nble t1,a5,b`,
    ],
  ])("%s", (_, source, plain) => {
    const { words, data } = assembled(source);
    const byHand = assembled(plain);
    expect({ words, data }).toEqual({ words: byHand.words, data: byHand.data });
  });

  it("with the source line of each word", () => {
    expect(assembled(`${PUSH}push a0\n.rept 2\nnop\n.endr\nret`).lines).toEqual([2, 3, 7, 7, 9]);
  });
});

describe("an error in an assembler block is reported", () => {
  test.each([
    ["in a body", `${PUSH}nop\npush a9`, ['3:5 is not a register: "a9" (in macro push, called from line 6)']],
    [
      "behind an argument",
      ".macro f reg\n sw \\reg, 4000(sp)\n.endm\nf a0\n.rept 3\nf zero\n.endr",
      ["2:11 4000 does not fit: -2048 to 2047 (in macro f, called from line 4)"],
    ],
    [
      "in a macro of a macro, told once",
      ".macro in\nfrob\n.endm\n.macro out\nin\nin\n.endm\nout\nout",
      ["2:1 is not an instruction: frob (in macro in, called from line 8)"],
    ],
    [
      "in a repetition, told once",
      "nop\n.rept 5\nx: j y\n.endr",
      ["3:1 is defined twice: x (repeated from line 2)", "3:6 names nothing: y (repeated from line 2)"],
    ],
    ["too many arguments", `${PUSH}x: push a0, a1\nj x`, ["5:4 takes 1 argument, not 2"]],
    ["too few", ".macro f a, b\n.endm\nf a0", ["3:1 has nothing for its argument b"]],
    ["an empty one that it needs", ".macro f a:req, b\n.endm\nf , 1", ["3:1 has nothing for its argument a"]],
    [
      "none, though it is asked for",
      ".macro f a:req\n.ifb \\a\n.endif\n.endm\nf",
      ["5:1 has nothing for its argument a"],
    ],
    ["one twice", ".macro f a, b\n.endm\nf a=1, a=2", ["3:1 passes the argument a twice"]],
    ["a name twice", `${PUSH}${PUSH}nop`, ["5:1 is defined twice: push"]],
    ["a name of two arguments", ".macro f a, b, a\n.endm\nnop", ["1:1 is defined twice: a"]],
    ["a name of a directive", ".macro .word\n.endm\nnop", ["1:1 is a directive: .word"]],
    ["no name", ".macro # x\n.endm\nnop", ["1:1 a name is missing here"]],
    ["a name that is none", ".macro 1x\n.endm\nnop", ["1:1 is not a name for a macro: 1x"]],
    [
      "an argument that is none",
      ".macro f a:some\n.endm\nnop",
      ["1:1 is not a name for an argument: a:some"],
    ],
    [
      "an argument that there is not",
      ".macro f a\nli \\b, 1\n.endm\nf a0",
      ['2:4 "\\\\" does not belong here (in macro f, called from line 4)'],
    ],
    [
      "an end of nothing",
      `${PUSH}.endr\nnop\n.endm`,
      ["5:1 has no block to end: .endr", "7:1 has no block to end: .endm"],
    ],
    ...[".endm", ".ENDR", ".end_macro"].map((end): [string, string, string[]] => [
      `${end} where there is no block`,
      `${end}\nret`,
      [`1:1 has no block to end: ${end.toLowerCase()}`],
    ]),
    [
      "a number of times that is none",
      ".rept -1\nx: nop\n.endr\nj x",
      ["1:7 is not a number of repetitions: -1"],
    ],
    ["a number of times that is not known", ".rept n\nx: nop\n.endr\nj x", ["1:7 names nothing: n"]],
    ["a number of times that is not there", "a: .rept\n.endr\nj a", ["1:9 a value is missing here"]],
    ["a macro that is no longer one", ".rept 2 3\n.endr\nnop", ['1:9 "3" is unexpected']],
  ])("%s", (_, source, errors) => {
    expect(errorsOf(source)).toEqual(errors);
  });
});

describe("blocks of hostile sources are limited", () => {
  test.each([
    ["no end", `nop\nj x\n${".rept 2\nx: nop\n"}`, ["3:1 has no .endr"]],
    ["no end of a macro", ".macro f\nnop\n.endr\nj x", ["1:1 has no .endm"]],
    [
      "no end within a macro",
      ".macro f\n.rept 2\n.endm\nf",
      ["2:1 has no .endr (in macro f, called from line 4)"],
    ],
    [
      "endless recursion",
      ".macro f\nnop\nf\n.endm\nf",
      ["3:1 is nested deeper than 100 blocks (in macro f, called from line 5)"],
    ],
    [
      "recursion through another",
      ".macro f\ng\n.endm\n.macro g\nf\nf\n.endm\nf",
      ["5:1 is nested deeper than 100 blocks (in macro g, called from line 8)"],
    ],
    [
      "a thousand million",
      ".rept 1000000000\nnop\n.endr",
      ["2:1 makes the text longer than 16384 bytes (repeated from line 1)"],
    ],
    ["a thousand million of nothing", ".rept 1000000000\n.endr", ["1:1 makes more than 262144 characters"]],
    [
      "more than fits a number of 32 bits",
      ".rept 1 << 31 << 31\n1:\n.endr",
      ["1:1 makes more than 262144 characters"],
    ],
    [
      "nested thousands",
      `${".rept 1000\n".repeat(6)}1:\n${".endr\n".repeat(6)}`,
      ["6:1 makes more than 262144 characters (repeated from line 1)"],
    ],
    [
      "doubling",
      Array.from({ length: 40 }, (_, at) => `.macro m${at + 1}\nm${at}\nm${at}\n.endm\n`).join("") +
        ".macro m0\n1:\n.endm\nm40",
      [expect.stringMatching(/ makes more than 262144 characters \(in macro m\d+, called from line 164\)$/)],
    ],
    [
      "wrong again and again",
      ".rept 20000\nx y: @\n.endr",
      [expect.stringContaining("(repeated from line 1)")],
    ],
    [
      "wrong again and again where it is written",
      "nop\n.data\n.rept 9000\n.byte nowhere\n.endr",
      ["4:7 names nothing: nowhere (repeated from line 3)"],
    ],
    [
      "depth",
      ".rept 1\n".repeat(120) + ".endr\n".repeat(120),
      [expect.stringContaining("is nested deeper than 100 blocks")],
    ],
    [
      "local labels, as many as there can be, asked for as often",
      `ret\n.data\n.rept 340\n${"1:".repeat(190)}\n.endr\n.rept 330\n.fill 0,1,(1f${"+1f".repeat(120)})&0\n.endr\n1:`,
      [],
    ],
  ])("%s", (_, source, errors) => {
    let told: readonly string[] = [];
    const tried = patternsTried(() => {
      told = errorsOf(source);
    });
    expect(told.slice(-1)).toEqual(errors);
    expect(tried).toBeLessThan(PATTERNS_TRIED_LIMIT);
  });

  it("at the largest allowed expansion, with the longest lines", () => {
    const body = `.macro f a\n.byte ${"\\a+".repeat(120)}0\n.endm\n`;
    expect(errorsOf(`${body}f ${"9".repeat(350)}`)).toEqual([
      "2:10 a line has at most 400 characters (in macro f, called from line 4)",
    ]);
    const tried = patternsTried(() => {
      const { data } = assembled(`ret\n.data\n.rept ${262_144 / 128}\n.byte ${"1+".repeat(60)}0\n.endr`);
      expect(data.length).toBe(2048);
    });
    expect(tried).toBeLessThan(PATTERNS_TRIED_LIMIT);
  });
});
