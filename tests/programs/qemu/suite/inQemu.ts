/** Runs a program of harts in qemu-system-riscv32 -M sifive_u, which has memory at the addresses of irqscope's code and
 * program memory. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssembledProgram } from "../../../../lib/assembler/assemble.ts";
import { CODE_ADDRESS, MEMORY_ADDRESS, MEMORY_BYTES } from "./frame.ts";

/** Number of hart 1, which starts. Hart 0 of this machine also has a user mode. */
export const QEMU_CLINT = { msip: 0x200_0004, mtimecmp: 0x200_4008, mtime: 0x200_bff8 };
const STUB_ADDRESS = CODE_ADDRESS + 0x8_0000;
const OUTPUT = "out.bin";
const SECONDS = 10;

const START = `
.globl _start
_start: csrr t0, mhartid
beqz t0, 2f
li t0, ${CODE_ADDRESS}
jr t0
2: wfi
j 2b
`;
/** Semihosting: open, write, exit. */
const STUB = `
la a1, open
li a0, 1
jal call
la a1, write
sw a0, 0(a1)
li a0, 5
jal call
li a0, 0x18
li a1, 0x20026
jal call
.balign 16
call:
slli zero, zero, 0x1f
ebreak
srai zero, zero, 7
ret
open: .word name, 4, ${OUTPUT.length}
write: .word 0, ${MEMORY_ADDRESS}, ${MEMORY_BYTES}
name: .asciz "${OUTPUT}"
`;

function binaryOf(folder: string, name: string, source: string, address: number): string {
  const at = (ending: string) => join(folder, `${name}.${ending}`);
  writeFileSync(at("s"), source);
  const options = ["-march=rv32i_zicsr", "-mabi=ilp32", "-nostdlib", "-Wl,--no-relax"];
  execFileSync("riscv64-unknown-elf-gcc", [
    ...options,
    `-Wl,-Ttext=0x${address.toString(16)}`,
    "-Wl,-e,0",
    at("s"),
    "-o",
    at("elf"),
  ]);
  execFileSync("riscv64-unknown-elf-objcopy", ["-O", "binary", at("elf"), at("bin")]);
  return at("bin");
}

const jumpWord = (distance: number): number =>
  (((distance >> 20) & 1) << 31) |
  (((distance >> 1) & 0x3ff) << 21) |
  (((distance >> 11) & 1) << 20) |
  (((distance >> 12) & 0xff) << 12) |
  0x6f;

export interface QemuProgram {
  /** The code is at CODE_ADDRESS. QEMU ends when the program reaches `end`. */
  readonly program: AssembledProgram;
  readonly end: number;
  readonly isCompressed: boolean;
  /** Harts 1 and 2 start, or hart 1 alone. */
  readonly harts: 1 | 2;
}

/** `folder`: folder for its files. Returns the final memory. */
export function createQemu(folder: string) {
  const start = binaryOf(folder, "start", START, 0x8000_0000);
  const stub = binaryOf(folder, "stub", STUB, STUB_ADDRESS);
  const at = (name: string) => join(folder, name);
  const off = ["h", "s", "u", "f", "d", "v", "zba", "zbb", "zbc", "zbs"].map((name) => `${name}=off`);
  return ({ program, end, isCompressed, harts }: QemuProgram): Buffer => {
    const code = Buffer.alloc(4 * program.words.length);
    program.words.forEach((word, index) => {
      code.writeUInt32LE(word >>> 0, 4 * index);
    });
    code.writeInt32LE(jumpWord(STUB_ADDRESS - end), end - CODE_ADDRESS);
    writeFileSync(at("code.bin"), code);
    writeFileSync(at("data.bin"), program.data);
    rmSync(at(OUTPUT), { force: true });
    const loaded = [
      [start, 0x8000_0000],
      [stub, STUB_ADDRESS],
      [at("code.bin"), CODE_ADDRESS],
      [at("data.bin"), MEMORY_ADDRESS],
    ].flatMap(([file, address]) => ["-device", `loader,file=${file},addr=${address},force-raw=on`]);
    const cpu = ["rv32", ...off, `c=${isCompressed ? "on" : "off"}`].join();
    const machine = ["-M", "sifive_u", "-smp", `${1 + harts}`, "-m", "16M", "-cpu", cpu, "-bios", "none"];
    const quiet = ["-display", "none", "-monitor", "none", "-serial", "none", "-singlestep"];
    const semihosting = ["-semihosting-config", "enable=on,target=native"];
    execFileSync("qemu-system-riscv32", [...machine, ...quiet, ...semihosting, ...loaded], {
      cwd: folder,
      timeout: 1000 * SECONDS,
      stdio: ["ignore", "inherit", "inherit"],
    });
    return readFileSync(at(OUTPUT));
  };
}
