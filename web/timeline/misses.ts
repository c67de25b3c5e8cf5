/** Cache misses of a core, or of all together: per column, and how high the track is. */

import type { MissData, TimelineWindow } from "../engine/protocol.ts";
import { formatFixed } from "../ui/format.ts";

const MISS_LEVELS = ["l2", "l1d", "l1i"] as const;
export type MissLevel = (typeof MISS_LEVELS)[number];
export const LEVEL_NAME: Readonly<Record<MissLevel, string>> = { l1i: "L1I", l1d: "L1D", l2: "L2" };

interface MissLayer {
  readonly level: MissLevel;
  /** Misses per cycle, by column. */
  readonly values: Float32Array;
}

interface MissColumns {
  /** From the floor up; levels that the machine has. */
  readonly layers: readonly MissLayer[];
  /** Misses per cycle at the roof: what no column exceeds, rounded up. */
  readonly roof: number;
}

const LEAST_ROOF = 0.001;
const ROOF_FACTORS = [1, 2, 3, 4, 5, 6, 8] as const;
const known = new WeakMap<TimelineWindow, Map<number, MissColumns>>();

/** Track 0: all cores; track n: core n - 1. Each window is added up once. */
export function missColumns(window: TimelineWindow, index: number): MissColumns {
  const ofWindow = known.get(window) ?? new Map<number, MissColumns>();
  known.set(window, ofWindow);
  const found = ofWindow.get(index);
  if (found !== undefined) return found;
  const made = addedUp(index === 0 ? window.misses : window.misses.slice(index - 1, index), window.columns);
  ofWindow.set(index, made);
  return made;
}

function addedUp(cores: readonly MissData[], columns: number): MissColumns {
  const layers = MISS_LEVELS.flatMap((level) => {
    const series = cores.map((core) => core[level]).filter((values) => values !== undefined);
    return series.length === 0 ? [] : [{ level, values: sumOf(series, columns) }];
  });
  const total = sumOf(
    layers.map(({ values }) => values),
    columns,
  );
  return { layers, roof: roofOf(total.reduce((most, value) => Math.max(most, value), 0)) };
}

export function sumOf(series: readonly Float32Array[], columns: number): Float32Array {
  const [only] = series;
  if (series.length === 1 && only !== undefined) return only;
  const sum = new Float32Array(columns);
  for (const values of series) for (let c = 0; c < columns; c++) sum[c] = (sum[c] ?? 0) + (values[c] ?? 0);
  return sum;
}

export function roofOf(most: number): number {
  if (most <= LEAST_ROOF) return LEAST_ROOF;
  const power = 10 ** Math.floor(Math.log10(most));
  return (ROOF_FACTORS.find((factor) => factor * power >= most) ?? 10) * power;
}

/** Misses in 1000 cycles. */
export function perThousand(perCycle: number): string {
  const value = perCycle * 1000;
  return formatFixed(value, value >= 10 || value === 0 ? 0 : 1);
}
