/** Programs with trap handlers leave the same memory as in QEMU. record.mjs recorded sources and memory. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type CoreModule,
  hartRegisters,
  programRegisters,
  SIM_PROGRAM_MEMORY_BASE,
} from "../../../core-wasm/binding/index.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { build, openCore } from "../../boundary/support.ts";

interface Recorded {
  readonly source: string;
  /** Hexadecimal words. */
  readonly signature: readonly string[];
}

const PROGRAMS: readonly Recorded[] = JSON.parse(
  readFileSync(new URL("../../fixtures/programs/harts.json", import.meta.url), "utf8"),
);
const BASES = `.equ CLINT, 0xf2000000\n.equ MEMORY, 0x${SIM_PROGRAM_MEMORY_BASE.toString(16)}\n`;
const CYCLES = 40_000;
const CORES = [
  {},
  { pipeline: { branchResolveStage: "ID", multiplyCycles: 4 } },
  { predictor: { kind: "bimodal", counters: 16, targets: 8, returns: 2 } },
  { policy: "round-robin", contexts: 2 },
] as const;
const CACHE = { sizeBytes: 256, ways: 2, lineBytes: 16 };
const MEMORIES = [{}, { l1i: CACHE, l1d: CACHE }] as const;

const scenarioOf = (source: string, core: object, memory: object) =>
  parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "hart",
    machine: { core, memory, nics: [] },
    software: {
      programs: { memoryBytes: 2048 },
      routines: [{ name: "code", kind: "program", program: { source: BASES + source } }],
      threads: [
        {
          name: "hart",
          machineMode: true,
          layer: "application",
          priority: 5,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "code" }],
        },
      ],
    },
  });

let core: CoreModule;
beforeAll(async () => {
  core = await openCore();
});

describe("recorded harts in QEMU", () => {
  it("take traps of every kind", () => {
    const causes = new Set(PROGRAMS.flatMap(({ signature }) => signature));
    for (const cause of ["00000002", "00000003", "0000000b", "80000003", "80000007"])
      expect(causes).toContain(cause);
  });

  it.each(PROGRAMS.map((program, index) => [index, program] as const))(
    "leave the same state as the core in program %i",
    (index, { source, signature }) => {
      const memory = MEMORIES[index % MEMORIES.length] ?? {};
      const result = scenarioOf(source, CORES[index % CORES.length] ?? {}, memory);
      expect(result.ok ? [] : result.errors).toEqual([]);
      if (!result.ok) return;
      const machine = build(core, result.scenario);
      machine.step(CYCLES);
      const bytes = machine.programMemory(0, signature.length * 4);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      const words = signature.map((_, at) =>
        view
          .getUint32(at * 4, true)
          .toString(16)
          .padStart(8, "0"),
      );
      expect(words).toEqual(signature);
      expect(machine.counters().program_faults).toBe(0);
      const hart = hartRegisters(machine, 0);
      expect(hart?.mcycle).toBe(BigInt(CYCLES));
      expect(hart?.minstret).toBe(BigInt(programRegisters(machine, 0)?.executed ?? 0));
      expect((hart?.exceptions ?? 0) + (hart?.interrupts ?? 0)).toBeGreaterThan(3);
    },
  );
});
