/** A machine to the end of its run, and what was measured behind its warm-up. */
import type { Machine } from "../core-wasm/binding/index.ts";
import { measureAgain, measureRun, measureSince } from "../lib/metrics/measure.ts";
import { type Metrics, metricsOf } from "../lib/metrics/metrics.ts";
import type { Scenario } from "../scenarios/format/schema.ts";

export function runMetrics(machine: Machine, scenario: Scenario, warmUpCycles: number): Metrics {
  machine.step(warmUpCycles);
  const before = warmUpCycles > 0 ? measureAgain(machine) : undefined;
  machine.step(scenario.runCycles);
  const measured = before === undefined ? measureRun(machine) : measureSince(before, machine);
  const metrics = metricsOf(machine, measured, scenario.machine);
  if (metrics === undefined) throw new Error("the latencies behind a warm-up are known");
  return metrics;
}
