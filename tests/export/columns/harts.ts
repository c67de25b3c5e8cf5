/** Two harts on two cores. The first has a timer, a button through the PLIC and one that is bound by mline. It lets
 * interrupts into its handlers, calls, executes an illegal instruction and ends within a handler. The second sends it
 * software interrupts. */

const FIRST = `        la   t0, trap
        csrw mtvec, t0
        li   s0, PLIC_BASE
        li   t0, 1
        sw   t0, 4(s0)
        li   s1, PLIC_ENABLE0
        li   t0, 2
        sw   t0, 0(s1)
        li   t0, 2
        csrw 0x7c0, t0          # mline: the second button
        li   s6, CLINT_MTIMECMP0
        li   t0, 200
        sw   t0, 0(s6)
        sw   zero, 4(s6)
        li   s7, CLINT_MSIP0
        li   t0, 0x20888
        csrw mie, t0
        csrsi mstatus, 8
        li   s11, 0
loop:   ecall
        .word 0
        csrci mstatus, 8
        li   t2, 60
busy:   addi t2, t2, -1
        bnez t2, busy
        csrsi mstatus, 8
        wfi
        j    loop
        .align 2
trap:   csrr t3, mcause
        bgez t3, passed
        csrr t4, mepc
        slli t3, t3, 1
        srli t3, t3, 1
        li   t5, 7
        beq  t3, t5, tick
        li   t5, 3
        beq  t3, t5, told
        li   t5, 11
        beq  t3, t5, button
        li   s4, BUTTON1_BASE
        li   s5, 1
        sw   s5, 0(s4)
        j    back
button: li   s2, PLIC_CLAIM0
        lw   s3, 0(s2)
        li   s4, BUTTON0_BASE
        li   s5, 1
        sw   s5, 0(s4)
        sw   s3, 0(s2)
        j    back
tick:   addi s11, s11, 1
        andi t5, s11, 3
        beqz t5, back           # each fourth is taken again
        lw   t5, 0(s6)
        addi t5, t5, 210
        sw   t5, 0(s6)
        mv   a5, t4
        ecall                   # within
        csrw mepc, a5
        mret
told:   sw   zero, 0(s7)
        li   t5, 9
        bge  s11, t5, over
back:   csrw mepc, t4
        mret
over:   li   a0, 3
        li   t0, -4
        jr   t0
passed: csrr t5, mepc
        addi t5, t5, 4
        csrw mepc, t5
        csrr t3, mcause
        mret
`;

const SECOND = `        li   s7, CLINT_MSIP0
        li   t1, 1
again:  li   t2, 130
wait:   addi t2, t2, -1
        bnez t2, wait
        sw   t1, 0(s7)
        j    again
`;

const hart = (name: string, core: number, routine: string) => ({
  name,
  core,
  layer: "application",
  priority: 9,
  context: 0,
  machineMode: true,
  start: { on: "always" },
  steps: [{ do: "exec", routine }],
});

export const twoHarts = () => ({
  format: "irqscope-scenario",
  version: 1,
  name: "Two harts",
  seed: 1,
  machine: {
    clockHertz: 100_000_000,
    core: { policy: "single", cores: 2 },
    nics: [],
    buttons: [
      { name: "served", pressCycles: [100, 620, 1_000, 1_900], line: { priority: 1 } },
      { name: "bound", pressCycles: [400, 1_003, 1_500], line: { priority: 1 } },
    ],
  },
  software: {
    programs: { memoryBytes: 4096, stackBytes: 256 },
    routines: [
      { name: "first", kind: "program", program: { source: FIRST } },
      { name: "second", kind: "program", program: { source: SECOND } },
    ],
    threads: [hart("worker", 0, "first"), hart("sender", 1, "second")],
  },
});
