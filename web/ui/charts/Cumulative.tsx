import { useRef, useState } from "react";
import type { Distribution } from "../../../lib/metrics/distributions.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatPercent, quantityText } from "../format.ts";
import { type CumulativeStep, cumulativeLayout } from "./cumulative.ts";
import { LatencyTicks } from "./Histogram.tsx";
import { useWidth } from "./useWidth.ts";
import "./distribution.css";

const HEIGHT_PX = 120;

interface CumulativeProps {
  readonly distribution: Distribution;
  readonly label: string;
}

export default function Cumulative({ distribution, label }: CumulativeProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const [at, setAt] = useState<number | undefined>(undefined);
  const layout = cumulativeLayout(distribution, { width: Math.max(width, 1), height: HEIGHT_PX });
  const step = at === undefined ? undefined : layout.steps.findLast(({ x }) => x <= at);
  return (
    <div className="histogram" ref={host}>
      <svg
        width={width}
        height={HEIGHT_PX}
        role="img"
        aria-label={t("{label}, cumulative: {marks}", {
          label,
          marks: layout.marks.flatMap(({ label: text }) => text || []).join(", "),
        })}
        onPointerMove={(event) => setAt(event.nativeEvent.offsetX)}
        onPointerLeave={() => setAt(undefined)}
      >
        {layout.grid.map((line) => (
          <g key={line.label}>
            <line className="histogram__axis" x1={layout.left} x2={width} y1={line.y} y2={line.y} />
            <text x={layout.left - 5} y={line.y + 3.5} textAnchor="end">
              {line.label}
            </text>
          </g>
        ))}
        <LatencyTicks ticks={layout.ticks} baseline={layout.baseline} />
        <path className="cumulative__line hollow" d={layout.path} />
        {layout.marks.map((mark) => (
          <circle key={mark.x} className="cumulative__mark" cx={mark.x} cy={mark.y} r="3">
            <title>{mark.label}</title>
          </circle>
        ))}
        {at === undefined ? null : (
          <line className="histogram__mark" x1={at} x2={at} y1="0" y2={layout.baseline} />
        )}
      </svg>
      <p className="chart__value small digits above-1" aria-hidden="true">
        {step === undefined ? t("share of latencies up to, dots: p50, p90, p99, p99.9") : stepText(step)}
      </p>
    </div>
  );
}

function stepText({ share, high }: CumulativeStep): string {
  return t("{share} take less than {high} cycles", {
    share: quantityText(formatPercent(share)),
    high: formatInteger(high),
  });
}
