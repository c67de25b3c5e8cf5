// Writes recorded.txt: random code of RV32IMAC and what it leaves in registers and memory, as QEMU executes it. Needs
// qemu-system-riscv32 (7.2) and binutils for riscv64-unknown-elf (2.40):
//   node tests/programs/qemu/record.mjs [COUNT]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY_BYTES = 128;
const DUMP_BYTES = 32 * 4 + MEMORY_BYTES;

/** xorshift32 @param {number} seed */
function drawsOf(seed) {
  let state = (seed * 2654435761 + 12345) >>> 0 || 1;
  const below = (/** @type {number} */ limit) => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state % limit;
  };
  /** @template T @param {readonly T[]} list @returns {T} */
  const pick = (list) => /** @type {T} */ (list[below(list.length)]);
  return { below, pick };
}

// s0 is the memory, sp lies in it, s1 counts rounds, s3 and s4 hold places of AMOs, s6 that of a leaf, ra links.
const FREE = ["a0", "a1", "a2", "a3", "a4", "a5", "a0", "a1", "a2", "t1", "t2", "a6", "s5", "s7"];
const CORNERS = [0, 1, -1, 2, 31, -32, 2047, -2048, 0x7fffffff, -0x80000000, 0x55555555];
const AMOS = ["amoadd", "amoswap", "amoxor", "amoand", "amoor", "amomin", "amomax", "amominu", "amomaxu"];
const ORDERS = ["", ".aq", ".rl", ".aqrl"];

/** @param {number} seed */
function sourceOf(seed) {
  const { below, pick } = drawsOf(seed);
  let labels = 0;
  const reg = () => pick(FREE);
  const word = () => 4 * below(MEMORY_BYTES / 4);
  const two = [
    "add",
    "sub",
    "and",
    "or",
    "xor",
    "add",
    "sub",
    "mul",
    "mulh",
    "mulhu",
    "div",
    "divu",
    "rem",
    "remu",
    "slt",
    "sltu",
    "sll",
    "srl",
    "sra",
  ];
  const alu = () => {
    const d = reg();
    switch (below(7)) {
      case 0:
        return `${pick(two)} ${d}, ${d}, ${reg()}`;
      case 1:
        return `${pick(two)} ${d}, ${reg()}, ${reg()}`;
      case 2:
        return `addi ${d}, ${d}, ${below(64) - 32}`;
      case 3:
        return `${pick(["slli", "srli", "srai"])} ${d}, ${pick([d, reg()])}, ${1 + below(31)}`;
      case 4:
        return `${pick(["andi", "xori", "ori", "slti", "sltiu"])} ${d}, ${pick([d, reg()])}, ${below(64) - 32}`;
      case 5:
        return `mv ${d}, ${reg()}`;
      default:
        return pick([
          `li ${d}, ${below(64) - 32}`,
          `lui ${d}, ${1 + below(31)}`,
          `lui ${d}, ${below(1 << 20)}`,
        ]);
    }
  };
  const access = () => {
    const kind = pick(["w", "w", "w", "h", "b", "hu", "bu"]);
    const bytes = kind[0] === "w" ? 4 : kind[0] === "h" ? 2 : 1;
    const at = word() + bytes * below(4 / bytes);
    if (below(4) === 0)
      return pick([`lw ${reg()}, ${below(16) * 4}(sp)`, `sw ${reg()}, ${below(16) * 4}(sp)`]);
    if (below(8) === 0) return `addi a3, sp, ${4 + below(15) * 4}\nsub a3, a3, s0`;
    return below(2) ? `l${kind} ${reg()}, ${at}(s0)` : `s${kind[0]} ${reg()}, ${at}(s0)`;
  };
  const atomic = () => {
    const place = `addi s3, s0, ${word()}`;
    if (below(2)) return `${place}\n${pick(AMOS)}.w${pick(ORDERS)} ${reg()}, ${reg()}, (s3)`;
    const between = Array.from({ length: below(3) }, alu).join("\n");
    const to = below(4) === 0 ? "s4" : "s3";
    const load = below(6) === 0 ? "" : `lr.w${pick(ORDERS)} ${reg()}, (s3)\n`;
    return `${place}\naddi s4, s0, ${word()}\n${load}${between}\nsc.w${pick(ORDERS)} ${reg()}, ${reg()}, (${to})`;
  };
  /** @returns {string} */
  const block = (/** @type {number} */ length, /** @type {number} */ depth) => {
    /** @type {string[]} */
    const lines = [];
    for (let i = 0; i < length; i++) {
      const kind = below(20);
      const label = `.L${labels++}`;
      if (kind < 9) lines.push(alu());
      else if (kind < 13) lines.push(access());
      else if (kind < 15) lines.push(atomic());
      else if (kind < 17 && depth > 0) {
        const test = pick([
          `beqz ${reg()},`,
          `bnez ${reg()},`,
          `${pick(["beq", "bne", "blt", "bgeu", "bltu", "bge"])} ${reg()}, ${reg()},`,
          "j",
        ]);
        lines.push(`${test} ${label}\n${block(1 + below(4), depth - 1)}\n${label}:`);
      } else if (kind === 17) lines.push(`jal ${pick(["leaf", "leaf2"])}`);
      else if (kind === 18) lines.push(`lla s6, leaf\njalr s6\nli s6, 0`);
      else lines.push("nop");
    }
    return lines.join("\n");
  };
  const values = [...new Set(FREE)].map(
    (name) => `li ${name}, ${below(2) ? pick(CORNERS) : below(2 ** 32) | 0}`,
  );
  return `${below(2) ? "c.nop\n" : ""}${values.join("\n")}
li s1, ${1 + below(4)}
.Lround:
${block(10 + below(20), 2)}
addi s1, s1, -1
beqz s1, .Lend
j .Lround
.Lend: ecall
leaf: ${alu()}
ret
leaf2: ${alu()}
${alu()}
ret
`;
}

const START = `
.section .start, "ax"
la t0, handler
csrw mtvec, t0
${Array.from({ length: 31 }, (_, at) => `li x${at + 1}, 0`).join("\n")}
la s0, memory
addi sp, s0, 64
j test
.balign 4
handler:
csrw mscratch, x31
la x31, saved
${Array.from({ length: 31 }, (_, at) => `sw x${at}, ${4 * at}(x31)`).join("\n")}
csrr x30, mscratch
sw x30, 124(x31)
li x5, 0x10000000
la x6, saved
li x7, ${DUMP_BYTES}
1: lbu x28, 0(x6)
2: lbu x29, 5(x5)
andi x29, x29, 0x20
beqz x29, 2b
sb x28, 0(x5)
addi x6, x6, 1
addi x7, x7, -1
bnez x7, 1b
li x5, 0x100000
li x6, 0x5555
sw x6, 0(x5)
3: j 3b
.data
.balign 16
saved: .zero 128
memory: .zero ${MEMORY_BYTES}
.text
test:
`;

/** @param {number} seed @param {string} folder */
function record(seed, folder) {
  const at = (/** @type {string} */ name) => join(folder, name);
  const tool = (/** @type {string} */ name, /** @type {readonly string[]} */ args) =>
    execFileSync(`riscv64-unknown-elf-${name}`, [...args]);
  writeFileSync(at("test.s"), START + sourceOf(seed));
  tool("as", ["-march=rv32imac_zicsr", "-mabi=ilp32", "-mno-arch-attr", at("test.s"), "-o", at("test.o")]);
  writeFileSync(
    at("link.ld"),
    "SECTIONS { . = 0x80000000; .start : { *(.start) } . = 0x80001000; .text : { *(.text) } . = 0x80010000; .data : { *(.data) } }",
  );
  tool("ld", ["-m", "elf32lriscv", "--no-relax", "-T", at("link.ld"), at("test.o"), "-o", at("test.elf")]);
  tool("objcopy", ["-O", "binary", "-j", ".text", at("test.elf"), at("test.bin")]);
  execFileSync(
    "qemu-system-riscv32",
    [
      "-M",
      "virt",
      "-bios",
      "none",
      "-display",
      "none",
      "-monitor",
      "none",
      "-serial",
      `file:${at("out")}`,
      "-kernel",
      at("test.elf"),
    ],
    { timeout: 20_000 },
  );
  const dump = readFileSync(at("out"));
  if (dump.length !== DUMP_BYTES) throw new Error(`seed ${seed}: ${dump.length} bytes came`);
  return {
    seed,
    code: readFileSync(at("test.bin")).toString("hex"),
    x: Array.from({ length: 32 }, (_, index) => dump.readUInt32LE(4 * index)),
    memory: dump.subarray(128).toString("hex"),
  };
}

const folder = mkdtempSync(join(tmpdir(), "irqscope-qemu-"));
const count = Number(process.argv[2] ?? 60);
const lines = Array.from({ length: count }, (_, seed) => JSON.stringify(record(seed, folder)));
writeFileSync(new URL("./recorded.txt", import.meta.url), `${lines.join("\n")}\n`);
rmSync(folder, { recursive: true });
