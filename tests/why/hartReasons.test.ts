/** The reasons that an answer about a hart's interrupt gives: what they blame, and since when. */
import { expect, test } from "vitest";
import { finished, travelFromStart } from "../../lib/journeys/fromStart.ts";
import { explain } from "../../lib/why/explain.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { fastCore } from "../support/cores.ts";
import { expectTrue, told, whyOf } from "./hartAnswers.ts";
import { hartCycles } from "./hartCycles.ts";
import { BEGIN, HANDLER, hartScenario } from "./hartScenario.ts";

const core = await fastCore();

const busy = (label: string, rounds = 100) =>
  `        li   t2, ${rounds}\n${label}:   addi t2, t2, -1\n        bnez t2, ${label}\n`;
const ON = "        csrsi mstatus, 8\n";
const OFF = "        csrci mstatus, 8\n";
const END = "here:   j    here\n";
/** Skips the instruction of an exception, and answers the button. */
const BOTH = HANDLER.replace(
  "trap:",
  "trap:   csrr t6, mcause\n        bltz t6, asked\n        csrr t6, mepc\n        addi t6, t6, 4\n        csrw mepc, t6\n        mret\nasked:",
);

/** Text of the answer about the first press. */
function firstOf(source: string, presses: readonly number[] = [100], runCycles?: number): string {
  const scenario = hartScenario(source, { presses, ...(runCycles === undefined ? {} : { runCycles }) });
  return told(scenario, whyOf(scenario, 0));
}

test("exceptions that are taken with interrupts off change no reason", () => {
  const ecalls = `        li   s9, 10\nagain:  ecall\n        addi s9, s9, -1\n        bnez s9, again\n`;
  const text = firstOf(`${BEGIN}${ON}${OFF}${ecalls}${busy("wait")}${ON}${END}${BOTH}`);
  expect(text.match(/since csrci mstatus, 8 at p:12/g)).toHaveLength(1);
  expect(text).not.toMatch(/alternate|handler of an exception/);
});

test("an MRET with MPIE 0 leaves the cause of MIE 0 as it is", () => {
  const left = `        csrw mstatus, zero\n        la   t5, next\n        csrw mepc, t5\n        mret\nnext:\n`;
  const text = firstOf(`${BEGIN}${ON}${left}${busy("wait")}${ON}${END}${BOTH}`);
  expect(text).toMatch(/MIE was 0, since csrw mstatus, zero at p:12\./);
});

test("a handler that returns with MPIE 0 is blamed until it returns only", () => {
  const handler = BOTH.replace("trap:", "trap:   csrw mstatus, zero\n");
  const text = firstOf(
    `${BEGIN}${ON}${busy("before", 20)}        ecall\n${busy("wait")}${ON}${END}${handler}`,
  );
  expect(text).toMatch(/MIE was 0, since an MRET with MPIE 0 returned to p:\d+\./);
});

test("the cause of MIE 0 is found behind any number of traps", () => {
  const ecalls = `        li   s9, 140\nagain:  ecall\n        addi s9, s9, -1\n        bnez s9, again\n`;
  const text = firstOf(`${BEGIN}${ON}${OFF}${ecalls}${ON}${END}${BOTH}`, [2500], 10_000);
  expect(text).toMatch(/MIE was 0, since csrci mstatus, 8 at p:12\./);
});

test("MIE and bits of mie that no instruction has set are 0 since the start of the run", () => {
  const off = firstOf(`${BEGIN}${OFF}${busy("wait")}${ON}${END}${BOTH}`);
  expect(off).toMatch(/Interrupts were off for \d+ cycles: MIE was 0, since the start of the run\./);
  const late = BEGIN.replace("csrw mie, t0", "nop");
  const mie = firstOf(`${late}${ON}${busy("wait")}        csrw mie, t0\n${END}${BOTH}`);
  expect(mie).toMatch(/Bit 11 of mie was 0 for \d+ cycles, since the start of the run\./);
});

test("the instruction that cleared the bit of mie is blamed, not one that changed other bits", () => {
  const change = `        li   t3, 0x800\n        csrc mie, t3\n        li   t4, 0x80\n        csrc mie, t4\n        csrs mie, t4\n`;
  const text = firstOf(`${BEGIN}${ON}${change}${busy("wait")}        csrs mie, t3\n${END}${BOTH}`);
  expect(text).toMatch(/Bit 11 of mie was 0 for \d+ cycles, since csrc mie, t3 at p:13\./);
});

test("reasons that alternate are told once each, with all their cycles", () => {
  const source = `${BEGIN}${ON}        li   s6, PLIC_THRESHOLD0\n        li   t4, 7\n        sw   t4, 0(s6)
        li   t3, 0x800\n        li   t5, 30\nagain:  csrc mie, t3\n        nop\n        csrs mie, t3
        nop\n        addi t5, t5, -1\n        bnez t5, again\n        sw   zero, 0(s6)\n${END}${BOTH}`;
  const scenario = hartScenario(source, { presses: [100] });
  const why = whyOf(scenario, 0);
  expectTrue(scenario, hartCycles(core, scenario), why);
  const text = told(scenario, why);
  expect(text).toMatch(
    /For \d+ cycles, \d+ reasons followed each other, mainly these\. .*Bit 11 of mie was 0/,
  );
  expect(text).not.toMatch(/alternate|off/);
});

test("a line that no way leads to the hart is blamed, and no instruction", () => {
  const bound = `        la   t0, trap\n        csrw mtvec, t0\n        li   t0, 0x10000\n        csrw mie, t0\n${ON}${busy("wait")}        csrwi 0x7c0, 1\n${END}${HANDLER}`;
  const text = firstOf(bound);
  expect(text).toMatch(
    /For \d+ cycles, stop did not reach hart: mline did not bind it, and source 1 was not enabled in the PLIC\./,
  );
  expect(text).not.toContain("had to finish first");
});

const exec = { do: "exec", routine: "short" };
const mask = { do: "mask", button: "stop" };
const unmask = { do: "unmask", button: "stop" };
const BOUND = `        la   t0, trap\n        csrw mtvec, t0\n        li   t0, 0x10000\n        csrw mie, t0\n        csrwi 0x7c0, 1\n`;

/** A press in each time in which the line is masked, and the text of the answer about each. */
function maskedAnswers(begin: string, beside: readonly object[], masked = false): readonly string[] {
  const source = `${begin}${ON}${END}${HANDLER}`;
  const of = (press: number) =>
    hartScenario(source, { presses: [press], beside, masked, runCycles: press + 1000 });
  const quiet = hartCycles(core, of(1000));
  const begins = quiet.flatMap(({ isMasked }, at) => (isMasked && !quiet[at - 1]?.isMasked ? [at] : []));
  return begins.slice(0, 4).map((begin) => {
    const scenario = of(begin + 30);
    const why = whyOf(scenario, 0);
    expectTrue(scenario, hartCycles(core, scenario), why);
    return told(scenario, why);
  });
}

test.each([
  ["PLIC", BEGIN],
  ["mline", BOUND],
])("a line that another thread masks is blamed on its step: %s", (_, begin) => {
  const steps = [exec, mask, exec, exec, unmask, exec];
  const beside = [unmask, { do: "repeat", steps, condition: { on: "budget-left" } }];
  const [first] = maskedAnswers(begin, beside);
  expect(first).toMatch(/For \d+ cycles, stop was masked in the controller, since step 2\.2 of guard\./);
  expect(first).not.toMatch(/had to finish first, which took \d{2}/);
});

test("of several steps that mask a line, the last one that ran is blamed", () => {
  const one = [exec, unmask, exec, mask];
  const [start, ...others] = maskedAnswers(BEGIN, [...one, ...one, ...one, exec], true);
  expect(start).toMatch(/was masked in the controller, since the start of the run\./);
  const steps = others.map((text) => /in the controller, since step (\d+) of guard\./.exec(text)?.[1]);
  expect(steps).toEqual(["4", "8", "12"]);
});

test("masking is blamed only until the PLIC has the interrupt", () => {
  const source = `${BEGIN}${ON}        li   s6, PLIC_THRESHOLD0\n        li   t4, 7\n        li   t2, 150\nwait:   sw   t4, 0(s6)\n        addi t2, t2, -1\n        bnez t2, wait\n        sw   zero, 0(s6)\n${END}${HANDLER}`;
  const beside = [exec, mask, exec, unmask, exec];
  const texts = Array.from({ length: 8 }, (_, at) => {
    const scenario = hartScenario(source, { presses: [100 + 30 * at], beside, runCycles: 2000 });
    const why = whyOf(scenario, 0);
    expectTrue(scenario, hartCycles(core, scenario), why);
    return told(scenario, why);
  });
  const [masked, threshold] = ["masked in the controller", "the PLIC's threshold 7"];
  expect(texts.every((text) => text.includes(threshold))).toBe(true);
  expect(new Set(texts.map((text) => text.includes(masked)))).toEqual(new Set([true, false]));
});

test("a claim that a program polls is not told as a handler", () => {
  const source = `${BEGIN}poll:   li   s2, PLIC_CLAIM0\n        lw   s3, 0(s2)\n        beqz s3, poll\n${busy("wait")}        li   s4, BUTTON0_BASE\n        li   s5, 1\n        sw   s5, 0(s4)\n        sw   s3, 0(s2)\n        j    poll\n${HANDLER}`;
  const text = firstOf(source);
  expect(text).toContain("hart claimed it at the PLIC without a trap of its own.");
  expect(text).toContain("MIE was 0, since the start of the run");
  expect(text).not.toContain("The handler ran");
});

test("a handler that returns before the claim runs no longer than that", () => {
  const source = `${BEGIN}${ON}idle:   beqz a0, idle\n${busy("wait")}        li   s2, PLIC_CLAIM0\n        lw   s3, 0(s2)\n        sw   s3, 0(s2)\n${END}        .align 2\ntrap:   li   a0, 1\n        csrw mie, zero\n        mret\n`;
  const text = firstOf(source);
  expect(text).toMatch(/The handler ran for \d{1,2} cycles and returned without an answer\./);
  expect(text).toMatch(/Bit 11 of mie was 0 for \d{3} cycles, since csrw mie, zero at p:\d+\./);
});

test("an interrupt that never gets in has an answer, and its deadline is no counted miss", () => {
  const scenario = hartScenario(`${BEGIN}${END}${HANDLER}`, {
    presses: [100],
    runCycles: 1000,
    deadlineNanoseconds: 2000,
  });
  const text = told(scenario, whyOf(scenario, 0));
  expect(text).toMatch(/^Interrupt 0 \(stop\) waited 900 cycles up to cycle 1000, without an answer\./);
  expect(text).toContain("Its deadline of 200 cycles has passed.");
  expect(text).toMatch(/Interrupts were off for 900 cycles: MIE was 0, since the start of the run\./);
});

test("an interrupt whose device is served without a claim ends when its line goes down", () => {
  const source = `${BEGIN}${busy("wait")}        li   s4, BUTTON0_BASE\n        li   s5, 1\n        sw   s5, 0(s4)\n${END}${HANDLER}`;
  expect(firstOf(source)).toMatch(
    /^Interrupt 0 \(stop\) waited \d{3} cycles\. Then its line went down, without an answer\./,
  );
});

test("a hart that has stopped is blamed for what it takes no longer", () => {
  expect(firstOf(`${BEGIN}${ON}        ret\n${HANDLER}`)).toMatch(/hart had stopped for \d+ cycles/);
});

const TIMER = `        la   t0, trap\n        csrw mtvec, t0\n        li   t0, CLINT_MTIMECMP0\n        li   t1, 500\n        sw   t1, 0(t0)\n        sw   zero, 4(t0)\n        li   t1, 0x88\n        csrw mie, t1\n`;

function pendingWhy(scenario: Scenario, source: "timer" | "software", cycle = scenario.runCycles) {
  return finished(explain(travelFromStart(core, scenario), { what: "pending", source, cycle }));
}

test("a timer interrupt that is never taken has an answer, also before the end of the run", () => {
  const scenario = hartScenario(`${TIMER}${END}${HANDLER}`, { runCycles: 2000 });
  const why = pendingWhy(scenario, "timer");
  if (why === undefined) throw new Error("nothing is pending");
  expect(told(scenario, why)).toBe(
    "The timer interrupt of hart waited 1500 cycles up to cycle 2000, and was not taken.\nInterrupts were off for 1500 cycles: MIE was 0, since the start of the run.",
  );
  expectTrue(scenario, hartCycles(core, scenario), why);
  expect(pendingWhy(scenario, "timer", 700)).toMatchObject({ fromCycle: 500, toCycle: 700 });
  expect(pendingWhy(scenario, "timer", 500)).toBeUndefined();
  expect(pendingWhy(scenario, "software")).toBeUndefined();
});

test("a software interrupt that is never taken waits from the store to msip on", () => {
  const raise = `        li   t0, CLINT_MSIP0\n        li   t1, 1\nraise:  sw   t1, 0(t0)\n`;
  const scenario = hartScenario(`${TIMER}${busy("wait")}${raise}${END}${HANDLER}`, { runCycles: 2000 });
  const why = pendingWhy(scenario, "software");
  const registers = hartCycles(core, scenario).map((one) => one.registers);
  const first = registers.findIndex(({ mip }) => (mip & 8) !== 0);
  expect(first).toBeGreaterThan(200);
  expect(why).toMatchObject({ what: "pending-interrupt", fromCycle: first, toCycle: 2000 });
});

test("a timer interrupt that was taken is explained by its number", () => {
  const stuck = `        .align 2\ntrap:   j    trap\n`;
  const scenario = hartScenario(`${TIMER}${ON}${END}${stuck}`, { runCycles: 2000 });
  expect(pendingWhy(scenario, "timer")).toMatchObject({ what: "late-interrupt", number: 0, source: "timer" });
});
