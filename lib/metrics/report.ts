/** A finished run as one plain record: what `irqscope run --json` prints. */
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Machine, Scenario } from "../../scenarios/format/schema.ts";
import type { DeviceMetrics, FrameCounts, LineMetrics, NicMetrics } from "./devices.ts";
import { type Finding, findingsOf } from "./findings.ts";
import type { LockMetrics } from "./locks.ts";
import type { CoreMetrics, DirectionMetrics, Metrics, QueueMetrics } from "./metrics.ts";
import { type DeviceReports, deviceEntries, METERED_KINDS } from "./registry/deviceKinds.ts";
import { CARD } from "./registry/devices.ts";
import { type PageOnly, reportedOf } from "./registry/entry.ts";
import { FRAMES } from "./registry/frames.ts";
import { MACHINE } from "./registry/machine.ts";
import type { ThreadMetrics } from "./threads.ts";
import { megabitPerSecond, secondsOf } from "./units.ts";

type FrameReport<F extends FrameCounts> = Omit<F, PageOnly<typeof FRAMES>>;

export interface DirectionReport extends FrameReport<DirectionMetrics> {
  readonly offeredMbitPerSecond: number;
  /** Frame bytes without preamble and gap, over the whole run. */
  readonly deliveredMbitPerSecond: number;
}

export interface ThreadReport extends Omit<ThreadMetrics, "lockWait"> {
  readonly thread: string;
}

export interface QueueReport extends QueueMetrics {
  readonly queue: string;
}

export interface CoreReport extends CoreMetrics {
  readonly core: number;
}

export interface LockReport extends Omit<LockMetrics, "lastTaken"> {
  readonly lock: string;
}

export interface NicReport extends Omit<NicMetrics, PageOnly<typeof CARD> | "receive" | "send"> {
  readonly nic: string;
  readonly receive: FrameReport<FrameCounts>;
  readonly send: FrameReport<FrameCounts>;
}

export interface LineReport extends LineMetrics {
  readonly line: string;
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
  readonly findings: readonly Finding[];
}

export function reportRun(scenario: Scenario, metrics: Metrics): RunReport {
  const { machine } = scenario;
  const { clockHertz } = machine;
  const { progress: _, deadlock: __, fault: ___, devices, ...rest } = metrics;
  const direction = (one: DirectionMetrics): DirectionReport => ({
    offeredMbitPerSecond: megabitPerSecond(one.offeredBytes, metrics.cycle, clockHertz),
    deliveredMbitPerSecond: megabitPerSecond(one.deliveredBytes, metrics.cycle, clockHertz),
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
    simulatedSeconds: secondsOf(metrics.cycle, clockHertz),
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
    findings: findingsOf(scenario, metrics),
  };
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
