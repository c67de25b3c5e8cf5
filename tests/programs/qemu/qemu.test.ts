/** The core and the interpreter compared with QEMU: recorded.txt (written by record.mjs) has random code of RV32IMAC
 * from GNU as, and its final registers and memory in qemu-system-riscv32 7.2 -M virt -bios none. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type CoreModule,
  programRegisters,
  SIM_PROGRAM_MEMORY_BASE,
  SIM_PROGRAM_RETURN,
} from "../../../core-wasm/binding/index.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { build, openCore } from "../../boundary/support.ts";
import { Interpreter } from "../interpreter.ts";

interface Recorded {
  readonly seed: number;
  readonly code: string;
  readonly x: readonly number[];
  readonly memory: string;
}

const RECORDED = readFileSync(new URL("./recorded.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);
const MEMORY_BYTES = 128;
const CODE_ADDRESS = 0x4000;
const CYCLES = 20_000;
/** These registers hold addresses, which differ in QEMU: ra, sp, s0, s3, s4, s6. */
const ADDRESSES = [1, 2, 8, 19, 20, 22];
/** lui s0, 0x20000; addi sp, s0, 64 */
const BEGIN = [0x2000_0437, 0x0404_0113];
const EXECUTED_LIMIT = 10_000;

function wordsOf({ code }: Recorded): readonly number[] {
  const bytes = Buffer.concat([Buffer.from(code, "hex"), Buffer.alloc(2)]);
  const words = Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(4 * index));
  return [...BEGIN, ...words];
}

const values = (x: ArrayLike<number>): readonly (number | undefined)[] =>
  Array.from(x, (value, number) => (ADDRESSES.includes(number) ? undefined : value >>> 0));

const CACHE = { sizeBytes: 256, ways: 1, lineBytes: 16 };
const MACHINES = [
  {},
  {
    core: { predictor: { kind: "bimodal", counters: 16, targets: 8, returns: 2 } },
    memory: { l1i: CACHE, l1d: CACHE, nonBlocking: true },
  },
] as const;

function scenarioOf(words: readonly number[], machine: (typeof MACHINES)[number]) {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "recorded",
    machine: { nics: [], ...machine },
    software: {
      queues: [{ name: "never", capacity: 1 }],
      programs: { memoryBytes: MEMORY_BYTES, stackBytes: 0 },
      routines: [
        {
          name: "recorded",
          kind: "program",
          program: { words },
          architecture: "rv32imac",
          codeAddress: CODE_ADDRESS,
        },
      ],
      threads: [
        {
          name: "recorded",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          steps: [
            { do: "exec", routine: "recorded" },
            { do: "wait", queue: "never" },
          ],
        },
      ],
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

describe("the state that QEMU leaves after a random program", () => {
  let core: CoreModule;
  beforeAll(async () => {
    core = await openCore();
  });

  test.each(RECORDED)("is that of the core and of the interpreter, seed $seed", (recorded) => {
    const words = wordsOf(recorded);
    for (const machine of MACHINES) {
      const simulated = build(core, scenarioOf(words, machine));
      simulated.step(CYCLES);
      expect(simulated.counters().program_faults).toBe(0);
      expect(values(programRegisters(simulated, 0)?.x ?? [])).toEqual(values(recorded.x));
      expect(Buffer.from(simulated.programMemory(0, MEMORY_BYTES)).toString("hex")).toBe(recorded.memory);
      expect(simulated.checkInvariants()).toBe(0);
    }
    const interpreter = new Interpreter({
      words,
      codeAddress: CODE_ADDRESS,
      memoryAddress: SIM_PROGRAM_MEMORY_BASE,
      memoryBytes: MEMORY_BYTES,
      stackPointer: 0,
      returnAddress: SIM_PROGRAM_RETURN,
      hartId: 0,
      extensions: "ac",
    });
    while (interpreter.outcome === "running" && interpreter.executed < EXECUTED_LIMIT) interpreter.step();
    expect(interpreter.outcome).toBe("ended");
    expect(values(interpreter.x)).toEqual(values(recorded.x));
    expect(Buffer.from(interpreter.memory).toString("hex")).toBe(recorded.memory);
  });
});
