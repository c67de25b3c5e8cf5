import { formatCompact } from "../format.ts";
import type { HistogramLayout } from "./histogram.ts";

/** The logarithmic axis of latencies below a chart. */
export function LatencyTicks({ ticks, baseline }: Pick<HistogramLayout, "ticks" | "baseline">) {
  return ticks.map(({ value, x }) => (
    <g key={value}>
      <line className="histogram__axis" x1={x} x2={x} y1={baseline} y2={baseline + 4} />
      <text className="mono" x={x} y={baseline + 16} textAnchor="middle">
        {formatCompact(value, 1)}
      </text>
    </g>
  ));
}
