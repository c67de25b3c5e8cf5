/** The last trap that the worker reports, compared with the machine's own events and latencies. */
import { describe, expect, it } from "vitest";
import { SIM_PART_LIMIT, sim_interrupt_part_names } from "../../../core-wasm/binding/index.ts";
import { namedEvents } from "../../../lib/events/events.ts";
import { trapMoment } from "../../../lib/events/traps.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { build, builtin, openCore } from "../../boundary/support.ts";
import { hartScenario } from "../../why/hartScenario.ts";
import { openEngine } from "./support.ts";

const core = await openCore();

const TIMER = `
        la   t0, trap
        csrw mtvec, t0
        li   t0, CLINT_MTIMECMP0
        li   t1, 500
        sw   t1, 0(t0)
        sw   zero, 4(t0)
        li   t1, 0x80
        csrw mie, t1
        csrsi mstatus, 8
loop:   csrci mstatus, 8
        li   t2, 60
busy:   addi t2, t2, -1
        bnez t2, busy
        csrsi mstatus, 8
        j    loop
trap:   li   s0, CLINT_MTIMECMP0
        lw   s1, 0(s0)
        addi s1, s1, 700
        sw   s1, 0(s0)
        mret
`;

/** 40 instructions, then an exception, in a loop. */
const CALLS = `
        la   t0, trap
        csrw mtvec, t0
loop:   li   t2, 40
busy:   addi t2, t2, -1
        bnez t2, busy
        ecall
        j    loop
trap:   csrr t0, mepc
        addi t0, t0, 4
        csrw mepc, t0
        mret
`;

const PRESSED = `
        la   t0, trap
        csrw mtvec, t0
        li   t0, PLIC_BASE
        li   t1, 1
        sw   t1, 4(t0)
        li   t0, PLIC_ENABLE0
        li   t1, 2
        sw   t1, 0(t0)
        li   t0, 0x800
        csrw mie, t0
        csrsi mstatus, 8
work:   j    work
trap:   li   t0, PLIC_THRESHOLD0
        lw   t1, 4(t0)
        li   t2, BUTTON0_STATUS
        li   t3, 1
        sw   t3, 0(t2)
        sw   t1, 4(t0)
        mret
`;

/** Taken traps and answered interrupts in a run to the end. */
function straight(scenario: Scenario) {
  const machine = build(core, scenario, { eventCapacity: 2 ** 16, latencyCapacity: 2 ** 12 });
  machine.step(scenario.runCycles);
  const events = namedEvents(machine.readEvents(0));
  const taken = events.flatMap((event) => {
    const moment = trapMoment(event);
    return moment?.kind === "taken" ? [{ cycle: event.cycle, mcause: moment.cause }] : [];
  });
  const log = machine.readLatencies(0);
  const partOf = (index: number, part: number) => log.parts[index * SIM_PART_LIMIT + part] ?? 0;
  const parts = Array.from(log.number, (_, index) => ({
    masked: partOf(index, sim_interrupt_part_names.indexOf("masked")),
    drain: partOf(index, sim_interrupt_part_names.indexOf("drain")),
  }));
  return { taken, parts };
}

describe("the last trap of a hart", () => {
  it("of a timer was pending and draining as long as its latency states", async () => {
    const scenario = hartScenario(TIMER);
    const { taken, parts } = straight(scenario);
    expect(taken.length).toBeGreaterThan(4);
    expect(new Set(parts.map(({ masked }) => masked)).size).toBeGreaterThan(2);
    const engine = await openEngine();
    engine.load(scenario);
    for (const [index, { masked, drain }] of parts.entries()) {
      const { cycle, mcause } = taken[index] ?? { cycle: 0, mcause: 0 };
      const [trap] = engine.seekCycle(cycle + 20).traps ?? [];
      expect(trap).toMatchObject({ cycle, mcause, pendingCycles: masked });
      expect((trap?.handlerCycle ?? 0) - cycle).toBe(drain + 1);
    }
  });

  it("from the PLIC was pending since its line rose", async () => {
    const scenario = hartScenario(PRESSED, { presses: [1000] });
    const [part] = straight(scenario).parts;
    const engine = await openEngine();
    engine.load(scenario);
    const [trap] = engine.seekCycle(1200).traps ?? [];
    expect(trap).toMatchObject({ cycle: 1000, mcause: 0x8000_000b, pendingCycles: part?.masked });
    expect(trap?.handlerCycle).toBe(1001 + (part?.drain ?? 0));
  });

  it("from a line that is cleared on entry was pending since it rose", async () => {
    const engine = await openEngine();
    engine.load(await builtin("handler-own-context"));
    const traps = engine.seekCycle(3502).traps?.flatMap((one) => one ?? []);
    expect(traps).toMatchObject([{ cycle: 3500, pendingCycles: 1, handlerCycle: 3501 }]);
  });

  it("is the one before the shown cycle, also after a step back", async () => {
    const scenario = hartScenario(CALLS);
    const { taken } = straight(scenario);
    const [first = 0, second = 0] = taken.map(({ cycle }) => cycle);
    const engine = await openEngine();
    engine.load(scenario);
    const at = (cycle: number) => engine.seekCycle(cycle).traps?.[0];
    expect(at(second + 20)).toMatchObject({ mcause: 11, cycle: second, pendingCycles: undefined });
    expect(at(second)).toMatchObject({ cycle: first });
    expect(at(second + 1)).toMatchObject({ cycle: second, handlerCycle: undefined });
    expect(at(first)).toBeUndefined();
    expect(at(first + 1)?.handler).toBe(at(second + 20)?.handler);
  });

  it("leaves the machine unchanged, and states whether interrupts are enabled", async () => {
    const scenario = hartScenario(TIMER);
    const machine = build(core, scenario);
    machine.step(1300);
    const engine = await openEngine();
    engine.load(scenario);
    const view = engine.seekCycle(1300);
    expect(view.cycle).toBe(1300);
    expect(engine.hashAt(1300)).toBe(machine.stateHash());
    const [hart] = (view.programs?.threads ?? []).flatMap((one) => one.hart ?? []);
    expect(view.frames[0]?.interruptsEnabled).toBe(((hart?.mstatus ?? 0) & 8) !== 0);
    expect(engine.seekCycle(1256).frames[0]?.interruptsEnabled).toBe(false);
  });
});
