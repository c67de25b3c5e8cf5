/** The riscv-tests suite in irqscope's assembler and core (README.md). */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type CoreModule, programRegisters, SIM_NONE } from "../../../core-wasm/binding/index.ts";
import { architectureNamed } from "../../../lib/assembler/architecture.ts";
import { assemble } from "../../../lib/assembler/assemble.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { build, openCore } from "../../boundary/support.ts";
import { long } from "../../support/long.ts";
import { OPTIONS } from "../assembling.ts";

const CYCLES = 30_000;
const MEMORY_BYTES = 4096;
const GP = 3;
const A0 = 10;
const PASSED = 1;
const RARS_PASSED = 42;
const ENDED_BY_ITSELF = SIM_NONE;

/** Tests that do not pass, with the reason and the final value of gp. 1337 means an unexpected exception. */
const NOT_PASSED: Readonly<Record<string, readonly [string, number]>> = {
  "rv32ui-ma_data": ["expects misaligned accesses to be no exceptions", 1337],
  "rv32mi-pmpaddr": ["is of physical memory protection", 3],
  "rv32mi-breakpoint": ["is of triggers", 5],
};
/** These tests use registers that no machine here has. */
const WITH_FAULTS = [
  "rv32mi-csr",
  "rv32mi-illegal",
  "rv32mi-instret_overflow",
  "rv32mi-pmpaddr",
  "rv32mi-breakpoint",
];
const WITH_C = ["rv32uc-rvc", "rv32mi-ma_fetch"];

const CACHE = { sizeBytes: 256, ways: 2, lineBytes: 16 };
const MACHINES = {
  plain: {},
  "cached, with a predictor": {
    core: { predictor: { kind: "bimodal", counters: 16, targets: 8, returns: 2 } },
    memory: { l1i: CACHE, l1d: CACHE, nonBlocking: true },
  },
  "deep, two contexts in turn": {
    core: {
      policy: "round-robin",
      contexts: 2,
      pipeline: { stages: ["IF", "IT", "ID", "EX", "AG", "MEM", "WB"], accessStage: "MEM" },
    },
  },
} as const;
type MachineName = keyof typeof MACHINES;
const MACHINE_NAMES = Object.keys(MACHINES) as readonly MachineName[];

const namesIn = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url)).map((file) => file.replace(/\.s$/, ""));
const sourceOf = (folder: string, name: string) =>
  readFileSync(new URL(`${folder}/${name}.s`, import.meta.url), "utf8");

function assembledTest(name: string) {
  const architecture = architectureNamed(`${architectureOf(name)}_zicsr_zifencei`);
  return assemble(sourceOf("tests", name), {
    ...OPTIONS,
    architecture,
    isMachineMode: true,
    allowsFaults: true,
  });
}

const architectureOf = (name: string) => (WITH_C.includes(name) ? "rv32imac" : "rv32ima");

function scenarioOf(program: object, architecture: string, machineMode: boolean, machine: MachineName) {
  const waits = machineMode ? [] : [{ do: "wait", queue: "never" }];
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "riscv-tests",
    machine: { nics: [], ...MACHINES[machine] },
    software: {
      queues: [{ name: "never", capacity: 1 }],
      programs: { memoryBytes: MEMORY_BYTES },
      routines: [{ name: "test", kind: "program", program, architecture, codeAddress: OPTIONS.codeAddress }],
      threads: [
        {
          name: "test",
          machineMode,
          layer: "application",
          priority: 5,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "test" }, ...waits],
        },
      ],
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

let core: CoreModule;
beforeAll(async () => {
  core = await openCore();
});

function registersAfter(scenario: ReturnType<typeof scenarioOf>) {
  const machine = build(core, scenario);
  machine.step(CYCLES);
  expect(machine.checkInvariants()).toBe(0);
  const registers = programRegisters(machine, 0);
  if (registers === undefined) throw new Error("no program ran");
  return registers;
}

describe("the riscv-tests suite", () => {
  const names = namesIn("tests");

  test("is complete", () => {
    const suites = names.map((name) => name.replace(/-.*/, ""));
    const count = (suite: string) => suites.filter((one) => one === suite).length;
    expect(["rv32ui", "rv32um", "rv32ua", "rv32uc", "rv32mi"].map(count)).toEqual([42, 8, 10, 1, 16]);
  });

  const cases = MACHINE_NAMES.flatMap((machine, turn) =>
    names.map((name, at) => ({ machine, name, isShort: at % MACHINE_NAMES.length === turn })),
  );

  describe.each([
    { what: "each test on one machine", isShort: true, options: {} },
    {
      ...{ what: "each test on the other machines", isShort: false },
      options: long(
        "Each test of the suite runs on one of three machines in the short list; the others take 6 s of CPU.",
      ),
    },
  ])("$what", ({ isShort, options }) => {
    test.each(cases.filter((one) => one.isShort === isShort))(
      "$machine $name",
      options,
      ({ machine, name }) => {
        const assembled = assembledTest(name);
        if (!assembled.ok) throw new Error(JSON.stringify(assembled.errors));
        const { words, symbols } = assembled.program;
        const program = WITH_FAULTS.includes(name) ? { words } : { source: sourceOf("tests", name) };
        const { pc, x } = registersAfter(scenarioOf(program, architectureOf(name), true, machine));
        expect(pc).toBe(symbols.get("riscv_done"));
        expect(x[GP]).toBe(NOT_PASSED[name]?.[1] ?? PASSED);
      },
    );
  });
});

describe("the riscv-tests of RARS", () => {
  test.each(namesIn("rars"))("pass: %s", (name) => {
    const program = { source: sourceOf("rars", name) };
    const { x, cause } = registersAfter(scenarioOf(program, "rv32im", false, "plain"));
    expect(cause).toBe(ENDED_BY_ITSELF);
    expect(x[A0]).toBe(RARS_PASSED);
  });
});
