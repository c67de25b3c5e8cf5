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

/** Asked for when it first plays fast: the first picture goes without. */
const styles = later(() => import("./rates.css"));

/** Rates while it plays fast, from the first two samples of the counters on; else undefined. `cycle`: the picture's. */
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
    // Counters that were read before it got fast are a begin only where they are of the same cycle as the picture.
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

/** The value as it was when `still` became true: what rates stand over keeps its size. */
export function useStill<T>(value: T, still: boolean): T {
  const kept = useRef(value);
  if (!still) kept.current = value;
  return kept.current;
}

export function usePace(): Pace {
  return useApp(shownPace);
}

/** Packets are too fast to be told apart, or rates were asked for. */
export function useFast(): boolean {
  return usePace() === "rates";
}

/** Readings of the counters while the machine plays fast: rates are over the last of them. */
export interface RateSample {
  readonly metrics: Metrics;
  readonly atMs: number;
}

/** Rates follow what changes within this time... */
export const RATE_WINDOW_MS = 2000;
/** ...but are over at least so many cycles, or all since it got fast: of fewer they jump with every event. */
export const RATE_LEAST_CYCLES = 10_000;
/** Kept at most: one from the begin, and the last ones. */
export const RATE_SAMPLE_LIMIT = 24;

/** The first and the last of them are what rates are over. A step back begins anew. */
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
