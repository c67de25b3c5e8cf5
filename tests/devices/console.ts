/** A console in random scenarios, and the thread that answers it. */
import { type Expected, step } from "../metrics/paths/fromEvents.ts";
import type { TestKind } from "./testKind.ts";

/** 20 cycles of a 200 MHz clock for each character. */
const FAST = 100_000_000;

/** Writes more than the FIFO holds, waits for the next input and discards it. */
const PROGRAM = `
    li   t0, UART0_BASE
    li   t1, 20
write:
    sb   t1, 0(t0)
    addi t1, t1, -1
    bnez t1, write
    li   t1, 60
wait:
    lbu  t2, 5(t0)
    andi t2, t2, UART_LSR_DR
    addi t1, t1, -1
    beqz t1, done
    beqz t2, wait
    li   t2, UART_FCR_CLEARRX
    sb   t2, 2(t0)
done:
    ret`;

export const console: TestKind<"consoles"> = {
  device: (random, line) => ({
    name: "U",
    bitPerSecond: FAST,
    input: [
      { cycle: random.integer(0, 100), text: "a" },
      { cycle: 2000, text: "bcd".repeat(random.integer(2, 10)) },
    ],
    interrupts: ["received"],
    line: line(),
  }),
  routines: [{ name: "console driver", kind: "program", program: { source: PROGRAM } }],
  thread: {
    name: "console",
    layer: "driver-isr",
    priority: 2,
    start: { on: "line", console: "U" },
    steps: [
      { do: "exec", routine: "short" },
      { do: "acknowledge-console", console: "U" },
      { do: "exec", routine: "console driver" },
    ],
  },
  /** Other counts are in tests/metrics/paths/byHand.ts. */
  counts: ({ scenario, of }) => {
    const expected: Expected = new Map();
    for (const [index, { name }] of scenario.machine.consoles.entries()) {
      const place = `console${step(name)}`;
      expected.set(
        `${place}.arrived`,
        of("console-received").filter(({ subject }) => subject === index).length,
      );
      expected.set(`${place}.sent`, of("console-sent").filter(({ subject }) => subject === index).length);
    }
    return expected;
  },
};
