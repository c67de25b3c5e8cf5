/** The presses of a button. A press is lost if the previous one has not been acknowledged. */
import { SIM_BUTTON_LIMIT } from "../../../core-wasm/binding/layout.gen.ts";
import type { LossData, TimelineWindow } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { countWithin, cyclesPerColumn, lowerBound, marksOf, type Stretch } from "../columns.ts";
import { drawDrops, drawTicks } from "../draw/marks.ts";
import type { Track } from "../layout.ts";
import { GLYPH_REACH_PX } from "../losses.ts";
import { stretchRows } from "../spans.ts";
import { LANE_AIR_PX, type MachineLabels } from "../spec.ts";
import { plainFacts, type TrackType } from "./track.ts";

type PressHit = {
  readonly kind: "press";
  readonly cycle: number;
  readonly track: Track;
  readonly presses: number;
  readonly lost: number;
} & Stretch;

/** More buttons than this have no tracks before they are chosen. */
const MOST_SHOWN = 4;

const NO_CYCLES = new Float32Array();

const nameOf = ({ buttons }: MachineLabels, index: number) =>
  t("button {name}", { name: buttons[index] ?? "" });

const pressesOf = (window: TimelineWindow, index: number) =>
  marksOf(window, window.series.pressed?.[index] ?? NO_CYCLES);

function lostOf(window: TimelineWindow, index: number): LossData {
  const lost = pressesOf(window, SIM_BUTTON_LIMIT + index);
  return { ...lost, causes: new Uint8Array(lost.at.length) };
}

export const press: TrackType<"press", PressHit> = {
  kind: "press",
  linkName: "press",
  places: ({ buttons }) =>
    buttons.map((_, index) => ({
      index,
      least: 18,
      natural: 18,
      most: 18,
      isExtra: buttons.length > MOST_SHOWN,
    })),
  air: [LANE_AIR_PX, LANE_AIR_PX],
  name: nameOf,
  hasLossesOnly: true,
  draw: (tools, track) => {
    const { window, theme } = tools.spec;
    if (window === undefined) return;
    const [top, heightPx] = [track.top + LANE_AIR_PX, track.heightPx - 2 * LANE_AIR_PX];
    drawTicks(tools, window, pressesOf(window, track.index), top, heightPx, theme.ink2);
    drawDrops(tools, lostOf(window, track.index), top + heightPx / 2);
  },
  raster: () => [],
  widest: () => "",
  value: undefined,
  losses: lostOf,
  hit: ({ viewport }, window, track, cycle) => {
    const width = cyclesPerColumn(window);
    const reach = (GLYPH_REACH_PX / 2) * viewport.cyclesPerPx;
    const [from, to] = [cycle - Math.max(reach, width) - window.from, cycle + reach - window.from];
    const marks = pressesOf(window, track.index);
    const [first, end] = [lowerBound(marks.at, from), lowerBound(marks.at, to)];
    if (first === end) return undefined;
    return {
      kind: "press",
      cycle,
      track,
      presses: countWithin(marks, from, to),
      lost: countWithin(lostOf(window, track.index), from, to),
      fromCycle: window.from + (marks.at[first] ?? 0),
      toCycle: window.from + (marks.at[end - 1] ?? 0) + width,
    };
  },
  facts: {
    press: ({ track, presses, lost, fromCycle, toCycle }, machine) =>
      plainFacts(
        nameOf(machine, track.index),
        [
          ...stretchRows(fromCycle, toCycle, machine),
          [t("presses"), formatInteger(presses)],
          ...(lost === 0
            ? []
            : ([
                [t("presses lost"), formatInteger(lost)],
                [t("cause"), t("the previous press was not acknowledged")],
              ] as const)),
        ],
        lost > 0,
      ),
  },
};
