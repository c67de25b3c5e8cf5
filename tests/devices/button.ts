/** A button in random scenarios, and the thread that answers it. */
import { type Expected, step } from "../metrics/paths/fromEvents.ts";
import type { TestKind } from "./testKind.ts";

export const button: TestKind<"buttons"> = {
  device: (random, line) => {
    const first = random.integer(0, 2000);
    return { name: "B", pressCycles: [first, first + 1, first + random.integer(2, 3000)], line: line() };
  },
  thread: {
    name: "button",
    layer: "driver-isr",
    priority: 2,
    start: { on: "line", button: "B" },
    steps: [
      { do: "exec", routine: "short" },
      { do: "acknowledge-button", button: "B" },
    ],
  },
  /** An `acknowledged` event names the line. */
  counts: ({ scenario, of }) => {
    const expected: Expected = new Map();
    for (const [index, { name }] of scenario.machine.buttons.entries()) {
      const presses = of("button-pressed").filter(({ subject }) => subject === index);
      const cleared = of("acknowledged").filter(({ subject, value }) => subject === index && value !== 0);
      expected.set(`button${step(name)}.presses`, presses.length);
      expected.set(`button${step(name)}.acknowledged`, cleared.length);
      expected.set(`button${step(name)}.overruns`, presses.filter(({ value }) => value === 1).length);
    }
    return expected;
  },
};
