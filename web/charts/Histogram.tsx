import { useRef, useState } from "react";
import type { Distribution } from "../../lib/metrics/metrics.ts";
import { formatCompact, formatInteger, formatPercent, quantityText } from "../base/format.ts";
import { type Bar, histogramLayout } from "./histogram.ts";
import { useWidth } from "./useWidth.ts";

const HEIGHT_PX = 96;

interface HistogramProps {
  readonly distribution: Distribution;
  readonly label: string;
}

export function Histogram({ distribution, label }: HistogramProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const layout = histogramLayout(distribution, { width: Math.max(width, 1), height: HEIGHT_PX });
  const bar = hovered === undefined ? undefined : layout.bars[hovered];
  return (
    <div className="histogram" ref={host}>
      <svg
        width={width}
        height={HEIGHT_PX}
        role="img"
        aria-label={`${label}: ${formatInteger(distribution.count)} values from ${formatInteger(distribution.minimum)} to ${formatInteger(distribution.maximum)} cycles`}
        onPointerMove={(event) => setHovered(nearest(layout.bars, event.nativeEvent.offsetX))}
        onPointerLeave={() => setHovered(undefined)}
      >
        {layout.bars.map((one, index) => (
          <rect
            key={one.low}
            className="histogram__bar"
            data-on={index === hovered}
            x={one.x}
            y={one.y}
            width={one.width}
            height={one.height}
          />
        ))}
        <line
          className="histogram__axis"
          x1="0"
          x2={width}
          y1={layout.baseline + 0.5}
          y2={layout.baseline + 0.5}
        />
        {layout.ticks.map((tick) => (
          <g key={tick.value}>
            <line
              className="histogram__axis"
              x1={tick.x}
              x2={tick.x}
              y1={layout.baseline}
              y2={layout.baseline + 4}
            />
            <text className="mono" x={tick.x} y={layout.baseline + 16} textAnchor="middle">
              {formatCompact(tick.value, 1)}
            </text>
          </g>
        ))}
        {layout.marks.map((mark) => (
          <g key={mark.label}>
            {mark.lines.map((line) => (
              <line
                key={line.x}
                className="histogram__mark"
                data-dashed={line.dashed}
                x1={line.x}
                x2={line.x}
                y1="2"
                y2={layout.baseline}
              />
            ))}
            <text className="histogram__label" x={mark.textX} y="9" textAnchor={mark.anchor}>
              {mark.label}
            </text>
          </g>
        ))}
      </svg>
      <p className="chart__value" aria-hidden="true">
        {bar === undefined ? "latency in cycles, logarithmic" : barText(bar, distribution.count)}
      </p>
    </div>
  );
}

function barText(bar: Bar, count: number): string {
  return `${rangeText(bar.low, bar.high)} cycles: ${formatInteger(bar.count)} (${quantityText(formatPercent(bar.count / count))})`;
}

/** Integers from `low` up to, not including, `high`. */
export function rangeText(low: number, high: number): string {
  return high - low <= 1 ? formatInteger(low) : `${formatInteger(low)}–${formatInteger(high - 1)}`;
}

function nearest(bars: readonly Bar[], x: number): number | undefined {
  let best: number | undefined;
  let distance = 12;
  for (const [index, bar] of bars.entries()) {
    const away = Math.max(bar.x - x, x - (bar.x + bar.width), 0);
    if (away < distance) [best, distance] = [index, away];
  }
  return best;
}

export function HistogramTable({ distribution }: { readonly distribution: Distribution }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">cycles</th>
          <th scope="col">count</th>
          <th scope="col">share</th>
        </tr>
      </thead>
      <tbody>
        {distribution.buckets.map(({ low, high, count }) => (
          <tr key={low}>
            <th scope="row" className="mono">
              {rangeText(low, high)}
            </th>
            <td className="mono">{formatInteger(count)}</td>
            <td className="mono">{quantityText(formatPercent(count / distribution.count))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
