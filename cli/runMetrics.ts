/** Runs a machine to its end, measures it after its warm-up, and reads the metrics that `--show` names. */

import type { Machine } from "../core-wasm/binding/index.ts";
import { type Measured, measureAgain, measureRun } from "../lib/metrics/measure.ts";
import type { Metrics } from "../lib/metrics/metrics.ts";
import { framesOf } from "../lib/metrics/registry/frames.ts";
import { knownMetrics, measureSince } from "../lib/metrics/since.ts";
import { type Column, columnName, readColumn } from "../lib/sweep/column.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { InputError, shortened } from "./command.ts";

export function runMetrics(machine: Machine, scenario: Scenario, warmUpCycles: number): Metrics {
  return measured(machine, scenario, warmUpCycles).metrics;
}

interface MeasuredRun {
  readonly metrics: Metrics;
  readonly measured: Measured;
  /** Frames of both directions in the machine at the end of the warm-up. They count when they leave. */
  readonly framesInside: number;
}

export function measured(machine: Machine, scenario: Scenario, warmUpCycles: number): MeasuredRun {
  machine.step(warmUpCycles);
  const before = warmUpCycles > 0 ? measureAgain(machine) : undefined;
  machine.step(scenario.runCycles);
  const since = before === undefined ? measureRun(machine) : measureSince(before, machine);
  const metrics = knownMetrics(machine, since, scenario.machine);
  return { metrics, measured: since, framesInside: before === undefined ? 0 : framesInside(before) };
}

/** Frames of both directions in the machine. */
export function framesInside({ counters }: Measured): number {
  return framesOf(counters.nics, "receive").inFlight + framesOf(counters.nics, "send").inFlight;
}

/** Name for a part of `--show METRIC` in errors. */
const SHOWN_CHARACTERS = 200;

/** Throws if a text is not a metric of the scenario, or occurs twice. */
export function askedColumns(scenario: Scenario, texts: readonly string[]): readonly Column[] {
  const asked = new Map<string, string>();
  return texts.map((text) => {
    const refused = (reason: string) =>
      new InputError({
        ...{ subject: "--show", field: shortened(text, SHOWN_CHARACTERS) },
        reason: shortened(reason, SHOWN_CHARACTERS),
      });
    const read = readColumn(scenario, text);
    if (!read.ok) throw refused(read.message);
    const name = columnName(read.column);
    const before = asked.get(name);
    if (before !== undefined)
      throw refused(before === text ? "is listed twice" : `is listed twice, as "${before}", too`);
    asked.set(name, text);
    return read.column;
  });
}
