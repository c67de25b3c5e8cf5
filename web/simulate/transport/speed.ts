/** The speed slider's places: four round numbers a decade from 1 cycle/s, then "as fast as it goes". */

import { formatCompact, formatInteger } from "../../ui/format.ts";

const ROUND = [1, 2, 3, 5] as const;
const DECADES = 7;

type Placed = number | "max";

const PLACES: readonly Placed[] = [
  ...Array.from({ length: DECADES }, (_, decade) => ROUND.map((digit) => digit * 10 ** decade)).flat(),
  10 ** DECADES,
  "max",
];

export const SLIDER_MAX = PLACES.length - 1;

export const SLIDER_LABELS = [
  { at: 0, text: "1" },
  { at: 3 * ROUND.length, text: "1\u202fk" },
  { at: 6 * ROUND.length, text: "1\u202fM" },
  { at: SLIDER_MAX, text: "max" },
] as const;

export function speedOfSlider(place: number): Placed {
  return PLACES[Math.min(Math.max(Math.round(place), 0), SLIDER_MAX)] ?? "max";
}

/** The nearest place, also for a speed between two. */
export function sliderOfSpeed(speed: Placed): number {
  if (speed === "max") return SLIDER_MAX;
  let nearest = 0;
  for (const [place, other] of PLACES.entries()) {
    if (other !== "max" && away(other, speed) < away(speedOfSlider(nearest), speed)) nearest = place;
  }
  return nearest;
}

function away(place: Placed, speed: number): number {
  return place === "max" ? Number.POSITIVE_INFINITY : Math.abs(Math.log(place / speed));
}

/** "20" or "1 M"; the unit stands apart. */
export function speedText(speed: Placed): string {
  if (speed === "max") return "max";
  return speed < 1e4 ? formatInteger(speed) : formatCompact(speed, 2).replace(/\.0(?=\D)/, "");
}
