import { line } from "d3-shape";
import { type RefObject, useRef } from "react";
import { isSamePoint, type Line, type LinePoint } from "../../lib/study/views.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";
import { t } from "../text/t.ts";
import { BaseNames, Drawing, Pressable, useChartSize } from "./Drawing.tsx";
import { fieldText, type MetricLabel, measuredText, tickText, titleOf } from "./labels.ts";
import type { PointChoice } from "./PointPanel.tsx";
import { axisScale, fitted, textWidthPx, valueScale } from "./scale.ts";

const HEIGHT_PX = 340;
const LEFT_PX = 58;
const TOP_PX = 14;
const BOTTOM_PX = 44;
/** Least width for the names at the ends of the lines, and their greatest share of the whole width. */
const NAME_PX = 104;
const NAME_SHARE = 0.36;
const NAME_LINE_PX = 15;
const CAP_PX = 4;

interface LineChartProps {
  readonly lines: readonly Line[];
  readonly metric: MetricLabel;
  readonly x: string;
  readonly values: readonly StudyValue[];
  /** Column that the lines differ in. Undefined if there is only one line. */
  readonly series: string | undefined;
  /** Name for lines that are drawn as one. */
  readonly nameOf: (values: readonly StudyValue[]) => string;
  readonly choice: PointChoice;
  /** Value of the axis at which a mark crosses the lines. */
  readonly place: StudyValue | undefined;
  readonly svg: RefObject<SVGSVGElement | null>;
}

/** A measure over an axis: a line for each value of another axis, with 95 % intervals. */
export function LineChart({ lines, metric, x, values, series, nameOf, choice, place, svg }: LineChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useChartSize(host, HEIGHT_PX);
  const groups = groupsOf(lines);
  const right = width - (series === undefined ? 16 : nameRoom(lines, groups, nameOf, width));
  const across = axisScale(values, LEFT_PX, right);
  const all = lines.flatMap(({ points }) => points);
  const ends = all.flatMap(({ measured }) => [lowOf(measured), highOf(measured)]);
  const low = Math.min(...ends);
  const up = valueScale(
    all.some(({ measured }) => measured.mean < 0) ? low : Math.max(0, low),
    Math.max(...ends),
    height - BOTTOM_PX,
    TOP_PX,
  );
  const path = line<LinePoint>()
    .x(({ x: value }) => across.at(value))
    .y(({ measured }) => up.at(measured.mean));
  return (
    <div className="sweep-chart" ref={host}>
      {all.length === 0 ? (
        <p className="sweep-chart__none ink-3">{t("Nothing is measured yet.")}</p>
      ) : (
        <Drawing
          svg={svg}
          widthPx={width}
          heightPx={height}
          name={t("{metric} over {axis}: a line for each {series}", {
            metric: titleOf(metric),
            axis: x,
            series: series ?? t("study"),
          })}
        >
          {up.ticks.map((value) => (
            <g key={value}>
              <line
                className="sweep-chart__grid"
                x1={LEFT_PX}
                x2={right}
                y1={up.at(value)}
                y2={up.at(value)}
              />
              <text x={LEFT_PX - 8} y={up.at(value) + 4} textAnchor="end">
                {tickText(value, up.ticks)}
              </text>
            </g>
          ))}
          {place === undefined ? null : (
            <line
              className="sweep-chart__place"
              x1={across.at(place)}
              x2={across.at(place)}
              y1={TOP_PX}
              y2={height - BOTTOM_PX}
            />
          )}
          {across.ticks.map(({ at, label }) => (
            <text key={label} x={at} y={height - BOTTOM_PX + 18} textAnchor="middle">
              {label}
            </text>
          ))}
          <text className="sweep-chart__axis" x={(LEFT_PX + right) / 2} y={height - 6} textAnchor="middle">
            {x}
          </text>
          {lines.map(({ value, points }, index) => (
            <g key={fieldText(value ?? null)} className="sweep-line" data-series={index % SERIES_COUNT}>
              {groups.some(([first]) => first === index) ? <path d={path([...points]) ?? ""} /> : null}
              {points.map((one) => (
                <Mark
                  key={fieldText(one.x)}
                  one={one}
                  at={across.at(one.x)}
                  up={(value) => up.at(Math.max(up.least, value))}
                  name={`${x} ${fieldText(one.x)}${series === undefined ? "" : `, ${series} ${fieldText(value ?? null)}`}: ${measuredText(one.measured)} ${metric.unit}${baseName(one, choice)}`}
                  choice={choice}
                />
              ))}
            </g>
          ))}
          <BaseNames
            places={all.flatMap(({ x: value, point, measured }) => {
              const base = choice.baseOf(point.point);
              return base === undefined
                ? []
                : [{ x: across.at(value), y: up.at(Math.max(up.least, measured.mean)), label: base.label }];
            })}
            leftPx={LEFT_PX}
            rightPx={right}
            topPx={TOP_PX}
          />
          {series === undefined ? null : (
            <LineNames
              lines={lines}
              groups={groups}
              nameOf={nameOf}
              x={right + 10}
              roomPx={width - right - 10}
              up={up.at}
              lowestPx={height - BOTTOM_PX}
            />
          )}
        </Drawing>
      )}
    </div>
  );
}

type Ends = Pick<LinePoint["measured"], "mean" | "low" | "high">;
const lowOf = ({ mean, low }: Ends) => (Number.isFinite(low) ? low : mean);
const highOf = ({ mean, high }: Ends) => (Number.isFinite(high) ? high : mean);

/** Lines differ by weight and dash, not by the colours of the software layers. */
const SERIES_COUNT = 6;

interface MarkProps {
  readonly one: LinePoint;
  readonly at: number;
  readonly up: (value: number) => number;
  readonly name: string;
  readonly choice: PointChoice;
}

function Mark({ one: { point, measured }, at, up, name, choice }: MarkProps) {
  const { mean } = measured;
  const [low, high] = [lowOf(measured), highOf(measured)];
  const isChosen = isSamePoint(point.point, choice.chosen);
  const isBeside = isSamePoint(point.point, choice.beside);
  return (
    <Pressable
      className="sweep-mark press"
      name={name}
      pressed={isChosen}
      onPress={(beside) => choice.choose(point.point, beside)}
    >
      {high > low ? (
        <path
          className="sweep-mark__interval hollow through"
          d={`M${at - CAP_PX} ${up(high)}h${2 * CAP_PX}M${at} ${up(high)}V${up(low)}M${at - CAP_PX} ${up(low)}h${2 * CAP_PX}`}
        />
      ) : null}
      <circle className="sweep-mark__hit" cx={at} cy={up(mean)} r="12" />
      {isChosen || isBeside ? (
        <circle className="sweep-mark__ring hollow" data-beside={isBeside} cx={at} cy={up(mean)} r="7.5" />
      ) : null}
      {choice.baseOf(point.point) !== undefined ? (
        <circle className="sweep-mark__base" cx={at} cy={up(mean)} r="5.5" />
      ) : null}
      <circle className="sweep-mark__dot" cx={at} cy={up(mean)} r="3" />
    </Pressable>
  );
}

const baseName = ({ point }: LinePoint, choice: PointChoice): string => {
  const base = choice.baseOf(point.point);
  return base === undefined ? "" : `, ${base.meaning}`;
};

/** Indices of lines that coincide at every point: one is drawn, with the names of all. */
function groupsOf(lines: readonly Line[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  lines.forEach(({ points }, index) => {
    const key = JSON.stringify(points.map(({ x, measured: { mean, low, high } }) => [x, mean, low, high]));
    const before = groups.get(key);
    if (before === undefined || points.length === 0)
      groups.set(points.length === 0 ? String(index) : key, [index]);
    else before.push(index);
  });
  return [...groups.values()];
}

const valuesOf = (lines: readonly Line[], group: readonly number[]) =>
  group.map((one) => lines[one]?.value ?? null);

function nameRoom(
  lines: readonly Line[],
  groups: readonly (readonly number[])[],
  nameOf: LineChartProps["nameOf"],
  widthPx: number,
): number {
  const longest = Math.max(0, ...groups.map((group) => nameOf(valuesOf(lines, group)).length));
  return Math.max(NAME_PX, Math.min(NAME_SHARE * widthPx, textWidthPx(longest) + 16));
}

interface LineNamesProps {
  readonly lines: readonly Line[];
  readonly groups: readonly (readonly number[])[];
  readonly nameOf: LineChartProps["nameOf"];
  readonly x: number;
  readonly roomPx: number;
  readonly up: (value: number) => number;
  /** Height at which the ticks begin. */
  readonly lowestPx: number;
}

/** Names at the ends of the lines, each on a line of its own, above the ticks. */
function LineNames({ lines, groups, nameOf, x, roomPx, up, lowestPx }: LineNamesProps) {
  const ends = groups
    .flatMap((group) => {
      const index = group[0] ?? 0;
      const end = lines[index]?.points.at(-1);
      return end === undefined
        ? []
        : [{ index, name: fitted(nameOf(valuesOf(lines, group)), roomPx), y: up(end.measured.mean) }];
    })
    .toSorted((a, b) => a.y - b.y);
  let free = TOP_PX;
  const placed = ends.map((one) => {
    const y = Math.max(one.y, free);
    free = y + NAME_LINE_PX;
    return { ...one, y };
  });
  const lowest = (place: number) => lowestPx - (placed.length - 1 - place) * NAME_LINE_PX;
  return placed.map(({ index, name, y }, place) => (
    <text
      key={index}
      className="sweep-line__name"
      data-series={index % SERIES_COUNT}
      x={x}
      y={Math.min(y, lowest(place)) + 4}
    >
      {name}
    </text>
  ));
}
