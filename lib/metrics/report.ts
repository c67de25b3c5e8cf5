/** A finished run as one plain record: what `irqscope run --json` prints. */
import type { Marks } from "../../core-wasm/binding/index.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Machine, Scenario } from "../../scenarios/format/schema.ts";
import type { DeviceMetrics, LineMetrics, NicMetrics } from "./devices.ts";
import { type Distribution, type Tallies, together } from "./distributions.ts";
import { type Finding, findingsOf } from "./findings.ts";
import type { CoreMetrics, DirectionMetrics, Metrics, QueueMetrics } from "./metrics.ts";
import { type DEADLINE, type DeadlineOf, deadlinesOf } from "./registry/deadline.ts";
import { type DeviceReports, deviceEntries, METERED_KINDS } from "./registry/deviceKinds.ts";
import { CARD } from "./registry/devices.ts";
import { type PageOnly, reportedOf, type Values } from "./registry/entry.ts";
import { FRAMES, type FrameCounts } from "./registry/frames.ts";
import { type HeldPlace, heldAt } from "./registry/held.ts";
import { MACHINE } from "./registry/machine.ts";
import type { LockMetrics, ThreadMetrics } from "./registry/software.ts";
import { type ToldApart, toldApart } from "./toldApart.ts";
import { megabitPerSecond, secondsOf } from "./units.ts";

type FrameReport<F extends FrameCounts> = Omit<F, PageOnly<typeof FRAMES>>;

export interface DirectionReport extends FrameReport<DirectionMetrics> {
  readonly offeredMbitPerSecond: number;
  /** Bytes of frames without preamble and gap, over the whole run. */
  readonly deliveredMbitPerSecond: number;
}

interface ThreadReport extends Omit<ThreadMetrics, "lockWait"> {
  readonly thread: string;
}

interface QueueReport extends QueueMetrics {
  readonly queue: string;
}

interface CoreReport extends CoreMetrics {
  readonly core: number;
}

interface LockReport extends Omit<LockMetrics, "lastTaken"> {
  readonly lock: string;
}

export interface NicReport extends Omit<NicMetrics, PageOnly<typeof CARD> | "receive" | "send"> {
  readonly nic: string;
  readonly receive: FrameReport<FrameCounts>;
  readonly send: FrameReport<FrameCounts>;
}

interface LineReport extends LineMetrics {
  readonly line: string;
}

/** The greatest fill of a ring, FIFO, queue or stack. */
export interface HeldReport extends Pick<HeldPlace, "kind" | "name" | "ring" | "unit"> {
  readonly maximum: number;
  readonly capacity: number;
}

/** Latencies of a line, priority, card or traffic, or responses of a thread, in cycles. */
export interface LatencyReport
  extends Pick<ToldApart, "by" | "name" | "direction">,
    Omit<Distribution, "buckets"> {}

/** Report for a line or thread that has a deadline. */
interface DeadlineReport extends Values<typeof DEADLINE> {
  readonly of: DeadlineOf;
  readonly name: string;
  /** Cycle in which the longest, and the first missed one, began. null if there was none. */
  readonly longestFrom: number | null;
  readonly firstMissedFrom: number | null;
}

export interface RunReport
  extends DeviceReports,
    Omit<
      Metrics,
      | PageOnly<typeof MACHINE>
      | "receive"
      | "send"
      | "threads"
      | "queues"
      | "cores"
      | "progress"
      | "locks"
      | "deadlock"
      | "devices"
      | "fault"
      | "marks"
      | "fromCycle"
      | "toldApart"
    > {
  readonly scenario: string;
  readonly seed: number;
  readonly clockHertz: number;
  readonly simulatedSeconds: number;
  readonly receive: DirectionReport;
  readonly send: DirectionReport;
  readonly threads: readonly ThreadReport[];
  readonly queues: readonly QueueReport[];
  readonly cores: readonly CoreReport[];
  readonly locks: readonly LockReport[];
  readonly nics: readonly NicReport[];
  readonly lines: readonly LineReport[];
  /** Cycles before the measured part. */
  readonly warmUpCycles: number;
  readonly held: readonly HeldReport[];
  readonly latencies: readonly LatencyReport[];
  readonly deadlines: readonly DeadlineReport[];
  readonly findings: readonly Finding[];
}

export function reportRun(scenario: Scenario, metrics: Metrics): RunReport {
  const { machine } = scenario;
  const { clockHertz } = machine;
  const {
    progress: _,
    deadlock: __,
    fault: ___,
    marks,
    devices,
    fromCycle,
    toldApart: tallies,
    ...rest
  } = metrics;
  const cycles = metrics.cycle - fromCycle;
  const direction = (one: DirectionMetrics): DirectionReport => ({
    offeredMbitPerSecond: megabitPerSecond(one.offeredBytes, cycles, clockHertz),
    deliveredMbitPerSecond: megabitPerSecond(one.deliveredBytes, cycles, clockHertz),
    ...reportedOf(FRAMES, one),
  });
  const nics = devices.nics.map((nic) => ({
    ...reportedOf(CARD, nic),
    receive: reportedOf(FRAMES, nic.receive),
    send: reportedOf(FRAMES, nic.send),
  }));
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    clockHertz,
    simulatedSeconds: secondsOf(cycles, clockHertz),
    ...reportedOf(MACHINE, rest),
    receive: direction(metrics.receive),
    send: direction(metrics.send),
    threads: named("thread", scenario.software.threads, metrics.threads).map(
      ({ lockWait: _, ...thread }) => thread,
    ),
    queues: named("queue", scenario.software.queues, metrics.queues),
    cores: metrics.cores.map((one, core) => ({ core, ...one })),
    locks: named("lock", scenario.software.locks, metrics.locks).map(({ lastTaken: _, ...lock }) => lock),
    nics: named("nic", machine.nics, nics),
    lines: named("line", linesOf(machine), devices.lines),
    ...meteredReports(machine, devices),
    warmUpCycles: fromCycle,
    held: heldReports(scenario, marks),
    latencies: latencyReports(scenario, tallies),
    deadlines: deadlineReports(scenario, marks, tallies),
    findings: findingsOf(scenario, metrics),
  };
}

function heldReports(scenario: Scenario, marks: Marks): readonly HeldReport[] {
  return heldAt(scenario, marks).map(({ place: { kind, name, ring, unit, capacity }, most }) => ({
    kind,
    name,
    ...(ring === undefined ? {} : { ring }),
    unit,
    maximum: most,
    capacity,
  }));
}

/** Latencies without a value are omitted. */
function latencyReports(scenario: Scenario, tallies: Tallies): readonly LatencyReport[] {
  return toldApart(scenario).flatMap(({ by, name, direction, kind, indices }) => {
    const { buckets: _, ...numbers } = together(indices.flatMap((index) => tallies[kind][index] ?? []));
    return numbers.count === 0
      ? []
      : [{ by, name, ...(direction === undefined ? {} : { direction }), ...numbers }];
  });
}

function deadlineReports(scenario: Scenario, marks: Marks, tallies: Tallies): readonly DeadlineReport[] {
  return deadlinesOf(scenario, marks, tallies)
    .filter((one) => one.deadlineCycles > 0)
    .map(({ of, name, missed, count, longestFrom = null, firstMissedFrom = null, ...cycles }) => ({
      of,
      name,
      misses: missed,
      count,
      ...cycles,
      longestFrom,
      firstMissedFrom,
    }));
}

function meteredReports(machine: Machine, devices: DeviceMetrics): DeviceReports {
  const reports = METERED_KINDS.map(({ kind, list }) => {
    const values: readonly Readonly<Record<string, number>>[] = devices[list];
    return [
      list,
      named(
        kind,
        machine[list],
        values.map((one) => reportedOf(deviceEntries(list), one)),
      ),
    ];
  });
  return Object.fromEntries(reports) as DeviceReports;
}

/** Devices and threads of the scenario, with their names. */
function named<K extends string, M extends object>(
  key: K,
  items: readonly { readonly name: string }[],
  counted: readonly M[],
): (M & Record<K, string>)[] {
  return counted.slice(0, items.length).map((one, index) => {
    const name = { [key]: items[index]?.name ?? "" } as Record<K, string>;
    return { ...name, ...one };
  });
}
