/** A finished run as one plain record: what `irqscope run --json` prints. */
import type { Scenario } from "../../scenarios/schema/schema.ts";
import { type Finding, findingsOf } from "./findings.ts";
import type { LockMetrics } from "./locks.ts";
import type { DirectionMetrics, Metrics, ThreadMetrics } from "./metrics.ts";
import { instructionsPerCycle, megabitPerSecond, secondsOf } from "./units.ts";

export interface DirectionReport extends DirectionMetrics {
  readonly offeredMbitPerSecond: number;
  /** Frame bytes without preamble and gap, over the whole run. */
  readonly deliveredMbitPerSecond: number;
}

export interface ThreadReport extends ThreadMetrics {
  readonly thread: string;
}

export interface LockReport extends LockMetrics {
  readonly lock: string;
}

export interface RunReport
  extends Omit<Metrics, "receive" | "send" | "threads" | "progress" | "locks" | "deadlock" | "memory"> {
  readonly scenario: string;
  readonly seed: number;
  readonly clockHertz: number;
  readonly simulatedSeconds: number;
  /** NaN where no layer counted in instructions ran. */
  readonly instructionsPerCycle: number;
  readonly receive: DirectionReport;
  readonly send: DirectionReport;
  readonly threads: readonly ThreadReport[];
  readonly locks: readonly LockReport[];
  readonly findings: readonly Finding[];
}

export function reportRun(scenario: Scenario, metrics: Metrics): RunReport {
  const { clockHertz } = scenario.machine;
  const { progress: _, deadlock: __, memory: ___, ...rest } = metrics;
  const direction = (one: DirectionMetrics): DirectionReport => ({
    offeredMbitPerSecond: megabitPerSecond(one.offeredBytes, metrics.cycle, clockHertz),
    deliveredMbitPerSecond: megabitPerSecond(one.deliveredBytes, metrics.cycle, clockHertz),
    ...one,
  });
  const names = scenario.software.threads.map((thread) => thread.name);
  const threads = metrics.threads.slice(0, names.length);
  const locks = scenario.software.locks.map((lock) => lock.name);
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    clockHertz,
    simulatedSeconds: secondsOf(metrics.cycle, clockHertz),
    instructionsPerCycle: instructionsPerCycle(metrics.instructions, metrics.detailedCycles),
    ...rest,
    receive: direction(metrics.receive),
    send: direction(metrics.send),
    threads: threads.map((thread, index) => ({ thread: names[index] ?? "", ...thread })),
    locks: metrics.locks.slice(0, locks.length).map((lock, index) => ({ lock: locks[index] ?? "", ...lock })),
    findings: findingsOf(
      { threads: names, nics: scenario.machine.nics.map(({ name }) => name), locks },
      metrics,
    ),
  };
}
