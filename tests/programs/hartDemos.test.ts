/** The demos of harts do what they describe, by the values in memory and by their costs compared with one another. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  cyclesBy,
  SIM_PROGRAM_MEMORY_BASE,
  sim_cause_names,
  sim_layer_names,
} from "../../core-wasm/binding/index.ts";
import { type MachineEvent, namedEvents } from "../../lib/events/events.ts";
import { programSymbols } from "../../lib/programs/ends.ts";
import { profileRun } from "../../lib/programs/profile.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { THREAD_LAYERS } from "../../scenarios/software/layers.ts";
import { hartLayers, layersOfThread } from "../../scenarios/software/steps.ts";
import { build, builtin, openCore } from "../boundary/support.ts";

const core = await openCore();

/** Scenarios outside the gallery. */
function besideSource(id: string): Scenario {
  const path = new URL(`../../scenarios/programs/${id}.json`, import.meta.url);
  const parsed = parseScenario(readFileSync(path, "utf8"));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

/** Cycles from a line's assertion to its recognition. */
function waitsIn(events: readonly MachineEvent[]): readonly number[] {
  let asserted: number | undefined;
  return events.flatMap(({ kind, cycle }) => {
    if (kind === "line-asserted") asserted = cycle;
    if (kind !== "recognised" || asserted === undefined) return [];
    const wait = cycle - asserted;
    asserted = undefined;
    return [wait];
  });
}

/** The machine at the end of its run. */
async function ended(id: string) {
  const scenario = id.endsWith("-in-c") ? besideSource(id) : await builtin(id);
  const machine = build(core, scenario, { eventCapacity: 2 ** 16 });
  machine.step(scenario.runCycles);
  const symbols = programSymbols(placeRoutines(scenario, assembleProgram));
  const counters = machine.counters();
  return {
    word: (name: string, offset = 0): number => {
      const at = symbols.get(name);
      if (at === undefined) throw new Error(`${id} has no ${name}`);
      const bytes = machine.programMemory(at - SIM_PROGRAM_MEMORY_BASE + offset, 4);
      return new DataView(bytes.buffer).getUint32(0, true);
    },
    layer: (name: (typeof sim_layer_names)[number]): number => {
      let cycles = 0;
      for (let context = 0; context < 2; context++)
        for (const cause of sim_cause_names.keys())
          cycles += cyclesBy(counters, context, sim_layer_names.indexOf(name), cause);
      return cycles;
    },
    counters,
    brokenLaw: machine.checkInvariants(),
    waits: waitsIn(namedEvents(machine.readEvents(0))),
  };
}

const HANDLERS = ["handler-full-save", "handler-least-save", "handler-in-c", "handler-own-context"];

describe.each(HANDLERS)("%s", (id) => {
  it("counts each tick, and the application keeps its registers", async () => {
    const { word, counters, brokenLaw } = await ended(id);
    // A tick every 500 cycles, from cycle 500 onwards. The tick at the end is not served.
    expect(word("ticks")).toBe(799);
    expect(word("wrong")).toBe(0);
    expect(word("rounds")).toBeGreaterThan(200);
    expect(counters.program_faults).toBe(0);
    expect(brokenLaw).toBe(0);
  });
});

describe("saving registers in a handler", () => {
  it("costs five times as much for 30 registers as for two, and preserves the application's values", async () => {
    const [full, least, inC, own] = await Promise.all(HANDLERS.map(ended));
    if (!full || !least || !inC || !own) throw new Error("no demo");
    const each = (one: typeof full) => one.layer("driver-isr") / 799;
    // 30 stores and loads, 2 of sp, 5 of the work, 1 load-use, mret; against 2 and 2.
    expect(Math.round(each(full) - each(least))).toBe(2 * 28);
    expect(each(full)).toBeGreaterThan(4.9 * each(least));
    // gcc also saves only what it uses, and reaches its counter in one instruction less.
    expect(each(inC)).toBeLessThanOrEqual(each(least));
    expect(each(own)).toBeLessThan(each(least));
    const rounds = [full, least, own].map(({ word }) => word("rounds"));
    expect(rounds).toEqual(rounds.toSorted((a, b) => a - b));
    expect((rounds[2] ?? 0) - (rounds[0] ?? 0)).toBeGreaterThan(40);
  });

  it("costs exactly the cycles of its instructions", async () => {
    const scenario = await builtin("handler-full-save");
    // A hundred periods of the timer.
    const profile = profileRun(core, scenario, { from: 0, to: 50_000 });
    const placed = placeRoutines(scenario, assembleProgram);
    const handler = programSymbols(placed).get("handler") ?? 0;
    const own = profile.filter(({ pc }) => pc >= handler);
    // addi, 30 sw, la of two, lw, addi, sw, 30 lw, addi, mret.
    expect(own.length).toBe(1 + 30 + 5 + 30 + 2);
    for (const { instructions } of own) expect(instructions).toBe(99);
  });
});

describe.each(["top-and-bottom-half", "halves-in-c"])("%s", (id) => {
  it("sees and works off each tick, and lets the urgent line in meanwhile", async () => {
    const { word, layer, counters, waits, brokenLaw } = await ended(id);
    // A tick every 900 cycles.
    expect(word("noted")).toBe(444);
    expect(word("noted") - word("worked")).toBeLessThanOrEqual(1);
    expect(word("wrong")).toBe(0);
    expect(counters.program_faults).toBe(0);
    expect(brokenLaw).toBe(0);
    // The work of a tick takes longer than half its period, so many ticks come within it. None waits for its end.
    expect(layer("protocol") / 444).toBeGreaterThan(450);
    expect(waits.length).toBe(444);
    expect(Math.max(...waits)).toBeLessThan(120);
  });
});

describe("layers of a hart", () => {
  const layersOf = (scenario: Scenario) =>
    new Set(scenario.software.threads.flatMap((thread) => [...layersOfThread(scenario, thread)]));

  it.each(["handler-full-save", "handler-own-context", "top-and-bottom-half", "preemptive-kernel"])(
    "are those that the run of %s accounts cycles to",
    async (id) => {
      const { layer } = await ended(id);
      const used = THREAD_LAYERS.filter((name) => layer(name) > 0);
      expect([...layersOf(await builtin(id))].toSorted()).toEqual(used.toSorted());
    },
  );

  it("may be any if the source does not name them", () => {
    expect([...layersOf(besideSource("halves-in-c"))].toSorted()).toEqual(THREAD_LAYERS.toSorted());
    expect([...hartLayers(["  csrw mlayer, a0"])].toSorted()).toEqual(THREAD_LAYERS.toSorted());
    for (const value of ["PROTOCOL", "4+0x100", "4 + 0x100", "4|PROTOCOL", "04", "0x"]) {
      const source = `.equ PROTOCOL, 4\n li t0, ${value}\n csrw mlayer, t0`;
      expect([...hartLayers([source])].toSorted(), value).toEqual(THREAD_LAYERS.toSorted());
    }
    expect([...hartLayers(["# li t0, 4\n csrw mlayer, t0"])].toSorted()).toEqual(THREAD_LAYERS.toSorted());
    expect([...hartLayers(["# mlayer is not written"])]).toEqual(["driver-isr"]);
    expect([...hartLayers(["li t0, 0x205 # copy\n csrw 0x7c1, t0"])]).toEqual([
      "driver-isr",
      "kernel-copy",
      "system-call",
    ]);
  });
});

it("the preemptive kernel gives three tasks equal time and preserves every register", async () => {
  const { word, counters, brokenLaw } = await ended("preemptive-kernel");
  const turns = [0, 4, 8].map((offset) => word("turns", offset));
  expect(word("lost")).toBe(0);
  // 400,000 cycles in slices of 2,000.
  expect(word("switches")).toBe(199);
  for (const one of turns) expect(one).toBeGreaterThan(0.97 * Math.max(...turns));
  expect(Math.min(...turns)).toBeGreaterThan(5000);
  expect(counters.program_faults).toBe(0);
  expect(brokenLaw).toBe(0);
});
