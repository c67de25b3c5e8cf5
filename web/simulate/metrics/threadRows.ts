/** Which threads and locks the metrics panel has a row for. */
import type { SimLayer } from "../../../core-wasm/binding/layout.gen.ts";
import type { LockMetrics } from "../../../lib/metrics/locks.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { ThreadMetrics } from "../../../lib/metrics/threads.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";

interface LockRow {
  readonly name: string;
  readonly lock: LockMetrics;
}

/** As many as the core has records for; one that was never taken has a row as well. */
export function lockRows(metrics: Metrics, { software }: Scenario): readonly LockRow[] {
  return software.locks.flatMap(({ name }, index): readonly LockRow[] => {
    const lock = metrics.locks[index];
    return lock === undefined ? [] : [{ name, lock }];
  });
}

interface ThreadRow {
  readonly name: string;
  readonly layer: SimLayer;
  readonly thread: ThreadMetrics;
}

/** Of one alone the layers tell all. */
export function threadRows(metrics: Metrics, { software }: Scenario): readonly ThreadRow[] {
  if (software.threads.length < 2 || metrics.cycle === metrics.fromCycle) return [];
  return software.threads.flatMap(({ name, layer }, index): readonly ThreadRow[] => {
    const thread = metrics.threads[index];
    return thread === undefined ? [] : [{ name, layer, thread }];
  });
}
