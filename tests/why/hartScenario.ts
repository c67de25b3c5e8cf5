/** One hart with its own program, and a button that it may serve. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

/** Start of a program: traps go to `trap`, the timer is due at the cycle, and the button interrupts through the PLIC. */
export const timerAndButton = (timerCycle: number): string => `        la   t0, trap
        csrw mtvec, t0
        li   t0, PLIC_BASE
        li   t1, 5
        sw   t1, 4(t0)
        li   t0, PLIC_ENABLE0
        li   t1, 2
        sw   t1, 0(t0)
        li   t0, CLINT_MTIMECMP0
        li   t1, ${timerCycle}
        sw   t1, 0(t0)
        sw   zero, 4(t0)
`;

export function hartScenario(
  source: string,
  {
    presses = [],
    runCycles = 5000,
    deadlineNanoseconds = 0,
    masked = false,
    beside = [],
  }: {
    readonly presses?: readonly number[];
    readonly runCycles?: number;
    readonly deadlineNanoseconds?: number;
    readonly masked?: boolean;
    /** Steps of a thread on a context of its own, which has the routine `short` of 50 cycles. */
    readonly beside?: readonly object[];
  } = {},
): Scenario {
  const line = { priority: 1, deadlineNanoseconds, masked };
  const buttons = presses.length === 0 ? [] : [{ name: "stop", pressCycles: presses, line }];
  const guard = {
    name: "guard",
    layer: "protocol",
    priority: 5,
    context: 1,
    start: { on: "always" },
    steps: beside,
  };
  const isAlone = beside.length === 0;
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "A hart",
    seed: 1,
    runCycles,
    machine: {
      clockHertz: 100_000_000,
      core: isAlone ? { policy: "single" } : { policy: "smt", contexts: 2 },
      nics: [],
      buttons,
    },
    software: {
      programs: { memoryBytes: 4096, stackBytes: 256 },
      routines: [
        { name: "p", kind: "program", program: { source } },
        { name: "short", kind: "cycles", cycles: 50 },
      ],
      threads: [
        {
          name: "hart",
          layer: "application",
          priority: 9,
          machineMode: true,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "p" }],
        },
        ...(isAlone ? [] : [guard]),
      ],
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return parsed.scenario;
}

export const BEGIN = `        la   t0, trap
        csrw mtvec, t0
        li   s0, PLIC_BASE
        li   t0, 1
        sw   t0, 4(s0)
        li   s1, PLIC_ENABLE0
        li   t0, 2
        sw   t0, 0(s1)
        li   t0, 0x888
        csrw mie, t0
`;
export const HANDLER = `
        .align 2
trap:   li   s2, PLIC_CLAIM0
        lw   s3, 0(s2)
        li   s4, BUTTON0_BASE
        li   s5, 1
        sw   s5, 0(s4)
        sw   s3, 0(s2)
        mret
`;

/** Numbers from 0 to below `limit`, the same for a seed (a linear congruence, Numerical Recipes). */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const PIECES = [
  "csrsi mstatus, 8",
  "csrci mstatus, 8",
  "csrs mie, t3",
  "csrc mie, t3",
  "sw   t4, 0(s6)",
  "sw   zero, 0(s6)",
  "csrr t5, mcycle",
  "lw   t5, 0(s6)",
  "div  t5, t3, t2",
  "addi t5, t5, 1",
  "ecall",
  "sw   t4, 0(s7)",
  "csrwi 0x7c0, 1",
  "csrwi 0x7c0, 0",
  "csrs mie, s10",
  "csrc mie, s10",
  "sw   zero, 0(s1)",
  "sw   s11, 0(s1)",
  // MRET with MPIE 0.
  "la   t5, next\n        csrw mepc, t5\n        csrw mstatus, zero\n        mret\nnext:",
  // A claim without a trap.
  "lw   s3, 0(s2)\n        sw   s3, 0(s2)",
];

/** A loop of such pieces. Its handler answers a timer, software and the button, raises an exception,
 * and skips exceptions. */
export function randomProgram(seed: number): string {
  const next = numbers(seed);
  const pieces = Array.from({ length: 12 }, () => PIECES[next(PIECES.length)] ?? "nop");
  return `${BEGIN}        li   s6, PLIC_THRESHOLD0
        li   s7, CLINT_MSIP0
        li   s8, CLINT_MTIMECMP0
        li   t0, 400
        sw   t0, 0(s8)
        sw   zero, 4(s8)
        li   t3, 0x888
        li   t4, ${1 + next(2)}
        li   t2, 3
        li   s2, PLIC_CLAIM0
        li   s10, 0x10000
        li   s11, 2
loop:
${pieces.map((piece, index) => `        ${piece.replaceAll("next", `next${index}`)}`).join("\n")}
        csrsi mstatus, 8
        j    loop
        .align 2
trap:   csrr s9, mcause
        bltz s9, asked
        csrr s9, mepc
        addi s9, s9, 4
        csrw mepc, s9
        mret
asked:  sw   zero, 0(s7)
        csrr a0, mepc
        ecall
        csrw mepc, a0
        csrr s9, mcycle
        addi s9, s9, ${150 + next(300)}
        sw   s9, 0(s8)
        lw   s3, 0(s2)
        li   s4, BUTTON0_BASE
        li   s5, 1
        sw   s5, 0(s4)
        sw   s3, 0(s2)
        mret
`;
}
