// Writes recorded.txt: random use of a PLIC by a program, and what its loads bring in QEMU; the source is the UART's line,
// which the program raises and lowers by IER. Needs qemu-system-riscv32 (7.2) and binutils for riscv64-unknown-elf (2.40):
//   node tests/programs/plic/record.mjs [COUNT]
// Left out is what QEMU's sifive_plic does otherwise than the specification 1.0.0: it applies the threshold to claims,
// completes what is not enabled, lowers a pending bit with the line, has no gateway that asks again for a line that is
// still up when the source is completed, and leaves MEIP as it is when enable bits are stored (so a priority is, too).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SOURCE = 10;
const READS = 40;
/** The priority once more. */
const AGAIN = `lw t0, ${4 * SOURCE}(s0)\nsw t0, ${4 * SOURCE}(s0)`;

/** xorshift32 @param {number} seed */
function drawsOf(seed) {
  let state = (seed * 2654435761 + 12345) >>> 0 || 1;
  return (/** @type {number} */ limit) => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state % limit;
  };
}

/** s0 priorities, s1 UART, s2 enable bits, s3 threshold and claim, s4 where what was read goes, s5 pending bits.
 * @param {number} seed */
function operationsOf(seed) {
  const below = drawsOf(seed);
  const is = { up: false, pending: false, claimed: false, enabled: false };
  let priority = 0;
  let threshold = 0;
  let reads = 0;
  const store = (/** @type {number} */ value, /** @type {string} */ place) =>
    `li t0, ${value}\nsw t0, ${place}`;
  const read = (/** @type {string} */ code) => `${code}\nsw a0, ${4 * reads++}(s4)`;
  const choices = [
    () => {
      if (is.up || is.claimed) return "";
      is.up = is.pending = true;
      return "sb zero, 1(s1)\nli t0, 2\nsb t0, 1(s1)";
    },
    () => {
      if (is.pending) return "";
      is.up = false;
      return "sb zero, 1(s1)";
    },
    () => {
      const value = below(3) ? 1 + below(7) : below(16);
      priority = value % 8;
      return `${store(value, `${4 * SOURCE}(s0)`)}\n${read(`lw a0, ${4 * SOURCE}(s0)`)}`;
    },
    () => {
      const value = below(2) ? 0 : below(10);
      threshold = value % 8;
      return `${store(value, "0(s3)")}\n${read("lw a0, 0(s3)")}`;
    },
    () => {
      const others = 2 * below(1 << (SOURCE - 1));
      is.enabled = below(3) > 0;
      return `${store(others + (is.enabled ? 1 << SOURCE : 0), "0(s2)")}\n${AGAIN}\n${read("lw a0, 0(s2)")}`;
    },
    () => read("lw a0, 0(s5)"),
    () => read("csrr a0, mip\nli t0, 0x800\nand a0, a0, t0"),
    () => {
      if (is.pending && is.enabled && priority > 0) {
        if (priority <= threshold) return "";
        is.pending = false;
        is.claimed = true;
      }
      return read("lw a0, 4(s3)");
    },
    () => {
      if (!is.claimed || is.up || !is.enabled) return store(below(2) ? 0 : 1 + below(9), "4(s3)");
      is.claimed = false;
      return store(SOURCE, "4(s3)");
    },
  ];
  const lines = [];
  while (reads < READS) {
    const choice = choices[below(choices.length)];
    if (choice !== undefined) lines.push(choice());
  }
  return lines.filter((line) => line !== "").join("\n");
}

const START = `
.section .start, "ax"
li s0, 0x0c000000
li s1, 0x10000000
li s2, 0x0c002000
li s3, 0x0c200000
la s4, saved
li s5, 0x0c001000
`;

const SEND = `
li x5, 0x10000000
sb zero, 1(x5)
la x6, saved
li x7, ${4 * READS}
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
saved: .zero ${4 * READS}
`;

/** @param {number} seed @param {string} folder */
function record(seed, folder) {
  const at = (/** @type {string} */ name) => join(folder, name);
  const operations = operationsOf(seed);
  writeFileSync(at("test.s"), `${START}${operations}\n${SEND}`);
  writeFileSync(
    at("link.ld"),
    "SECTIONS { . = 0x80000000; .start : { *(.start) } . = 0x80010000; .data : { *(.data) } }",
  );
  const tool = (/** @type {string} */ name, /** @type {readonly string[]} */ args) =>
    execFileSync(`riscv64-unknown-elf-${name}`, [...args]);
  tool("as", ["-march=rv32imac_zicsr", "-mabi=ilp32", at("test.s"), "-o", at("test.o")]);
  tool("ld", ["-m", "elf32lriscv", "--no-relax", "-T", at("link.ld"), at("test.o"), "-o", at("test.elf")]);
  const serial = `file:${at("out")}`;
  const quiet = ["-display", "none", "-monitor", "none", "-serial", serial];
  execFileSync("qemu-system-riscv32", ["-M", "virt", "-bios", "none", ...quiet, "-kernel", at("test.elf")], {
    timeout: 20_000,
  });
  const bytes = readFileSync(at("out"));
  if (bytes.length !== 4 * READS) throw new Error(`seed ${seed}: ${bytes.length} bytes came`);
  const reads = Array.from({ length: READS }, (_, index) => bytes.readUInt32LE(4 * index));
  return { seed, operations, reads };
}

const folder = mkdtempSync(join(tmpdir(), "irqscope-plic-"));
const count = Number(process.argv[2] ?? 40);
const lines = Array.from({ length: count }, (_, seed) => JSON.stringify(record(seed, folder)));
writeFileSync(new URL("./recorded.txt", import.meta.url), `${lines.join("\n")}\n`);
rmSync(folder, { recursive: true });
