/**
 * A drawing of means with their 95 % intervals over an axis, with a line for each value of another column.
 */
import { ticks } from "d3-array";
import type { StudyValue } from "../../../scenarios/study/study.ts";
import { cellOf } from "../../study/rowFormat.ts";
import { numbersOf } from "../../study/views.ts";
import { type Html, html } from "./html.ts";

interface LinePoint {
  readonly x: StudyValue;
  readonly measured: { readonly mean: number; readonly low: number; readonly high: number };
}

interface Line {
  readonly value: StudyValue | undefined;
  readonly points: readonly LinePoint[];
}

interface LineFigure {
  readonly lines: readonly Line[];
  /** Names of the axis, of the lines (undefined if there is only one) and of the measured value. */
  readonly x: string;
  readonly series: string | undefined;
  readonly metric: string;
  readonly values: readonly StudyValue[];
}

const WIDTH = 720;
const HEIGHT = 280;
const PLOT = { left: 64, right: 580, top: 12, bottom: 236 } as const;
const CAP = 3;
const NAME_HEIGHT = 15;
/** Values use a logarithmic scale if the largest is at least this many times the smallest. */
const RATIO_SPAN = 8;
const TICKS = 5;

/** Undefined if there are no points. */
export function lineFigure({ lines, x, series, metric, values }: LineFigure): Html | undefined {
  const drawn = lines.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return undefined;
  const across = acrossScale(values);
  const all = drawn.flatMap(({ points }) => points.flatMap((one) => [lowOf(one), highOf(one)]));
  const isPositive = drawn.every(({ points }) => points.every(({ measured }) => measured.mean >= 0));
  const [low, high] = [isPositive ? 0 : Math.min(...all), Math.max(...all)];
  const marks = ticks(low, high > low ? high : low + 1, TICKS);
  const top = Math.max(high, marks.at(-1) ?? high, low + 1e-9);
  const up = (value: number) =>
    PLOT.bottom - ((Math.max(low, value) - low) / (top - low)) * (PLOT.bottom - PLOT.top);
  const label = `${metric} over ${x}${series === undefined ? "" : `, a line for each ${series}`}`;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}" class="figure">${marks.map(
    (mark) =>
      html`<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${round(up(mark))}" y2="${round(up(mark))}"/><text x="${PLOT.left - 6}" y="${round(up(mark)) + 4}" text-anchor="end">${mark}</text>`,
  )}${values.map(
    (value) =>
      html`<text x="${round(across(value))}" y="${PLOT.bottom + 16}" text-anchor="middle">${cellOf(value)}</text>`,
  )}<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${x}</text>${drawn.map(
    (line, index) => lineOf(line, index, across, up),
  )}${series === undefined ? [] : namesOf(drawn, series, up)}</svg>
`;
}

type Across = (value: StudyValue) => number;

/** Numbers are spaced by their values; words and values with equal ratios are spaced evenly. */
function acrossScale(values: readonly StudyValue[]): Across {
  const numbers = numbersOf(values) ?? [];
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const isLinear = numbers.length > 1 && (first <= 0 || last / first < RATIO_SPAN);
  const step = (PLOT.right - PLOT.left) / Math.max(1, values.length - 1);
  const texts = values.map((value) => JSON.stringify(value));
  return (value) =>
    isLinear && typeof value === "number"
      ? PLOT.left + ((value - first) / (last - first)) * (PLOT.right - PLOT.left)
      : PLOT.left + Math.max(0, texts.indexOf(JSON.stringify(value))) * step;
}

const lowOf = ({ measured: { mean, low } }: LinePoint) => (Number.isFinite(low) ? low : mean);
const highOf = ({ measured: { mean, high } }: LinePoint) => (Number.isFinite(high) ? high : mean);

function lineOf({ points }: Line, index: number, across: Across, up: (value: number) => number): Html {
  const path = points
    .map((one, at) => `${at === 0 ? "M" : "L"}${round(across(one.x))} ${round(up(one.measured.mean))}`)
    .join("");
  return html`<g class="series series-${index % 6}"><path d="${path}"/>${points.map((one) => {
    const [x, low, high] = [round(across(one.x)), round(up(lowOf(one))), round(up(highOf(one)))];
    const interval =
      highOf(one) === lowOf(one)
        ? html``
        : html`<path class="interval" d="M${x - CAP} ${low}h${2 * CAP}M${x} ${low}V${high}M${x - CAP} ${high}h${2 * CAP}"/>`;
    return html`${interval}<circle cx="${x}" cy="${round(up(one.measured.mean))}" r="2.5"/>`;
  })}</g>`;
}

/** Labels at the ends of the lines, each in a text line of its own. */
function namesOf(lines: readonly Line[], series: string, up: (value: number) => number): readonly Html[] {
  let free: number = PLOT.top;
  return lines
    .map(({ value, points }) => ({ value, y: up(points.at(-1)?.measured.mean ?? 0) }))
    .toSorted((a, b) => a.y - b.y)
    .map(({ value, y }) => {
      const place = Math.max(y, free);
      free = place + NAME_HEIGHT;
      return html`<text x="${PLOT.right + 8}" y="${round(place) + 4}">${series} ${cellOf(value ?? null)}</text>`;
    });
}

const round = (value: number): number => Math.round(value * 10) / 10;
