/** Registers that handlers of a hart have changed, where one interrupt follows directly behind another. */
import { expect, test } from "vitest";
import { runToOutcome } from "../../lib/papers/outcome.ts";
import { openCore } from "../boundary/support.ts";
import { hartScenario, timerAndButton } from "../why/hartScenario.ts";

const core = await openCore();

/** The timer at 1,000 and a button. Both handlers restore sp and t0 directly before MRET. */
const program = (more = "") => `
        li   sp, 0x20000f00
${timerAndButton(1000)}        li   t0, 0x880
        csrw mie, t0
        li   t0, 77
        csrsi mstatus, 8
work:   addi s1, s1, 1
        j    work
trap:   addi sp, sp, -16
        csrw mscratch, t0
        sw   t1, 0(sp)
        csrr t0, mcause
        slli t0, t0, 1
        addi t0, t0, -14
        bnez t0, button
        li   t0, CLINT_MTIMECMP0
        li   t1, -1
        sw   t1, 4(t0)
        j    back
button: li   t0, BUTTON0_STATUS
        li   t1, 1
        sw   t1, 0(t0)
        li   t0, PLIC_THRESHOLD0
        lw   t1, 4(t0)
        sw   t1, 4(t0)
back:   ${more}
        lw   t1, 0(sp)
        addi sp, sp, 16
        csrr t0, mscratch
        mret
`;

const handlersOf = (source: string, press: number) =>
  runToOutcome(core, hartScenario(source, { presses: [press], runCycles: 3000 }), 0)?.handlers;

/** The second interrupt comes before the first one, within its handler, and behind it. */
const PRESSES = Array.from({ length: 24 }, (_, at) => 990 + 3 * at);

test("a handler that restores all registers is not blamed, wherever another interrupt comes", () => {
  for (const press of PRESSES) {
    const { changed, astray, running } = handlersOf(program(), press) ?? {};
    expect([press, changed, astray, running]).toEqual([press, [], undefined, undefined]);
  }
});

test("a handler that changes a register is blamed for it alone, with the cycle of the first such interrupt", () => {
  for (const press of PRESSES) {
    const { changed = [] } = handlersOf(program("li   s2, 1"), press) ?? {};
    expect([press, changed.map(({ register, before, after }) => [register, before, after])]).toEqual([
      press,
      [[18, 0, 1]],
    ]);
    expect(changed[0]?.entered).toBeLessThan(1010);
  }
});
