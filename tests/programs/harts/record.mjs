// Random programs with trap handlers, as QEMU runs them: writes the sources and what they left in memory to
// tests/fixtures/programs/harts.json. Needs qemu-system-riscv32 (7.2) and riscv64-unknown-elf-gcc (12.2):
//   node tests/programs/harts/record.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAMS = 16;
const PIECES = 24;
/** Traps first, then registers, then what the program uses. */
const SIGNATURE_BYTES = 1024;
const REGISTERS_AT = 768;
const SCRATCH_AT = 896;
const WORKING = ["a0", "a1", "a2", "a3", "a4", "a5", "s1", "s2"];

/** Mulberry32. */
function randomFrom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (count) => next() % count;
  return { next, below, pick: (items) => items[below(items.length)] };
}

/** Each leaves t4 to t6, gp and s9 to s11 to the handler. `label`: of its own. */
const PIECES_BY_KIND = [
  ({ pick, next }) => `  li ${pick(WORKING)}, 0x${next().toString(16)}`,
  ({ pick }) =>
    `  ${pick(["add", "sub", "xor", "mul", "divu", "rem", "sltu"])} ${pick(WORKING)}, ${pick(WORKING)}, ${pick(WORKING)}`,
  ({ pick, below }) =>
    `  sw ${pick(WORKING)}, ${4 * below(16)}(s0)\n  lw ${pick(WORKING)}, ${4 * below(16)}(s0)`,
  ({ pick }) => `  csrrw ${pick(WORKING)}, ${pick(["mscratch", "mcause"])}, ${pick(WORKING)}`,
  ({ pick, below }) => `  csrr${pick(["s", "c"])}i ${pick(WORKING)}, mscratch, ${below(32)}`,
  ({ pick }) => {
    const [read, mask] = [pick(WORKING), "t0"];
    return `  li ${mask}, 0x88\n  csrr${pick(["s", "c"])} ${read}, mstatus, ${mask}\n  and ${read}, ${read}, ${mask}\n  csrci mstatus, 8`;
  },
  () => "  ecall",
  () => "  ebreak",
  ({ pick }) => `  .word ${pick(["0x00000000", "0xffffffff", "0x12302573", "0xc0101073", "0x30200077"])}`,
  ({ pick, below }) =>
    `  li t0, 0x${(64 + 4 * below(8)).toString(16)}\n  ${pick(["lw", "sw"])} ${pick(WORKING)}, 0(t0)`,
  ({ pick }, label) => `  lla t0, ${label}\n  jalr ${pick(["zero", ...WORKING])}, 2(t0)\n${label}:`,
  (_, label) =>
    `  li t0, 8\n  csrw mie, t0\n  li t1, 1\n  sw t1, 0(s11)\n  csrsi mstatus, 8\n${label}: beqz s9, ${label}\n  li s9, 0\n  csrci mstatus, 8`,
  ({ below }, label) =>
    `  li t0, 128\n  csrw mie, t0\n  li t1, CLINT + 0xbff8\n  lw t0, 0(t1)\n  addi t0, t0, ${below(300)}\n  li t1, CLINT + 0x4000\n  sw t0, 0(t1)\n  sw zero, 4(t1)\n  csrsi mstatus, 8\n${label}: beqz s9, ${label}\n  li s9, 0\n  csrci mstatus, 8`,
  ({ pick }) => {
    const read = pick(WORKING);
    return `  li t0, 8\n  csrw mie, t0\n  li t1, 1\n  sw t1, 0(s11)\n  wfi\n  csrr ${read}, mip\n  andi ${read}, ${read}, 8\n  sw zero, 0(s11)\n  csrw mie, zero`;
  },
  // Both at once: which comes first.
  (_, label) =>
    `  li t0, 136\n  csrw mie, t0\n  li t1, CLINT + 0x4000\n  sw zero, 0(t1)\n  sw zero, 4(t1)\n  li t1, 1\n  sw t1, 0(s11)\n  csrsi mstatus, 8\n${label}: beqz s9, ${label}\n  li s9, 0\n  csrci mstatus, 8`,
];

const HANDLER = `handler:
  csrr t5, mcause
  sw t5, 0(gp)
  csrr t4, mstatus
  li t6, 0x1888
  and t4, t4, t6
  sw t4, 4(gp)
  bltz t5, interrupt
  csrr t6, mepc
  sub t4, t6, s10
  sw t4, 8(gp)
  addi t6, t6, 4
  csrw mepc, t6
  csrr t4, mtval
  li t6, 3
  beq t5, t6, after # QEMU has 0 there
  bnez t5, kept
  sub t4, t4, s10
kept:
  sw t4, 12(gp)
after:
  addi gp, gp, 16
  mret
interrupt:
  addi gp, gp, 8
  li s9, 1
  li t4, 0x80000003
  bne t5, t4, timer
  sw zero, 0(s11)
  mret
timer:
  li t5, CLINT + 0x4000
  li t4, -1
  sw t4, 0(t5)
  sw t4, 4(t5)
  mret
`;

function programOf(seed) {
  const random = randomFrom(seed);
  const pieces = Array.from({ length: PIECES }, (_, at) => random.pick(PIECES_BY_KIND)(random, `piece${at}`));
  return `begin:
  lla s10, begin
  lla t0, handler
  csrw mtvec, t0
  li gp, MEMORY
  li s0, MEMORY + ${SCRATCH_AT}
  li s11, CLINT
${WORKING.map((register) => `  li ${register}, 0`).join("\n")}
${pieces.join("\n")}
  li t0, MEMORY + ${REGISTERS_AT}
${WORKING.map((register, at) => `  sw ${register}, ${4 * at}(t0)`).join("\n")}
  csrr t1, mscratch
  sw t1, ${4 * WORKING.length}(t0)
stop: j stop
${HANDLER}`;
}

/** To the console: the words in hexadecimal; then the end. */
const PRINTS = `stop:
  li t0, MEMORY
  li t1, MEMORY + ${SIGNATURE_BYTES}
  li t2, 0x10000000
word:
  lw t3, 0(t0)
  li a1, 28
digit:
  srl a0, t3, a1
  andi a0, a0, 15
  addi a0, a0, 48
  li a2, 58
  blt a0, a2, print
  addi a0, a0, 39
print:
  sb a0, 0(t2)
  addi a1, a1, -4
  bgez a1, digit
  li a0, 10
  sb a0, 0(t2)
  addi t0, t0, 4
  bltu t0, t1, word
  li t0, 0x100000
  li t1, 0x5555
  sw t1, 0(t0)
end: j end
`;

function signatureOf(source, folder) {
  const [assembly, elf] = [join(folder, "hart.s"), join(folder, "hart.elf")];
  const bases = ".equ CLINT, 0x2000000\n.equ MEMORY, 0x80010000\n.globl _start\n_start:\n";
  writeFileSync(assembly, bases + source.replace("stop: j stop\n", PRINTS));
  const gcc = ["-march=rv32im_zicsr", "-mabi=ilp32", "-nostdlib", "-Wl,-Ttext=0x80000000", "-Wl,--no-relax"];
  execFileSync("riscv64-unknown-elf-gcc", [...gcc, assembly, "-o", elf]);
  const console = join(folder, "console.txt");
  const cpu = "rv32,h=off,c=off,s=off,u=off";
  const qemu = ["-M", "virt", "-cpu", cpu, "-bios", "none", "-display", "none", "-monitor", "none"];
  execFileSync("qemu-system-riscv32", [...qemu, "-serial", `file:${console}`, "-kernel", elf], {
    timeout: 20_000,
  });
  const words = readFileSync(console, "utf8").trim().split(/\s+/);
  if (words.length !== SIGNATURE_BYTES / 4) throw new Error(`QEMU printed ${words.length} words`);
  return words;
}

const folder = mkdtempSync(join(tmpdir(), "harts-"));
try {
  const programs = Array.from({ length: PROGRAMS }, (_, seed) => {
    const source = programOf(seed + 1);
    return { source, signature: signatureOf(source, folder) };
  });
  const file = fileURLToPath(new URL("../../fixtures/programs/harts.json", import.meta.url));
  writeFileSync(file, `${JSON.stringify(programs, null, 1)}\n`);
  console.log(`${PROGRAMS} programs: ${file}`);
} finally {
  rmSync(folder, { recursive: true });
}
