/** Places of values along an axis of a chart. */
import { ticks } from "d3-array";
import { numbersOf } from "../../lib/study/views.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";
import { fieldText } from "./labels.ts";

interface AxisScale {
  /** Position of one of the values. */
  readonly at: (value: StudyValue) => number;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

/** Geometric values get a logarithmic scale if the last is at least this many times the first. */
const RATIO_SPAN = 8;

/** Numbers keep their distances, words and values that double are evenly apart. */
export function axisScale(values: readonly StudyValue[], fromPx: number, toPx: number): AxisScale {
  const numbers = numbersOf(values);
  const first = numbers?.[0];
  const last = numbers?.at(-1);
  const isLinear =
    first !== undefined && last !== undefined && first !== last && !isGeometric(numbers ?? [], first, last);
  const step = (toPx - fromPx) / Math.max(1, values.length - 1);
  const place = (value: StudyValue): number => {
    if (isLinear && typeof value === "number")
      return fromPx + ((value - first) / (last - first)) * (toPx - fromPx);
    const index = values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
    return values.length < 2 ? (fromPx + toPx) / 2 : fromPx + Math.max(0, index) * step;
  };
  return {
    at: place,
    ticks: thinned(values.map((value) => ({ at: place(value), label: fieldText(value) }))),
  };
}

function isGeometric(numbers: readonly number[], first: number, last: number): boolean {
  if (first <= 0 || last / first < RATIO_SPAN || numbers.length < 3) return false;
  const ratios = numbers.slice(1).map((value, at) => value / (numbers[at] ?? value));
  return Math.max(...ratios) / Math.min(...ratios) < 2;
}

const LABEL_GAP_PX = 8;
const CHARACTER_PX = 7;

function thinned(
  all: readonly { readonly at: number; readonly label: string }[],
): readonly { readonly at: number; readonly label: string }[] {
  let free = Number.NEGATIVE_INFINITY;
  return all.filter(({ at, label }) => {
    const half = (label.length * CHARACTER_PX) / 2;
    if (at - half < free) return false;
    free = at + half + LABEL_GAP_PX;
    return true;
  });
}

interface ValueScale {
  /** Value at the beginning of the scale. */
  readonly least: number;
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

const VALUE_TICKS = 6;
/** If the lowest value is above this share of the highest, the scale does not begin at 0. */
const FROM_ZERO_SHARE = 0.5;

/** The scale begins at 0 if that does not take too much space. `fromPx` is the position of the lowest value. */
export function valueScale(low: number, high: number, fromPx: number, toPx: number): ValueScale {
  const fromZero = low >= 0 && (high === 0 || low / high < FROM_ZERO_SHARE);
  const least = fromZero ? 0 : low;
  const most = high > least ? high : least + 1;
  const marks = ticks(least, most, VALUE_TICKS);
  const bottom = Math.min(least, marks[0] ?? least);
  const top = Math.max(most, marks.at(-1) ?? most);
  return {
    least: bottom,
    at: (value) => fromPx + ((value - bottom) / (top - bottom)) * (toPx - fromPx),
    ticks: marks,
  };
}

/** Room for texts of the charts, by the mean width of a character. */
const LETTER_PX = 6.4;

export const textWidthPx = (characters: number): number => characters * LETTER_PX;

/** As much of the text as fits. A text that does not fit loses its middle, because alike names differ at their end. */
export function fitted(text: string, roomPx: number): string {
  const most = Math.max(1, Math.floor(roomPx / LETTER_PX));
  const end = Math.floor((most - 1) / 2);
  return text.length <= most ? text : `${text.slice(0, most - 1 - end)}…${text.slice(text.length - end)}`;
}
