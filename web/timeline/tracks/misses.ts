/** Cache misses by level: for all cores, then for each core. */
import type { MissData, TimelineWindow } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatFixed } from "../../ui/format.ts";
import { columnOf, columnStretch, type Stretch } from "../columns.ts";
import type { Track } from "../layout.ts";
import { stretchRows } from "../spans.ts";
import type { MachineLabels, TimelineTheme } from "../spec.ts";
import { barsTrack } from "./bars.ts";
import { plainFacts } from "./track.ts";

type MissesHit = {
  readonly kind: "misses";
  readonly cycle: number;
  readonly track: Track;
  /** Misses per cycle. */
  readonly levels: readonly { readonly level: MissLevel; readonly perCycle: number }[];
} & Stretch;

const LEVEL_INK = { l2: "ink", l1d: "ink2", l1i: "ink3" } as const satisfies Record<
  MissLevel,
  keyof TimelineTheme
>;

const nameOf = (_: MachineLabels, index: number) =>
  index === 0 ? t("misses") : t("misses core {index}", { index });

export const misses = barsTrack<"misses", MissesHit>({
  kind: "misses",
  linkName: "misses",
  places: ({ hasCaches, cores }) =>
    Array.from({ length: !hasCaches ? 0 : cores > 1 ? cores + 1 : 1 }, (_, index) => ({
      index,
      least: 20,
      natural: 33,
      most: 70,
      isExtra: index > 0,
      isShared: true,
    })),
  air: [5, 3],
  name: nameOf,
  hasRoofLine: true,
  bars: (window, index, { theme }) => {
    const { layers, roof } = missColumns(window, index);
    return { parts: layers.map(({ level, values }) => ({ values, color: theme[LEVEL_INK[level]] })), roof };
  },
  text: {
    widest: (roof) => `${perThousand(roof)} / ${perThousand(roof)} ‰`,
    at: (total, roof) => `${perThousand(total)} / ${perThousand(roof)} ‰`,
  },
  hit: (_, window, track, cycle) => {
    const column = columnOf(window, cycle);
    if (column === undefined) return undefined;
    const { layers } = missColumns(window, track.index);
    const levels = layers.map(({ level, values }) => ({ level, perCycle: values[column] ?? 0 }));
    return { kind: "misses", cycle, track, levels: levels.toReversed(), ...columnStretch(window, column) };
  },
  facts: {
    misses: ({ track, fromCycle, toCycle, levels }, machine) =>
      plainFacts(nameOf(machine, track.index), [
        ...stretchRows(fromCycle, toCycle, machine),
        ...levels.map(
          ({ level, perCycle }) =>
            [
              LEVEL_NAME[level],
              t("{count}, {rate} in 1000 cycles", {
                count: Math.round(perCycle * (toCycle - fromCycle)),
                rate: perThousand(perCycle),
              }),
            ] as const,
        ),
      ]),
  },
});

/** Cache misses of a core, or of all together: per column, and how high the track is. */
const MISS_LEVELS = ["l2", "l1d", "l1i"] as const;
type MissLevel = (typeof MISS_LEVELS)[number];
const LEVEL_NAME: Readonly<Record<MissLevel, string>> = { l1i: "L1I", l1d: "L1D", l2: "L2" };

interface MissLayer {
  readonly level: MissLevel;
  /** Misses per cycle, by column. */
  readonly values: Float32Array;
}

interface MissColumns {
  /** The machine's levels from bottom to top. */
  readonly layers: readonly MissLayer[];
  /** Misses per cycle at the top of the track. No column exceeds it. Rounded up. */
  readonly roof: number;
}

const LEAST_ROOF = 0.001;
const ROOF_FACTORS = [1, 2, 3, 4, 5, 6, 8] as const;
const known = new WeakMap<TimelineWindow, Map<number, MissColumns>>();

/** Track 0 is for all cores, track n for core n - 1. Each window is summed only once. */
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
function perThousand(perCycle: number): string {
  const value = perCycle * 1000;
  return formatFixed(value, value >= 10 || value === 0 ? 0 : 1);
}
