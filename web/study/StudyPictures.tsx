import { type ReactNode, type RefObject, useId, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { canonicalText } from "../../lib/labs/digest.ts";
import type { PointValues } from "../../lib/study/plan.ts";
import { pointText } from "../../lib/study/row.ts";
import { type PointSummary, summarise } from "../../lib/study/summary.ts";
import {
  betterOf,
  isSamePoint,
  linesOf,
  mapOf,
  type View,
  type ViewAxis,
  viewAxes,
} from "../../lib/study/views.ts";
import { columnName, isNamed } from "../../lib/sweep/column.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { t } from "../text/t.ts";
import { FrontChart, type Measure } from "./FrontChart.tsx";
import { HeatMap } from "./HeatMap.tsx";
import { LineChart } from "./LineChart.tsx";
import { columnLabel, fieldText, measuredText, metricLabel, titleOf } from "./labels.ts";
import type { LoadedStudy } from "./loadStudy.ts";
import { PointPanel } from "./PointPanel.tsx";
import { SearchAnswer } from "./SearchAnswer.tsx";
import { savePicture } from "./savePicture.ts";
import { studyPage, studyRuns } from "./studyHere.ts";

interface StudyPicturesProps {
  readonly onOpen: (point: PointValues) => void;
  readonly onCompare: (a: PointValues, b: PointValues) => void;
}

/** The results: lines, a map, the trade-off of two measures, all numbers. */
export function StudyPictures({ onOpen, onCompare }: StudyPicturesProps) {
  const loaded = useStore(studyRuns.store, (state) => state.loaded);
  const rows = useStore(studyRuns.store, (state) => state.rows);
  const found = useStore(studyRuns.store, (state) => state.found);
  const { view, chosen, beside } = useStore(studyPage.store);
  const [isSecondNext, setSecondNext] = useState(false);
  const summary = useMemo(() => summarise(rows, loaded?.study.compare), [rows, loaded]);
  const axes = useMemo(() => viewAxes(loaded?.plan.points ?? []), [loaded]);
  const isBase = useMemo(() => baseOf(loaded), [loaded]);
  if (loaded === undefined || view === undefined) return null;
  const scenario = [...loaded.scenarios.values()][0];
  const { search } = loaded.study;
  const { points } = summary;
  const choose: Choice["choose"] = (point, isBeside) => {
    studyPage.choose(point, isBeside || isSecondNext);
    setSecondNext(false);
  };
  const choice = { chosen, beside, isBase, choose };
  return (
    <>
      {found === undefined || search === undefined ? null : (
        <SearchAnswer
          search={search}
          results={found}
          metric={search.over.includes(search.of) ? undefined : searchedMetric(loaded, search.of, scenario)}
          chosen={chosen}
          onChoose={(point) => studyPage.choose(point, false)}
        />
      )}
      <ViewBar view={view} axes={axes} loaded={loaded} scenario={scenario} />
      <div className="sweep-pictures">
        <Lines points={points} axes={axes} view={view} scenario={scenario} choice={choice} />
        <PointMap points={points} axes={axes} view={view} scenario={scenario} choice={choice} />
        <Front points={points} loaded={loaded} scenario={scenario} choice={choice} />
        <Numbers
          points={points}
          columns={axes.map(({ column }) => column)}
          scenario={scenario}
          choice={choice}
        />
      </div>
      <PointPanel
        choice={choice}
        points={points}
        rows={rows}
        columns={axes.map(({ column }) => column)}
        scenario={scenario}
        isSecondNext={isSecondNext}
        onSecondNext={setSecondNext}
        onOpen={onOpen}
        onCompare={onCompare}
      />
    </>
  );
}

function searchedMetric({ plan }: LoadedStudy, of: string, scenario: Scenario | undefined) {
  const column = plan.metrics.find((one) => isNamed(one, of));
  return metricLabel(column === undefined ? of : columnName(column), scenario);
}

type Choice = Parameters<typeof LineChart>[0]["choice"];

/** Whether a point is a scenario of the study as it is, whatever its seed and its length. */
function baseOf(loaded: LoadedStudy | undefined): (point: PointValues) => boolean {
  if (loaded === undefined) return () => false;
  const textOf = ({ seed: _, runCycles: __, ...machine }: Scenario) => canonicalText(machine);
  const bases = new Set([...loaded.scenarios.values()].map(textOf));
  const same = loaded.plan.points.filter(({ scenario }) => bases.has(textOf(scenario)));
  return (point) => same.some(({ values }) => isSamePoint(values, point));
}

interface ViewBarProps {
  readonly view: View;
  readonly axes: readonly ViewAxis[];
  readonly loaded: LoadedStudy;
  readonly scenario: Scenario | undefined;
}

function ViewBar({ view, axes, loaded, scenario }: ViewBarProps) {
  const metrics = loaded.plan.metrics.map(columnName);
  const columns = axes.map(({ column }) => column);
  const look = (change: Partial<View>) => studyPage.look({ ...view, ...change });
  /** Columns that neither picture has along an axis, or only one of them. */
  const held = axes.filter(
    ({ column }) => column !== view.x && (column !== view.series || column !== view.y),
  );
  return (
    <div className="sweep-view">
      <Choose
        label={t("Measure|study")}
        value={view.metric}
        options={metrics.map((name) => [name, titleOf(metricLabel(name, scenario))])}
        onChoose={(metric) => look({ metric })}
      />
      <Choose
        label={t("Across")}
        value={view.x}
        options={columns.map((column) => [column, columnLabel(column, scenario)])}
        onChoose={(x) =>
          look({
            x,
            series: view.series === x ? view.x : view.series,
            y: view.y === x ? view.x : view.y,
          })
        }
      />
      <Choose
        label={t("A line for each")}
        value={view.series ?? ""}
        options={[
          ["", "–"],
          ...columns.filter((one) => one !== view.x).map((one) => [one, columnLabel(one, scenario)] as const),
        ]}
        onChoose={(series) => look({ series: series === "" ? undefined : series })}
      />
      {held.map(({ column, values }) => (
        <Choose
          key={column}
          label={columnLabel(column, scenario)}
          value={JSON.stringify(view.fixed[column] ?? null)}
          options={values.map((value) => [JSON.stringify(value), fieldText(value)])}
          onChoose={(value) => look({ fixed: { ...view.fixed, [column]: JSON.parse(value) } })}
        />
      ))}
    </div>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string) => void;
}

function Choose({ label, value, options, onChoose }: ChooseProps) {
  return (
    <label className="sweep-view__one">
      <span>{label}</span>
      <select className="field" value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PictureProps {
  readonly title: string;
  /** Of the title: the expression. */
  readonly tip?: string;
  readonly note: string | undefined;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly children: ReactNode;
}

function Picture({ title, tip, note, svg, children }: PictureProps) {
  const id = useId();
  const save = async (format: "svg" | "png") => {
    if (svg.current !== null) await savePicture(svg.current, title, format);
  };
  return (
    <section className="sweep-picture" aria-labelledby={id}>
      <div className="sweep-picture__head">
        <h3 id={id} title={tip}>
          {title}
        </h3>
        <button
          type="button"
          className="btn btn--ghost btn--small"
          aria-label={t("{title} as SVG", { title })}
          onClick={() => void save("svg")}
        >
          SVG
        </button>
        <button
          type="button"
          className="btn btn--ghost btn--small"
          aria-label={t("{title} as PNG", { title })}
          onClick={() => void save("png")}
        >
          PNG
        </button>
      </div>
      <p className="sweep-picture__note">{note}</p>
      {children}
    </section>
  );
}

interface PartProps {
  readonly points: readonly PointSummary[];
  readonly axes: readonly ViewAxis[];
  readonly view: View;
  readonly scenario: Scenario | undefined;
  readonly choice: Choice;
}

/** What the columns that are not shown are held at. */
function heldText(
  { axes, view, scenario }: Pick<PartProps, "axes" | "view" | "scenario">,
  free: readonly (string | undefined)[],
): string {
  return axes
    .filter(({ column }) => !free.includes(column))
    .map(({ column }) => `${columnLabel(column, scenario)} ${fieldText(view.fixed[column] ?? null)}`)
    .join(" · ");
}

function Lines({ points, axes, view, scenario, choice }: PartProps) {
  const svg = useRef<SVGSVGElement>(null);
  const metric = metricLabel(view.metric, scenario);
  const held = heldText({ axes, view, scenario }, [view.x, view.series]);
  const lines = linesOf(points, axes, view);
  const hasBars = lines.some((line) =>
    line.points.some(({ measured }) => Number.isFinite(measured.halfWidth) && measured.halfWidth > 0),
  );
  const bars = hasBars ? t("Bars: 95 % interval of the mean, over the seeds.") : "";
  return (
    <Picture
      title={titleOf(metric)}
      tip={metric.text}
      note={[held, bars].filter((text) => text !== "").join(" · ")}
      svg={svg}
    >
      <LineChart
        lines={lines}
        metric={metric}
        x={columnLabel(view.x, scenario)}
        values={axes.find(({ column }) => column === view.x)?.values ?? []}
        series={view.series === undefined ? undefined : columnLabel(view.series, scenario)}
        choice={choice}
        svg={svg}
      />
    </Picture>
  );
}

function PointMap({ points, axes, view, scenario, choice }: PartProps) {
  const svg = useRef<SVGSVGElement>(null);
  const valuesOf = (column: string | undefined) => axes.find((axis) => axis.column === column)?.values ?? [];
  if (view.y === undefined) return null;
  const metric = metricLabel(view.metric, scenario);
  const title = t("{metric} over {axis} and {other}", {
    metric: titleOf(metric),
    axis: columnLabel(view.x, scenario),
    other: columnLabel(view.y, scenario),
  });
  return (
    <Picture
      title={title}
      tip={metric.text}
      note={heldText({ axes, view, scenario }, [view.x, view.y])}
      svg={svg}
    >
      <HeatMap
        cells={mapOf(points, axes, view)}
        metric={metric}
        x={columnLabel(view.x, scenario)}
        y={columnLabel(view.y, scenario)}
        across={valuesOf(view.x)}
        down={valuesOf(view.y)}
        choice={choice}
        svg={svg}
      />
    </Picture>
  );
}

interface FrontProps {
  readonly points: readonly PointSummary[];
  readonly loaded: LoadedStudy;
  readonly scenario: Scenario | undefined;
  readonly choice: Choice;
}

/** Where nothing is better in one measure without being worse in the other. */
function Front({ points, loaded, scenario, choice }: FrontProps) {
  const svg = useRef<SVGSVGElement>(null);
  const names = loaded.plan.metrics.map(columnName);
  const [pair, setPair] = useState<readonly [string | undefined, string | undefined]>([undefined, undefined]);
  const chosen = (at: 0 | 1) => {
    const name = pair[at];
    return name !== undefined && names.includes(name) ? name : names[at];
  };
  const [across, up] = [chosen(0), chosen(1)];
  if (across === undefined || up === undefined) return null;
  const measure = (name: string): Measure => ({
    name,
    label: metricLabel(name, scenario),
    better: betterOf(name),
  });
  const options = names.map((name) => [name, titleOf(metricLabel(name, scenario))] as const);
  return (
    <Picture
      title={t("Trade-off")}
      note={t("All points. The line joins those that no other point beats in both measures.")}
      svg={svg}
    >
      <div className="sweep-view">
        <Choose
          label={t("Across")}
          value={across}
          options={options}
          onChoose={(name) => setPair([name, up])}
        />
        <Choose
          label={t("Up|axis")}
          value={up}
          options={options}
          onChoose={(name) => setPair([across, name])}
        />
      </div>
      <FrontChart points={points} across={measure(across)} up={measure(up)} choice={choice} svg={svg} />
    </Picture>
  );
}

interface NumbersProps {
  readonly points: readonly PointSummary[];
  readonly columns: readonly string[];
  readonly scenario: Scenario | undefined;
  readonly choice: Choice;
}

function Numbers({ points, columns, scenario, choice }: NumbersProps) {
  const [first] = points;
  if (first === undefined) return null;
  const metrics = Object.keys(first.metrics);
  return (
    <details className="sweep-numbers">
      <summary>{t("All numbers: mean ± 95 % interval")}</summary>
      <div className="sweep-numbers__scroll">
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" title={column}>
                  {columnLabel(column, scenario)}
                </th>
              ))}
              <th scope="col">{t("Seeds")}</th>
              {metrics.map((name) => (
                <th key={name} scope="col" title={name}>
                  {titleOf(metricLabel(name, scenario))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={pointText(point.point)} data-chosen={isSamePoint(point.point, choice.chosen)}>
                {columns.map((column) => (
                  <td key={column}>{fieldText(point.point[column] ?? null)}</td>
                ))}
                <td>{point.seeds.length}</td>
                {metrics.map((name) => {
                  const measured = point.metrics[name];
                  return <td key={name}>{measured === undefined ? "–" : measuredText(measured)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
