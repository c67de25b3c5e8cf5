/** A finished run as one plain record: what `irqscope run --json` prints. */
import type { Scenario } from "../../scenarios/schema/schema.ts";
import type { DirectionMetrics, Metrics, ThreadMetrics } from "./metrics.ts";
import { type Starved, starvedThreads } from "./starvation.ts";
import { instructionsPerCycle, megabitPerSecond, secondsOf } from "./units.ts";

export interface DirectionReport extends DirectionMetrics {
  readonly offeredMbitPerSecond: number;
  /** Frame bytes without preamble and gap, over the whole run. */
  readonly deliveredMbitPerSecond: number;
}

export interface ThreadReport extends ThreadMetrics {
  readonly thread: string;
}

export interface RunReport extends Omit<Metrics, "receive" | "send" | "threads"> {
  readonly scenario: string;
  readonly seed: number;
  readonly clockHertz: number;
  readonly simulatedSeconds: number;
  /** NaN where no layer counted in instructions ran. */
  readonly instructionsPerCycle: number;
  readonly receive: DirectionReport;
  readonly send: DirectionReport;
  readonly threads: readonly ThreadReport[];
  readonly starved: readonly Starved[];
}

export function reportRun(scenario: Scenario, metrics: Metrics): RunReport {
  const { clockHertz } = scenario.machine;
  const direction = (one: DirectionMetrics): DirectionReport => ({
    offeredMbitPerSecond: megabitPerSecond(one.offeredBytes, metrics.cycle, clockHertz),
    deliveredMbitPerSecond: megabitPerSecond(one.deliveredBytes, metrics.cycle, clockHertz),
    ...one,
  });
  const names = scenario.software.threads.map((thread) => thread.name);
  const threads = metrics.threads.slice(0, names.length);
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    clockHertz,
    simulatedSeconds: secondsOf(metrics.cycle, clockHertz),
    instructionsPerCycle: instructionsPerCycle(metrics.instructions, metrics.detailedCycles),
    ...metrics,
    receive: direction(metrics.receive),
    send: direction(metrics.send),
    threads: threads.map((thread, index) => ({ thread: names[index] ?? "", ...thread })),
    starved: starvedThreads(names, threads, metrics.cycle),
  };
}
