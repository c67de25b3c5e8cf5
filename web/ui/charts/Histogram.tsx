import "./distribution.css";
import { useRef, useState } from "react";
import type { Distribution } from "../../../lib/metrics/distributions.ts";
import { t } from "../../text/t.ts";
import { formatCompact, formatInteger, formatPercent, quantityText } from "../format.ts";
import { type Bar, type HistogramLayout, histogramLayout, joinedBuckets, LEAST_BAR_PX } from "./histogram.ts";
import { useWidth } from "./useWidth.ts";

const HEIGHT_PX = 96;

interface HistogramProps {
  readonly distribution: Distribution;
  readonly label: string;
  /** Distribution of the previous run: hollow bars, scaled by shares. */
  readonly before?: Distribution | undefined;
}

export function Histogram({ distribution, label, before }: HistogramProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const layout = histogramLayout(distribution, { width: Math.max(width, 1), height: HEIGHT_PX, before });
  const bar = hovered === undefined ? undefined : layout.bars[hovered];
  return (
    <div className="histogram" ref={host}>
      <svg
        width={width}
        height={HEIGHT_PX}
        role="img"
        aria-label={t("{label}: {count} values from {minimum} to {maximum} cycles", {
          label,
          count: distribution.count,
          minimum: formatInteger(distribution.minimum),
          maximum: formatInteger(distribution.maximum),
        })}
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
        {layout.before.map((one) => (
          <rect
            key={`before ${one.low}`}
            className="histogram__before hollow"
            x={one.x + 0.5}
            y={one.y}
            width={Math.max(1, one.width - 1)}
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
        <LatencyTicks ticks={layout.ticks} baseline={layout.baseline} />
        {layout.marks.map((mark) => (
          <g key={mark.label}>
            <line
              className="histogram__mark"
              data-dashed={mark.dashed}
              x1={mark.x}
              x2={mark.x}
              y1={mark.lineY}
              y2={layout.baseline}
            />
            <text className="histogram__label" x={mark.textX} y={mark.textY} textAnchor={mark.anchor}>
              {mark.label}
            </text>
          </g>
        ))}
      </svg>
      <p className="chart__value small digits above-1" aria-hidden="true">
        {bar === undefined ? axisText(layout) : barText(bar, distribution.count)}
      </p>
    </div>
  );
}

function axisText({ isRaised }: HistogramLayout): string {
  return isRaised
    ? t("latency in cycles, logarithmic; bars at least {pixels} px", { pixels: LEAST_BAR_PX })
    : t("latency in cycles, logarithmic");
}

function barText(bar: Bar, count: number): string {
  return t("{range} cycles: {count} ({share})", {
    range: rangeText(bar.low, bar.high),
    count: bar.count,
    share: quantityText(formatPercent(bar.count / count)),
  });
}

/** Integers from `low` up to, but not including, `high`. */
function rangeText(low: number, high: number): string {
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
          <th scope="col">{t("cycles")}</th>
          <th scope="col">{t("count")}</th>
          <th scope="col">{t("share")}</th>
        </tr>
      </thead>
      <tbody>
        {joinedBuckets(distribution).map(({ low, high, count }) => (
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
