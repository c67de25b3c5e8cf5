/** The speed slider's scale: powers of ten from 1 cycle/s, its last place is "as fast as it goes". */
import { formatCompact, formatInteger } from "../base/format.ts";
import type { Speed } from "../state/store.ts";

/** log10 of the slowest and the fastest number; one place beyond is "max". */
export const SLIDER_MIN = 0;
const SLIDER_FASTEST = 7;
export const SLIDER_MAX = 8;
export const SLIDER_STEP = 0.1;

export const SLIDER_LABELS = [
  { at: 0, text: "1" },
  { at: 3, text: "1\u202fk" },
  { at: 6, text: "1\u202fM" },
  { at: SLIDER_MAX, text: "max" },
] as const;

export function sliderOfSpeed(speed: Speed): number {
  return speed === "max" ? SLIDER_MAX : Math.min(Math.log10(Math.max(speed, 1)), SLIDER_FASTEST);
}

export function speedOfSlider(place: number): Speed {
  if (place > (SLIDER_FASTEST + SLIDER_MAX) / 2) return "max";
  return rounded(10 ** Math.min(place, SLIDER_FASTEST));
}

/** One digit below 10, else two: 26 cycles/s, not 25.1. */
function rounded(speed: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(speed)) - 1);
  return Math.max(1, Math.round(speed / unit) * unit);
}

/** "20" or "1 M"; the unit stands apart. */
export function speedText(speed: Speed): string {
  if (speed === "max") return "max";
  return speed < 1e4 ? formatInteger(speed) : formatCompact(speed, 2).replace(/\.0(?=\D)/, "");
}
