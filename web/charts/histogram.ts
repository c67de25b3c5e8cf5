/** Where the bars, ticks and marks of a latency histogram stand. Logarithmic from left to right. */
import { max } from "d3-array";
import { scaleLinear, scaleLog } from "d3-scale";
import type { Distribution } from "../../lib/metrics/metrics.ts";

export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export interface Mark {
  readonly x: number;
  /** Marks that would print over each other share one line of text. */
  readonly label: string;
  readonly anchor: "start" | "end";
  readonly dashed: boolean;
}

export interface HistogramLayout {
  readonly bars: readonly Bar[];
  readonly ticks: readonly { readonly x: number; readonly value: number }[];
  readonly marks: readonly Mark[];
  readonly baseline: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const AXIS_PX = 20;
const LABEL_PX = 14;
const BAR_GAP_PX = 1;
const TICK_PX = 40;
/** A tick's number must not stick out of the picture. */
const EDGE_PX = 10;
/** About the width of "p99" with its gap. */
const MARK_PX = 30;

export function histogramLayout(distribution: Distribution, { width, height }: Size): HistogramLayout {
  const baseline = height - AXIS_PX;
  const [from, to] = domain(distribution);
  const x = scaleLog().domain([from, to]).range([0, width]);
  const y = scaleLinear()
    .domain([0, max(distribution.buckets, (bucket) => bucket.count) ?? 1])
    .range([0, baseline - LABEL_PX]);
  const bars = distribution.buckets.map(({ low, high, count }) => {
    const left = x(Math.max(from, low));
    const barHeight = Math.max(1, y(count));
    return {
      x: left,
      width: Math.max(1, x(Math.min(to, Math.max(high, low + 1))) - left - BAR_GAP_PX),
      y: baseline - barHeight,
      height: barHeight,
      low,
      high,
      count,
    };
  });
  const marks = mergedMarks(
    [
      { label: "p50", x: x(clamp(distribution.p50, from, to)) },
      { label: "p99", x: x(clamp(distribution.p99, from, to)) },
      { label: "max", x: x(clamp(distribution.maximum, from, to)) },
    ],
    width,
  );
  return { bars, ticks: ticks(x, width), marks, baseline };
}

/** At least one decade's third wide, so that a constant latency is a bar and not a wall. */
function domain({ minimum, maximum, buckets }: Distribution): readonly [number, number] {
  const low = Math.max(1, Math.min(minimum, buckets[0]?.low ?? minimum));
  const high = Math.max(maximum + 1, buckets.at(-1)?.high ?? 0, low + 1);
  const spread = high / low;
  if (spread >= 4) return [low, high];
  const grow = Math.sqrt(4 / spread);
  return [Math.max(1, low / grow), high * grow];
}

/** Powers of ten first, then fives, then twos, as far as there is room. */
function ticks(x: ReturnType<typeof scaleLog<number>>, width: number): HistogramLayout["ticks"] {
  const [from = 1, to = 1] = x.domain();
  const placed: { x: number; value: number }[] = [];
  for (const leading of [1, 5, 2]) {
    for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
      const value = leading * 10 ** power;
      const at = x(value);
      const free = placed.every((tick) => Math.abs(tick.x - at) >= TICK_PX);
      if (value >= 1 && at >= EDGE_PX && at <= width - EDGE_PX && free) placed.push({ x: at, value });
    }
  }
  return placed.sort((a, b) => a.x - b.x);
}

function mergedMarks(wanted: readonly { label: string; x: number }[], width: number): readonly Mark[] {
  const groups: { labels: string[]; x: number }[] = [];
  for (const { label, x } of wanted) {
    const last = groups.at(-1);
    if (last !== undefined && x - last.x < 1) last.labels.push(label);
    else groups.push({ labels: [label], x });
  }
  return groups.map(({ labels, x }, index) => {
    const next = groups[index + 1];
    const previous = groups[index - 1];
    const label = labels.join(" = ");
    const length = label.length * 6 + 8;
    const roomLeft = x - (previous === undefined ? 0 : previous.x);
    const roomRight = (next === undefined ? width : next.x) - x;
    const anchor = roomRight > Math.max(length, roomLeft) || roomLeft < MARK_PX ? "start" : "end";
    return { x, label, anchor, dashed: index > 0 } as const;
  });
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
