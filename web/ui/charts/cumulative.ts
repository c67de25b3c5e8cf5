/** Positions of the steps of a cumulative distribution. The horizontal axis is logarithmic, the vertical one goes from
 * 0 to 100 %. */

import type { Distribution } from "../../../lib/metrics/distributions.ts";
import { type PercentileName, percentileIfMeaningful } from "../../../lib/metrics/registry/latency.ts";
import { latencyScale, type Size, scaleTicks } from "./histogram.ts";

interface CumulativeLayout {
  /** SVG path: level at the start of a bucket, rising at its end. */
  readonly path: string;
  readonly steps: readonly CumulativeStep[];
  readonly marks: readonly CumulativeMark[];
  readonly grid: readonly { readonly y: number; readonly label: string }[];
  readonly ticks: readonly { readonly x: number; readonly value: number }[];
  readonly baseline: number;
  /** Left end of the curve. The labels of the grid are to its left. */
  readonly left: number;
}

interface CumulativeMark {
  readonly x: number;
  readonly y: number;
  /** If several marks share a place, the label of the last one names all of them. */
  readonly label: string;
}

export interface CumulativeStep {
  readonly x: number;
  readonly high: number;
  readonly share: number;
}

const AXIS_PX = 20;
const TOP_PX = 8;
const LABELS_PX = 40;
const MARK_PX = 46;
const LINE_PX = 14;

export function cumulativeLayout(distribution: Distribution, { width, height }: Size): CumulativeLayout {
  const baseline = height - AXIS_PX;
  const scale = latencyScale(distribution, [LABELS_PX, Math.max(LABELS_PX + 1, width)]);
  const { from, to } = scale;
  const x = (value: number) => scale.x(Math.min(Math.max(value, from), to));
  const y = (share: number) => baseline - share * (baseline - TOP_PX);
  let below = 0;
  const steps = distribution.buckets.map(({ high, count }) => {
    below += count;
    return { x: x(high), high, share: below / distribution.count };
  });
  const path = drawn(steps)
    .map((step) => `H${round(step.x)}V${round(y(step.share))}`)
    .join("");
  const first = distribution.buckets[0]?.low ?? from;
  const mark = (name: PercentileName, label: string, share: number) => {
    const value = percentileIfMeaningful(distribution, name);
    return Number.isNaN(value) ? [] : [{ label, x: x(value), y: y(share) }];
  };
  return {
    path: `M${round(x(first))} ${baseline}${path}H${round(width)}`,
    steps,
    marks: joined([
      ...mark("p50", "p50", 0.5),
      ...mark("p90", "p90", 0.9),
      ...mark("p99", "p99", 0.99),
      ...mark("p999", "p99.9", 0.999),
    ]),
    grid: [0, 0.5, 1].map((share) => ({ y: y(share), label: `${share * 100} %` })),
    ticks: scaleTicks(scale),
    baseline,
    left: LABELS_PX,
  };
}

/** If several steps lie within half a pixel, keeps the last one, which has their common height. */
function drawn(steps: readonly CumulativeStep[]): readonly CumulativeStep[] {
  const half = ({ x }: CumulativeStep) => Math.floor(x * 2);
  return steps.filter((step, index) => {
    const next = steps[index + 1];
    return next === undefined || half(next) > half(step);
  });
}

/** Overlapping texts become one. */
function joined(marks: readonly CumulativeMark[]): readonly CumulativeMark[] {
  const all: CumulativeMark[] = [];
  for (const mark of marks) {
    const last = all.at(-1);
    if (last !== undefined && mark.x - last.x < MARK_PX && last.y - mark.y < LINE_PX) {
      all[all.length - 1] = { ...last, label: "" };
      all.push({ ...mark, label: `${last.label}, ${mark.label}` });
    } else all.push(mark);
  }
  return all;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
