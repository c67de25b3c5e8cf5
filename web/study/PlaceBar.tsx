/** The current place in the study: sliders move it, and the numbers follow. */
import type { PointSummary } from "../../lib/study/summary.ts";
import { isSamePoint, linesOf, numbersOf, type View, type ViewAxis } from "../../lib/study/views.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";
import { formatSignificant } from "../ui/format.ts";
import {
  columnLabel,
  columnValueText,
  fieldText,
  measuredText,
  metricLabel,
  type StudyWords,
  seriesName,
  titleOf,
} from "./labels.ts";
import type { PointChoice } from "./PointPanel.tsx";
import { Choose } from "./pictures.tsx";

interface PlaceProps {
  readonly view: View;
  readonly axes: readonly ViewAxis[];
  readonly words: StudyWords;
  readonly onMove: (column: string, value: StudyValue) => void;
}

/** One control for each axis that has no lines of its own. */
export function PlaceSliders({ view, axes, words, onMove }: PlaceProps) {
  return axes
    .filter(({ column }) => column !== view.series)
    .map((axis) => (
      <PlaceControl
        key={axis.column}
        axis={axis}
        value={view.fixed[axis.column] ?? null}
        words={words}
        onValue={(value) => onMove(axis.column, value)}
      />
    ));
}

interface PlaceControlProps {
  readonly axis: ViewAxis;
  readonly value: StudyValue;
  readonly words: StudyWords;
  readonly onValue: (value: StudyValue) => void;
}

function PlaceControl({ axis: { column, values }, value, words, onValue }: PlaceControlProps) {
  const label = columnLabel(column, words);
  const keys = values.map((one) => JSON.stringify(one));
  const at = keys.indexOf(JSON.stringify(value));
  if (numbersOf(values) === undefined)
    return (
      <Choose
        label={label}
        value={keys[at] ?? ""}
        options={values.map((one, place) => [keys[place] ?? "", fieldText(one)])}
        onChoose={(key) => onValue(values[keys.indexOf(key)] ?? null)}
      />
    );
  const text = columnValueText(column, value, words);
  return (
    <label className="sweep-slider grid gap-2px t-13 ink-2">
      <span className="line apart gap-3">
        {label} <b className="ink digits">{text}</b>
      </span>
      <input
        type="range"
        className="wide flush target press"
        min={0}
        max={values.length - 1}
        value={at}
        aria-valuetext={text}
        onChange={(event) => onValue(values[event.currentTarget.valueAsNumber] ?? null)}
      />
    </label>
  );
}

interface PlaceAnswerProps extends Omit<PlaceProps, "onMove"> {
  readonly points: readonly PointSummary[];
  readonly choice: PointChoice;
}

/** The measure at the place, a number for each line. A press chooses the point. */
export function PlaceAnswer({ points, view, axes, words, choice }: PlaceAnswerProps) {
  const metric = metricLabel(view.metric, words);
  const { series } = view;
  const place = JSON.stringify(view.fixed[view.x] ?? null);
  const found = linesOf(points, axes, view).flatMap(({ value, points: onLine }) =>
    onLine.flatMap((one) => (JSON.stringify(one.x) === place ? [{ value, ...one }] : [])),
  );
  return (
    <fieldset className="sweep-answers flex wrap gap-2 flush tight edgeless" aria-label={titleOf(metric)}>
      {found.map(({ value, point, measured }) => (
        <button
          type="button"
          key={fieldText(value ?? null)}
          className="sweep-answers__one grid packed to-left surface hair-2 r-2 pad-2-3 press"
          aria-pressed={isSamePoint(point.point, choice.chosen)}
          title={`${measuredText(measured)} ${metric.unit}`}
          onClick={(event) => choice.choose(point.point, event.shiftKey)}
        >
          <span className="t-13 ink-2">
            {series === undefined || value === undefined
              ? titleOf(metric)
              : seriesName(series, [value], words)}
          </span>
          <b className="digits">
            {formatSignificant(measured.mean, 3)} <span className="unit">{metric.unit}</span>
          </b>
        </button>
      ))}
    </fieldset>
  );
}
