/** The machines of one loaded scenario: the frontier runs ahead, and the scrub machine goes to any earlier cycle. */
import {
  type CompiledScenario,
  type CoreFaultError,
  type CoreModule,
  createMachine,
  type Machine,
  type ObserverOptions,
} from "../../core-wasm/binding/index.ts";
import { withFaultPlace } from "../../lib/metrics/faultPlace.ts";
import type { Measured } from "../../lib/metrics/measure.ts";
import type { Metrics } from "../../lib/metrics/metrics.ts";
import { type ProgramText, programTextOf } from "../../lib/programs/programText.ts";
import { compilePlaced } from "../../scenarios/compile/config.ts";
import {
  type Assemble,
  type PlacedRoutine,
  placeRoutines,
  programMemoryBytes,
} from "../../scenarios/compile/programs.ts";
import { byDeviceList } from "../../scenarios/devices/kinds.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import { ringsOf } from "../../scenarios/devices/nic.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextTotal } from "../../scenarios/software/contexts.ts";
import { hasPrograms } from "../../scenarios/software/steps.ts";
import type { MachineShape } from "./decode.ts";
import { createKeyframes, type Keyframes } from "./keyframes.ts";
import type { LastTraps, ProgramTools } from "./programTools.ts";
import type { EngineError, Generation } from "./protocol.ts";
import { createPace, createScrub, type Pace, type Scrub } from "./scrub.ts";

/** Makes the machines of the engine. Tests pass one that fails. */
export type MachineMaker = (
  core: CoreModule,
  compiled: CompiledScenario,
  observers: ObserverOptions,
) => Machine;

/** Counts the results of a run after its warm-up. */
export interface Counting {
  readonly make: MachineMaker;
  /** Results up to the end of the warm-up. Undefined if no machine has reached it yet. */
  readonly before: () => Measured | undefined;
}

export interface RunOptions {
  readonly core: CoreModule;
  readonly now: () => number;
  /** Called if a scenario has programs. May throw. */
  readonly programTools: () => ProgramTools;
  readonly make?: MachineMaker;
  /** Set for a run with a warm-up. It makes the machines of that run. */
  readonly counting?: Counting;
  readonly keyframeBudgetBytes?: number;
  readonly fineBudgetBytes?: number;
}

export interface Run {
  readonly generation: Generation;
  readonly scenario: Scenario;
  readonly compiled: CompiledScenario;
  readonly shape: MachineShape;
  readonly endCycle: number;
  /** The last cycle that can be simulated: endCycle, or less if the machine failed beyond it. */
  readonly limit: number;
  readonly frontier: Frontier;
  readonly scrub: Scrub;
  /** Addresses of the code and data of its routines. */
  readonly placed: readonly PlacedRoutine[];
  /** Adds the source line of a program that an exception ended. */
  readonly placeFault: (metrics: Metrics) => Metrics;
  readonly counting: Counting | undefined;
  /** Undefined if no thread is a hart. */
  readonly lastTraps: LastTraps | undefined;
}

const KEYFRAME_BUDGET_BYTES = 64 * 2 ** 20;
const FINE_BUDGET_BYTES = 32 * 2 ** 20;
/** Number of events between two reads of the log: a step of a million busy cycles. */
export const EVENT_CAPACITY = 2 ** 16;
/** Number of records between two reads of their log: one step. */
export const LATENCY_CAPACITY = 2 ** 12;
/** Rows of a pipeline window: a few hundred cycles with several rows each. */
const ROW_CAPACITY = 4096;
const SERIES_BUDGET_BYTES = 48 * 2 ** 20;
/** A bin and its share of the pyramid above it. */
const BIN_BYTES = 32;
const FEWEST_BINS = 2 ** 12;
const MOST_BINS = 2 ** 16;
/** Number of bins, equal to the largest number of columns in an answer. */
const SCRUB_BINS = 2 ** 13;
/** Requests the tools if the machine has a program. */
const assembleWith = (programTools: RunOptions["programTools"]): Assemble =>
  Object.assign((...source: Parameters<Assemble>) => programTools().assemble(...source), {
    linked: (base64: string) => programTools().assemble.linked(base64),
  });

/** Throws CoreRefusedError when the machine cannot be built. */
export function createRun(
  scenario: Scenario,
  generation: Generation,
  options: RunOptions,
  limit: number = scenario.runCycles,
): Run {
  const { core, now, programTools, counting } = options;
  const make = (counting ?? options).make ?? createMachine;
  const placed = placeRoutines(scenario, assembleWith(programTools));
  const compiled = compilePlaced(scenario, placed);
  const scrubMachine = make(core, compiled, {
    eventCapacity: EVENT_CAPACITY,
    rowCapacity: ROW_CAPACITY,
    latencyCapacity: LATENCY_CAPACITY,
    binCapacity: SCRUB_BINS,
    binCycles: 2 ** 31,
  });
  const frontierMachine = make(core, compiled, {
    eventCapacity: EVENT_CAPACITY,
    ...frontierBins(scrubMachine.tracks().length, scenario.runCycles),
  });
  const frontier = createFrontier({
    machine: frontierMachine,
    pace: createPace(now),
    keyframeBudgetBytes: options.keyframeBudgetBytes ?? KEYFRAME_BUDGET_BYTES,
  });
  const scrub = createScrub({
    machine: scrubMachine,
    keyframes: frontier.keyframes,
    pace: createPace(now),
    fineBudgetBytes: options.fineBudgetBytes ?? FINE_BUDGET_BYTES,
  });
  return {
    generation,
    scenario,
    counting,
    compiled,
    shape: shapeOf(
      scenario,
      programTextOf(placed, () => programTools().disassemble),
      programMemoryBytes(scenario, placed),
    ),
    endCycle: scenario.runCycles,
    limit,
    frontier,
    scrub,
    placed,
    lastTraps: hasPrograms(scenario)
      ? programTools().createLastTraps({ scenario, scrub, keyframes: frontier.keyframes })
      : undefined,
    placeFault: (metrics) => withFaultPlace(metrics, placed, () => programTools().disassemble),
  };
}

export function shapeOf(scenario: Scenario, programText: ProgramText, programBytes = 0): MachineShape {
  const { machine, software } = scenario;
  return {
    programText,
    programBytes,
    cores: machine.core.cores,
    contexts: contextTotal(machine),
    l2PerCore: machine.memory.l2PerCore,
    nicRings: machine.nics.map((nic) => ringsOf(nic).length),
    lines: linesOf(machine).length,
    devices: byDeviceList(({ list }) => machine[list].length),
    queues: software.queues.length,
    locks: software.locks.length,
    threads: software.threads.length,
  };
}

/** The bin width is a power of two and never has to double, so the grid of the timeline does not move. */
function frontierBins(tracks: number, runCycles: number): { binCapacity: number; binCycles: number } {
  const affordable = 2 ** Math.floor(Math.log2(SERIES_BUDGET_BYTES / (tracks * BIN_BYTES)));
  const binCapacity = Math.min(Math.max(affordable, FEWEST_BINS), MOST_BINS);
  return { binCapacity, binCycles: 2 ** Math.max(0, Math.ceil(Math.log2(runCycles / binCapacity))) };
}

/** Rebuilds the machines after a fault, to run up to the last cycle that was good. */
export function rebuildRun(
  run: Run,
  fault: CoreFaultError,
  options: RunOptions,
): { readonly run: Run; readonly error: EngineError } {
  const cycle = Math.min(fault.cycle, run.limit);
  const rebuilt = createRun(run.scenario, run.generation, options, cycle);
  const { machine } = rebuilt.scrub;
  const good = run.frontier.keyframes.atOrBefore(cycle);
  machine.restore(good.bytes);
  const lastGoodHash = machine.stateHash();
  machine.restore(rebuilt.frontier.keyframes.atOrBefore(0).bytes);
  const error: EngineError = {
    code: "engine-fault",
    message: fault.message,
    cycle,
    lastGoodHash,
    lastGoodCycle: good.cycle,
  };
  return { run: rebuilt, error };
}

/** The machine that runs ahead. It leaves keyframes, stores which kinds of events happened between them, and records
 * the series of the whole run. It never goes back. */
interface Frontier {
  readonly machine: Machine;
  readonly keyframes: Keyframes;
  /** One step towards `until`. */
  readonly advance: (until: number) => void;
}

interface FrontierOptions {
  readonly machine: Machine;
  readonly pace: Pace;
  readonly keyframeBudgetBytes: number;
}

export const KEYFRAME_CYCLES = 250_000;
const ALL_KINDS = 0xffffffff;

function createFrontier({ machine, pace, keyframeBudgetBytes }: FrontierOptions): Frontier {
  const keyframes = createKeyframes({ budgetBytes: keyframeBudgetBytes, spacingCycles: KEYFRAME_CYCLES });
  let readTo = 0;
  keyframes.add(machine.save());

  function noteKinds(): void {
    const events = machine.readEvents(readTo);
    readTo = events.next;
    let kinds = events.lost > 0 ? ALL_KINDS : 0;
    for (const kind of events.kind) kinds |= 1 << kind;
    keyframes.note(kinds);
  }

  return {
    machine,
    keyframes,
    advance: (until) => {
      if (machine.cycle >= until) return;
      pace.step(machine, Math.min(until, keyframes.due()));
      noteKinds();
      if (machine.cycle === keyframes.due()) keyframes.add(machine.save());
    },
  };
}

/** A part of the engine that is loaded later could not be loaded. The message names it. */
export class MissingPartError extends Error {}

export const NO_TOOLS = "the assembler for its program could not be loaded. Can you still reach the server?";
const NO_STUDIES = "a part of the engine could not be loaded. Can you still reach the server?";

/** Returns the studies, or throws a MissingPartError if they are not loaded. */
export function installed<T>(studies: T | undefined): T {
  if (studies === undefined) throw new MissingPartError(NO_STUDIES);
  return studies;
}
