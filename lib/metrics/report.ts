/** A finished run as one plain record: what `irqscope run --json` prints. */
import type { Scenario } from "../../scenarios/schema/schema.ts";
import type { DirectionMetrics, Metrics } from "./metrics.ts";
import { instructionsPerCycle, megabitPerSecond, secondsOf } from "./units.ts";

export interface DirectionReport extends DirectionMetrics {
  readonly offeredMbitPerSecond: number;
  /** Frame bytes without preamble and gap, over the whole run. */
  readonly deliveredMbitPerSecond: number;
}

export interface RunReport extends Omit<Metrics, "receive" | "send"> {
  readonly scenario: string;
  readonly seed: number;
  readonly clockHertz: number;
  readonly simulatedSeconds: number;
  /** NaN where no layer counted in instructions ran. */
  readonly instructionsPerCycle: number;
  readonly receive: DirectionReport;
  readonly send: DirectionReport;
}

export function reportRun(scenario: Scenario, metrics: Metrics): RunReport {
  const { clockHertz } = scenario.machine;
  const direction = (one: DirectionMetrics): DirectionReport => ({
    offeredMbitPerSecond: megabitPerSecond(one.offeredBytes, metrics.cycle, clockHertz),
    deliveredMbitPerSecond: megabitPerSecond(one.deliveredBytes, metrics.cycle, clockHertz),
    ...one,
  });
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    clockHertz,
    simulatedSeconds: secondsOf(metrics.cycle, clockHertz),
    instructionsPerCycle: instructionsPerCycle(metrics.instructions, metrics.detailedCycles),
    ...metrics,
    receive: direction(metrics.receive),
    send: direction(metrics.send),
  };
}
