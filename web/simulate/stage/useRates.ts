/** Whether the stage shows states or rates, and the rates between two samples of the counters. */
import { useMemo, useRef, useState } from "react";
import type { Metrics } from "../../engine/protocol.ts";
import { useApp } from "../../state/hooks.ts";
import { type Pace, shownPace } from "../../state/playback.ts";
import { later } from "../../ui/later.ts";
import { useLater } from "../../ui/useLater.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { type StageRates, stageRates } from "./rates.ts";

interface Kept {
  readonly facts: MachineInfo | undefined;
  readonly fast: boolean;
  readonly seen: Metrics | undefined;
  readonly samples: readonly RateSample[];
}

const NOTHING: Kept = { facts: undefined, fast: false, seen: undefined, samples: [] };

/** Loaded when the machine first plays fast, because the first picture does not need it. */
const styles = later(() => import("./rates.css"));

/** Rates while the machine plays fast, once there are two samples of the counters. Undefined otherwise. `cycle` is the
 * cycle of the view. */
export function useRates(
  facts: MachineInfo | undefined,
  fast: boolean,
  cycle: number | undefined,
  metrics: Metrics | undefined,
): StageRates | undefined {
  const areStyled = useLater(styles, fast) !== undefined;
  const [kept, keep] = useState(NOTHING);
  let now = kept;
  if (kept.facts !== facts || kept.fast !== fast || kept.seen !== metrics) {
    const goesOn = fast && kept.fast && kept.facts === facts;
    // Counters that were read before the machine got fast are a valid start only if they have the cycle of the view.
    const isBegin = goesOn || (fast && metrics?.cycle === cycle);
    const sample = metrics !== undefined && isBegin ? { metrics, atMs: performance.now() } : undefined;
    const before = goesOn ? kept.samples : [];
    now = { facts, fast, seen: metrics, samples: sample ? withRateSample(before, sample) : before };
    keep(now);
  }
  const { samples } = now;
  return useMemo(() => {
    const [first] = samples;
    const last = samples.at(-1);
    if (!areStyled || facts === undefined || first === undefined || last === undefined || first === last)
      return undefined;
    return stageRates(first.metrics, last.metrics, facts);
  }, [areStyled, samples, facts]);
}

/** The value at the time when `still` became true. Content below the rates thus keeps its size. */
export function useStill<T>(value: T, still: boolean): T {
  const kept = useRef(value);
  if (!still) kept.current = value;
  return kept.current;
}

export function usePace(): Pace {
  return useApp(shownPace);
}

/** True if packets are too fast to be seen one by one, or if the user asked for rates. */
export function useFast(): boolean {
  return usePace() === "rates";
}

/** Samples of the counters while the machine plays fast. Rates cover the last of them. */
export interface RateSample {
  readonly metrics: Metrics;
  readonly atMs: number;
}

/** Rates follow changes within this time... */
export const RATE_WINDOW_MS = 2000;
/** Rates cover at least this many cycles, or all since the machine got fast. Over fewer they would jump with every
 * event. */
export const RATE_LEAST_CYCLES = 10_000;
/** Greatest number of samples: one from the start, and the last ones. */
export const RATE_SAMPLE_LIMIT = 24;

/** Rates are computed between the first and the last sample. A step back starts again. */
export function withRateSample(kept: readonly RateSample[], next: RateSample): readonly RateSample[] {
  const last = kept.at(-1);
  if (last === undefined || next.metrics.cycle < last.metrics.cycle) return [next];
  if (next.metrics.cycle === last.metrics.cycle) return kept;
  const all = [...kept, next];
  const isSpare = (sample: RateSample | undefined) =>
    sample !== undefined &&
    sample.atMs <= next.atMs - RATE_WINDOW_MS &&
    next.metrics.cycle - sample.metrics.cycle >= RATE_LEAST_CYCLES;
  while (all.length > 2 && isSpare(all[1])) all.shift();
  if (all.length > RATE_SAMPLE_LIMIT) all.splice(1, 1);
  return all;
}
