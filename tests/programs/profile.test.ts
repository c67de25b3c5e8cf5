/** Profiles compared with the machine's own accounts of layers and causes, and with programs counted by hand. */
import { describe, expect, it } from "vitest";
import { cyclesBy, sim_cause_names, sim_layer_names } from "../../core-wasm/binding/index.ts";
import { type InstructionProfile, Profiler, profileRows, profileRun } from "../../lib/programs/profile.ts";
import {
  byFunction,
  byLine,
  costsByLine,
  mainStall,
  type ProfileEntry,
  totalOf,
} from "../../lib/programs/profileViews.ts";
import { programMapsOf } from "../../lib/programs/programMap.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import checksum from "../../scenarios/demos/checksum-program.json";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, openCore } from "../boundary/support.ts";

interface Changes {
  readonly core?: object;
  readonly memory?: object;
  /** Cycles of application and handler. */
  readonly contexts?: readonly [number, number];
}

/** The built-in scenario on another machine. */
function scenarioOf({ core = {}, memory, contexts }: Changes): Scenario {
  const { machine, software, ...rest } = checksum;
  const { saveRestore, ...interrupts } = machine.interrupts;
  const result = parseScenario({
    ...rest,
    machine: {
      ...machine,
      core: { ...machine.core, ...core },
      // Other contexts have their own registers.
      interrupts: contexts === undefined ? { saveRestore } : interrupts,
      ...(memory === undefined ? {} : { memory }),
    },
    software: {
      ...software,
      threads: software.threads.map((thread, index) =>
        contexts === undefined ? thread : { ...thread, context: contexts[index] },
      ),
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

const RUN = 60_000;

const CAUSES = (one: readonly number[]) =>
  Object.fromEntries(one.flatMap((cycles, cause) => (cycles > 0 ? [[sim_cause_names[cause], cycles]] : [])));

/** Cycles that the machine accounts to programs: layers of both threads, by cause. */
async function accounted(scenario: Scenario) {
  const machine = build(await openCore(), scenario);
  machine.step(RUN);
  const counters = machine.counters();
  const sumOf = (layer: string) =>
    sim_cause_names.map((_, cause) =>
      [0, 1].reduce(
        (sum, context) => sum + cyclesBy(counters, context, sim_layer_names.indexOf(layer as never), cause),
        0,
      ),
    );
  return { application: sumOf("application"), handler: sumOf("driver-isr"), others: sumOf("save-restore") };
}

const BUSY = sim_cause_names.indexOf("busy");
const DRAIN = sim_cause_names.indexOf("drain");

const ofThread = (profile: readonly InstructionProfile[], thread: number) =>
  totalOf(profile.filter((one) => one.thread === thread));

describe("a profile with one context on a core has the cycles of the layers, cause by cause", () => {
  it.each<readonly [string, Changes]>([
    ["as it comes", {}],
    ["without forwarding", { core: { pipeline: { forwarding: "none" } } }],
    ["branches resolved late", { core: { pipeline: { branchResolveStage: "MEM", loadUseCycles: 3 } } }],
    ["a slow memory", { core: { pipeline: { memoryCycles: 4 } } }],
    [
      "seven stages",
      { core: { pipeline: { stages: ["IF", "IS", "ID", "EX", "MEM", "TC", "WB"], accessStage: "MEM" } } },
    ],
    ["contexts that change on an event", { core: { policy: "on-event", contexts: 2 }, contexts: [0, 1] }],
  ])("in %s", async (_name, changes) => {
    const scenario = scenarioOf(changes);
    const profile = profileRun(await openCore(), scenario, { from: 0, to: RUN });
    const { application, handler, others } = await accounted(scenario);
    const isr = ofThread(profile, 1);
    const own = ofThread(profile, 0);
    const lost = (causes: readonly number[]) =>
      causes.reduce((sum, one) => sum + one, 0) - (causes[BUSY] ?? 0);
    expect(isr.cycles).toBeGreaterThan(1000);
    expect(isr.instructions).toBe(handler[BUSY]);
    expect(CAUSES(isr.stalls)).toEqual(CAUSES(handler.map((cycles, cause) => (cause === BUSY ? 0 : cycles))));
    // Turns of other contexts are omitted. Draining instructions are counted where they are. Bubbles without a next
    // instruction, because of an interrupt, are counted nowhere.
    const ready = application[sim_cause_names.indexOf("ready")] ?? 0;
    const all = (application[BUSY] ?? 0) + lost(application) - ready;
    const drained = own.cycles - all;
    expect(Math.abs(drained)).toBeLessThanOrEqual(others[DRAIN] ?? 0);
    expect(own.instructions - (application[BUSY] ?? 0)).toBeLessThanOrEqual(others[DRAIN] ?? 0);
  });
});

describe("a profile with contexts that share a core has the cycles and instructions of the layers", () => {
  it.each<readonly [string, Changes]>([
    ["round-robin", { core: { policy: "round-robin", contexts: 2 }, contexts: [0, 1] }],
    ["fixed-priority", { core: { policy: "fixed-priority", contexts: 2 }, contexts: [0, 1] }],
    ["smt", { core: { policy: "smt", contexts: 2, issueWidth: 2 }, contexts: [0, 1] }],
  ])("in %s", async (_name, changes) => {
    const scenario = scenarioOf(changes);
    const profile = profileRun(await openCore(), scenario, { from: 0, to: RUN });
    const { application, handler } = await accounted(scenario);
    const sum = (causes: readonly number[]) => causes.reduce((all, one) => all + one, 0);
    expect(ofThread(profile, 1).cycles).toBe(sum(handler));
    expect(ofThread(profile, 1).instructions).toBe(handler[BUSY]);
    // The next instruction is not known yet.
    const underWay = sum(application) - ofThread(profile, 0).cycles;
    expect(underWay).toBeGreaterThanOrEqual(0);
    expect(underWay).toBeLessThan(8);
    expect(ofThread(profile, 0).instructions).toBe(application[BUSY]);
  });

  it("with caches", async () => {
    const cache = { sizeBytes: 64, lineBytes: 16, ways: 1 };
    const scenario = scenarioOf({
      core: { policy: "fixed-priority", contexts: 2 },
      contexts: [0, 1],
      memory: { l1i: cache, l1d: cache },
    });
    const profile = profileRun(await openCore(), scenario, { from: 0, to: RUN });
    const { application } = await accounted(scenario);
    const all = application.reduce((sum, one) => sum + one, 0);
    const { cycles, stalls } = ofThread(profile, 0);
    expect(cycles).toBeLessThanOrEqual(all);
    expect(cycles).toBeGreaterThan(all - 64);
    expect(stalls[sim_cause_names.indexOf("fetch-miss")]).toBeGreaterThan(RUN / 3);
  });
});

it("profiles of windows of any length give the same counts", async () => {
  const scenario = scenarioOf({ core: { pipeline: { memoryCycles: 3 } } });
  const stages = scenario.machine.core.pipeline.stages.length;
  const core = await openCore();
  const [whole, ...parts] = [RUN, 4096, 977, 61].map((step) => {
    const machine = build(core, scenario, { rowCapacity: 2 ** 17 });
    const profiler = new Profiler(scenario);
    while (machine.cycle < RUN) {
      const begin = machine.cycle;
      const end = Math.min(RUN, begin + step);
      machine.setWindow(begin, end);
      machine.step(end);
      profiler.take(profileRows(machine, stages), begin, end);
    }
    return profiler.result();
  });
  const counts = (profile: readonly InstructionProfile[] = []) =>
    profile.map(({ pc, cycles, instructions }) => ({ pc, cycles, instructions }));
  for (const part of parts) expect(counts(part)).toEqual(counts(whole));
});

/** One thread that runs one program repeatedly. */
function programScenario(source: string, architecture = "rv32im"): Scenario {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "program",
    machine: { nics: [] },
    software: {
      routines: [{ name: "work", kind: "program", architecture, program: { source } }],
      threads: [
        {
          name: "t",
          layer: "application",
          priority: 3,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "work" }],
        },
      ],
    },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

describe("a profile by function and line", () => {
  const source = [
    "begin:  li    s0, 3",
    "next:   call  twice", // 2
    "        addi  s0, s0, -1",
    "        bnez  s0, next", // 4
    "        j     out",
    "twice:  lw    t0, 0(sp)", // 6: sp is the end of the memory of one thread
    "        add   t0, t0, t0", // 7
    "        jr    ra",
    "out:    li    a7, 93",
    "        ecall",
  ].join("\n");

  it("has the instructions that the run executes, counted by hand", async () => {
    const scenario = programScenario(`        addi sp, sp, -16\n${source}`);
    const placed = placeRoutines(scenario, assembleProgram);
    const maps = programMapsOf(scenario, placed);
    // One run of it: 4 to fill, 1 + 1 + 3 * (1 + 1 + 1 + 3) + 1 + 2 instructions, a flush of 2 behind each jump and each
    // taken branch (3 calls, 3 returns, 2 branches, 1 jump), 3 load-use.
    const instructions = 1 + 1 + 3 * 6 + 1 + 2;
    const cycles = 4 + instructions + 2 * 9 + 3;
    const profile = profileRun(await openCore(), scenario, { from: 0, to: cycles });
    expect(totalOf(profile)).toMatchObject({ cycles, instructions });
    const functions = byFunction(profile, maps).map(
      ({ function: name, instructions: count, cycles: all }) => [name, count, all],
    );
    // lw, add and jr three times, what stands at out, which nothing calls, and its ends of bubbles: 2 behind each call and
    // behind the jump, 1 behind each load.
    expect(functions).toEqual([
      ["work", 12, 12 + 4 + 3 * 2 + 2 * 2],
      ["twice", 11, 11 + 3 * 2 + 2 + 3],
    ]);
    const line = byLine(profile, maps).find(({ line: number }) => number === 8);
    expect(line).toMatchObject({ function: "twice", cycles: 6, instructions: 3 });
    expect(line?.text).toContain("add   t0, t0, t0");
  });

  it("of compressed code equals that of the same instructions of four bytes", async () => {
    const core = await openCore();
    const [wide, narrow] = ["rv32im", "rv32imc"].map((architecture) => {
      const scenario = programScenario(`        addi sp, sp, -16\n${source}`, architecture);
      const placed = placeRoutines(scenario, assembleProgram);
      const maps = programMapsOf(scenario, placed);
      const profile = profileRun(core, scenario, { from: 0, to: 1000 });
      const counts = ({ function: name, cycles, instructions, stalls }: ProfileEntry) => ({
        name,
        cycles,
        instructions,
        stalls,
      });
      return {
        addresses: profile.map(({ pc }) => pc),
        functions: byFunction(profile, maps).map(counts),
        lines: byLine(profile, maps)
          .toSorted((a, b) => a.line - b.line)
          .map((one) => ({ line: one.line, text: one.text, ...counts(one) })),
      };
    });
    if (wide === undefined || narrow === undefined) throw new Error("no profile");
    expect(narrow.addresses.filter((pc) => pc % 4 === 2).length).toBeGreaterThan(2);
    expect(narrow.functions).toEqual(wide.functions);
    expect(narrow.lines).toEqual(wide.lines);
  });

  it("sums over the selected lines, and names the main cause of lost cycles", () => {
    const one = (pc: number, cycles: number, stalls: readonly number[]) => ({
      thread: 0,
      routine: 0,
      pc,
      cycles,
      instructions: 1,
      stalls,
    });
    const profile = [one(0, 5, [0, 1, 3]), one(4, 3, [0, 2, 0]), one(8, 1, [0, 0, 0]), one(12, 9, [0, 0, 8])];
    const costs = costsByLine(profile, (pc) => (pc === 12 ? undefined : pc < 8 ? 7 : 9));
    expect([...costs]).toEqual([
      [7, { cycles: 8, instructions: 2, stalls: [0, 3, 3] }],
      [9, { cycles: 1, instructions: 1, stalls: [0, 0, 0] }],
    ]);
    expect(mainStall(one(0, 5, [0, 1, 3]))).toEqual({ cause: 2, cycles: 3 });
    expect(mainStall(one(0, 1, [0, 0, 0]))).toBeUndefined();
  });
});
