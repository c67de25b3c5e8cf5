/** Facts about a machine for the stage. They do not change while it runs. Components read this and a MachineView, and
 * neither depends on the scenario's file format. */

import type { SimPolicy, SimTrigger } from "../../../core-wasm/binding/layout.gen.ts";
import { type FlatStep, flattenThread } from "../../../scenarios/compile/flatten.ts";
import { indicesOf } from "../../../scenarios/compile/names.ts";
import { deviceTotal } from "../../../scenarios/devices/kinds.ts";
import { type LineChoice, lineIndex, linesOf } from "../../../scenarios/devices/lines.ts";
import type { Cache, Scenario } from "../../../scenarios/format/schema.ts";
import { describesMemory } from "../../../scenarios/machine/machineFacts.ts";
import { contextPriorities, contextsOf, isInterleaved } from "../../../scenarios/software/contexts.ts";
import { type DeviceFacts, deviceFacts } from "../../devices/kinds.ts";
import type { CacheLevel, Layer } from "../../engine/protocol.ts";
import type { CoreShape } from "../../ui/contextName.ts";

interface LineInfo {
  readonly name: string;
  readonly priority: number;
  readonly trigger: SimTrigger;
  /** Contexts on which the thread that answers may run. Empty if no thread answers. */
  readonly contexts: readonly number[];
}

interface QueueInfo {
  readonly name: string;
  readonly capacity: number;
  /** Layer of the thread that takes from the queue. */
  readonly layer: Layer | undefined;
  /** Threads that take from the queue. */
  readonly takers: readonly number[];
}

interface StepInfo {
  readonly label: string;
  /** Index of the routine it runs, if it runs one. */
  readonly routine: number | undefined;
}

export interface ThreadInfo {
  readonly name: string;
  readonly layer: Layer;
  readonly priority: number;
  /** Contexts on which it may run: one, or all of its core. */
  readonly contexts: readonly number[];
  readonly start: "always" | "line" | "soft";
  /** Budget of one activation. 0 = no limit. */
  readonly budget: number;
  readonly budgetCycles: number;
  /** Cycles of its save if they differ from the machine's. */
  readonly saveCycles?: number | undefined;
  /** Index is the step index of a frame. */
  readonly steps: readonly StepInfo[];
}

interface PipelineInfo {
  /** Names from fetch to write-back. */
  readonly stages: readonly string[];
  /** Index of EX. The stage before it issues. */
  readonly executeStage: number;
  /** Instructions that may issue together. */
  readonly lanes: number;
}

export interface MachineInfo extends DeviceFacts {
  readonly clockHertz: number;
  readonly policy: SimPolicy;
  /** True if contexts share the pipeline cycle by cycle. Each context is then a cpu of its own. */
  readonly interleaved: boolean;
  readonly cores: CoreShape;
  readonly pipeline: PipelineInfo;
  readonly contextPriorities: readonly (number | undefined)[];
  /** Index is sim_entry_step. [0] and [1] (none, drain) are not used. 0 = the machine omits the step. */
  readonly entryCycles: readonly number[];
  /** Amount and unit of a software save. Undefined if no activity of this machine ever pays it. */
  readonly save:
    | { readonly amount: number; readonly unit: "cycles" | "words"; readonly overlapsEntry?: boolean }
    | undefined;
  readonly lines: readonly LineInfo[];
  readonly memory: MemoryFacts;
  /** Set if permanent threads share a context. `slices` is true if they take turns by time slices. */
  readonly scheduler: { readonly slices: boolean } | undefined;
  /** Scenario for details that the user requests. */
  readonly described: Scenario;
  /** Names. */
  readonly locks: readonly string[];
  readonly queues: readonly QueueInfo[];
  readonly threads: readonly ThreadInfo[];
  readonly routines: readonly { readonly name: string; readonly unit: "cycles" | "instructions" }[];
  /** DMA takes bus cycles from the CPU. */
  readonly dmaStealsCycles: boolean;
  /** Bytes that one burst moves. Undefined if data moves in no time. */
  readonly burstBytes: number | undefined;
  readonly sends: boolean;
}

export function machineInfo(scenario: Scenario): MachineInfo {
  const { machine, software, traffic } = scenario;
  const { entry, saveRestore } = machine.interrupts;
  const { policy, pipeline, cores, contexts, issueWidth } = machine.core;
  const interleaved = isInterleaved(machine);
  const indices = indicesOf(scenario);
  const flat = software.threads.map((thread) => flattenThread(thread.steps, indices));
  const threads = software.threads.map((thread, index) => ({
    name: thread.name,
    layer: thread.layer,
    priority: thread.priority,
    contexts: contextsOf(scenario, thread),
    start: thread.start.on,
    budget: thread.budget,
    budgetCycles: thread.budgetCycles,
    saveCycles: thread.saveCycles,
    steps: (flat[index] ?? []).map(stepFacts),
  }));
  const save =
    saveRestore.kind === "cycles"
      ? {
          amount: saveRestore.saveCycles,
          unit: "cycles" as const,
          ...(saveRestore.overlapsEntry && { overlapsEntry: true }),
        }
      : { amount: saveRestore.saveWords, unit: "words" as const };
  const { dma } = machine.bus;
  return {
    clockHertz: machine.clockHertz,
    policy,
    interleaved,
    cores: { cores, contexts },
    pipeline: {
      stages: pipeline.stages,
      executeStage: pipeline.stages.indexOf(pipeline.executeStage),
      lanes: interleaved ? issueWidth : 1,
    },
    contextPriorities: contextPriorities(scenario),
    entryCycles: [
      0,
      0,
      entry.pushSrCycles,
      entry.clearEnableCycles,
      entry.pushPcCycles,
      entry.vectorAcknowledgeCycles,
      entry.vectorAddressCycles,
      entry.loadPcCycles,
    ],
    save: save.amount > 0 && saves(scenario, threads) ? save : undefined,
    ...deviceFacts(scenario),
    lines: lineFacts(scenario, threads),
    memory: memoryFacts(scenario),
    scheduler: schedulerFacts(scenario),
    described: scenario,
    locks: software.locks.map(({ name }) => name),
    queues: software.queues.map(({ name, capacity }, index) => {
      const takers = threads.flatMap((_, thread) =>
        flat[thread]?.some((step) => step.op === "take" && step.index === index) ? [thread] : [],
      );
      return { name, capacity, layer: threads[takers[0] ?? -1]?.layer, takers };
    }),
    threads,
    routines: software.routines.map((routine) => ({
      name: routine.name,
      unit: routine.kind === "cycles" ? ("cycles" as const) : ("instructions" as const),
    })),
    dmaStealsCycles: dma !== "instant",
    burstBytes: dma === "instant" ? undefined : dma.bytesPerBeat * dma.beatsPerBurst,
    sends:
      traffic.some((source) => source.send !== undefined) ||
      flat.some((steps) => steps.some((step) => step.op === "give-frame")),
  };
}

function schedulerFacts({ software }: Scenario): MachineInfo["scheduler"] {
  const { policy } = software.scheduler;
  return policy === "none" ? undefined : { slices: policy === "round-robin" };
}

function lineFacts({ machine, software }: Scenario, threads: readonly ThreadInfo[]): readonly LineInfo[] {
  const answers = ({ start }: { readonly start: { readonly on: string } & LineChoice }, line: number) =>
    start.on === "line" && lineIndex(machine, start) === line;
  return linesOf(machine).map(({ name, priority, trigger }, line) => ({
    name,
    priority,
    trigger,
    contexts: threads[software.threads.findIndex((thread) => answers(thread, line))]?.contexts ?? [],
  }));
}

/** Two activities can only meet in one context when two threads run there. */
function saves(scenario: Scenario, threads: readonly ThreadInfo[]): boolean {
  const contexts = threads.flatMap((thread) => thread.contexts);
  if (new Set(contexts).size < contexts.length) return true;
  return (
    scenario.machine.interrupts.systemCallSavesFrame &&
    scenario.software.threads.some((thread) => thread.start.on === "soft" && thread.start.systemCall)
  );
}

function stepFacts(step: FlatStep): StepInfo {
  return { label: step.label, routine: step.op === "exec" ? step.index : undefined };
}

/** Facts about caches, TLB and predictor that do not change while a machine runs. */
export interface CacheFacts {
  readonly level: CacheLevel;
  readonly sizeBytes: number;
  readonly ways: number;
  readonly sets: number;
  readonly pinnedWays: readonly number[];
  /** Greatest number of pinned lines in a set, for a cache that pins lines instead of ways. */
  readonly pinnedLines: number;
  /** Lines are pinned in the sets below this number. */
  readonly pinnedSets: number;
  /** Each of several cores has one. */
  readonly isPrivate: boolean;
  /** Routines that fill them. */
  readonly pinnedFor: readonly string[];
  /** True if there are such routines, but no cache of the machine keeps anything for them. Set only at the last level.
   */
  readonly pinsNothing: boolean;
}

export interface MemoryFacts {
  /** Caches by level. Omits levels that the machine lacks. */
  readonly caches: readonly CacheFacts[];
  /** Entries for each core. 0 = none. */
  readonly storeBufferEntries: number;
  readonly tlbEntries: number;
  readonly predictorCounters: number;
  /** True if requests queue for the bus. Their waiting time is then part of the miss and accounted as such. */
  readonly queues: boolean;
}

function memoryFacts({ machine, software }: Scenario): MemoryFacts {
  const { memory, core } = machine;
  const { predictor } = core;
  const pinnedFor = pinnedRoutines(software);
  const of = (level: CacheLevel): readonly CacheFacts[] => {
    const cache = memory[level];
    const isPrivate = core.cores > 1 && (level !== "l2" || memory.l2PerCore);
    return cache === undefined ? [] : [{ ...cacheFacts(level, cache, pinnedFor), isPrivate }];
  };
  const caches = [...of("l1i"), ...of("l1d"), ...of("l2")];
  const isIdle =
    pinnedFor.length > 0 && caches.every((one) => one.pinnedWays.length === 0 && one.pinnedLines === 0);
  return {
    caches: caches.map((one) => ({ ...one, pinsNothing: isIdle && one === caches.at(-1) })),
    storeBufferEntries: memory.storeBufferEntries,
    tlbEntries: memory.tlb?.entries ?? 0,
    predictorCounters: predictor.kind === "bimodal" ? predictor.counters : 0,
    queues: describesMemory(machine),
  };
}

export function pinnedRoutines({ routines }: Scenario["software"]): readonly string[] {
  return routines
    .filter((routine) => (routine.kind === "program" ? routine.pinned : routine.data.pinned))
    .map(({ name }) => name);
}

function cacheFacts(
  level: CacheLevel,
  cache: Cache,
  pinnedFor: readonly string[],
): Omit<CacheFacts, "isPrivate"> {
  const { sizeBytes, ways, lineBytes, pinnedWays, pinnedLines, pinnedSets } = cache;
  const sets = sizeBytes / ways / lineBytes;
  return {
    level,
    sizeBytes,
    ways,
    sets,
    pinnedWays: [...new Set(pinnedWays)].sort((a, b) => a - b),
    pinnedLines,
    pinnedSets: pinnedSets === "all" ? sets : pinnedSets,
    pinnedFor,
    pinsNothing: false,
  };
}

/** True if neither a device nor a thread requests an interrupt. */
export function hasNoDevice(facts: MachineInfo): boolean {
  return (
    deviceTotal(facts) + facts.lines.length === 0 && facts.threads.every(({ start }) => start !== "soft")
  );
}
