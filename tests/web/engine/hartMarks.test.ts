/** The timeline's row of interrupts contains those of harts, from pending to the answer, and exceptions. */
import { expect, test } from "vitest";
import { sim_interrupt_source } from "../../../core-wasm/binding/index.ts";
import { factsOf } from "../../../web/timeline/facts.ts";
import { labelsOf } from "../../../web/timeline/labels.ts";
import { interrupts } from "../../../web/timeline/tracks/interrupts.ts";
import { twoHarts } from "../../export/columns/harts.ts";
import { scenarioOf } from "../../export/columns/machines.ts";
import { observe } from "../../export/columns/observed.ts";
import { allTraps } from "../../export/columns/trapColumns.ts";
import { makeSpec } from "../timeline/fixtures.ts";
import { openEngine } from "./support.ts";

const scenario = { ...scenarioOf(twoHarts()), runCycles: 3_000 };
const [from, to] = [400, 2_600];
const engine = await openEngine();
engine.load(scenario);
engine.runToEnd();
const { window } = engine.ask({ kind: "window", from, to, columns: 800, patient: true }, "window");
const traps = allTraps(observe({ name: "", scenario, window: { from: 0, to: 3_000 }, stretchCycles: 1_000 }));
const within = traps.filter(({ event }) => event.cycle >= from && event.cycle < to);
const INTERRUPT = 0x8000_0000;

test("each interrupt of a hart has the cycles in which it became pending and was answered", () => {
  const { entries } = window.interrupts;
  const expected = within.filter(({ event }) => event.subject >= INTERRUPT);
  expect(expected.length).toBeGreaterThan(10);
  const found = [...(entries?.entered ?? [])].map((entered, index) => ({
    taken: from + entered,
    pending: from + (entries?.asserted[index] ?? Number.NaN),
    answered: from + (entries?.answered?.[index] ?? Number.NaN),
    source: entries?.source?.[index],
    thread: entries?.thread[index],
  }));
  expect(found).toEqual(
    expected.map(({ event, latency, isAnswer, thread }) => ({
      taken: event.cycle,
      pending: Math.min(latency?.begin ?? event.cycle, event.cycle),
      answered: isAnswer && latency !== undefined && latency.end <= to ? latency.end : Number.NaN,
      source:
        event.subject === 0x8000_0007
          ? sim_interrupt_source.timer
          : event.subject === 0x8000_0003
            ? sim_interrupt_source.software
            : sim_interrupt_source.line,
      thread,
    })),
  );
  const offsets = [...window.interrupts.asserted.at];
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
});

test("each exception of a hart has its cause", () => {
  const { exceptions } = window.interrupts;
  const expected = within.filter(({ event }) => event.subject < INTERRUPT);
  expect([...(exceptions?.at ?? [])].map((at) => from + at)).toEqual(
    expected.map(({ event }) => event.cycle),
  );
  expect([...(exceptions?.mcause ?? [])]).toEqual(expected.map(({ event }) => event.subject));
});

test("the marks of a hart show where it took an interrupt and returned", () => {
  const level = window.lines[0]?.level;
  const own = within.filter(({ event, asserted }) => event.subject >= INTERRUPT && asserted?.subject === 0);
  expect([...(level?.recognised ?? [])].map((at) => from + at)).toEqual(own.map(({ event }) => event.cycle));
  const ends = own.flatMap(({ returned }) => (returned === undefined ? [] : [returned - 1]));
  expect([...(level?.returned ?? [])].map((at) => from + at)).toEqual(ends);
});

test("interrupts and exceptions of a hart have names", () => {
  const spec = makeSpec({
    machine: labelsOf(scenario, 3_000),
    window,
    viewport: { startCycle: from, cyclesPerPx: 1, widthPx: 2_200 },
  });
  const told = (cycle: number) => {
    const hit = interrupts.hit(spec, window, undefined as never, cycle);
    return hit && factsOf(hit, spec.machine);
  };
  const timer = within.find(({ event }) => event.subject === 0x8000_0007);
  const called = within.find(({ event }) => event.subject === 11);
  expect(told(timer?.event.cycle ?? 0)?.title).toBe("timer interrupt");
  expect(JSON.stringify(told(called?.event.cycle ?? 0))).toContain("ecall (mcause 11)");
});
