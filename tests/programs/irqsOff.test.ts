/** Sections with interrupts off: what begins them, and their lengths, compared with the MIE of each cycle. */
import { expect, test } from "vitest";
import { irqsOffOf } from "../../cli/commands/profile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { fastCore } from "../support/cores.ts";
import { hartCycles } from "../why/hartCycles.ts";
import { hartScenario, randomProgram } from "../why/hartScenario.ts";

const core = await fastCore();
const placesOf = (scenario: Scenario) => irqsOffOf(core, scenario, scenario.runCycles).places;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const OFF = "csrci mstatus, 8\n";
const WAIT = "li t2, 50\nwait: addi t2, t2, -1\n bnez t2, wait\n";

test("an instruction that clears MIE again begins no section", () => {
  const scenario = hartScenario(`nop\n nop\n ${OFF}${WAIT} csrsi mstatus, 8\nloop: j loop\n`);
  const [longest, ...others] = placesOf(scenario);
  expect(longest).toMatchObject({ begin: { kind: "start" }, count: 1, longest: { fromCycle: 0 } });
  expect(longest?.longest.end).toBeDefined();
  expect(others).toEqual([]);
});

test("a handler that returns with MPIE 0 ends no section", () => {
  const scenario = hartScenario(
    `la t0, trap\n csrw mtvec, t0\n csrsi mstatus, 8\n ecall\n ${WAIT} csrsi mstatus, 8\nloop: j loop
    .align 2
trap: csrw mstatus, zero\n csrr t0, mepc\n addi t0, t0, 4\n csrw mepc, t0\n mret\n`,
  );
  const [longest] = placesOf(scenario);
  expect(longest).toMatchObject({
    begin: { kind: "trap", cause: { kind: "exception", code: 11 } },
    count: 1,
  });
  expect(longest?.cycles).toBeGreaterThan(100);
});

test.each([
  ["the program ends", `${OFF}${WAIT} ret\n`],
  ["a trap has no handler", `csrw mtvec, zero\n csrsi mstatus, 8\n ${OFF}${WAIT} ecall\n`],
])("a section ends when the hart stops, because %s", (_, source) => {
  const [short, long] = [1000, 100_000].map((runCycles) => placesOf(hartScenario(source, { runCycles })));
  expect(short?.[0]).toMatchObject({ count: 1, longest: { end: "stopped" } });
  expect(short?.[0]?.cycles).toBeLessThan(250);
  expect(long).toEqual(short);
});

test("the sections of random programs cover exactly the cycles in which MIE is 0", () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const scenario = hartScenario(randomProgram(seed), { presses: [300, 900], runCycles: 2000 });
    const cycles = hartCycles(core, scenario);
    const places = placesOf(scenario);
    expect(sum(places.map((one) => one.cycles))).toBe(cycles.filter(({ isOpen }) => !isOpen).length);
    const lengths = new Map<number | undefined, number>();
    for (const { isOpen, closedIn } of cycles)
      if (!isOpen) lengths.set(closedIn, (lengths.get(closedIn) ?? 0) + 1);
    expect(sum(places.map(({ count }) => count))).toBe(lengths.size);
    const longest = places[0]?.longest;
    expect((longest?.toCycle ?? 0) - (longest?.fromCycle ?? 0)).toBe(Math.max(...lengths.values()));
  }
});
