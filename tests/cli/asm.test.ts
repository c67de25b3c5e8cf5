import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();
command.file("sum.s", "loop: addi a0, a0, 1\n  bnez a0, loop\n  ret\n.data\nx: .byte 7\n");
command.file("bad.s", "addi a0, a0, 5000\n nop a0\n");

const WORDS = [0x0015_0513, 0xfe05_1ee3, 0x0000_8067];

test("irqscope asm prints addresses, words and labels", () => {
  const { exitCode, output } = command.run("asm", "sum.s", "--address", "0x40");
  expect(exitCode).toBe(0);
  expect(output.split("\n").map((line) => line.replace(/ {2,}/g, " "))).toEqual([
    "loop:",
    "00000040 00150513 addi a0, a0, 1 line 1",
    "00000044 fe051ee3 bnez a0, loop line 2",
    "00000048 00008067 ret line 3",
    "",
  ]);
});

test("irqscope asm names an address by the programmer's label, not by the compiler's", () => {
  command.file("local.s", "f:\n.Lfunc_begin0:\n  j f\n.LBB0_1:\ng:\n  j .LBB0_1\n");
  const { output } = command.run("asm", "local.s");
  expect(output.replace(/ {2,}/g, " ").match(/^\w+:|j \w+/gm)).toEqual(["f:", "j f", "g:", "j g"]);
});

test("irqscope asm -o writes each word once, little-endian", () => {
  const path = join(command.folder, "sum.bin");
  expect(command.run("asm", "sum.s", "-o", "sum.bin")).toMatchObject({
    exitCode: 0,
    output: "sum.bin: 3 instructions, 1 bytes of data\n",
  });
  const bytes = readFileSync(path);
  expect(WORDS.map((_, index) => bytes.readUInt32LE(index * 4))).toEqual(WORDS);
  expect(command.run("asm", "sum.s", "-o", "sum.bin")).toMatchObject({ exitCode: 2 });
  expect(command.run("asm", "sum.s", "-o", "sum.bin", "--force")).toMatchObject({ exitCode: 0 });
});

test("irqscope asm --json has words, lines, data and symbols", () => {
  expect(command.json("asm", "sum.s")).toEqual({
    address: 0x1000,
    words: WORDS,
    lines: [1, 2, 3],
    dataAddress: 0x2000_0000,
    data: [7],
    symbols: { loop: 0x1000, x: 0x2000_0000 },
  });
});

test("irqscope asm reports errors of both passes by line, and counts those after the 20th", () => {
  command.file("many.s", `addi a0, a0, 5000\nfrob\nj nowhere\n${"frob\n".repeat(20)}`);
  const lines = command.run("asm", "many.s").errors.trimEnd().split("\n");
  expect(lines).toHaveLength(21);
  expect(lines.slice(0, 3)).toEqual([
    "error: many.s: line 1, column 14: 5000 does not fit: -2048 to 2047",
    "error: many.s: line 2, column 1: is not an instruction: frob",
    "error: many.s: line 3, column 3: names nothing: nowhere",
  ]);
  expect(lines[20]).toBe("error: many.s: and 3 more errors");
});

test.each([
  [["asm", "bad.s", "-o", "bad.bin"], "error: bad.s: line 1, column 14: 5000 does not fit: -2048 to 2047\n"],
  [["asm", "none.s"], "error: none.s: no such file\n"],
  [["asm"], "error: arguments: FILE is missing\n"],
  [["asm", "sum.s", "more"], 'error: arguments: one FILE only, not also "more"\n'],
  [["asm", "sum.s", "--address", "3"], 'error: --address: "3" is not a multiple of 4 below 0x20000000\n'],
])("irqscope asm %j exits with 2 and writes nothing", (args, error) => {
  const outcome = command.run(...args);
  expect(outcome).toMatchObject({ exitCode: 2, output: "" });
  expect(outcome.errors.startsWith(error), outcome.errors).toBe(true);
  expect(existsSync(join(command.folder, "bad.bin"))).toBe(false);
});

test("irqscope asm warns of lines that GNU as reads differently, and refuses lines that never work", () => {
  command.file("zero.s", "li a0, '\\0'\nret\n");
  expect(command.run("asm", "zero.s")).toMatchObject({
    exitCode: 0,
    errors: expect.stringMatching(/^warning: zero\.s: line 1, column 8: '\\0' is 0 here/),
  });
  command.file("csr.s", "handler:\n  csrrw sp, mscratch, sp\n");
  expect(command.run("asm", "csr.s")).toMatchObject({
    exitCode: 2,
    errors: expect.stringMatching(
      /^error: csr\.s: line 2, column 13: mscratch is .*"machineMode": true.*--machine-mode/,
    ),
  });
});

test("irqscope asm --machine-mode has the CSRs of a thread in machine mode, and refuses others", () => {
  command.file("handler.s", "csrw mtvec, t0\ncsrr a0, mcause\ncsrw mhpmevent31, zero\nmret\n");
  expect(command.run("asm", "handler.s", "--machine-mode")).toMatchObject({ exitCode: 0, errors: "" });
  command.file("other.s", "csrr a0, satp\ncsrw mhartid, a0\n");
  expect(command.run("asm", "other.s", "--machine-mode").errors.trimEnd().split("\n")).toEqual([
    "error: other.s: line 1, column 10: this machine has no satp",
    "error: other.s: line 2, column 6: mhartid can only be read",
  ]);
});
