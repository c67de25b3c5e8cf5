/** Reads the probes of this folder (README.md), puts those of a file into one program, assembles and runs it. */
import { readFileSync } from "node:fs";
import { type CoreModule, createMachine, programRegisters } from "../../../core-wasm/binding/index.ts";
import { architectureNamed } from "../../../lib/assembler/architecture.ts";
import { type AssembledProgram, assemble } from "../../../lib/assembler/assemble.ts";
import { compileScenario } from "../../../scenarios/compile/compile.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { CODE_ADDRESS, MEMORY_ADDRESS } from "../qemu/suite/frame.ts";

export interface Probe {
  readonly name: string;
  /** Sentences quoted from the specification. */
  readonly says: string;
  /** How QEMU 7.2 differs. */
  readonly qemu: string | undefined;
  readonly source: string;
  /** Code that the second hart runs meanwhile. */
  readonly second: string | undefined;
}

interface ProbeFile {
  readonly name: string;
  readonly architecture: string;
  /** Macros and subroutines before the first probe. */
  readonly common: string;
  readonly probes: readonly Probe[];
  readonly harts: 1 | 2;
  /** Devices that QEMU lacks: sources of the PLIC, and cards that receive frames for ever. */
  readonly consoles: number;
  readonly cards: number;
}

/** Addresses of the parts that the probes use on a machine. */
interface Places {
  readonly msip: number;
  readonly mtimecmp: number;
  readonly mtime: number;
  readonly firstHart: number;
}

const MEMORY_BYTES = 0x4000;
const RESULTS_AT = 0x2000;
const TURN_AT = 0x3000;
const SCRATCH_AT = 0x3100;
/** Number of words of results and of expected values for each probe. */
const RESULT_BYTES = 64;
const WORD_LIMIT = 16_384;
const SLICE_CYCLES = 20_000;
const CYCLES_LIMIT = 1_000_000;
const OURS: Places = { msip: 0xf200_0000, mtimecmp: 0xf200_4000, mtime: 0xf200_bff8, firstHart: 0 };

const textOf = (name: string) => readFileSync(new URL(`./${name}.s`, import.meta.url), "utf8");

const FILES = {
  traps: {},
  csrs: {},
  counters: {},
  interrupts: {},
  timer: {},
  atomics: {},
  fences: {},
  compressed: { architecture: "rv32imac" },
  plic: { harts: 2, consoles: 3 },
  harts: { harts: 2 },
  branches: {},
  code: { harts: 2 },
  cards: { cards: 1 },
} as const satisfies Record<string, Partial<ProbeFile>>;

function probeOf(text: string): Probe {
  const [heading = "", ...lines] = text.split("\n");
  const comments = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("#")),
  );
  const [says = "", qemu] = comments
    .map((line) => line.slice(2))
    .join(" ")
    .split(" QEMU 7.2: ");
  const [source = "", second] = lines.slice(comments.length).join("\n").split("\n# hart 1:\n");
  return { name: heading, says, qemu, source, second };
}

function probeFile(name: keyof typeof FILES): ProbeFile {
  const [common = "", ...probes] = textOf(name).split("\n# probe: ");
  const plain = { architecture: "rv32ima", harts: 1, consoles: 0, cards: 0 } as const;
  return { name, ...plain, ...FILES[name], common, probes: probes.map(probeOf) };
}

export const PROBE_FILES: readonly ProbeFile[] = (Object.keys(FILES) as (keyof typeof FILES)[]).map(
  probeFile,
);

/** The program of both harts. */
function sourceOf(file: ProbeFile, places: Places): string {
  const constants = {
    MSIP: places.msip,
    MTIMECMP: places.mtimecmp,
    MTIME: places.mtime,
    FIRST: places.firstHart,
    RESULTS: MEMORY_ADDRESS + RESULTS_AT,
    RESULT_BYTES: RESULT_BYTES * file.probes.length,
    SCRATCH: MEMORY_ADDRESS + SCRATCH_AT,
    TURN: MEMORY_ADDRESS + TURN_AT,
    COMPRESSED: Number(file.architecture.endsWith("c")),
  };
  const first = file.probes.map(
    ({ source, second }, index) => `
  .section .rodata
expected${index}:
  .text
  li s0, RESULTS + ${RESULT_BYTES * index}
  jal t6, fresh
  jal t6, wipe
  li t0, TURN
  li t1, ${index + 1}
  sw t1, 0(t0)
${source}
${second === undefined ? "" : "  join"}`,
  );
  const second = file.probes.map(({ second }, index) =>
    second === undefined
      ? ""
      : `
  li t0, TURN
  li t1, ${index + 1}
99: lw t2, 0(t0)
  bne t1, t2, 99b
  jal t6, fresh
${second}
  li t0, TURN
  li t1, ${index + 1}
  fence rw, rw
  sw t1, 4(t0)`,
  );
  return [
    ...Object.entries(constants).map(([name, value]) => `.equ ${name}, 0x${value.toString(16)}`),
    textOf("frame"),
    file.common,
    "begin:",
    ...first,
    "done: j done",
    "second:",
    ...second,
    "done_too: j done_too",
    ".section .rodata",
    `expected${file.probes.length}:`,
  ].join("\n");
}

export function assembledProbes(file: ProbeFile, places: Places): AssembledProgram {
  const result = assemble(sourceOf(file, places), {
    codeAddress: CODE_ADDRESS,
    dataAddress: MEMORY_ADDRESS,
    architecture: architectureNamed(`${file.architecture}_zicsr_zifencei`),
    wordLimit: WORD_LIMIT,
    dataByteLimit: RESULTS_AT,
    isMachineMode: true,
    allowsFaults: true,
  });
  if (!result.ok) throw new Error(`${file.name}: ${JSON.stringify(result.errors)}`);
  return result.program;
}

const wordsIn = (bytes: Uint8Array): readonly string[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength >> 2 }, (_, index) =>
    view.getUint32(4 * index, true).toString(16),
  );
};

/** The expected and the actual values of each probe in hexadecimal, from a program's final memory. */
export function resultsIn(
  memory: Uint8Array,
  { probes, name }: ProbeFile,
  symbols: AssembledProgram["symbols"],
) {
  const placeOf = (index: number) => (symbols.get(`expected${index}`) ?? Number.NaN) - MEMORY_ADDRESS;
  return probes.map((_, index) => {
    const [begin, end] = [placeOf(index), placeOf(index + 1)];
    const at = RESULTS_AT + RESULT_BYTES * index;
    if (!(end > begin && end - begin <= RESULT_BYTES)) throw new Error(`${name}: probe ${index}`);
    return {
      expected: wordsIn(memory.slice(begin, end)),
      came: wordsIn(memory.slice(at, at + end - begin)),
    };
  });
}

/** The machine without the file's own needs. With contexts, two harts share a core. Otherwise each has a core. */
export interface Machine {
  readonly core?: { readonly contexts?: 2; readonly [field: string]: unknown };
  readonly memory?: object;
}

function scenarioOf(file: ProbeFile, machine: Machine): Scenario {
  const isOneCore = machine.core?.contexts === 2;
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: file.name,
    machine: {
      nics: Array.from({ length: file.cards }, () => ({
        name: "card",
        driver: "program",
        line: { priority: 2 },
      })),
      consoles: Array.from({ length: file.consoles }, (_, index) => ({
        name: `console ${index}`,
        interrupts: [],
        line: { priority: 1 },
      })),
      ...machine,
      core: { cores: isOneCore ? 1 : file.harts, ...machine.core },
    },
    software: {
      programs: { memoryBytes: MEMORY_BYTES },
      routines: [
        {
          name: "probes",
          kind: "program",
          program: { source: sourceOf(file, OURS) },
          architecture: file.architecture,
          codeAddress: CODE_ADDRESS,
        },
      ],
      threads: Array.from({ length: file.harts }, (_, hart) => ({
        name: `hart ${hart}`,
        machineMode: true,
        ...(isOneCore ? { context: hart } : { core: hart }),
        layer: "application",
        priority: 5,
        start: { on: "always" },
        steps: [{ do: "exec", routine: "probes" }],
      })),
    },
    traffic: Array.from({ length: file.cards }, () => ({
      kind: "constant",
      nic: "card",
      direction: "receive",
      sizeBytes: 64,
      startCycle: 0,
      rate: { intervalCycles: 1000 },
    })),
  });
  if (!result.ok) throw new Error(`${file.name}: ${JSON.stringify(result.errors)}`);
  return result.scenario;
}

/** Runs all probes of a file on a core, and returns their results. */
export function preparedRun(file: ProbeFile, machine: Machine = {}) {
  const compiled = compileScenario(scenarioOf(file, machine));
  const { symbols } = assembledProbes(file, OURS);
  return (core: CoreModule) => {
    const simulated = createMachine(core, compiled, {});
    while (simulated.cycle < CYCLES_LIMIT && programRegisters(simulated, 0)?.pc !== symbols.get("done"))
      simulated.step(simulated.cycle + SLICE_CYCLES);
    if (simulated.checkInvariants() !== 0) throw new Error(`${file.name} breaks an invariant`);
    return resultsIn(simulated.programMemory(0, MEMORY_BYTES), file, symbols);
  };
}
