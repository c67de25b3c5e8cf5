/** Programs in scenarios: which are refused and why, and how they are shown. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { programRegisters, SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
import { programTextOf } from "../../lib/programs/programText.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { decodeRow } from "../../web/engine/decode.ts";
import { PROGRAM_TOOLS } from "../../web/engine/programTools.ts";
import { build, openCore } from "../boundary/support.ts";

interface Parts {
  readonly programs?: object;
  readonly core?: object;
}

function parse(routines: readonly object[], { programs = {}, core = {} }: Parts = {}) {
  return parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "program",
    machine: { core, nics: [] },
    software: {
      programs,
      routines: routines.map((routine, index) => ({ name: `r${index}`, kind: "program", ...routine })),
      threads: [
        {
          name: "t",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "r0" }],
        },
      ],
    },
  });
}

function scenarioOf(...given: Parameters<typeof parse>): Scenario {
  const result = parse(...given);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

const source = (text: string) => ({ program: { source: text } });

test("a compiled program is accepted as it is, tabs included, and runs without a trap", async () => {
  const compiled = readFileSync(new URL("../fixtures/programs/compiled.s", import.meta.url), "utf8");
  const scenario = scenarioOf([source(compiled)], { programs: { stackBytes: 512 } });
  const machine = build(await openCore(), scenario);
  machine.step(20_000);
  expect(machine.counters().program_faults).toBe(0);
  // The counter starts at 7 and adds 100 in each round. The last round may be in progress.
  const out = placeRoutines(scenario, assembleProgram)[0]?.program?.assembled?.symbols.get("out") ?? 0;
  const last = machine.programMemory(out - SIM_PROGRAM_MEMORY_BASE + 28, 4).slice();
  const counted = new DataView(last.buffer).getUint32(0, true);
  expect(counted).toBeGreaterThan(100);
  expect(counted % 100).toBe(7);
  expect(parse([source("nop\u001b")])).toMatchObject({ ok: false });
});

test("errors beyond the listed ones are counted over all programs", () => {
  const result = parse([source("frob\n".repeat(30)), source("frob\n".repeat(25))]);
  if (result.ok) throw new Error("is taken");
  expect(result.errors).toHaveLength(20);
  expect(result.errors[19]?.message).toBe("line 20, column 1: is not an instruction: frob");
  expect(result.errorCount).toBe(55);
});

describe("a program is refused", () => {
  const big = `nop\n.data\n.space 65000\n`;
  test.each([
    [
      "bad assembly",
      [source("nop\n  frob a0")],
      {},
      "program.source",
      "line 2, column 3: is not an instruction: frob",
    ],
    ["neither source nor words", [{ program: {} }], {}, "program", "needs either source or words"],
    ["both", [{ program: { source: "ret", words: [1] } }], {}, "program", "needs either source or words"],
    ["a word too large", [{ program: { words: [2 ** 32] } }], {}, "program.words[0]", "4294967295"],
    ["code in the memory", [{ ...source("ret"), codeAddress: 0x2000_0000 }], {}, "codeAddress", "536805376"],
    [
      "data beyond the memory",
      [source("ret\n.data\n.space 64")],
      { programs: { memoryBytes: 32 } },
      "dataAddress",
      "beyond",
    ],
    ["too much data", [source(big), source(big)], {}, "software.programs", "65536 are allowed"],
    [
      "too many words",
      [source(`.space 36000\nret`), source(`.space 36000\nret`)],
      {},
      "routines",
      "the limit is 16384",
    ],
    [
      "returns without a predictor",
      [source("ret")],
      { core: { predictor: { kind: "not-taken", returns: 2 } } },
      "returns",
      "not a known field",
    ],
    [
      "division in no time",
      [source("ret")],
      { core: { pipeline: { divideCycles: 0 } } },
      "divideCycles",
      "1",
    ],
  ] as const)("%s", (_, routines, parts, field, reason) => {
    const result = parse(routines, parts);
    if (result.ok) throw new Error("it was taken");
    const error = result.errors.find((one) => one.field.endsWith(field));
    expect(error?.message, JSON.stringify(result.errors)).toContain(reason);
  });
});

it("a program has its data at the given address and its stack at the end", async () => {
  const text = "la t0, x\nlw a0, 0(t0)\necall\n.data\nx: .word 77\n";
  const scenario = scenarioOf([{ ...source(text), dataAddress: 0x2000_0040 }], {
    programs: { memoryBytes: 256 },
  });
  const machine = build(await openCore(), scenario);
  machine.step(7);
  const frame = programRegisters(machine, 0);
  expect(frame?.x[10]).toBe(77);
  expect(frame?.x[2]).toBe(0x2000_0100);
  expect(machine.programMemory(0x40, 1)[0]).toBe(77);
});

it("a program is shown as assembly with labels", async () => {
  const scenario = scenarioOf([source("li a0, 3\nloop: addi a0, a0, -1\nbnez a0, loop\nret")]);
  const machine = build(await openCore(), scenario, { rowCapacity: 20 });
  machine.setWindow(0, 8);
  machine.step(8);
  const text = programTextOf(placeRoutines(scenario, assembleProgram), () => PROGRAM_TOOLS.disassemble);
  const rows = machine.windowRows().map((row) => decodeRow(row, 0, 8, text).text);
  expect(rows.slice(0, 4)).toEqual(["li a0, 3", "addi a0, a0, -1", "bnez a0, loop", "ret"]);
});

it("a random program runs without a trap, whatever its words are", async () => {
  const core = await openCore();
  for (const words of [[0], [0xffff_ffff], [0x6f], [0x8067], [0x73], [0x0000_0063], [0x13, 0x13]]) {
    const machine = build(core, scenarioOf([{ program: { words } }]));
    machine.step(20_000);
    expect(machine.fault).toBeUndefined();
    expect(machine.checkInvariants()).toBe(0);
  }
});
