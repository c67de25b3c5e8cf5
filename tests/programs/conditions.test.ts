/** `.if` and its variants, `.irp`, `.irpc`, `name = value` and `;` give the bytes of GNU as. */
import { describe, expect, it, test } from "vitest";
import { assembled, errorsOf, PATTERNS_TRIED_LIMIT, patternsTried } from "./assembling.ts";

const bytesOf = (source: string): readonly number[] => [...assembled(`ret\n.data\n${source}`).data];

/** Examples of the manual of GNU as. */
const SUM = `.macro sum from=0, to=5
.byte \\from
.if \\to-\\from
sum "(\\from+1)",\\to
.endif
.endm
`;

describe("conditional assembly keeps the right lines", () => {
  test.each([
    ["a branch", ".if 2 > 1\n.byte 1\n.else\n.byte 2\n.endif", [1]],
    ["the other", ".if 2 < 1\n.byte 1\n.else\n.byte 2\n.endif\n.byte 3", [2, 3]],
    [
      "the first that holds, whatever the others ask for",
      "n = 2\n.if n == 1\n.byte 1\n.elseif n == 2\n.byte 2\n.elseif nowhere\n.byte 3\n.else\n.byte 4\n.endif",
      [2],
    ],
    [
      "nothing within what does not count, nor what it asks for",
      ".if 0\n.if nowhere\n.byte 1\n.else\n.byte 2\n.endif junk\n.macro f\n.endif\nx: .byte 3\n.ifdef x\n.byte 4\n.endif",
      [3, 4],
    ],
    [
      "names that are known so far",
      "x = 0\n.ifdef x\n.byte 1\n.endif\n.ifndef y\n.byte 2\n.endif\ny: .byte 3",
      [1, 2, 3],
    ],
    [
      "signs of numbers",
      ".ifeq 0\n.byte 1\n.endif\n.ifne 0\n.byte 2\n.endif\n.ifgt 1\n.byte 3\n.endif\n.ifle 0\n.byte 4\n.endif",
      [1, 3, 4],
    ],
    [
      "texts",
      '.macro f a, b=""\n.ifb \\b\n.byte 1\n.endif\n.ifnb \\b\n.byte 2\n.endif\n.ifc \\a, sp\n.byte 3\n.endif\n.ifnc \\a,sp\n.byte 4\n.endif\n.endm\nf sp\nf s1, x',
      [1, 3, 2, 4],
    ],
    ["a macro that calls itself", `${SUM}sum 0,5\nsum 7, 8`, [0, 1, 2, 3, 4, 5, 7, 8]],
    [
      "one of two definitions",
      ".if 0\n.macro f\n.byte 1\n.endm\n.else\n.macro f\n.byte 2\n.endm\n.endif\nf",
      [2],
    ],
    [
      "labels before a condition",
      "a: .if 0\nb: .byte 1\nc: .endif\nd: .byte d - a\n.ifdef a\n.byte 2\n.endif\n.ifdef b\n.byte 3\n.endif",
      [0, 2],
    ],
    ["how long something is", "a: .space 3\nb:\n.if b - a > 2\n.byte 9\n.endif", [0, 0, 0, 9]],
    ["forty, one in the other", `${".if 1;".repeat(40)}.byte 1\n${".endif;".repeat(40)}.byte 2`, [1, 2]],
  ])("of %s", (_, source, bytes) => {
    expect(bytesOf(source)).toEqual(bytes);
  });

  test.each([
    ["1 == 1", 255],
    ["1 != 1", 0],
    ["1 <> 2", 255],
    ["3 >= 3", 255],
    ["3 <= 2", 0],
    ["1 && 2", 1],
    ["0 || 0", 0],
    ["!5", 0],
    ["!0", 1],
    ["5 == 2 + 3", 255],
    ["6 & 2 == 2", 255],
    ["1 || 1 && 0", 1],
  ])("the condition %s is %i", (condition, byte) => {
    expect(bytesOf(`.byte ${condition}`)).toEqual([byte]);
  });
});

describe("repeated blocks with values", () => {
  test.each([
    ["values", '.irp x,1,2 3,"4", (2 + 3)\n.byte \\x\n.endr', [1, 2, 3, 4, 5]],
    ["no values", ".irp x\n.byte 0x1\\x\n.endr\n.irpc c,\n.byte 0x2\\c\n.endr", [1, 2]],
    ["an empty one", ".irp x,1,,2\n.byte 0x5\\x\n.endr", [0x51, 5, 0x52]],
    [
      "characters",
      '.irpc c, 12\n.byte 0x3\\c\n.endr\n.irpc c,"ab"\n.byte 0x\\c\\()0\n.endr',
      [0x31, 0x32, 0xa0, 0xb0],
    ],
    [
      "one in the other",
      ".irp x,1,2\n.irpc y,34\n.rept 2\n.byte 0x\\x\\y\n.endr\n.endr\n.endr",
      [0x13, 0x13, 0x14, 0x14, 0x23, 0x23, 0x24, 0x24],
    ],
    ["those of a macro", ".macro f a, b\n.irp x,\\a,\\b\n.byte \\x\n.endr\n.endm\nf 7, 8", [7, 8]],
    ["a text with a comma", '.irp x,"1,2",3\n.byte \\x\n.endr', [1, 2, 3]],
  ])("of %s", (_, source, bytes) => {
    expect(bytesOf(source)).toEqual(bytes);
  });

  it("may fill in registers of instructions", () => {
    const { words } = assembled(".irp r,s0,s1\naddi sp, sp, -4\nsw \\r, (sp)\n.endr");
    expect(words).toEqual(assembled("addi sp,sp,-4\nsw s0,(sp)\naddi sp,sp,-4\nsw s1,(sp)").words);
  });
});

describe("assignments and several statements on a line", () => {
  test.each([
    ["a value, and a new one", "n = 3; .byte n\nn = n + 1 ; .byte n\n.set n, 9\n.byte n", [3, 4, 9]],
    [
      "no separators in texts, characters and comments",
      ".ascii \"a;b\" ; .byte ';' # ; .byte 1\n.byte 2 // ; x",
      [97, 59, 98, 59, 2],
    ],
    [
      "whole blocks",
      ".macro m a; .byte \\a; .endm; m 7; .rept 2; .byte 8; .endr; .if 1; .byte 9; .endif",
      [7, 8, 8, 9],
    ],
    ["what an argument brings", '.macro m a; .byte \\a; .endm; m "8;.byte 9"', [8, 9]],
    ["empty ones", ";;.byte 1;;; ;", [1]],
    ["a name that a macro has, too", ".macro m; .byte 1; .endm; m; m = 5; .byte m", [1, 5]],
  ])("%s", (_, source, bytes) => {
    expect(bytesOf(source)).toEqual(bytes);
  });

  it("keep the line and the columns of the source", () => {
    const { lines } = assembled("nop; nop\nx: ret; j x");
    expect(lines).toEqual([1, 1, 2, 2]);
    expect(errorsOf("nop; frob\n  nop ; li a0 ; j y")).toEqual([
      "1:6 is not an instruction: frob",
      "2:15 operand 2 of li is missing",
      "2:19 names nothing: y",
    ]);
  });
});

describe("an error in conditional assembly is reported", () => {
  test.each([
    ["no end", "nop\n.if 1\n.if 0\nret", ["3:1 has no .endif"]],
    [
      "an end of nothing",
      "nop\n.endif\n.else\n.elseif 1",
      ["2:1", "3:1", "4:1"].map(
        (at, index) => `${at} belongs to no .if: ${[".endif", ".else", ".elseif"][index]}`,
      ),
    ],
    [
      "a branch behind the last",
      ".if 0\n.else\n.else\n.elseif 1\n.endif\nnop",
      ["3:1 stands behind .else: .else", "4:1 stands behind .else: .elseif"],
    ],
    ["no condition", ".if\nnop\n.endif", ["1:4 a value is missing here"]],
    [
      "a condition that is not known",
      "nop\n a: .if later\nx: nop\n.else\ny: nop\n.endif\nlater: j x",
      ["2:9 names nothing: later"],
    ],
    [
      "more behind it",
      ".if 1 2\nnop\n.endif # end\n.if 0\n.else  if 1\nnop\n.endif\n.if 1\n.endif x",
      ['1:7 "2" is unexpected', '5:8 "if" is unexpected', '9:8 "x" is unexpected'],
    ],
    ["no name", ".ifdef 3\nnop\n.endif", ["1:8 a name is missing here"]],
    [
      "a condition that begins in a macro and ends behind it",
      ".macro f\n.if 1\n.endm\nf\n.endif",
      ["2:1 has no .endif (in macro f, called from line 4)"],
    ],
    [
      "no name for values",
      ".irp\n.endr\n.irp 1x,2\n.endr\nnop",
      ["1:5 a name is missing here", "3:5 a name is missing here"],
    ],
    ["no end of values", "nop\n.irp x,1\nnop", ["2:1 has no .endr"]],
    [
      "in one of the values",
      "nop\n.irp x,a0,b0\nli \\x, 1\n.endr",
      ['3:4 is not a register: "b0" (repeated from line 2)'],
    ],
    ["a place that cannot be given", "nop\n. = . + 4", ["2:1 a name is missing here"]],
    ["a register that is given a value", "a0 = 3\nnop", ["1:1 is a register: a0"]],
    ["a label that is given a value", "x: nop\nx = 3", ["2:1 is defined twice: x"]],
    ["no value", "x =\nnop", ["1:4 a value is missing here"]],
  ])("%s", (_, source, errors) => {
    expect(errorsOf(source)).toEqual(errors);
  });
});

describe("conditional assembly of hostile sources is limited", () => {
  test.each([
    ["conditions without end", ".if 1\n".repeat(10_000), ["10000:1 has no .endif"]],
    [
      "deep conditions that count for nothing",
      `nop\n.if 0\n${".if x\n".repeat(10_000)}${".endif\n".repeat(10_001)}`,
      [],
    ],
    [
      "a recursion that doubles",
      ".macro f n\n.if \\n\nf \\n-1\nf \\n-1\n.endif\n.endm\nf 90",
      [expect.stringContaining("makes more than 262144 characters")],
    ],
    [
      "values that double",
      `${Array.from({ length: 30 }, (_, at) => `.irp x${at},1,2\n`).join("")}1:\n${".endr\n".repeat(30)}`,
      [expect.stringContaining("makes more than 262144 characters")],
    ],
    ["as many statements as fit", `${";".repeat(399)}\n`.repeat(160), ["1:1 there is no instruction"]],
    [
      "a line too long for statements",
      `nop;${'"\\'.repeat(30_000)}`,
      ["1:400 a line has at most 400 characters"],
    ],
    [
      "characters in hundreds",
      `${`.irpc c,${"1".repeat(380)}\n`.repeat(3)}1:\n${".endr\n".repeat(3)}`,
      [expect.stringContaining("makes more than 262144 characters")],
    ],
  ])("%s", (_, source, errors) => {
    let told: readonly string[] = [];
    const tried = patternsTried(() => {
      told = errorsOf(source);
    });
    expect(told.slice(-1)).toEqual(errors);
    expect(tried).toBeLessThan(PATTERNS_TRIED_LIMIT);
  });
});
