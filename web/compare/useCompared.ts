import { useMemo } from "react";
import { useStore } from "zustand";
import { type ComparedRow, compareMetrics } from "../../lib/metrics/compare.ts";
import type { Metrics } from "../../lib/metrics/metrics.ts";
import { useThrottled } from "../state/hooks.ts";
import type { Session } from "../state/session.ts";

/** Readers cannot read numbers that change faster. */
const READING_INTERVAL_MS = 150;

export interface Compared {
  readonly a: Metrics;
  readonly b: Metrics;
  readonly clockHertzA: number;
  readonly clockHertzB: number;
  readonly rows: readonly ComparedRow[];
  /** The run of B ended before the playhead. */
  readonly endedB: boolean;
}

/** Both machines at the playhead. Undefined until both have answered. */
export function useCompared(a: Session, b: Session): Compared | undefined {
  const ofA = useThrottled(a.live.metrics, READING_INTERVAL_MS);
  const ofB = useThrottled(b.live.metrics, READING_INTERVAL_MS);
  const clockHertzA = useStore(a.store, (state) => state.scenario?.machine.clockHertz);
  const clockHertzB = useStore(b.store, (state) => state.scenario?.machine.clockHertz);
  const endB = useStore(b.store, (state) => state.endCycle);
  const offset = useStore(a.store, (state) => state.pair.offsetCycles);
  return useMemo(() => {
    if (ofA === undefined || ofB === undefined || clockHertzA === undefined || clockHertzB === undefined)
      return undefined;
    const rows = compareMetrics(
      { metrics: ofA, clockHertz: clockHertzA },
      { metrics: ofB, clockHertz: clockHertzB },
    );
    const endedB = endB > 0 && (ofA.cycle * clockHertzB) / clockHertzA + offset > endB;
    return { a: ofA, b: ofB, clockHertzA, clockHertzB, rows, endedB };
  }, [ofA, ofB, clockHertzA, clockHertzB, endB, offset]);
}
