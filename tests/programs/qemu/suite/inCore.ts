/** A random hart in irqscope's core. */
import { createHash } from "node:crypto";
import { type CoreModule, hartRegisters, programRegisters } from "../../../../core-wasm/binding/index.ts";
import { architectureNamed } from "../../../../lib/assembler/architecture.ts";
import { type AssembledProgram, assemble } from "../../../../lib/assembler/assemble.ts";
import { parseScenario } from "../../../../scenarios/read/parse.ts";
import { build } from "../../../boundary/support.ts";
import { CODE_ADDRESS, COMPARED, MEMORY_ADDRESS, MEMORY_BYTES } from "./frame.ts";
import type { RandomHart } from "./randomHart.ts";

/** Addresses of the hart's CLINT registers in a machine, and the time without a tick. */
export interface Places {
  readonly msip: number;
  readonly mtimecmp: number;
  readonly mtime: number;
  readonly period: number;
}

export const OURS: Places = { msip: 0xf200_0000, mtimecmp: 0xf200_4000, mtime: 0xf200_bff8, period: 700 };

const WORD_LIMIT = 12_000;
const DIGEST_CHARACTERS = 16;
const SLICE_CYCLES = 500;
const CYCLES_LIMIT = 4_000_000;
const CACHE = { sizeBytes: 512, ways: 2, lineBytes: 16 };

export const MACHINES = [
  {},
  { core: { predictor: { kind: "bimodal", counters: 16, targets: 8, returns: 2 } } },
  { memory: { l1i: CACHE, l1d: CACHE } },
  {
    core: {
      pipeline: { branchResolveStage: "ID", multiplyCycles: 4, divideCycles: 20 },
      predictor: { kind: "bimodal", counters: 64, targets: 16, returns: 4 },
    },
    memory: { l1i: CACHE, l1d: CACHE, nonBlocking: true },
  },
  { core: { policy: "round-robin", contexts: 2 }, memory: { l1d: CACHE } },
  {
    core: {
      pipeline: { stages: ["IF", "IT", "ID", "EX", "AG", "MEM", "WB"], accessStage: "MEM" },
    },
  },
] as const;

const definitionsOf = ({ msip, mtimecmp, mtime, period }: Places): string =>
  Object.entries({ MEMORY: MEMORY_ADDRESS, MSIP: msip, MTIMECMP: mtimecmp, MTIME: mtime, PERIOD: period })
    .map(([name, value]) => `.equ ${name}, ${value}\n`)
    .join("");

export const sourceOf = ({ source }: RandomHart, places: Places): string => definitionsOf(places) + source;

export function assembledHart(hart: RandomHart, places: Places): AssembledProgram {
  const result = assemble(sourceOf(hart, places), {
    codeAddress: CODE_ADDRESS,
    dataAddress: MEMORY_ADDRESS,
    architecture: architectureNamed(`${hart.architecture}_zicsr_zifencei`),
    wordLimit: WORD_LIMIT,
    dataByteLimit: MEMORY_BYTES,
    isMachineMode: true,
    allowsFaults: true,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.program;
}

export function endOf(program: AssembledProgram): number {
  const end = program.symbols.get("end");
  if (end === undefined) throw new Error("the program has no end");
  return end;
}

function scenarioOf(hart: RandomHart, machine: (typeof MACHINES)[number]) {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "random hart",
    machine: { nics: [], ...machine },
    software: {
      programs: { memoryBytes: MEMORY_BYTES },
      routines: [
        {
          name: "hart",
          kind: "program",
          program: { source: sourceOf(hart, OURS) },
          architecture: hart.architecture,
          codeAddress: CODE_ADDRESS,
        },
      ],
      threads: [
        {
          name: "hart",
          machineMode: true,
          layer: "application",
          priority: 5,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "hart" }],
        },
      ],
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

export interface Left {
  /** The compared memory. */
  readonly memory: Buffer;
  /** Excludes the last few words, and the loop counters at the end. */
  readonly executed: number;
  readonly cycles: number;
  readonly exceptions: number;
  readonly interrupts: number;
}

/** Throws if the hart does not reach its end. */
export function leftInCore(core: CoreModule, hart: RandomHart, machine: (typeof MACHINES)[number]): Left {
  const end = endOf(assembledHart(hart, OURS));
  const simulated = build(core, scenarioOf(hart, machine));
  let executed = 0;
  for (;;) {
    const registers = programRegisters(simulated, 0);
    if (registers?.pc === end) break;
    executed = registers?.executed ?? 0;
    if (simulated.cycle >= CYCLES_LIMIT)
      throw new Error(`at ${programRegisters(simulated, 0)?.pc.toString(16)} after ${CYCLES_LIMIT} cycles`);
    simulated.step(simulated.cycle + SLICE_CYCLES);
  }
  const { program_faults } = simulated.counters();
  if (program_faults !== 0 || simulated.checkInvariants() !== 0)
    throw new Error("faults, or breaks an invariant");
  const registers = hartRegisters(simulated, 0);
  return {
    memory: comparedOf(simulated.programMemory(0, MEMORY_BYTES)),
    executed,
    cycles: simulated.cycle,
    exceptions: registers?.exceptions ?? 0,
    interrupts: registers?.interrupts ?? 0,
  };
}

/** Digest of the whole memory. */
export const comparedOf = (memory: Uint8Array): Buffer =>
  Buffer.concat(COMPARED.map(([from, to]) => memory.subarray(from, to)));

export const digestOf = (memory: Buffer): string =>
  createHash("sha256").update(memory).digest("hex").slice(0, DIGEST_CHARACTERS);
