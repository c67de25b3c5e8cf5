/** Draws the cumulative distribution of latencies: the share of latencies that are at most a given length. One line for
 * each machine, over a logarithmic scale. */
import type { Distribution } from "../../metrics/distributions.ts";
import { type Html, html } from "./html.ts";

export interface Curve {
  readonly label: string;
  readonly latency: Distribution;
  readonly clockHertz: number;
}

const WIDTH = 720;
const HEIGHT = 260;
const PLOT = { left: 48, right: 704, top: 12, bottom: 216 } as const;
const SHARES = [0, 0.25, 0.5, 0.75, 1];
const STEPS = [1, 2, 5];

interface Point {
  readonly microseconds: number;
  readonly share: number;
}

/** Undefined if there is no latency. */
export function latencyFigure(curves: readonly Curve[]): Html | undefined {
  const drawn = curves.filter(({ latency }) => latency.count > 0);
  if (drawn.length === 0) return undefined;
  const lines = drawn.map((curve) => ({ ...curve, points: pointsOf(curve) }));
  const all = lines.flatMap(({ points }) => points.map(({ microseconds }) => microseconds));
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const low = least / 1.2;
  const high = most * 1.2;
  const x = (value: number) =>
    PLOT.left + (Math.log(value / low) / Math.log(high / low)) * (PLOT.right - PLOT.left);
  const y = (share: number) => PLOT.bottom - share * (PLOT.bottom - PLOT.top);
  const label = `Share of latencies up to a length: ${drawn.map((one) => one.label).join(", ")}`;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}" class="figure">${SHARES.map(
    (share) =>
      html`<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(share)}" y2="${y(share)}"/><text x="${PLOT.left - 6}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>`,
  )}${ticksOf(low, high).map(
    (tick) =>
      html`<line class="grid" x1="${round(x(tick))}" x2="${round(x(tick))}" y1="${PLOT.top}" y2="${PLOT.bottom}"/><text x="${round(x(tick))}" y="${PLOT.bottom + 16}" text-anchor="middle">${tick} µs</text>`,
  )}${lines.map(
    ({ points }, index) => html`<path class="curve curve-${index}" d="${pathOf(points, x, y)}"/>`,
  )}${lines.map(
    (line, index) =>
      html`<line class="curve curve-${index}" x1="${PLOT.left + index * 320}" x2="${PLOT.left + index * 320 + 24}" y1="${HEIGHT - 12}" y2="${HEIGHT - 12}"/><text x="${PLOT.left + index * 320 + 30}" y="${HEIGHT - 8}">${line.label}</text>`,
  )}</svg>
`;
}

/** One point at the end of each bucket of the histogram. */
function pointsOf({ latency, clockHertz }: Curve): readonly Point[] {
  let count = 0;
  return latency.buckets.map((bucket) => {
    count += bucket.count;
    // A latency of 0 cycles has no place on a logarithmic scale.
    return {
      microseconds: (Math.max(0.5, bucket.greatest) / clockHertz) * 1e6,
      share: count / latency.count,
    };
  });
}

function pathOf(
  points: readonly Point[],
  x: (value: number) => number,
  y: (share: number) => number,
): string {
  const [first] = points;
  if (first === undefined) return "";
  const steps = points.map(({ microseconds, share }) => `H${round(x(microseconds))}V${round(y(share))}`);
  return `M${round(x(first.microseconds))} ${y(0)}${steps.join("")}H${PLOT.right}`;
}

/** Ticks at 1, 2 and 5 of each power of ten, or only at 1 if there are many powers. */
function ticksOf(low: number, high: number): readonly number[] {
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const steps = to - from > 3 ? [1] : STEPS;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    .flatMap((power) => steps.map((step) => Number((step * 10 ** power).toPrecision(3))))
    .filter((tick) => tick > low && tick < high);
}

const round = (value: number): number => Math.round(value * 10) / 10;
