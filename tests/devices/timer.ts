/** A timer in random scenarios, and the thread that answers it. */
import type { TestKind } from "./testKind.ts";

export const timer: TestKind<"timers"> = {
  device: (random, line) => ({
    name: "T",
    periodNanoseconds: random.pick([500, 20_000]),
    startCycle: random.integer(0, 5000),
    line: line(),
  }),
  thread: {
    name: "timer",
    layer: "driver-isr",
    priority: 0,
    start: { on: "line", timer: "T" },
    steps: [
      { do: "acknowledge-timer", timer: "T" },
      { do: "exec", routine: "short" },
    ],
  },
};
