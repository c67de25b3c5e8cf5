/** The core and the interpreter in lock-step on random programs and machines. PROGRAM_SEED=n runs one. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CoreModule,
  type Machine,
  programRegisters,
  SIM_NONE,
  SIM_PROGRAM_MEMORY_BASE,
  SIM_PROGRAM_RETURN,
  setSkipping,
} from "../../core-wasm/binding/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, openCore } from "../boundary/support.ts";
import { createRandom, type Random } from "../support/random.ts";
import { Interpreter } from "./interpreter.ts";
import { randomProgram } from "./randomProgram.ts";

const MEMORY_BYTES = 512;
const CODE_ADDRESS = 0x4000;
const CYCLES = 3000;
const SEEDS = Array.from({ length: 150 }, (_, seed) => seed);
const chosen = process.env.PROGRAM_SEED;

const CORES = [
  {},
  { pipeline: { multiplyCycles: 3, divideCycles: 20, loadUseCycles: 2 } },
  { pipeline: { branchResolveStage: "ID" } },
  { predictor: { kind: "backward-taken" } },
  { predictor: { kind: "bimodal", counters: 16, targets: 8, returns: 2 } },
  {
    pipeline: {
      stages: ["IF", "IT", "ID", "EX", "AG", "MEM", "WB"],
      branchResolveStage: "AG",
      accessStage: "MEM",
    },
  },
  { pipeline: { stages: ["IF", "EX"], accessStage: "EX", memoryCycles: 2 } },
  { pipeline: { stages: ["IF", "ID", "EX"], accessStage: "EX", multiplyCycles: 3 } },
  { pipeline: { stages: ["IF", "ID", "EX", "WB"], accessStage: "EX" } },
  { policy: "round-robin", contexts: 2 },
  { policy: "smt", contexts: 2, issueWidth: 2 },
] as const;
const CACHE = { sizeBytes: 256, ways: 2, lineBytes: 16 };
const MEMORIES = [{}, { addressed: true }, { l1i: CACHE, l1d: CACHE, nonBlocking: true }] as const;

/** The program under test is on thread 0. A timer's handler, also a program, interrupts it. */
function scenarioOf(random: Random, words: readonly number[], extensions: string) {
  const core = random.pick(CORES);
  const other = { start: { on: "line", timer: "tick" }, layer: "driver-isr", priority: 1 };
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "lock-step",
    machine: {
      core,
      memory: random.pick(MEMORIES),
      interrupts: { saveRestore: { kind: "cycles", saveCycles: 3, restoreCycles: 2 } },
      nics: [],
      timers: [
        {
          name: "tick",
          periodNanoseconds: 5 * random.integer(40, 300),
          startCycle: random.chance(60) ? random.integer(1, 60) : CYCLES,
        },
      ],
    },
    software: {
      queues: [{ name: "never", capacity: 1 }],
      programs: { memoryBytes: MEMORY_BYTES, stackBytes: 0 },
      routines: [
        {
          name: "tested",
          kind: "program",
          program: { words },
          architecture: `rv32im${extensions}`,
          codeAddress: CODE_ADDRESS,
        },
        { name: "handler", kind: "program", program: { source: "li t0, 7\nmul t0, t0, t0\nret" } },
      ],
      threads: [
        {
          name: "tested",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          steps: [
            { do: "exec", routine: "tested" },
            { do: "wait", queue: "never" },
          ],
        },
        {
          name: "handler",
          ...other,
          steps: [
            { do: "acknowledge-timer", timer: "tick" },
            { do: "exec", routine: "handler" },
          ],
        },
      ],
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

const registersOf = (machine: Machine) => {
  const frame = programRegisters(machine, 0);
  if (frame === undefined) throw new Error("the machine has no programs");
  return frame;
};

type Frame = ReturnType<typeof registersOf>;

/** The expected values from the machine. A CSR is read when the instruction leaves EX, and no other instruction
 * executes before. */
function stateOf({ executed, x, pc, awaited, outcome }: Interpreter, frame: Frame): Frame {
  const registers = Array.from(x, (value) => value >>> 0);
  if (awaited > 0) registers[awaited] = frame.x[awaited] ?? 0;
  const cause = typeof outcome === "number" ? outcome : SIM_NONE;
  return { ...frame, executed, x: registers, pc: pc >>> 0, cause };
}

function isSame(one: Frame, other: Frame): boolean {
  const { executed, pc, cause, x } = one;
  return (
    executed === other.executed &&
    pc === other.pc &&
    cause === other.cause &&
    x.every((value, index) => value === other.x[index])
  );
}

/** Steps both until the program ends or the cycles are over. Returns whether it ended. */
function compare(machine: Machine, interpreter: Interpreter, hasReservations: boolean): boolean {
  let seen = 0;
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    machine.step(cycle);
    const frame = registersOf(machine);
    const interrupts = hasReservations ? machine.read(({ counters }) => counters.interrupts) : 0;
    while (interpreter.executed < frame.executed && interpreter.outcome === "running") interpreter.step();
    if (interrupts > seen) interpreter.loseReservation();
    seen = interrupts;
    const state = stateOf(interpreter, frame);
    // There are half a million cycles, and an expectation for each would take most of the time.
    if (!isSame(state, frame)) expect({ cycle, ...state }).toEqual({ cycle, ...frame });
    if (interpreter.outcome !== "running") break;
  }
  machine.step(CYCLES + 1000);
  expect(registersOf(machine).executed).toBeGreaterThanOrEqual(interpreter.executed);
  return interpreter.outcome !== "running";
}

describe("random programs on the core", () => {
  let core: CoreModule;
  let compared = 0;
  let ended = 0;
  beforeAll(async () => {
    core = await openCore();
  });

  const expectTheSame = (seed: number) => {
    const random = createRandom(seed);
    const extensions = random.pick(["", "a", "c", "ac"] as const);
    const words = randomProgram(random, random.integer(6, 60), MEMORY_BYTES, extensions);
    const scenario = scenarioOf(random, words, extensions);
    const machine = build(core, scenario);
    const interpreter = new Interpreter({
      words,
      codeAddress: CODE_ADDRESS,
      memoryAddress: SIM_PROGRAM_MEMORY_BASE,
      memoryBytes: MEMORY_BYTES,
      stackPointer: SIM_PROGRAM_MEMORY_BASE + MEMORY_BYTES,
      returnAddress: SIM_PROGRAM_RETURN,
      hartId: 0,
      extensions,
    });
    compared++;
    if (compare(machine, interpreter, extensions.includes("a"))) {
      ended++;
      expect(machine.programMemory(0, MEMORY_BYTES)).toEqual(interpreter.memory);
      expect(machine.counters().program_faults).toBe(typeof interpreter.outcome === "number" ? 1 : 0);
    }
    expect(machine.checkInvariants()).toBe(0);
    const stepped = build(core, scenario);
    setSkipping(stepped, false);
    stepped.step(machine.cycle);
    expect(stepped.stateHash()).toBe(machine.stateHash());
  };
  if (chosen === undefined) it.each(SEEDS)("run as in the interpreter, seed %i", expectTheSame);
  else
    it("run as in the interpreter, with the seed from the environment", () => expectTheSame(Number(chosen)));

  /** Most of the programs end. Runs after all others, in whatever order they ran. */
  afterAll(() => {
    if (compared >= SEEDS.length) expect(ended).toBeGreaterThan(compared / 2);
  });
});
