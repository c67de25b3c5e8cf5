/** Conditions on traps, compared with the event log of a run. */
import { expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { compileCondition } from "../../lib/breakpoints/condition.ts";
import { createWatcher } from "../../lib/breakpoints/watcher.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { conditionText, presetsOf } from "../../web/simulate/marks/presets.ts";
import { twoHarts } from "../export/columns/harts.ts";
import { scenarioOf } from "../export/columns/machines.ts";
import { fastCore } from "../support/cores.ts";

const scenario = { ...scenarioOf(twoHarts()), runCycles: 3_000 };
const machine = createMachine(await fastCore(), compileScenario(scenario), { eventCapacity: 2 ** 14 });
machine.step(scenario.runCycles);
const events = machine.readEvents(0);
const LEVELS = { rxFill: [], txFill: [], queueFill: [], lanes: [], assertedSinceCycle: [] };
const TRAP = 30;

function hits(text: string): readonly number[] {
  const compiled = compileCondition(text, scenario);
  if (!compiled.ok) throw new Error(compiled.error.message);
  const found: number[] = [];
  const watcher = createWatcher([compiled.condition], LEVELS, new Map(), (_, cycle) => found.push(cycle));
  watcher.feed(events, scenario.runCycles);
  return found;
}

/** Cycles after those in which such an event of the context is logged, each once. */
function told(context: number, isMeant: (subject: number) => boolean): readonly number[] {
  const cycles = [...events.cycle].flatMap((cycle, at) =>
    events.kind[at] === TRAP && events.context[at] === context && isMeant(events.subject[at] ?? 0)
      ? [cycle + 1]
      : [],
  );
  return [...new Set(cycles)];
}

test.each([
  ["trap.timer > 0", 0x8000_0007],
  ["trap.software > 0", 0x8000_0003],
  ["trap.external > 0", 0x8000_000b],
  ["trap.line > 0", 0x8000_0011],
  ['thread["worker"].mcause == 11', 11],
  ['thread["worker"].mcause == 2', 2],
  ['thread["worker"].ended == 1', 0x7fff_fffe],
])("the condition %s hits the cycles that the events give", (condition, subject) => {
  const expected = told(0, (one) => one === subject);
  expect(expected.length).toBeGreaterThan(0);
  expect(hits(condition)).toEqual(expected);
});

test("conditions count all traps, exceptions alone, and traps of a thread that has none", () => {
  const exceptions = told(0, (subject) => subject < 16);
  expect(hits("trap.exception > 0")).toEqual(exceptions);
  const all = told(0, (subject) => subject < 16 || subject >= 0x8000_0000);
  expect(hits("traps > 0")).toEqual(all);
  expect(hits('thread["worker"].traps > 0')).toEqual(all);
  expect(hits('thread["sender"].traps > 0')).toEqual([]);
});

test("interrupts are off at the start of the run, and go off by an instruction or a trap", () => {
  const off = hits('thread["worker"].interruptsOff == 1');
  const closings = told(0, (subject) => subject === 0x7fff_fffd || subject < 16 || subject >= 0x8000_0000);
  expect(off.length).toBeGreaterThan(5);
  for (const cycle of off) expect(closings).toContain(cycle);
  // Interrupts are first on after they were off from the start.
  const [first] = hits('thread["worker"].interruptsOff == 0');
  expect(first).toBe(told(0, (subject) => subject === 0x7fff_fffc)[0]);
  expect(hits('thread["sender"].interruptsOff == 0')).toEqual([]);
});

test("the form offers conditions on traps for a machine with harts, in words", () => {
  const ids = presetsOf(scenario).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["trap", "interrupts-off", "ended"]));
  expect(conditionText("trap.timer > 0", scenario)).toEqual({
    text: "a trap occurs: timer interrupt",
    isCode: false,
  });
  expect(conditionText('thread["worker"].ended == 1', scenario).text).toBe("worker ends");
  expect(conditionText("interrupt.latency > 5 us", scenario).text).toBe(
    "an interrupt is answered after more than 5 µs",
  );
  expect(ids).not.toContain("request-latency");
});
