/** Compiled programs in the core. gcc 12.2 (riscv64-unknown-elf, -march=rv32imac -mabi=ilp32 -ffreestanding
 * -fno-builtin -S, at the level in the file name) compiled fixtures/programs/imac/atomics.c and compilers/tables.c.
 * The programs must compute the values that the same files give as programs of the host (gcc 12, x86-64). */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type CoreModule,
  programRegisters,
  SIM_NONE,
  SIM_PROGRAM_MEMORY_BASE,
} from "../../core-wasm/binding/index.ts";
import { architectureNamed } from "../../lib/assembler/architecture.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, openCore } from "../boundary/support.ts";
import { assembled, OPTIONS } from "./assembling.ts";

const FOLDER = new URL("../fixtures/programs/imac/", import.meta.url);
const CYCLES = 400_000;
const RESULTS: Readonly<Record<string, readonly number[]>> = {
  atomics: [2548071922, 163291, 4294901763, 41456, 1756604103, 163288, 3, 25],
  tables: [4069843300, 2585886152, 557314350, 3046160, 1957695355, 3046267307, 0, 107],
};
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith(".s"));
const CACHE = { sizeBytes: 512, ways: 2, lineBytes: 16 };
const MACHINES = {
  plain: {},
  "cached, with a predictor": {
    core: { predictor: { kind: "bimodal", counters: 64, targets: 16, returns: 4 } },
    memory: { l1i: CACHE, l1d: CACHE },
  },
  "deep, two contexts in turn": {
    core: {
      policy: "round-robin",
      contexts: 2,
      pipeline: { stages: ["IF", "IT", "ID", "EX", "AG", "MEM", "WB"], accessStage: "MEM" },
    },
  },
} as const;

function scenarioOf(source: string, machine: (typeof MACHINES)[keyof typeof MACHINES]) {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "compiled",
    machine: { nics: [], ...machine },
    software: {
      queues: [{ name: "never", capacity: 1 }],
      programs: { memoryBytes: 4096, stackBytes: 1024 },
      routines: [{ name: "compiled", kind: "program", program: { source }, architecture: "rv32imac" }],
      threads: [
        {
          name: "compiled",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          steps: [
            { do: "exec", routine: "compiled" },
            { do: "wait", queue: "never" },
          ],
        },
      ],
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

describe("programs of gcc for rv32imac", () => {
  let core: CoreModule;
  beforeAll(async () => {
    core = await openCore();
  });

  test("exist at five optimisation levels, with 16-bit instructions and, at one, atomic ones", () => {
    expect(FILES).toHaveLength(5 * Object.keys(RESULTS).length);
    const atomic = readFileSync(new URL("atomics.gcc-O2.s", FOLDER), "utf8");
    expect(atomic).toMatch(/\blr\.w/);
    expect(atomic).toMatch(/\bamoadd\.w/);
  });

  test.each(FILES.flatMap((file) => Object.keys(MACHINES).map((machine) => ({ file, machine }))))(
    "$file computes the same on $machine",
    ({ file, machine }) => {
      const source = `\tj entry\n${readFileSync(new URL(file, FOLDER), "utf8")}`;
      const scenario = scenarioOf(source, MACHINES[machine as keyof typeof MACHINES]);
      const { symbols, pieces = [] } = assembled(source, {
        ...OPTIONS,
        architecture: architectureNamed("rv32imac_zicsr_zifencei"),
      });
      expect(pieces.filter(({ bytes }) => bytes === 2).length).toBeGreaterThan(20);
      const simulated = build(core, scenario);
      simulated.step(CYCLES);
      expect(simulated.counters().program_faults).toBe(0);
      expect(programRegisters(simulated, 0)?.cause).toBe(SIM_NONE);
      const out = (symbols.get("out") ?? 0) - SIM_PROGRAM_MEMORY_BASE;
      const memory = simulated.programMemory(0, 4096);
      const view = new DataView(memory.buffer, memory.byteOffset);
      const results = RESULTS[file.slice(0, file.indexOf("."))] ?? [];
      expect(results.map((_, index) => view.getUint32(out + 4 * index, true))).toEqual(results);
      expect(simulated.checkInvariants()).toBe(0);
    },
  );
});
