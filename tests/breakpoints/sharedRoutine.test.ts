/** A breakpoint on a line of a routine that two threads run, set for one thread, stops for that thread only. */
import { expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { programRegisters } from "../../core-wasm/binding/registers.ts";
import { compileCondition } from "../../lib/breakpoints/condition.ts";
import { createProgramReader } from "../../lib/breakpoints/programReader.ts";
import { createWatcher } from "../../lib/breakpoints/watcher.ts";
import { programNames } from "../../lib/programs/programNames.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { placeRoutines, programMemoryBytes } from "../../scenarios/compile/programs.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { lineCondition } from "../../web/program/breakpoints.ts";
import { openCore } from "../boundary/support.ts";
import { watchRun } from "../programs/watchRun.ts";

const CYCLES = 20_000;
const EMPTY = { rxFill: [], txFill: [], queueFill: [], lanes: [], assertedSinceCycle: [undefined] };
const core = await openCore();
const steps = [{ do: "exec", routine: "work" }];
const parsed = parseScenario({
  ...{ format: "irqscope-scenario", version: 1, name: "one routine of two threads" },
  machine: {
    timers: [{ name: "timer", periodNanoseconds: 10_000, line: { priority: 2, trigger: "message" } }],
  },
  software: {
    routines: [
      {
        name: "work",
        kind: "program",
        program: { source: "li t0, 3\nloop: addi t0, t0, -1\nbnez t0, loop\nret" },
      },
    ],
    threads: [
      { name: "application", layer: "application", priority: 9, start: { on: "always" }, steps },
      { name: "tick", layer: "driver-isr", priority: 2, start: { on: "line", timer: "timer" }, steps },
    ],
  },
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
const { scenario } = parsed;
const placed = placeRoutines(scenario, assembleProgram);
const THREADS = [0, 1];

function hits(text: string): readonly number[] {
  const compiled = compileCondition(text, scenario, programNames(scenario, placed));
  if (!compiled.ok) throw new Error(compiled.error.message);
  const machine = createMachine(core, compileScenario(scenario), {});
  const reader = createProgramReader(machine, THREADS, programMemoryBytes(scenario, placed));
  const found: number[] = [];
  const watcher = createWatcher(
    [compiled.condition],
    EMPTY,
    new Map(),
    (_, cycle) => found.push(cycle),
    reader,
  );
  watchRun(machine, watcher, CYCLES);
  return found;
}

/** Cycles in which a thread has reached its last instruction, found by single steps. */
function arrivals(thread: number): readonly number[] {
  const ret = 0x100c;
  const machine = createMachine(core, compileScenario(scenario), {});
  const found: number[] = [];
  let before = 0;
  for (let cycle = 0; cycle <= CYCLES; cycle += 1) {
    machine.step(cycle);
    const pc = programRegisters(machine, thread)?.pc ?? 0;
    if (pc === ret && before !== ret) found.push(cycle);
    before = pc;
  }
  return found;
}

test("a breakpoint on a line of a shared routine stops for the named thread, or for both if none is named", () => {
  const [application, tick] = [arrivals(0), arrivals(1)];
  expect(tick.length).toBeGreaterThan(5);
  expect(application.length).toBeGreaterThan(tick.length);
  expect(hits(lineCondition("work", 4, "tick"))).toEqual(tick);
  expect(hits(lineCondition("work", 4, "application"))).toEqual(application);
  expect(hits(lineCondition("work", 4))).toEqual(
    [...new Set([...application, ...tick])].sort((a, b) => a - b),
  );
});
