/** Names that nothing defines, and constants that rest on what stands further down. Their bytes are held to GNU as in
 * gnu/constructs.txt. */
import { describe, expect, it, test } from "vitest";
import { architectureNamed } from "../../lib/assembler/architecture.ts";
import { WorkBudget } from "../../lib/assembler/assemble.ts";
import { assembled, errorsOf, OPTIONS } from "./assembling.ts";

const COMPRESSED = { ...OPTIONS, architecture: architectureNamed("rv32imac_zicsr") };

describe("a weak name that nothing defines", () => {
  it("is address 0 wherever .weak stands, and no name of the program", () => {
    const source = ".weak hook\nla t0, hook\n.data\n.word hook, other + 4\n.weak other";
    expect(assembled(source).words).toEqual(assembled("li t0, 0").words);
    expect(Array.from(assembled(source).data)).toEqual([0, 0, 0, 0, 4, 0, 0, 0]);
    expect(assembled(source).symbols).toEqual(new Map());
  });

  it("may be called, loaded from and stored to behind a branch that asks for it", () => {
    const source = ".weak hook\nla t0, hook\nbeqz t0, 1f\ncall hook\nlw a0, hook\nsw a0, hook, t1\n1: ret";
    expect(assembled(source).words).toHaveLength(7);
    expect(errorsOf(source.replace("hook\n", "other\n"))).toContain("2:8 names nothing: hook");
  });

  it("is itself where the source defines it", () => {
    const plain = "la t0, hook\ncall hook\nhook: ret";
    expect(assembled(`.weak hook\n${plain}`).words).toEqual(assembled(plain).words);
  });

  test("another name for it is one, too", () => {
    const source = ".weak hook\n.set alias, hook\ncall alias\nla a0, alias";
    expect(assembled(source).words.slice(2)).toEqual(assembled("li a0, 0").words);
  });
});

describe("a constant that rests on what stands further down", () => {
  it("is worked out once that is known, through others and in sizes", () => {
    const source =
      ".equ N, M + 1\n.equ M, last - first\n.space 0\nfirst: j last\nnop\nlast: ret\n.data\n.space N\n.byte N";
    expect(Array.from(assembled(source).data)).toEqual([...Array<number>(9).fill(0), 9]);
  });

  it("takes what branches in between need, which is known last", () => {
    const source = ".equ N, end - begin\nbegin: beqz a0, end\n.space 5000\nend: ret\n.data\n.word N";
    expect(new DataView(assembled(source, COMPRESSED).data.buffer).getUint32(0, true)).toBe(5006);
  });

  it("and that comes to no end is refused, and takes no more than the work that there is", () => {
    const source = "N = M + 1\nM = end - begin\n.data\nbegin: .space N\nend:\n.text\nret";
    expect(errorsOf(source)).toEqual(["1:1 sections grow without end"]);
    const budget = new WorkBudget();
    expect(errorsOf(`${source}\n${"nop\n".repeat(4000)}`, { ...OPTIONS, budget })[0]).toContain("too long");
  });
});

describe("in code of two and four bytes", () => {
  it("the padding of an alignment is listed as the instructions that it is", () => {
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

  it("an alignment behind .option rvc needs no C, an instruction does, and that is told once", () => {
    const around = ".option push\n.option rvc\n.align 4\n.option pop\n";
    expect(assembled(`${around}li a0, 1`).words).toEqual(assembled("li a0, 1").words);
    expect(errorsOf(`${around}.option rvc\nnop\nnop`)).toEqual([
      "5:9 needs the extension C, not in rv32im_zicsr_zifencei: rvc",
    ]);
  });
});
