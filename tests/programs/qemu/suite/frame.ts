/** The code around a random hart's random instructions: initial registers, a handler, and an end that stores all
 * readable state in memory. */
import type { Random } from "../../../support/random.ts";

export const CODE_ADDRESS = 0x0800_0000;
export const MEMORY_ADDRESS = 0x2000_0000;
export const MEMORY_BYTES = 0x8000;
/** The memory between holds saved registers of handlers, which depend on the time of an interrupt. */
export const COMPARED = [
  [0, 0x500],
  [0xf00, MEMORY_BYTES],
] as const;
/** Offsets from the start of the memory. */
export const DATA_BYTES = 0x400;
/** s0 points here. */
export const MIDDLE = 0x200;
const REGISTERS_AT = 0x400;
const CSRS_AT = 0x480;
const STACK_AT = 0xf00;
export const LOG_AT = 0x1000;
export const LOG_ENTRY_BYTES = 16;

/** Excluded are sp, gp (the log), s0, s9 and s10 (loop counters), and s11 (the register that raises a software
 * interrupt). */
export const FREE: readonly number[] = [
  1,
  ...[4, 5, 6, 7, 9],
  ...Array.from({ length: 15 }, (_, at) => 10 + at),
  ...[28, 29, 30, 31],
];

export interface Kind {
  readonly isCompressed: boolean;
  readonly isVectored: boolean;
  /** A timer interrupts repeatedly without a visible effect. */
  readonly ticks: boolean;
  /** The handler of an ECALL raises an exception itself, and enables interrupts. */
  readonly nests: boolean;
}

const SETS_TIMER = `  lui t0, %hi(MTIME)
  lw t1, %lo(MTIME)(t0)
  addi t1, t1, PERIOD
  lui t0, %hi(MTIMECMP)
  addi t0, t0, %lo(MTIMECMP)
  sw t1, 0(t0)
  sw zero, 4(t0)`;

const SAVES = `  addi sp, sp, -48
  sw t0, 0(sp)
  sw t1, 4(sp)
  sw t2, 8(sp)`;

export function beginOf({ isVectored, ticks }: Kind, random: Random, constant: () => number): string {
  return `  lui s11, %hi(MSIP)
  addi s11, s11, %lo(MSIP)
  li s0, MEMORY + ${MIDDLE}
  li sp, MEMORY + ${STACK_AT}
  li gp, MEMORY + ${LOG_AT}
  li s9, ${random.integer(1, 2)}
  lla t0, table
  ${isVectored ? "addi t0, t0, 1" : "nop"}
  csrw mtvec, t0
  csrw mscratch, zero
  csrw mie, zero
${ticks ? `${SETS_TIMER}\n  li t0, 128\n  csrw mie, t0\n  csrsi mstatus, 8` : ""}
${FREE.map((register) => `  li x${register}, ${constant()}`).join("\n")}
  j body`;
}

const NESTS = `  li t0, 11
  bne t1, t0, resume
  csrr t0, mstatus
  sw t0, 12(sp)
  sw t2, 16(sp)
  .word 0xffffffff
  li t0, 1
  sw t0, 0(s11)
  csrsi mie, 8
  csrsi mstatus, 8
${"  nop\n".repeat(8)}  csrci mstatus, 8
  csrci mie, 8
  lw t0, 12(sp)
  csrw mstatus, t0
  lw t2, 16(sp)`;

/** Writes to the log mcause, mepc, mtval and three bits of mstatus for an exception, mcause and mtval for a software
 * interrupt, and nothing for the timer. After an exception execution continues at the next instruction, or at the link
 * address of a jump into nowhere. */
export function handlerOf({ isVectored, nests }: Kind): string {
  return `.balign 64
table:
  j enter
  j end
  j end
  j ${isVectored ? "soft" : "end"}
  j end
  j end
  j end
  j ${isVectored ? "tick" : "end"}
enter:
${SAVES}
  csrr t1, mcause
  bltz t1, interrupt
  sw t1, 0(gp)
  csrr t2, mepc
  sw t2, 4(gp)
  li t0, 3
  beq t1, t0, valued # a breakpoint: QEMU 7.2 has 0 in mtval, irqscope the address; both may be
  bnez t1, value
  lbu t2, 0(t2)
  andi t2, t2, 0x7f
  li t0, 0x67
  bne t2, t0, valued # a branch or JAL: QEMU 7.2 has the address of the jump, not of its target
value:
  csrr t0, mtval
  sw t0, 8(gp)
valued:
  csrr t0, mstatus
  li t2, 0x1888
  and t0, t0, t2
  sw t0, 12(gp)
  addi gp, gp, ${LOG_ENTRY_BYTES}
  csrr t2, mepc
  li t0, 1
  beq t1, t0, astray
  beqz t1, whole
  lhu t0, 0(t2)
  andi t0, t0, 3
  addi t0, t0, -3
  beqz t0, whole
  addi t2, t2, -2
whole:
  addi t2, t2, 4
  j next
astray:
  mv t2, ra
next:
${nests ? NESTS : ""}
resume:
  csrw mepc, t2
leave:
  lw t0, 0(sp)
  lw t1, 4(sp)
  lw t2, 8(sp)
  addi sp, sp, 48
  mret
interrupt:
  slli t1, t1, 1
  li t2, 14
  beq t1, t2, ticked
  j rang
soft:
${SAVES}
rang:
  csrr t0, mcause
  sw t0, 0(gp)
  csrr t0, mtval
  sw t0, 4(gp)
  addi gp, gp, ${LOG_ENTRY_BYTES}
  sw zero, 0(s11)
  j leave
tick:
${SAVES}
ticked:
${SETS_TIMER}
  j leave
  .zero 64`;
}

/** Excludes MTIP, because QEMU's timer runs from the start, and MPP, which is 0 there after an MRET. */
const maskOf = (name: string): string => {
  if (name === "mip") return "andi t1, t1, 8";
  return name === "mstatus" ? "andi t1, t1, 0x88" : "nop";
};

/** Comes after an ECALL, so that the registers of the last trap are not those of a tick. */
export function endOf(): string {
  const kept = FREE.map((register) => `  sw x${register}, ${REGISTERS_AT - MIDDLE + 4 * register}(s0)`);
  const csrs = ["mscratch", "mcause", "mtval", "mepc", "mtvec", "mie", "mip", "mstatus"].map(
    (name, at) => `  csrr t1, ${name}
  ${maskOf(name)}
  sw t1, ${CSRS_AT - MIDDLE + 4 * at}(s0)`,
  );
  return `out:
  csrci mstatus, 8
  csrw mie, zero
${"  nop\n".repeat(8)}  ecall
${kept.join("\n")}
${csrs.join("\n")}
  j end`;
}
