/** A program times its own loads, a division and a trap by rdcycle. The rows of the timeline have the same numbers, and
 * so do the rules by hand. The program's value comes from its register, and the row's from the observed pipeline. */
import { beforeAll, describe, expect, it } from "vitest";
import { type CoreModule, SIM_PROGRAM_MEMORY_BASE, SIM_ROW_FLUSHED } from "../../core-wasm/binding/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, openCore } from "../boundary/support.ts";
import { assembled, OPTIONS } from "./assembling.ts";

const TIMED = {
  nothing: "",
  addition: "add a4, a2, a3",
  miss: "lw a4, 0(s0)",
  hit: "lw a4, 0(s0)",
  division: "div a4, a2, a3",
  trap: "ecall",
} as const;
type Timed = keyof typeof TIMED;
const NAMES = Object.keys(TIMED) as readonly Timed[];
const RESULTS_AT = 0x400;
const MEMORY_BYTES = 0x500;
const CYCLES = 3000;
const FURTHER_BYTES = 256;

/** Runs twice, so that the code is cached. The second time its data differ. */
const SOURCE = `
  lla t0, handler
  csrw mtvec, t0
  li s0, ${SIM_PROGRAM_MEMORY_BASE}
  li s1, ${SIM_PROGRAM_MEMORY_BASE + RESULTS_AT}
  li s2, 2
  li a2, 100
  li a3, 7
round:
${NAMES.map(
  (name, at) => `
${name}_begin: rdcycle a0
  ${TIMED[name]}
${name}_end: rdcycle a1
  sub a1, a1, a0
  sw a1, ${4 * at}(s1)`,
).join("\n")}
  addi s0, s0, ${FURTHER_BYTES}
  addi s2, s2, -1
  bnez s2, round
stop: j stop
handler:
  csrr t1, mepc
  addi t1, t1, 4
  csrw mepc, t1
  mret
  .bss
  .zero ${MEMORY_BYTES}
`;

const CACHE = { sizeBytes: 4096, ways: 2, lineBytes: 32 };
/** Two adjacent reads are 2 cycles apart, and an instruction between them adds its own cycles (M-39). A line arrives 30
 * cycles and 8 beats after the look-up. The trap, counted from the cycle in which the first read leaves EX: ECALL
 * leaves EX in cycle 2, and two instructions are flushed. The handler reads mepc in 5, uses it in 7 (after a CSR read)
 * and writes it in 8. MRET leaves EX in 10 (after a CSR), and the second read in 13 (two are flushed). If branches are
 * resolved in ID, a flush is one cycle less. */
const MACHINES = {
  "with caches": {
    machine: {
      core: { pipeline: { divideCycles: 20 } },
      memory: { l1i: CACHE, l1d: CACHE, latencyCycles: 30 },
    },
    byHand: { nothing: 2, addition: 3, miss: 40, hit: 3, division: 22, trap: 13 },
  },
  "without, memory slow": {
    machine: { core: { pipeline: { divideCycles: 8, memoryCycles: 4 } } },
    byHand: { nothing: 2, addition: 3, miss: 6, hit: 6, division: 10, trap: 13 },
  },
  "branches resolved in ID, a predictor": {
    machine: {
      core: {
        pipeline: { branchResolveStage: "ID", divideCycles: 34 },
        predictor: { kind: "bimodal", counters: 16, targets: 8, returns: 2 },
      },
    },
    byHand: { nothing: 2, addition: 3, miss: 3, hit: 3, division: 36, trap: 11 },
  },
} as const;

function scenarioOf(machine: object) {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "times itself",
    machine: { nics: [], ...machine },
    software: {
      routines: [
        { name: "code", kind: "program", program: { source: SOURCE }, codeAddress: OPTIONS.codeAddress },
      ],
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
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

describe.each(Object.entries(MACHINES))("a program that times itself, %s", (_, { machine, byHand }) => {
  let core: CoreModule;
  beforeAll(async () => {
    core = await openCore();
  });

  it("reads the numbers of the timeline, which equal those by hand", () => {
    const scenario = scenarioOf(machine);
    const simulated = build(core, scenario, { rowCapacity: CYCLES });
    simulated.setWindow(0, CYCLES);
    simulated.step(CYCLES);
    const { symbols } = assembled(SOURCE, { ...OPTIONS, isMachineMode: true });
    const behindEx = scenario.machine.core.pipeline.stages.indexOf("EX") + 1;
    /** The last row at this address that was not flushed. */
    const leavesEx = (label: string) => {
      const row = simulated
        .windowRows()
        .findLast(({ pc, flags }) => pc === symbols.get(label) && (flags & SIM_ROW_FLUSHED) === 0);
      return (row?.first_cycle ?? Number.NaN) + (row?.enter[behindEx] ?? Number.NaN) - 1;
    };
    const bytes = simulated.programMemory(0, MEMORY_BYTES);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const byItself = NAMES.map((name, at) => [name, view.getUint32(RESULTS_AT + 4 * at, true)]);
    const byTimeline = NAMES.map((name) => [name, leavesEx(`${name}_end`) - leavesEx(`${name}_begin`)]);
    expect(Object.fromEntries(byItself)).toEqual(byHand);
    expect(byTimeline).toEqual(byItself);
    expect(simulated.windowFull).toBe(false);
  });
});
