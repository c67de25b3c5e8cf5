/** The results of a machine up to its current cycle, as plain data for page, command and files. */

import type { Counters, Marks, Results, SimDirection } from "../../core-wasm/binding/index.ts";
import type { Machine as Hardware } from "../../scenarios/format/schema.ts";
import { contextTotal } from "../../scenarios/software/contexts.ts";
import { type DeviceMetrics, readDevices } from "./devices.ts";
import type { Distribution, PartMean, Tallies } from "./distributions.ts";
import { type AllMeasured, type Measured, measureRun } from "./measure.ts";
import { type Run, type Values, valuesOf } from "./registry/entry.ts";
import { type FrameCounts, readFrames } from "./registry/frames.ts";
import { MACHINE, PROGRAMS, type ProgramFault, readFault } from "./registry/machine.ts";
import { type MemoryMetrics, readMemory } from "./registry/memory.ts";
import {
  type AccountedCycles,
  CORE,
  coreCounters,
  idleCycles,
  type LayerCycles,
  layersOf,
  readAccounts,
  readyCycles,
} from "./registry/processor.ts";
import {
  type DeadlockRing,
  type LockMetrics,
  QUEUE,
  readDeadlock,
  readLocks,
  readThreads,
  type ThreadMetrics,
} from "./registry/software.ts";

/** All NICs together. */
export interface DirectionMetrics extends FrameCounts {
  /** Latency of delivered packets, from arrival to delivery. */
  readonly latency: Distribution;
  readonly parts: readonly PartMean[];
}

export type QueueMetrics = Values<typeof QUEUE>;
export type CoreMetrics = Values<typeof CORE>;

/** Progress of the frames that a NIC received. */
export interface NicProgress {
  /** The time since the last delivery (or the start), and the events in it. */
  readonly undelivered: {
    readonly deliveredAt: number;
    readonly offered: number;
    /** Frames that software took. */
    readonly taken: number;
    /** Interrupts of the NIC's own lines. */
    readonly interrupts: number;
  };
  /** Since this cycle, software has lost more frames than it delivered. Contains both counts. */
  readonly wasteful:
    | { readonly since: number; readonly wasted: number; readonly delivered: number }
    | undefined;
  /** Periods in which frames waited in a ring and no pending work would have taken them. */
  readonly lostWakeUps: number;
  /** Start of a period that lasts to the end. */
  readonly forgottenSince: number | undefined;
  /** The longest finished period. */
  readonly longestForgotten: { readonly fromCycle: number; readonly cycles: number };
}

export interface Metrics extends Values<typeof MACHINE>, Values<typeof PROGRAMS> {
  readonly cycle: number;
  /** First measured cycle, after the warm-up. */
  readonly fromCycle: number;
  readonly stateHash: string;
  readonly receive: DirectionMetrics;
  readonly send: DirectionMetrics;
  /** From the assertion of a line to its acknowledge. */
  readonly interruptLatency: Distribution;
  readonly interruptParts: readonly PartMean[];
  /** Layers that ran at least once. */
  readonly cyclesByLayer: readonly LayerCycles[];
  /** Only if contexts share the pipeline: cycles in which a context could issue and another one was chosen. */
  readonly readyCycles: number;
  /** Cycles of all cpus in which nothing ran. Together with readyCycles and the cycles of layers, the sum is cycles x
   * cpus. */
  readonly idleCycles: number;
  /** Up to the number of records in the core. */
  readonly threads: readonly ThreadMetrics[];
  /** Up to the number of records in the core. */
  readonly queues: readonly QueueMetrics[];
  readonly cores: readonly CoreMetrics[];
  /** Up to the number of records in the core. */
  readonly locks: readonly LockMetrics[];
  readonly memory: MemoryMetrics;
  readonly devices: DeviceMetrics;
  readonly marks: Marks;
  /** Latencies by the core's tallies. */
  readonly toldApart: Tallies;
  readonly fault: ProgramFault | undefined;
  readonly deadlock: DeadlockRing | undefined;
  /** Indexed by NIC, up to the number of records in the core. */
  readonly progress: readonly NicProgress[];
  /** All cycles of every context. The sum is cycles x contexts. */
  readonly cyclesBy: readonly AccountedCycles[];
}

type Known = Run & AllMeasured;

/** Metrics of the whole run so far. */
export function readMetrics(machine: Results, hardware: Hardware): Metrics {
  return allOf(machine, { ...measureRun(machine), machine: hardware });
}

/** Undefined if the latest measurement of this machine has no latencies. */
export function metricsOf(machine: Results, measured: Measured, hardware: Hardware): Metrics | undefined {
  const { latency, parts, marks, tallies } = measured;
  if (latency === undefined || parts === undefined || marks === undefined || tallies === undefined)
    return undefined;
  return allOf(machine, { ...measured, latency, parts, marks, tallies, machine: hardware });
}

function allOf(machine: Results, run: Known): Metrics {
  const { counters, cycles, machine: hardware } = run;
  const accounts = readAccounts(counters, contextTotal(hardware));
  const cyclesByLayer = layersOf(accounts);
  return {
    cycle: machine.cycle,
    fromCycle: machine.cycle - cycles,
    stateHash: machine.stateHash(),
    ...valuesOf(MACHINE, counters, run),
    receive: readDirection(run, "receive"),
    send: readDirection(run, "send"),
    interruptLatency: run.latency.interrupt,
    interruptParts: run.parts.interrupt,
    cyclesByLayer,
    readyCycles: readyCycles(run),
    idleCycles: idleCycles(run),
    threads: readThreads(run),
    queues: readQueues(run),
    cores: readCores(run),
    locks: readLocks(run),
    memory: readMemory(run),
    devices: readDevices(run),
    marks: run.marks,
    toldApart: run.tallies,
    ...valuesOf(PROGRAMS, counters, run),
    fault: readFault(counters),
    deadlock: readDeadlock(counters),
    progress: readProgress(counters, machine.cycle),
    cyclesBy: accounts,
  };
}

function readQueues(run: Run): QueueMetrics[] {
  const { queue_taken, queue_dropped } = run.counters;
  return queue_taken.map((taken, queue) =>
    valuesOf(QUEUE, { taken, dropped: queue_dropped[queue] ?? 0 }, run),
  );
}

function readCores(run: Run): CoreMetrics[] {
  const { counters, machine } = run;
  return Array.from({ length: machine.core.cores }, (_, core) =>
    valuesOf(CORE, coreCounters(counters, machine, core), run),
  );
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

function readDirection(run: Known, direction: SimDirection): DirectionMetrics {
  return {
    ...readFrames(run, run.counters.nics, direction),
    latency: run.latency[direction],
    parts: run.parts[direction],
  };
}
