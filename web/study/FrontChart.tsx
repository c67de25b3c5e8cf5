import { type RefObject, useRef } from "react";
import { pointText } from "../../lib/study/row.ts";
import type { PointSummary } from "../../lib/study/summary.ts";
import { type Better, isSamePoint, paretoFront } from "../../lib/study/views.ts";
import { t } from "../text/t.ts";
import { formatSignificant } from "../ui/format.ts";
import { BaseNames, Drawing, Pressable, useChartSize } from "./Drawing.tsx";
import { type MetricLabel, tickText, titleOf } from "./labels.ts";
import type { PointChoice } from "./PointPanel.tsx";
import { valueScale } from "./scale.ts";

const HEIGHT_PX = 300;
const LEFT_PX = 58;
const RIGHT_PX = 16;
/** Includes the title of the axis above it. */
const TOP_PX = 28;
const BOTTOM_PX = 44;

export interface Measure {
  /** Name in the rows. */
  readonly name: string;
  readonly label: MetricLabel;
  readonly better: Better;
}

interface FrontChartProps {
  readonly points: readonly PointSummary[];
  readonly across: Measure;
  readonly up: Measure;
  readonly choice: PointChoice;
  readonly svg: RefObject<SVGSVGElement | null>;
}

/** Two measures against each other. The line joins the points that no other point beats in both. */
export function FrontChart({ points, across, up, choice, svg }: FrontChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useChartSize(host, HEIGHT_PX);
  const known = points.flatMap((point) => {
    const a = point.metrics[across.name]?.mean;
    const b = point.metrics[up.name]?.mean;
    return a !== undefined && b !== undefined && Number.isFinite(a) && Number.isFinite(b)
      ? [{ point, a, b }]
      : [];
  });
  const front = paretoFront(points, [across.name, up.name], [across.better, up.better]);
  const isFront = (point: PointSummary) => front.includes(point);
  const rangeOf = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
  const scaleX = valueScale(...rangeOf(known.map(({ a }) => a)), LEFT_PX, width - RIGHT_PX);
  const scaleY = valueScale(...rangeOf(known.map(({ b }) => b)), height - BOTTOM_PX, TOP_PX);
  const steps = front.flatMap((point) => known.find((one) => one.point === point) ?? []);
  return (
    <div className="sweep-chart" ref={host}>
      {known.length === 0 ? (
        <p className="sweep-chart__none ink-3">{t("Nothing is measured yet.")}</p>
      ) : (
        <Drawing
          svg={svg}
          widthPx={width}
          heightPx={height}
          name={t("{metric} against {other}: {count} of {all} points are not beaten in both", {
            metric: titleOf(up.label),
            other: titleOf(across.label),
            count: front.length,
            all: known.length,
          })}
        >
          {scaleY.ticks.map((value) => (
            <g key={value}>
              <line
                className="sweep-chart__grid"
                x1={LEFT_PX}
                x2={width - RIGHT_PX}
                y1={scaleY.at(value)}
                y2={scaleY.at(value)}
              />
              <text x={LEFT_PX - 8} y={scaleY.at(value) + 4} textAnchor="end">
                {tickText(value, scaleY.ticks)}
              </text>
            </g>
          ))}
          {scaleX.ticks.map((value) => (
            <text key={value} x={scaleX.at(value)} y={height - BOTTOM_PX + 18} textAnchor="middle">
              {tickText(value, scaleX.ticks)}
            </text>
          ))}
          <text className="sweep-chart__axis" x={(LEFT_PX + width) / 2} y={height - 6} textAnchor="middle">
            {titleOf(across.label)}
          </text>
          <text className="sweep-chart__axis" x={0} y={12}>
            {titleOf(up.label)}
          </text>
          <path
            className="sweep-front hollow"
            d={steps
              .map(({ a, b }, at) => {
                const before = steps[at - 1];
                return before === undefined
                  ? `M${scaleX.at(a)} ${scaleY.at(b)}`
                  : `L${scaleX.at(a)} ${scaleY.at(before.b)}L${scaleX.at(a)} ${scaleY.at(b)}`;
              })
              .join("")}
          />
          {known.map(({ point, a, b }) => (
            <Pressable
              key={pointText(point.point)}
              className="sweep-mark press"
              name={`${pointText(point.point)}: ${formatSignificant(a)} ${across.label.unit}, ${formatSignificant(b)} ${up.label.unit}`}
              pressed={isSamePoint(point.point, choice.chosen)}
              onPress={(isBeside) => choice.choose(point.point, isBeside)}
            >
              <circle className="sweep-mark__hit" cx={scaleX.at(a)} cy={scaleY.at(b)} r="12" />
              {isSamePoint(point.point, choice.chosen) || isSamePoint(point.point, choice.beside) ? (
                <circle
                  className="sweep-mark__ring hollow"
                  data-beside={isSamePoint(point.point, choice.beside)}
                  cx={scaleX.at(a)}
                  cy={scaleY.at(b)}
                  r="7.5"
                />
              ) : null}
              {choice.baseOf(point.point) === undefined ? null : (
                <circle className="sweep-mark__base" cx={scaleX.at(a)} cy={scaleY.at(b)} r="6.5" />
              )}
              <circle
                className="sweep-mark__dot"
                data-beaten={!isFront(point)}
                cx={scaleX.at(a)}
                cy={scaleY.at(b)}
                r={isFront(point) ? 4 : 2.5}
              />
            </Pressable>
          ))}
          <BaseNames
            places={known.flatMap(({ point, a, b }) => {
              const base = choice.baseOf(point.point);
              return base === undefined ? [] : [{ x: scaleX.at(a), y: scaleY.at(b), label: base.label }];
            })}
            leftPx={LEFT_PX}
            rightPx={width - RIGHT_PX}
            topPx={TOP_PX}
          />
        </Drawing>
      )}
    </div>
  );
}
