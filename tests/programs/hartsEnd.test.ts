/** The end of programs in machine mode. An ended program does not count as starved. */
import { expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { namedEvents } from "../../lib/events/events.ts";
import { trapMoment } from "../../lib/events/traps.ts";
import { findingsOf } from "../../lib/metrics/findings.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { hartsEnd } from "../../lib/programs/hartsEnd.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { fastCore } from "../support/cores.ts";
import { hartScenario } from "../why/hartScenario.ts";

const core = await fastCore();

const over = (loops: number) => `        li   t2, ${loops}
busy:   addi t2, t2, -1
        bnez t2, busy
        li   a0, -3
        ret
`;

test.each([
  ["at once", "        ret\n"],
  ["in the second block of a million cycles", over(400_000)],
])("the recorded end of a program equals the cycle of the event: %s", (_, source) => {
  const scenario = hartScenario(source, { runCycles: 3_000_000 });
  const machine = createMachine(core, compileScenario(scenario), { eventCapacity: 2 ** 12 });
  machine.step(scenario.runCycles);
  const events = namedEvents(machine.readEvents(0));
  const end = events.find((event) => trapMoment(event)?.kind === "ended");
  expect(end).toBeDefined();
  const [found, ...more] = hartsEnd(core, scenario, machine);
  expect(found).toEqual({ hart: "hart", exitCode: (end?.value ?? 0) | 0, cycle: end?.cycle });
  expect(more).toEqual([]);
});

test("a program that has ended does not count as starved", () => {
  const scenario = hartScenario("        ret\n", { runCycles: 40_000_000 });
  const machine = createMachine(core, compileScenario(scenario));
  machine.step(scenario.runCycles);
  expect(findingsOf(scenario, readMetrics(machine, scenario.machine))).toEqual([]);
});

test("a program that still runs has no end", () => {
  const scenario = hartScenario("loop:   j loop\n", { runCycles: 5_000 });
  const machine = createMachine(core, compileScenario(scenario));
  machine.step(scenario.runCycles);
  expect(hartsEnd(core, scenario, machine)).toEqual([]);
});
