/** Random bytes as code, linked files with changed bytes, and sources of random lines: each is refused with field and
 * reason, or runs, with the same result in slices and with every cycle stepped. FUZZ_PROGRAMS=n tries n more of each. */
import { beforeAll, describe, expect, it } from "vitest";
import { type CoreModule, setSkipping } from "../../core-wasm/binding/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, openCore, runTo } from "../boundary/support.ts";
import { ELF_NAMES, elfBytes } from "../elf/elfFiles.ts";
import { long } from "../support/long.ts";
import { createRandom, type Random } from "../support/random.ts";
import { ATOMIC, BASE, instructions, MULTIPLIED } from "./gnu/instructions.ts";

const COUNT = 40;
const MORE = Number(process.env.FUZZ_PROGRAMS ?? 150);
const CYCLES = 3000;
const CACHE = { sizeBytes: 256, ways: 2, lineBytes: 16 };
const MACHINES = [
  {},
  { memory: { l1i: CACHE, l1d: CACHE } },
  { core: { predictor: { kind: "bimodal", counters: 16, targets: 8, returns: 2 } } },
  { core: { policy: "round-robin", contexts: 2 } },
] as const;
const ARCHITECTURES = ["rv32im", "rv32ima", "rv32imc", "rv32imac"] as const;

interface Fuzzed {
  readonly program: object;
  readonly architecture?: string;
}

function scenarioOf({ program, architecture }: Fuzzed, random: Random): object {
  const machineMode = random.chance(60);
  const waits = machineMode ? [] : [{ do: "wait", queue: "never" }];
  return {
    format: "irqscope-scenario",
    version: 1,
    name: "fuzzed",
    machine: { nics: [], ...random.pick(MACHINES) },
    software: {
      queues: [{ name: "never", capacity: 1 }],
      programs: { memoryBytes: 8192 },
      routines: [
        { name: "fuzzed", kind: "program", program, ...(architecture === undefined ? {} : { architecture }) },
      ],
      threads: [
        {
          name: "fuzzed",
          machineMode,
          layer: "application",
          priority: 5,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "fuzzed" }, ...waits],
        },
      ],
    },
  };
}

const OPERANDS = [
  "a0",
  "s0",
  "sp",
  "zero",
  "0",
  "-1",
  "2047",
  "(s0)",
  "4(s0)",
  "1b",
  "1f",
  "end",
  "mtvec",
  "mip",
  "cycle",
];
const NAMES = [
  ..."li la lw sw addi mul div beq bnez j jalr ret ecall ebreak mret wfi csrw csrr csrrwi fence".split(" "),
  ...".word .zero .align .data .text .bss .rept .endr c.addi amoadd.w".split(" "),
];
const HALF = 0x1_0000;

/** Half of the words are instructions of a valid opcode with other bits. The first words set a handler. */
function randomCode(random: Random): Fuzzed {
  const opcodes = [0x13, 0x33, 0x03, 0x23, 0x63, 0x6f, 0x67, 0x73, 0x37, 0x17, 0x2f, 0x0f];
  const word = () => random.integer(0, HALF - 1) * HALF + random.integer(0, HALF - 1);
  const plain = () => {
    const drawn = word();
    return drawn - (drawn % 0x80) + random.pick(opcodes);
  };
  const words = Array.from({ length: random.integer(1, 60) }, () => (random.chance(50) ? plain() : word()));
  // lui s0, 0x20000; auipc t0, 0; addi t0, t0, 16; csrw mtvec, t0
  const begin = random.chance(70) ? [0x2000_0437, 0x297, 0x0102_8293, 0x3052_9073] : [];
  return { program: { words: [...begin, ...words] }, architecture: random.pick(ARCHITECTURES) };
}

/** A few of their bytes are changed, in the code more often than elsewhere. */
function otherFile(random: Random): Fuzzed {
  const bytes = elfBytes(random.pick(ELF_NAMES));
  for (let change = random.integer(0, 6); change > 0; change--) {
    const at = random.chance(20) ? random.integer(0, 120) : random.integer(0, bytes.length - 1);
    bytes[at] = random.integer(0, 255);
  }
  return { program: { elf: Buffer.from(bytes).toString("base64") } };
}

/** Valid sources as GNU as accepts them, and one of random parts. */
function randomSource(random: Random): Fuzzed {
  const right = instructions(random, [...BASE, ...MULTIPLIED, ...ATOMIC], random.integer(1, 12));
  const operands = Array.from({ length: random.integer(0, 3) }, () => random.pick(OPERANDS));
  const line = random.chance(60) ? `${random.pick(NAMES)} ${operands.join(", ")}` : "";
  return {
    program: { source: `${right}\n${line}\nend: j end\n` },
    architecture: random.pick(["rv32ima", "rv32imac"]),
  };
}

describe.each([
  { what: "random bytes as code", first: 1_000_000, make: randomCode },
  { what: "linked files with other bytes", first: 2_000_000, make: otherFile },
  { what: "sources of random lines", first: 3_000_000, make: randomSource },
])("$what", ({ first, make }) => {
  let core: CoreModule;
  beforeAll(async () => {
    core = await openCore("core_fast.wasm");
  });

  const expectRefusedOrRun = (from: number, count: number) => {
    let ran = 0;
    for (let seed = from; seed < from + count; seed++) {
      const random = createRandom(seed);
      const result = parseScenario(scenarioOf(make(random), random));
      if (!result.ok) {
        for (const { field, message } of result.errors) expect(field && message, `seed ${seed}`).not.toBe("");
        continue;
      }
      ran++;
      const [whole, sliced, stepped] = [0, 1, 2].map(() => build(core, result.scenario));
      if (whole === undefined || sliced === undefined || stepped === undefined) throw new Error("no machine");
      setSkipping(stepped, false);
      whole.step(CYCLES);
      runTo(sliced, CYCLES, 97);
      stepped.step(CYCLES);
      expect(whole.checkInvariants(), `seed ${seed}`).toBe(0);
      expect([sliced.stateHash(), stepped.stateHash()], `seed ${seed}`).toEqual([
        whole.stateHash(),
        whole.stateHash(),
      ]);
    }
    // Some of each kind run.
    expect(ran).toBeGreaterThan(count / 8);
  };
  it("are refused or run", () => expectRefusedOrRun(first, COUNT));
  it(
    "are refused or run, with other seeds",
    { ...long("Rare bytes need many tries; 450 programs take 30 s of CPU."), timeout: 3_600_000 },
    () => expectRefusedOrRun(first + COUNT, MORE),
  );
});
