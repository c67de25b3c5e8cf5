import { greatest, ticks } from "d3-array";
import { contours } from "d3-contour";
import { type RefObject, useRef } from "react";
import { type Cell, isSamePoint } from "../../lib/study/views.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";
import { t } from "../text/t.ts";
import { formatSignificant } from "../ui/format.ts";
import { Drawing, Pressable, tintOf, useChartSize } from "./Drawing.tsx";
import { fieldText, type MetricLabel, titleOf } from "./labels.ts";
import type { PointChoice } from "./PointPanel.tsx";
import { fitted, textWidthPx } from "./scale.ts";

/** For the names of the rows: least width, and greatest share of the whole width. */
const LEFT_PX = 66;
const NAME_SHARE = 0.3;
const TOP_PX = 22;
const BOTTOM_PX = 44;
/** Least size of a cell. If there are few rows, they share the height. */
const CELL_PX = 40;
const ROWS_PX = 280;
const GAP_PX = 2;
/** Steps of the tint. */
const STEPS = 8;
const CONTOUR_COUNT = 3;
/** Precedes the place of the line that it names. */
const CONTOUR_NAME_PX = 12;
/** Width of a digit in a cell. */
const DIGIT_PX = 7;

interface HeatMapProps {
  readonly cells: readonly (readonly (Cell | undefined)[])[];
  readonly metric: MetricLabel;
  readonly x: string;
  readonly y: string;
  readonly across: readonly StudyValue[];
  readonly down: readonly StudyValue[];
  readonly choice: PointChoice;
  readonly svg: RefObject<SVGSVGElement | null>;
}

/** A measure over two axes: a cell for each point, and lines of equal value. */
export function HeatMap({ cells, metric, x, y, across, down, choice, svg }: HeatMapProps) {
  const host = useRef<HTMLDivElement>(null);
  const { width, height: roomPx } = useChartSize(host, TOP_PX + ROWS_PX + BOTTOM_PX);
  const longest = Math.max(0, ...down.map((value) => fieldText(value).length));
  const leftPx = Math.max(LEFT_PX, Math.min(NAME_SHARE * width, textWidthPx(longest) + 16));
  const cellPx = (width - leftPx) / Math.max(1, across.length);
  const rowPx = Math.max(CELL_PX, (roomPx - TOP_PX - BOTTOM_PX) / Math.max(1, down.length));
  const height = TOP_PX + down.length * rowPx + BOTTOM_PX;
  const known = cells.flat().flatMap((cell) => (cell === undefined ? [] : [cell.mean]));
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const stepOf = (value: number) =>
    high > low ? Math.min(STEPS - 1, Math.floor(((value - low) / (high - low)) * STEPS)) : 0;
  return (
    <div className="sweep-chart" ref={host}>
      {known.length === 0 ? (
        <p className="sweep-chart__none ink-3">{t("Nothing is measured yet.")}</p>
      ) : (
        <Drawing
          svg={svg}
          widthPx={width}
          heightPx={height}
          name={t("{metric} over {axis} and {other}: from {low} to {high}", {
            metric: titleOf(metric),
            axis: x,
            other: y,
            low: formatSignificant(low),
            high: formatSignificant(high),
          })}
        >
          {cells.map((row, line) =>
            row.map((cell, column) =>
              cell === undefined ? null : (
                <MapCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                  key={`${line} ${column}`}
                  cell={cell}
                  box={{
                    x: leftPx + column * cellPx,
                    y: TOP_PX + line * rowPx,
                    width: cellPx - GAP_PX,
                    height: rowPx - GAP_PX,
                  }}
                  step={stepOf(cell.mean)}
                  name={`${x} ${fieldText(across[column] ?? null)}, ${y} ${fieldText(down[line] ?? null)}: ${formatSignificant(cell.mean)} ${metric.unit}`}
                  choice={choice}
                />
              ),
            ),
          )}
          <Contours cells={cells} low={low} high={high} leftPx={leftPx} cellPx={cellPx} rowPx={rowPx} />
          {cells.map((row, line) =>
            row.map((cell, column) => {
              const text = cell === undefined ? "" : formatSignificant(cell.mean, 3);
              // Numbers that do not fit are shown in the tip of their cell.
              return cell === undefined || text.length * DIGIT_PX > cellPx ? null : (
                <text
                  // biome-ignore lint/suspicious/noArrayIndexKey: a number is its place
                  key={`${line} ${column}`}
                  className="sweep-cell__number"
                  data-step={stepOf(cell.mean)}
                  style={{ "--sweep-tint": tintOf(stepOf(cell.mean)) }}
                  x={leftPx + (column + 0.5) * cellPx}
                  y={TOP_PX + (line + 0.5) * rowPx + 4}
                  textAnchor="middle"
                >
                  {text}
                </text>
              );
            }),
          )}
          {down.map((value, line) => (
            <text
              key={fieldText(value)}
              x={leftPx - 8}
              y={TOP_PX + (line + 0.5) * rowPx + 4}
              textAnchor="end"
            >
              {fitted(fieldText(value), leftPx - 12)}
            </text>
          ))}
          {across.map((value, column) => (
            <text
              key={fieldText(value)}
              x={leftPx + (column + 0.5) * cellPx}
              y={height - BOTTOM_PX + 17}
              textAnchor="middle"
            >
              {fieldText(value)}
            </text>
          ))}
          <text
            className="sweep-chart__axis"
            x={leftPx + (width - leftPx) / 2}
            y={height - 6}
            textAnchor="middle"
          >
            {x}
          </text>
          <text className="sweep-chart__axis" x={leftPx} y={TOP_PX - 9}>
            {y}
          </text>
        </Drawing>
      )}
    </div>
  );
}

interface MapCellProps {
  readonly cell: Cell;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly step: number;
  readonly name: string;
  readonly choice: PointChoice;
}

function MapCell({ cell: { point }, box, step, name, choice }: MapCellProps) {
  const isChosen = isSamePoint(point.point, choice.chosen);
  const isBeside = isSamePoint(point.point, choice.beside);
  return (
    <Pressable
      className="sweep-cell press"
      step={step}
      name={name}
      pressed={isChosen}
      onPress={(beside) => choice.choose(point.point, beside)}
    >
      <rect {...box} rx="3" />
      {isChosen || isBeside ? (
        <rect
          className="sweep-cell__frame"
          data-beside={isBeside}
          x={box.x + 1}
          y={box.y + 1}
          width={box.width - 2}
          height={box.height - 2}
          rx="3"
        />
      ) : null}
      {choice.baseOf(point.point) !== undefined ? (
        <circle className="sweep-mark__base" cx={box.x + box.width - 8} cy={box.y + 8} r="3.5" />
      ) : null}
    </Pressable>
  );
}

/** The place that is farthest from the centres of cells, where their numbers are. */
function placeOfName(places: readonly (readonly number[])[]): readonly number[] | undefined {
  const fromMiddle = ([x = 0, y = 0]: readonly number[]) =>
    Math.hypot(x - Math.floor(x) - 0.5, y - Math.floor(y) - 0.5);
  return greatest(places, fromMiddle);
}

interface ContoursProps {
  readonly cells: readonly (readonly (Cell | undefined)[])[];
  readonly low: number;
  readonly high: number;
  readonly leftPx: number;
  readonly cellPx: number;
  readonly rowPx: number;
}

/** Lines of equal value between the middles of the cells, once every cell has its number. */
function Contours({ cells, low, high, leftPx, cellPx, rowPx }: ContoursProps) {
  const rows = cells.length;
  const columns = cells[0]?.length ?? 0;
  const values = cells.flat().map((cell) => cell?.mean ?? Number.NaN);
  if (rows < 3 || columns < 3 || values.some(Number.isNaN) || high <= low) return null;
  const levels = ticks(low, high, CONTOUR_COUNT).filter((level) => level > low && level < high);
  const shapes = contours().size([columns, rows]).thresholds(levels)(values);
  const atX = (x: number) => leftPx + x * cellPx;
  const atY = (y: number) => TOP_PX + y * rowPx;
  const isInside = ([x = 0, y = 0]: readonly number[]) => x > 0 && y > 0 && x < columns && y < rows;
  return shapes.map(({ value, coordinates }) => {
    // The edge of the map does not count as a line of equal value.
    const d = coordinates
      .flat()
      .map((ring) => {
        let isDrawn = false;
        return ring
          .map((place) => {
            const inside = isInside(place);
            const step = inside ? `${isDrawn ? "L" : "M"}${atX(place[0] ?? 0)} ${atY(place[1] ?? 0)}` : "";
            isDrawn = inside;
            return step;
          })
          .join("");
      })
      .join("");
    const [nameX, nameY] = placeOfName(coordinates.flat(2).filter(isInside)) ?? [];
    return (
      <g key={value}>
        <path className="sweep-contour hollow through" d={d} />
        {nameX === undefined || nameY === undefined ? null : (
          <text
            className="sweep-contour__value"
            x={atX(nameX)}
            y={atY(nameY) - CONTOUR_NAME_PX}
            textAnchor="middle"
          >
            {formatSignificant(value)}
          </text>
        )}
      </g>
    );
  });
}
