/** Breakpoints on lines stop at each entry of a line, as the compiler has marked them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { programRegisters } from "../../core-wasm/binding/registers.ts";
import { compileCondition } from "../../lib/breakpoints/condition.ts";
import { createProgramReader } from "../../lib/breakpoints/programReader.ts";
import { createWatcher } from "../../lib/breakpoints/watcher.ts";
import { entriesIn, readLines } from "../../lib/elf/lineTable.ts";
import { readElf } from "../../lib/elf/readElf.ts";
import { programPlaces } from "../../lib/programs/places.ts";
import { programNames } from "../../lib/programs/programNames.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { placeRoutines, programMemoryBytes } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtin, openCore } from "../boundary/support.ts";
import { oneProgram } from "./oneProgram.ts";
import { watchRun } from "./watchRun.ts";

const core = await openCore();

/** Values of the thread's pc in the cycles in which the condition comes true. */
function stopsOf(scenario: Scenario, text: string, thread: number, cycles: number): readonly number[] {
  const placed = placeRoutines(scenario, assembleProgram);
  const compiled = compileCondition(text, scenario, programNames(scenario, placed));
  if (!compiled.ok) throw new Error(compiled.error.message);
  const machine = createMachine(core, compileScenario(scenario), {});
  const reader = createProgramReader(machine, [thread], programMemoryBytes(scenario, placed));
  const found: number[] = [];
  const told = () => found.push(programRegisters(machine, thread)?.pc ?? 0);
  const beside = { rxFill: [0], txFill: [0], queueFill: [], lanes: [], assertedSinceCycle: [undefined] };
  const watcher = createWatcher([compiled.condition], beside, new Map(), told, reader);
  watchRun(machine, watcher, cycles);
  return found;
}

describe("the entries of a source line", () => {
  // Worked by hand from llvm-dwarfdump --debug-line of the demo's file: rows with is_stmt, in their order.
  const EXPECTED: readonly (readonly [line: number, entries: readonly number[]])[] = [
    [8, [0x1040, 0x10a0]], // the loop, and its beginning again behind the odd byte
    [9, [0x1068]],
    [12, [0x100c]],
    [13, [0x100c]], // at the same address as 12
    [14, [0x1010]],
    [15, [0x1010]], // 0x1028 and 0x1034 follow from it
    [16, [0x1038, 0x1088]],
    [17, [0x1070]], // without a statement: its lowest address
    [18, [0x1080]],
    [19, [0x1084]],
  ];

  it("in the C demo are its statements that do not follow a statement of the same line", async () => {
    const scenario = await builtin("checksum-in-c");
    const places = programPlaces(placeRoutines(scenario, assembleProgram));
    const routine = scenario.software.routines.findIndex(({ name }) => name === "checksum");
    expect(EXPECTED.map(([line]) => [line, places.entriesOf(routine, line, "checksum.c")])).toEqual(EXPECTED);
    expect(places.entriesOf(routine, 1, "checksum.c")).toEqual([]);
    expect(places.entriesOf(routine, 8, "start.S")).toEqual([0x1000]);
  });

  it.each(["gcc", "clang"])("of %s are the same in DWARF 2 to 5", (compiler) => {
    const entriesOf = (version: number) => {
      const bytes = readFileSync(new URL(`../fixtures/elf/${compiler}-dwarf${version}.elf`, import.meta.url));
      const elf = readElf(bytes);
      if (!elf.ok) throw new Error(elf.reason);
      const lines = readLines(elf.value);
      if (!lines.ok) throw new Error(lines.reason);
      return lines.value.entries.filter(({ file }) => file === "sum.c");
    };
    const of5 = entriesOf(5);
    expect(of5.length).toBeGreaterThan(8);
    for (const version of [2, 3, 4]) expect(entriesOf(version)).toEqual(of5);
  });

  it("belong to the last of several lines at one address", () => {
    const at = (address: number, line: number) => ({ address, line, file: "a.c" });
    // Line 6 has no code of its own at 4, so line 5 continues.
    expect(entriesIn([at(0, 5), at(4, 6), at(4, 5), at(8, 5), at(12, 7), at(12, 7), at(16, 5)])).toEqual([
      at(0, 5),
      at(4, 6),
      at(12, 7),
      at(16, 5),
    ]);
  });
});

describe("a breakpoint on a line", () => {
  it("of C stops at each of its entries in each call", async () => {
    const scenario = await builtin("checksum-in-c");
    const thread = scenario.software.threads.findIndex(({ name }) => name === "Driver ISR");
    const cycles = 40_000;
    const stops = (line: number) =>
      stopsOf(scenario, `pc == line["checksum"]["checksum.c"][${line}]`, thread, cycles);
    const calls = stops(12).length;
    expect(calls).toBeGreaterThan(3);
    expect(stops(15)).toEqual(Array(calls).fill(0x1010));
    // The frames of the demo have an even or an odd number of bytes. An odd one leads to the second entry.
    const tests = stops(16);
    expect(tests.filter((pc) => pc === 0x1038)).toHaveLength(calls);
    expect(new Set(tests)).toEqual(new Set([0x1038, 0x1088]));
  });

  it("of a macro stops at each use", () => {
    const source = [
      ".macro both",
      "addi t0, t0, 1",
      "addi t0, t0, 2",
      ".endm",
      "both",
      "nop",
      "both",
      "end: j end",
    ].join("\n");
    const scenario = oneProgram(source);
    const [first, second] = [0, 12].map((offset) => 0x1000 + offset);
    expect(stopsOf(scenario, 'pc == line["program"][2]', 0, 200)).toEqual([first, second]);
    expect(stopsOf(scenario, 'thread["program"].pc == line["program"][2]', 0, 200)).toEqual([first, second]);
    expect(stopsOf(scenario, 'pc == line["program"][6]', 0, 200)).toEqual([0x1008]);
  });
});
