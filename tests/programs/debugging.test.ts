/** The line of an address, the name of an address, and the callers of a function. */
import { describe, expect, it } from "vitest";
import { type Architecture, architectureNamed } from "../../lib/assembler/architecture.ts";
import { assemble } from "../../lib/assembler/assemble.ts";
import { addressOf } from "../../lib/programs/addressOf.ts";
import { callStack } from "../../lib/programs/calls.ts";
import { programPlaces } from "../../lib/programs/places.ts";
import { programThreads } from "../../lib/programs/programNames.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines } from "../../scenarios/compile/programs.ts";
import { builtin } from "../boundary/support.ts";

const CODE = 0x1000;
const DATA = 0x2000_0000;

function placed(source: string, march?: Architecture): readonly PlacedRoutine[] {
  const result = assemble(source, {
    codeAddress: CODE,
    dataAddress: DATA,
    wordLimit: 4096,
    dataByteLimit: 65536,
    ...(march === undefined ? {} : { architecture: march }),
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return [
    { codeAddress: 0x400, program: undefined },
    {
      codeAddress: CODE,
      program: {
        dataAddress: DATA,
        assembled: result.program,
        isCompressed: march?.extensions.has("c") === true,
      },
    },
  ];
}

const SOURCE = `        .equ SIZE, 64
main:   li    a0, 0x12345678
        call  leaf

        ret
leaf:   la    t0, table
        ret
        .data
        .word 1
table:  .word 2, 3
end:
`;

describe("places of a program", () => {
  const places = programPlaces(placed(SOURCE));

  it("are the lines of its instructions, several on one line, and none outside the code", () => {
    const lines = [0, 4, 8, 12, 16, 20, 24].map((offset) => places.codeAt(CODE + offset));
    expect(lines).toEqual([2, 2, 3, 5, 6, 6, 7].map((line) => ({ routine: 1, line })));
    expect(places.codeAt(CODE + 28)).toBeUndefined();
    expect(places.codeAt(0x400)).toBeUndefined();
    expect(places.codeAt(DATA)).toBeUndefined();
    expect(places.addressesOf(1, 6)).toEqual([CODE + 16, CODE + 20]);
    expect(places.addressesOf(1, 4)).toEqual([]);
    expect([1, 4, 7, 8].map((line) => places.lineWithCode(1, line))).toEqual([2, 5, 7, undefined]);
  });

  it("have the name of the label before an address", () => {
    const names = [CODE, CODE + 12, CODE + 20, DATA, DATA + 4, DATA + 8, CODE + 28, 64];
    expect(names.map(places.nameOf)).toEqual([
      "main",
      "main+12",
      "leaf+4",
      undefined,
      "table",
      "table+4",
      undefined,
      undefined,
    ]);
  });

  it("do not include constants", () => {
    expect(programPlaces(placed(SOURCE)).names.map(({ name }) => name)).toEqual([
      "main",
      "leaf",
      "table",
      "end",
    ]);
  });
});

describe("a typed address", () => {
  const places = programPlaces(placed(SOURCE));
  const x = Array.from({ length: 32 }, (_, number) => 100 * number);
  const read = (text: string) => addressOf(text, { pc: 0x1010, x }, places);

  it.each([
    ["sp", 200],
    ["x10 + 4", 1004],
    ["a0-4", 996],
    ["table+8", DATA + 12],
    ["0x20000010", 0x2000_0010],
    ["4096", 4096],
    ["pc", 0x1010],
    ["pc - main", 0x10],
    ["-4", 0xffff_fffc],
  ])("may be %s", (text, value) => expect(read(text)).toBe(value));

  it.each(["", "nothing", "sp sp", "sp +", "4 4", "a0*2", "0x", "sp++4"])("is refused as %j", (text) =>
    expect(read(text)).toBeUndefined(),
  );
});

describe("the call stack of a program", () => {
  const places = programPlaces(placed(SOURCE));
  const x = (ra: number, sp: number) => [0, ra, sp, ...Array<number>(29).fill(0)];
  const stack = (...words: readonly number[]) => ({
    base: DATA,
    bytes: new Uint8Array(Uint32Array.from(words).buffer),
    top: DATA + 4 * words.length,
  });
  const called = (pc: number, ra: number, sp: number, words: readonly number[]) =>
    callStack({ pc, x: x(ra, sp) }, stack(...words), places.isReturnAddress);

  it("takes only addresses right after a call as return addresses", () => {
    const offsets = [0, 4, 8, 12, 16, 20, 24, 28, 10];
    expect(offsets.filter((offset) => places.isReturnAddress(CODE + offset))).toEqual([12]);
  });

  it("recognises two-byte calls, in a linked file without source too", () => {
    const source = `main: c.nop
      c.jal leaf
      c.addi t0, 1
      c.jalr t0
      jal t1, leaf
      .option norvc
      jal ra, leaf
      .option rvc
      c.j leaf
leaf: c.jr ra
`;
    const [, assembled] = placed(source, architectureNamed("rv32imc"));
    const { words = [] } = assembled?.program?.assembled ?? {};
    const bare = { words, lines: [], data: new Uint8Array(), symbols: new Map() };
    const code = { codeAddress: CODE, program: { dataAddress: DATA, isCompressed: true, assembled: bare } };
    const offsets = Array.from({ length: 2 * words.length + 1 }, (_, half) => 2 * half);
    for (const routine of [assembled, code]) {
      const of = programPlaces(routine === undefined ? [] : [routine]);
      expect(offsets.filter((offset) => of.isReturnAddress(CODE + offset))).toEqual([4, 8, 16]);
      expect([0, 2, 6, 8, 10, 12].map((offset) => of.behindCall(CODE + offset))).toEqual([
        undefined,
        CODE + 4,
        CODE + 8,
        undefined,
        undefined,
        CODE + 16,
      ]);
    }
  });

  it("finds callers in ra and on the stack, each once", () => {
    expect(called(CODE + 16, CODE + 12, DATA + 8, [0, CODE + 12, 7, CODE + 12])).toEqual([
      { address: CODE + 16, from: "pc" },
      { address: CODE + 12, from: "ra" },
    ]);
    expect(called(CODE + 16, 5, DATA, [1, CODE + 12, CODE + 8, CODE + 12])).toEqual([
      { address: CODE + 16, from: "pc" },
      { address: CODE + 12, from: DATA + 4 },
      { address: CODE + 12, from: DATA + 12 },
    ]);
  });

  it("is empty if sp does not point into memory", () => {
    for (const sp of [DATA + 2, DATA + 400, 0xffff_fff0])
      expect(called(CODE, 0, sp, [CODE + 12, CODE + 12])).toHaveLength(1);
  });
});

describe("program threads", () => {
  it("are those that execute a program in any step", async () => {
    const scenario = await builtin("checksum-program");
    expect(programThreads(scenario)).toEqual([0, 1]);
    const other = placeRoutines(scenario, assembleProgram);
    expect(programPlaces(other).nameOf(0x108c)).toBe("words+4");
    expect(programThreads(await builtin("ring-overflow"))).toEqual([]);
  });
});
