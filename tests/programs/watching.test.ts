/** Conditions on programs, compared with a machine stepped cycle by cycle. */
import { beforeAll, describe, expect, it } from "vitest";
import { type CoreModule, createMachine, SIM_STOP_EXECUTED } from "../../core-wasm/binding/index.ts";
import { programRegisters, setSkipping } from "../../core-wasm/binding/registers.ts";
import { compileCondition } from "../../lib/breakpoints/condition.ts";
import { createProgramReader } from "../../lib/breakpoints/programReader.ts";
import { createWatcher } from "../../lib/breakpoints/watcher.ts";
import { programNames } from "../../lib/programs/programNames.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { placeRoutines, programMemoryBytes } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtin, openCore } from "../boundary/support.ts";
import { watchRun } from "./watchRun.ts";

const CYCLES = 30_000;
const EMPTY = { rxFill: [0], txFill: [0], queueFill: [], lanes: [], assertedSinceCycle: [undefined] };

let core: CoreModule;
let scenario: Scenario;
beforeAll(async () => {
  core = await openCore();
  scenario = await builtin("checksum-program");
});

const made = () => createMachine(core, compileScenario(scenario), {});

/** Cycles at which the condition comes true, by stops at instructions. */
function hits(text: string): number[] {
  const placed = placeRoutines(scenario, assembleProgram);
  const compiled = compileCondition(text, scenario, programNames(scenario, placed));
  if (!compiled.ok) throw new Error(compiled.error.message);
  const machine = made();
  const reader = createProgramReader(machine, [0, 1], programMemoryBytes(scenario, placed));
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

interface Registers {
  readonly pc: number;
  readonly executed: number;
  readonly x: readonly number[];
}

/** Cycles at which the condition comes true for a thread, tested in every cycle. */
function cyclesOf(
  threads: readonly number[],
  holds: (registers: Registers, memory: DataView) => boolean,
): number[] {
  const machine = made();
  setSkipping(machine, false);
  const held = new Map<number, boolean>();
  const found = new Set<number>();
  for (let cycle = 0; cycle <= CYCLES; cycle++) {
    machine.step(cycle);
    const memory = new DataView(machine.programMemory(0, 64).buffer);
    for (const thread of threads) {
      const registers = programRegisters(machine, thread);
      if (registers === undefined) throw new Error("no registers");
      const now = holds(registers, memory);
      if (now && held.get(thread) === false) found.add(cycle);
      held.set(thread, now);
    }
  }
  return [...found];
}

describe("a stop at instructions of a program", () => {
  it("occurs in each cycle in which a program begins, goes on or gets a value, and changes nothing", () => {
    const machine = made();
    const stops: number[] = [];
    while (machine.cycle < CYCLES)
      if (machine.step(CYCLES, SIM_STOP_EXECUTED) !== 0) stops.push(machine.cycle);
    const single = made();
    const changes: number[] = [];
    let before = "";
    for (let cycle = 0; cycle <= CYCLES; cycle++) {
      single.step(cycle);
      const now = JSON.stringify([programRegisters(single, 0), programRegisters(single, 1)]);
      if (cycle > 0 && now !== before) changes.push(cycle);
      before = now;
    }
    expect(changes.length).toBeGreaterThan(10_000);
    const stopped = new Set(stops);
    expect(changes.filter((cycle) => !stopped.has(cycle))).toEqual([]);
    const whole = made();
    whole.step(CYCLES);
    expect(machine.stateHash()).toBe(whole.stateHash());
  });
});

describe("a condition on programs", () => {
  it.each<[string, readonly number[], (registers: Registers, memory: DataView) => boolean]>([
    ["pc == words", [0, 1], ({ pc }) => pc === 0x1088],
    ['pc == line["checksum"][3]', [0, 1], ({ pc }) => pc === 0x1080],
    ["pc == 0x108c", [0, 1], ({ pc }) => pc === 0x108c],
    ['thread["application"].pc == even', [0], ({ pc }) => pc === 0x1028],
    ["x.a0 > 100", [0, 1], ({ x }) => (x[10] ?? 0) > 100],
    ["x[10] == 7", [0, 1], ({ x }) => x[10] === 7],
    ['thread["Driver ISR"].x.t0 >= 0x8000', [1], ({ x }) => (x[5] ?? 0) >= 0x8000],
    ["executed == 5", [0, 1], ({ executed }) => executed === 5],
    ["memory[0x20000010] == 3", [0], (_, memory) => memory.getUint32(16, true) === 3],
    ["memory.frames == 2", [0], (_, memory) => memory.getUint32(16, true) === 2],
    ['half["last"] > 0', [0], (_, memory) => memory.getUint16(20, true) > 0],
    ["pc == words and x.a1 < 4", [0, 1], ({ pc, x }) => pc === 0x1088 && (x[11] ?? 0) < 4],
  ])("stops as counted by hand: %s", (text, threads, holds) => {
    const expected = cyclesOf(threads, holds);
    expect(expected.length).toBeGreaterThan(0);
    expect(hits(text)).toEqual(expected);
  });

  it("is refused if it names nothing", () => {
    const names = programNames(scenario, placeRoutines(scenario, assembleProgram));
    const message = (text: string, known = names) => {
      const compiled = compileCondition(text, scenario, known);
      return compiled.ok ? undefined : compiled.error.message;
    };
    expect(message("pc == wordz")).toBe("no metric wordz");
    expect(message("x.q1 > 3")).toMatch(/^no metric x.q1/);
    expect(message("x[32] > 3")).toMatch(/^no metric/);
    expect(message('pc == line["checksum"][1]')).toMatch(/^no metric line/);
    expect(message('pc == line["nothing"][3]')).toMatch(/^no metric line/);
    expect(message("memory.nothing == 1")).toMatch(/^no metric memory/);
    expect(message('thread["nobody"].pc == 4096')).toMatch(/^no metric thread/);
    expect(message("words == 3")).toMatch(/would never become true/);
    expect(compileCondition("pc == words", scenario)).toMatchObject({
      ok: false,
      error: { message: "no metric pc" },
    });
    expect(message("pc > 5 cycles")).toMatch(/units differ/);
  });
});
