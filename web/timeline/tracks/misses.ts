/** Cache misses by level: of all cores, then of each. */
import { t } from "../../text/t.ts";
import { columnOf, columnStretch, type Stretch } from "../columns.ts";
import type { Track } from "../layout.ts";
import { LEVEL_NAME, type MissLevel, missColumns, perThousand } from "../misses.ts";
import { stretchRows } from "../spanFacts.ts";
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
