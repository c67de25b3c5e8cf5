/** Copies of programs are found whatever their names, and independent programs are not. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mostAlikePrograms } from "../../lib/labs/programLikeness.ts";
import { bestDesign } from "../../lib/labs/variants.ts";
import { openBench, programOf, solutionOf } from "./support.ts";

/** Not of a lab: three routines, and what calls them. */
const GIVEN = `start:  la    a0, list
        li    a1, 8
        ret
        .data
list:   .word 3, 1, 4, 1, 5, 9, 2, 6
`;
const CALLS = `        # What is called, and with what.
start:  la    a0, list
        li    a1, 8
        addi  sp, sp, -8
        sw    ra, 4(sp)
        call  largest
        la    t0, top
        sw    a0, 0(t0)
        la    a0, list
        call  bits
        la    t0, ones
        sw    a0, 0(t0)
        call  mirror
        lw    ra, 4(sp)
        addi  sp, sp, 8
        ret
`;
const LARGEST = `largest:
        lw    t1, 0(a0)
        addi  t2, a1, -1
look:   beqz  t2, found
        addi  a0, a0, 4
        lw    t3, 0(a0)
        addi  t2, t2, -1
        bge   t1, t3, look
        mv    t1, t3
        j     look
found:  mv    a0, t1
        ret
`;
const BITS = `bits:   li    t4, 0
each:   lw    t5, 0(a0)
one:    andi  t6, t5, 1
        add   t4, t4, t6
        srli  t5, t5, 1
        bnez  t5, one
        addi  a0, a0, 4
        addi  a1, a1, -1
        bnez  a1, each
        mv    a0, t4
        ret
`;
const MIRROR = `mirror: li    a2, 0
        li    a3, 32
turn:   slli  a2, a2, 1
        andi  a4, a0, 1
        or    a2, a2, a4
        srli  a0, a0, 1
        addi  a3, a3, -1
        bnez  a3, turn
        mv    a0, a2
        ret
`;
const DATA = `        .data
list:   .word 3, 1, 4, 1, 5, 9, 2, 6
top:    .word 0
ones:   .word 0
`;
const PROGRAM = CALLS + LARGEST + BITS + MIRROR + DATA;

/** The same work in another style. */
const OTHER = `start:  addi  sp, sp, -16
        sw    ra, 0(sp)
        sw    s0, 8(sp)
        la    s0, list
        lw    a0, 0(s0)
        addi  a1, s0, 32
more:   addi  s0, s0, 4
        beq   s0, a1, had
        lw    a2, 0(s0)
        blt   a2, a0, more
        addi  a0, a2, 0
        beqz  x0, more
had:    la    a2, top
        sw    a0, 0(a2)
        la    s0, list
        li    a3, 0
word:   lw    a4, 0(s0)
bit:    beqz  a4, next
        addi  a5, a4, -1
        and   a4, a4, a5
        addi  a3, a3, 1
        j     bit
next:   addi  s0, s0, 4
        bne   s0, a1, word
        la    a2, ones
        sw    a3, 0(a2)
        li    a6, 31
        mv    a7, zero
flip:   srl   t0, a3, a6
        andi  t0, t0, 1
        srl   t1, t0, zero
        sll   t1, t1, a6
        xor   a7, a7, t1
        addi  a6, a6, -1
        bgez  a6, flip
        lw    s0, 8(sp)
        lw    ra, 0(sp)
        addi  sp, sp, 16
        ret
${DATA}`;

const renamed = (program: string, names: Readonly<Record<string, string>>) =>
  program.replace(/[a-z]\w*/g, (name) => names[name] ?? name);

const REGISTERS = {
  t1: "a5",
  t2: "t0",
  t3: "t6",
  t4: "s1",
  t5: "t2",
  t6: "a7",
  a2: "t3",
  a3: "s4",
  a4: "t1",
};
const LABELS = {
  largest: "maximum",
  look: "l1",
  found: "l2",
  bits: "popcount",
  each: "l3",
  one: "l4",
  mirror: "rev",
};

async function likeness(one: string, two: string, given = GIVEN): Promise<number> {
  const [first, second] = await mostAlikePrograms([one, two], given);
  expect(first?.likeness).toBe(second?.likeness);
  return first?.likeness ?? 0;
}

describe("a copied program", () => {
  test.each([
    ["other registers", renamed(PROGRAM, REGISTERS)],
    ["other labels", renamed(PROGRAM, LABELS)],
    ["routines in another order", CALLS + MIRROR + BITS + LARGEST + DATA],
    ["other comments", PROGRAM.replaceAll("\n", "     # mine\n").replace("# What", "# This")],
    ["other constants and data", PROGRAM.replace("li    a3, 32", "li    a3, 0x12345").replace("8\n", "7\n")],
    [
      "instructions that do nothing",
      PROGRAM.replaceAll("        addi", "        nop\n        mv t0, t0\n        addi"),
    ],
    ["all of it", renamed(renamed(MIRROR + BITS + CALLS + LARGEST + DATA, REGISTERS), LABELS)],
  ])("is found with %s", async (_, copy) => {
    expect(copy).not.toBe(PROGRAM);
    expect(await likeness(PROGRAM, copy)).toBeGreaterThan(0.8);
  });

  test("is found with three instructions changed", async () => {
    const copy = renamed(PROGRAM, REGISTERS)
      .replace("bge   a5, t6, l", "bgt   a5, t6, l")
      .replace("andi  a7, t2, 1", "slli  a7, t2, 31\n        srli  a7, a7, 31")
      .replace("or    t3, t3, t1", "add   t3, t3, t1");
    expect(await likeness(PROGRAM, copy)).toBeGreaterThan(0.5);
  });

  test("is named beside the one that it is most like", async () => {
    const nearer = renamed(PROGRAM, REGISTERS);
    const further = nearer.replace("or    t3, t3, t1", "add   t3, t3, t1");
    const found = await mostAlikePrograms([further, OTHER, PROGRAM, nearer, "no program"], GIVEN);
    expect(found.map((one) => one?.other)).toEqual([2, undefined, 3, 2, undefined]);
  });
});

describe("independent programs", () => {
  test("of one task are not alike", async () => {
    expect(await likeness(PROGRAM, OTHER)).toBe(0);
  });

  const { programs }: { programs: readonly string[] } = JSON.parse(
    readFileSync(new URL("../fixtures/checksums.json", import.meta.url), "utf8"),
  );
  const checksums = programs.map((words) => words.replace(/0x\w+ ?/g, "        .word $&\n"));

  test("for code-checksum are not alike, nor the program of the lab and the best one", async () => {
    const bench = await openBench("code-checksum", 1);
    const given = programOf(bench);
    const step = bench.lab.steps.at(-1);
    const [best] = (step && bestDesign(solutionOf("code-checksum"), bench, step)) ?? [];
    const all = [...checksums, String(best?.value), given, given];
    expect(await mostAlikePrograms(all, given)).toEqual(all.map(() => undefined));
    // Each but the first, which is too short, is found if it is there twice.
    const twice = await mostAlikePrograms([...checksums, ...checksums], given);
    expect(twice.map((one) => one?.likeness)).toEqual([undefined, 1, 1, 1, 1, undefined, 1, 1, 1, 1]);
  });

  test("are not suspected of what many of a class have, and a copy among them is", async () => {
    const withCommon = checksums.map((own) => LARGEST + BITS + MIRROR + own);
    expect(await mostAlikePrograms(withCommon, GIVEN)).toEqual(withCommon.map(() => undefined));
    const copy = withCommon[2]?.replace("li    t4, 0", "li    s9, 0") ?? "";
    const found = await mostAlikePrograms([...withCommon, copy], GIVEN);
    expect(found.map((one) => one?.other)).toEqual([undefined, undefined, 5, undefined, undefined, 2]);
  });
});
