/** Undefined names, and constants that depend on later definitions. gnu/constructs.txt compares their bytes with GNU
 * as. */
import { describe, expect, it, test } from "vitest";
import { architectureNamed } from "../../lib/assembler/architecture.ts";
import { WorkBudget } from "../../lib/assembler/assemble.ts";
import { assembled, errorsOf, OPTIONS } from "./assembling.ts";

const COMPRESSED = { ...OPTIONS, architecture: architectureNamed("rv32imac_zicsr") };

describe("an undefined weak name", () => {
  it("has address 0 wherever .weak stands, and is no symbol of the program", () => {
    const source = ".weak hook\nla t0, hook\n.data\n.word hook, other + 4\n.weak other";
    expect(assembled(source).words).toEqual(assembled("li t0, 0").words);
    expect(Array.from(assembled(source).data)).toEqual([0, 0, 0, 0, 4, 0, 0, 0]);
    expect(assembled(source).symbols).toEqual(new Map());
  });

  it("may be called, loaded and stored to after a branch that tests it", () => {
    const source = ".weak hook\nla t0, hook\nbeqz t0, 1f\ncall hook\nlw a0, hook\nsw a0, hook, t1\n1: ret";
    expect(assembled(source).words).toHaveLength(7);
    expect(errorsOf(source.replace("hook\n", "other\n"))).toContain("2:8 names nothing: hook");
  });

  it("has its address if the source defines it", () => {
    const plain = "la t0, hook\ncall hook\nhook: ret";
    expect(assembled(`.weak hook\n${plain}`).words).toEqual(assembled(plain).words);
  });

  test("may be an alias for another name", () => {
    const source = ".weak hook\n.set alias, hook\ncall alias\nla a0, alias";
    expect(assembled(source).words.slice(2)).toEqual(assembled("li a0, 0").words);
  });
});

describe("a constant that depends on a later definition", () => {
  it("is computed once that is known, through other constants and in sizes", () => {
    const source =
      ".equ N, M + 1\n.equ M, last - first\n.space 0\nfirst: j last\nnop\nlast: ret\n.data\n.space N\n.byte N";
    expect(Array.from(assembled(source).data)).toEqual([...Array<number>(9).fill(0), 9]);
  });

  it("includes the length of branches in between, which is known last", () => {
    const source = ".equ N, end - begin\nbegin: beqz a0, end\n.space 5000\nend: ret\n.data\n.word N";
    expect(new DataView(assembled(source, COMPRESSED).data.buffer).getUint32(0, true)).toBe(5006);
  });

  it("that depends on itself is refused within bounded work", () => {
    const source = "N = M + 1\nM = end - begin\n.data\nbegin: .space N\nend:\n.text\nret";
    expect(errorsOf(source)).toEqual(["1:1 sections grow without end"]);
    const budget = new WorkBudget();
    expect(errorsOf(`${source}\n${"nop\n".repeat(4000)}`, { ...OPTIONS, budget })[0]).toContain("too long");
  });
});

describe("code of two-byte and four-byte instructions", () => {
  it("lists the padding of an alignment as its instructions", () => {
    const { pieces } = assembled("addi a0, a0, 1\n.balign 8\nadd a0, a0, a1\n.balign 16\nret", COMPRESSED);
    expect(pieces?.map(({ offset, bytes }) => [offset, bytes])).toEqual([
      [0, 2],
      [2, 2],
      [4, 4],
      [8, 2],
      [10, 4],
      [14, 2],
      [16, 2],
    ]);
  });

  it("may be aligned after .option rvc without C, but an instruction needs C, and one error says so", () => {
    const around = ".option push\n.option rvc\n.align 4\n.option pop\n";
    expect(assembled(`${around}li a0, 1`).words).toEqual(assembled("li a0, 1").words);
    expect(errorsOf(`${around}.option rvc\nnop\nnop`)).toEqual([
      "5:9 needs the extension C, not in rv32im_zicsr_zifencei: rvc",
    ]);
  });
});
