/** What a machine did up to its present cycle, as plain data for page, command and files. */

import {
  type Bucket,
  type Distribution as CoreDistribution,
  type Counters,
  cyclesBy,
  type Machine,
  mean,
  type PartSummary,
  percentile,
  type SimCause,
  type SimDirection,
  type SimDropCause,
  type SimLayer,
  sim_cause_names,
  sim_layer_names,
} from "../../core-wasm/binding/index.ts";
import type { Machine as Hardware } from "../../scenarios/format/schema.ts";
import { contextTotal, cpuTotal } from "../../scenarios/software/contexts.ts";
import { countedSoFar } from "./counted.ts";
import { type DeviceMetrics, type FrameCounts, framesTogether, readDevices } from "./devices.ts";
import { type ProgramFault, readFault } from "./faults.ts";
import { type DeadlockRing, type LockMetrics, readDeadlock, readLocks } from "./locks.ts";
import { type MemoryMetrics, readMemory } from "./memory.ts";
import { readThreads, type ThreadMetrics } from "./threads.ts";

/** All in cycles; NaN when `count` is 0. */
export interface Distribution {
  readonly count: number;
  readonly mean: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  /** Non-empty ones only, in rising order. */
  readonly buckets: readonly Bucket[];
}

/** Mean length of one part of a latency; the parts add up to the mean of the whole. */
export interface PartMean {
  readonly part: string;
  readonly meanCycles: number;
}

export interface DropCount {
  readonly cause: SimDropCause;
  readonly count: number;
}

/** All NICs together. */
export interface DirectionMetrics extends FrameCounts {
  /** Of delivered packets: arrival to delivery. */
  readonly latency: Distribution;
  readonly parts: readonly PartMean[];
}

export interface LayerCycles {
  readonly layer: SimLayer;
  /** Cycles in which it ran, all contexts. */
  readonly cycles: number;
  /** Of these, lost to load-use, branch, multiply, memory, bus and misses. */
  readonly stallCycles: number;
}

/** One non-zero entry of the bill. */
export interface BilledCycles {
  readonly context: number;
  readonly layer: SimLayer;
  readonly cause: SimCause;
  readonly cycles: number;
}

/** Of a queue between threads. */
export interface QueueMetrics {
  /** Packets. */
  readonly taken: number;
  /** Frames that found it full. */
  readonly dropped: number;
}

export interface CoreMetrics {
  readonly instructions: number;
  /** Cycles in which layers counted in instructions ran on it. */
  readonly detailedCycles: number;
}

/** What became of the frames that a NIC received. */
export interface NicProgress {
  /** Since the last delivery (or the begin): its time, and what happened after it. */
  readonly undelivered: {
    readonly deliveredAt: number;
    readonly offered: number;
    /** Frames that software took. */
    readonly taken: number;
    /** Of its own lines. */
    readonly interrupts: number;
  };
  /** Since then software lost more frames than it delivered; so many. */
  readonly wasteful:
    | { readonly since: number; readonly wasted: number; readonly delivered: number }
    | undefined;
  /** Times at which frames waited in a ring and nothing under way would have taken them. */
  readonly lostWakeUps: number;
  /** Such a time lasts since then. */
  readonly forgottenSince: number | undefined;
  /** Of those that are over. */
  readonly longestForgotten: { readonly fromCycle: number; readonly cycles: number };
}

export interface Metrics {
  readonly cycle: number;
  readonly stateHash: string;
  readonly instructions: number;
  /** Cycles in which layers counted in instructions ran: IPC = instructions / detailedCycles. */
  readonly detailedCycles: number;
  readonly interrupts: number;
  readonly softInterrupts: number;
  /** Raises beyond what can be pending. */
  readonly softLost: number;
  readonly contextSwitches: number;
  readonly saves: number;
  readonly restores: number;
  /** Of the scheduler that cost something, all cpus. */
  readonly ticks: number;
  /** Bus cycles of DMA. */
  readonly dmaCycles: number;
  readonly receive: DirectionMetrics;
  readonly send: DirectionMetrics;
  /** Line asserted to acknowledged. */
  readonly interruptLatency: Distribution;
  readonly interruptParts: readonly PartMean[];
  /** Layers that ran at all. */
  readonly cyclesByLayer: readonly LayerCycles[];
  /** Where contexts share the pipeline: cycles in which one could issue and another was chosen. */
  readonly readyCycles: number;
  /** Of all cpus, cycles in which nothing ran. With these and the layers' cycles: cycles x cpus. */
  readonly idleCycles: number;
  /** As many as the core has records for. */
  readonly threads: readonly ThreadMetrics[];
  /** As many as the core has records for. */
  readonly queues: readonly QueueMetrics[];
  readonly cores: readonly CoreMetrics[];
  /** As many as the core has records for. */
  readonly locks: readonly LockMetrics[];
  readonly memory: MemoryMetrics;
  readonly devices: DeviceMetrics;
  /** Programs that ended by an exception. */
  readonly programFaults: number;
  readonly fault: ProgramFault | undefined;
  readonly deadlock: DeadlockRing | undefined;
  /** By NIC, as many as the core has records for. */
  readonly progress: readonly NicProgress[];
  /** Every context's cycles, entirely; they sum to cycles x contexts. */
  readonly cyclesBy: readonly BilledCycles[];
}

/** Contexts that run one at a time are one cpu, so a machine may have fewer cpus than contexts. */
export function readMetrics(machine: Machine, hardware: Hardware): Metrics {
  const contextCount = contextTotal(hardware);
  const cpuCount = cpuTotal(hardware);
  const counters = countedSoFar(machine);
  const ringCounts = hardware.nics.map(({ moreRings }) => 1 + moreRings.length);
  const devices = readDevices(counters, ringCounts);
  const billed = readBill(counters, contextCount);
  const cyclesByLayer = layersOf(billed);
  const ran = cyclesByLayer.reduce((sum, { cycles }) => sum + cycles, 0);
  const readyCycles = cpuCount === contextCount ? readyOf(billed) : 0;
  return {
    cycle: machine.cycle,
    stateHash: machine.stateHash(),
    instructions: counters.instructions,
    detailedCycles: counters.detailed_cycles,
    interrupts: counters.interrupts,
    softInterrupts: counters.soft_interrupts,
    softLost: counters.soft_lost,
    contextSwitches: counters.context_switches,
    saves: counters.saves,
    restores: counters.restores,
    ticks: counters.ticks,
    dmaCycles: counters.nics.reduce((sum, nic) => sum + nic.dma_cycles, 0),
    receive: readDirection(machine, devices, "receive"),
    send: readDirection(machine, devices, "send"),
    interruptLatency: summary(machine.interruptHistogram()),
    interruptParts: partMeans(machine.interruptParts()),
    cyclesByLayer,
    readyCycles,
    idleCycles: machine.cycle * cpuCount - ran - readyCycles,
    threads: readThreads(counters, machine.cycle),
    queues: readQueues(counters),
    cores: readCores(counters, hardware.core.cores, contextCount),
    locks: readLocks(counters, machine.cycle),
    memory: readMemory(counters),
    devices,
    programFaults: counters.program_faults,
    fault: readFault(counters),
    deadlock: readDeadlock(counters),
    progress: readProgress(counters, machine.cycle),
    cyclesBy: billed,
  };
}

function readQueues({ queue_taken, queue_dropped }: Counters): QueueMetrics[] {
  return queue_taken.map((taken, queue) => ({ taken, dropped: queue_dropped[queue] ?? 0 }));
}

/** Contexts are numbered core after core. */
function readCores(counters: Counters, coreCount: number, contextCount: number): CoreMetrics[] {
  const { instructions_by, detailed_by } = counters;
  const contexts = contextCount / coreCount;
  return Array.from({ length: coreCount }, (_, core) => ({
    instructions: instructions_by
      .slice(core * contexts, (core + 1) * contexts)
      .reduce((sum, count) => sum + count, 0),
    detailedCycles: detailed_by[core] ?? 0,
  }));
}

function readProgress(counters: Counters, cycle: number): NicProgress[] {
  return counters.health.map((health, nic) => ({
    undelivered: {
      deliveredAt: health.delivered_at,
      offered: (counters.nics[nic]?.rx_offered ?? 0) - health.offered_before,
      taken: health.taken_undelivered,
      interrupts: health.interrupts_undelivered,
    },
    wasteful:
      health.wasteful_since <= cycle
        ? { since: health.wasteful_since, wasted: health.wasted, delivered: health.delivered }
        : undefined,
    lostWakeUps: health.lost_wake_ups,
    forgottenSince: health.forgotten_since <= cycle ? health.forgotten_since : undefined,
    longestForgotten: { fromCycle: health.forgotten_from, cycles: health.forgotten_longest },
  }));
}

function readDirection(machine: Machine, { nics }: DeviceMetrics, direction: SimDirection): DirectionMetrics {
  return {
    ...framesTogether(nics.map((nic) => nic[direction])),
    latency: summary(machine.packetHistogram(direction)),
    parts: partMeans(machine.packetParts(direction)),
  };
}

export function readDistributions(
  machine: Machine,
): Readonly<Record<SimDirection | "interrupt", Distribution>> {
  return {
    receive: summary(machine.packetHistogram("receive")),
    send: summary(machine.packetHistogram("send")),
    interrupt: summary(machine.interruptHistogram()),
  };
}

export function readParts(
  machine: Machine,
): Readonly<Record<SimDirection | "interrupt", readonly PartMean[]>> {
  return {
    receive: partMeans(machine.packetParts("receive")),
    send: partMeans(machine.packetParts("send")),
    interrupt: partMeans(machine.interruptParts()),
  };
}

function summary(distribution: CoreDistribution): Distribution {
  const { count, minimum, maximum, buckets } = distribution;
  const isEmpty = count === 0;
  return {
    count,
    mean: mean(distribution),
    minimum: isEmpty ? Number.NaN : minimum,
    maximum: isEmpty ? Number.NaN : maximum,
    p50: percentile(distribution, 0.5),
    p90: percentile(distribution, 0.9),
    p99: percentile(distribution, 0.99),
    p999: percentile(distribution, 0.999),
    buckets,
  };
}

function partMeans(parts: readonly PartSummary<string>[]): PartMean[] {
  return parts.map(({ part, summary: whole }) => ({ part, meanCycles: mean(whole) }));
}

function readBill(counters: Counters, contextCount: number): BilledCycles[] {
  const bill: BilledCycles[] = [];
  for (let context = 0; context < contextCount; context++) {
    sim_layer_names.forEach((layer, layerIndex) => {
      sim_cause_names.forEach((cause, causeIndex) => {
        const cycles = cyclesBy(counters, context, layerIndex, causeIndex);
        if (cycles > 0) bill.push({ context, layer, cause, cycles });
      });
    });
  }
  return bill;
}

/** In these the context does not run. */
const IDLE_CAUSES: ReadonlySet<SimCause> = new Set<SimCause>(["ready", "waiting"]);
const STALL_CAUSES: ReadonlySet<SimCause> = new Set<SimCause>([
  "load-use",
  "operand",
  "branch",
  "multiply",
  "memory",
  "bus",
  "fetch-miss",
  "data-miss",
]);

function readyOf(bill: readonly BilledCycles[]): number {
  return bill.reduce((sum, { cause, cycles }) => (cause === "ready" ? sum + cycles : sum), 0);
}

function layersOf(bill: readonly BilledCycles[]): LayerCycles[] {
  return sim_layer_names.flatMap((layer) => {
    const ran = bill.filter((entry) => entry.layer === layer && !IDLE_CAUSES.has(entry.cause));
    const sum = (entries: readonly BilledCycles[]) => entries.reduce((all, { cycles }) => all + cycles, 0);
    const cycles = sum(ran);
    const stallCycles = sum(ran.filter(({ cause }) => STALL_CAUSES.has(cause)));
    return cycles === 0 ? [] : [{ layer, cycles, stallCycles }];
  });
}
