/** The answers about interrupts that harts take: why they are late, and until when they are answered. */
import { expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { finished, travelFromStart } from "../../lib/journeys/fromStart.ts";
import { explain } from "../../lib/why/explain.ts";
import { findTarget } from "../../lib/why/find.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { fastCore } from "../support/cores.ts";
import { expectTrue, told, whyOf } from "./hartAnswers.ts";
import { hartCycles } from "./hartCycles.ts";
import { BEGIN, HANDLER, hartScenario, randomProgram } from "./hartScenario.ts";

const core = await fastCore();

/** A program of 200 rounds, repeated. */
const CRITICAL_SECTION = `${BEGIN}loop:   csrci mstatus, 8
        li   t2, 200
busy:   addi t2, t2, -1
        bnez t2, busy
        csrsi mstatus, 8
        nop
        j    loop
${HANDLER}`;

test("the answer names the line of the instruction that cleared MIE", () => {
  const scenario = hartScenario(CRITICAL_SECTION, { presses: [1200] });
  const text = told(scenario, whyOf(scenario, 0));
  expect(text).toContain("Interrupt 0 (stop) took");
  expect(text).toMatch(/Interrupts were off for \d+ cycles: MIE was 0, since csrci mstatus, 8 at p:11\./);
  expect(text).not.toContain("interrupt before");
});

test("the answer names a cleared bit of mie and what cleared it", () => {
  const scenario = hartScenario(
    `${BEGIN}        csrsi mstatus, 8
        li   t3, 0x800
loop:   csrc mie, t3
        li   t2, 200
busy:   addi t2, t2, -1
        bnez t2, busy
        csrs mie, t3
        nop
        j    loop
${HANDLER}`,
    { presses: [300] },
  );
  const text = told(scenario, whyOf(scenario, 0));
  expect(text).toMatch(/Bit 11 of mie was 0 for \d+ cycles/);
});

test("the answer names the threshold of the PLIC", () => {
  const scenario = hartScenario(
    `${BEGIN}        csrsi mstatus, 8
        li   s6, PLIC_THRESHOLD0
        li   t3, 7
loop:   sw   t3, 0(s6)
        li   t2, 200
busy:   addi t2, t2, -1
        bnez t2, busy
        sw   zero, 0(s6)
        nop
        j    loop
${HANDLER}`,
    { presses: [300] },
  );
  const text = told(scenario, whyOf(scenario, 0));
  expect(text).toMatch(/For \d+ cycles, priority 1 of source 1 was not above the PLIC's threshold 7\./);
});

test("the answer names a running handler by its cause and its functions", () => {
  const scenario = hartScenario(
    `${BEGIN}        li   s6, CLINT_MTIMECMP0
        li   t0, 290
        sw   t0, 0(s6)
        sw   zero, 4(s6)
        csrsi mstatus, 8
loop:   j    loop
        .align 2
trap:   csrr t0, mcause
        li   t1, 0x80000007
        beq  t0, t1, tick
        li   s2, PLIC_CLAIM0
        lw   s3, 0(s2)
        li   s4, BUTTON0_BASE
        li   s5, 1
        sw   s5, 0(s4)
        sw   s3, 0(s2)
        mret
tick:   li   t1, -1
        sw   t1, 0(s6)
        sw   t1, 4(s6)
        jal  work
        mret
work:   li   t2, 60
spin:   addi t2, t2, -1
        bnez t2, spin
        ret
`,
    { presses: [300] },
  );
  // The timer, due in cycle 290, is recognised before the button is pressed.
  const text = told(scenario, whyOf(scenario, 1));
  expect(text).toMatch(/The handler of the timer interrupt ran for \d+ cycles, with interrupts off\./);
  expect(text).toMatch(/By function, in cycles: work \(\d+\)/);
  expect(told(scenario, whyOf(scenario, 0))).toMatch(/^Timer interrupt 0 took \d+ cycles until hart/);
});

test("the answer names a program that kept interrupts off when a press was lost", () => {
  const scenario = hartScenario(CRITICAL_SECTION, { presses: [1200, 1300] });
  const travels = travelFromStart(core, scenario);
  const target = finished(findTarget(travels, "press", 1));
  const why = target === undefined ? undefined : finished(explain(travels, target));
  if (why === undefined) throw new Error("no press was lost");
  expect(told(scenario, why)).toMatch(
    /^A press of stop was lost in cycle 1300.*\nInterrupts were off for 100 cycles: MIE was 0, since csrci mstatus, 8 at p:11\.$/,
  );
});

test("the parts of an answer sum to the latency in random programs, and each is true in each of its cycles", () => {
  const sources = new Set<string | undefined>();
  const holds = new Set<string | undefined>();
  for (let seed = 1; seed <= 10; seed += 1) {
    const presses = Array.from({ length: 8 }, (_, index) => 300 + 211 * index + 7 * seed);
    const beside = seed % 2 === 0 ? [] : masking(20 + 30 * seed);
    const scenario = hartScenario(randomProgram(seed), { presses, runCycles: 2000, beside });
    const cycles = hartCycles(core, scenario);
    const answered = latenciesOf(scenario);
    for (let number = 0; number < 5; number += 1) {
      if (finished(findTarget(travelFromStart(core, scenario), "interrupt", number)) === undefined) break;
      const latency = answered.find((one) => one.number === number);
      const why = whyOf(scenario, number);
      if (latency === undefined) expect(why.unanswered, `${number} of seed ${seed}`).toBeDefined();
      else expect(why.toCycle - why.fromCycle).toBe(latency.cycles);
      expectTrue(scenario, cycles, why);
      sources.add(why.source);
      for (const { hold } of why.clauses) holds.add(hold?.kind);
    }
  }
  expect([...sources].sort()).toEqual(["line", "software", "timer"]);
  for (const kind of ["off", "handler", "mie", "nowhere", "priority", "instruction", "masked"] as const)
    expect(holds).toContain(kind);
});

/** Steps that mask the button's line and unmask it in turns. */
const masking = (cycles: number) => [
  { do: "exec", routine: "short" },
  { do: "mask", button: "stop" },
  { do: "sleep", cycles },
  { do: "unmask", button: "stop" },
];

/** All answered interrupts of the core's own log. */
function latenciesOf(scenario: Scenario) {
  const machine = createMachine(core, compileScenario(scenario), { latencyCapacity: 2 ** 10 });
  machine.step(scenario.runCycles);
  const { number, beginCycle, endCycle } = machine.readLatencies(0);
  return [...number].map((one, index) => ({
    number: one,
    cycles: (endCycle[index] ?? 0) - (beginCycle[index] ?? 0),
  }));
}
