import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { PointValues } from "../../lib/study/plan.ts";
import { NO_RULES, rulesOf, shownPoints } from "../../lib/study/replicates.ts";
import { pointText, type StudyRow } from "../../lib/study/row.ts";
import { type PointSummary, type StudySummary, summarise } from "../../lib/study/summary.ts";
import { summaryNotes } from "../../lib/study/summaryNotes.ts";
import { isSamePoint, type View, type ViewAxis, variedAxes, viewAxes } from "../../lib/study/views.ts";
import { columnName, isNamed } from "../../lib/sweep/column.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";
import { basePoints, type MissingBase as Missing, NO_BASE } from "./basePoints.ts";
import { Choose, NarrowFold } from "./Choose.tsx";
import { withOwnPoint } from "./draft/axes.ts";
import { columnLabel, fieldText, measuredText, metricLabel, titleOf } from "./labels.ts";
import type { LoadedStudy } from "./loadStudy.ts";
import { type PointChoice, PointPanel } from "./PointPanel.tsx";
import { Front, Lines, PointMap } from "./pictures.tsx";
import { SearchAnswer } from "./SearchAnswer.tsx";
import { studyPage, studyRuns } from "./studyHere.ts";

interface StudyPicturesProps {
  readonly onOpen: (point: PointValues) => void;
  readonly onOpenRun: (run: Scenario, cycle: number | undefined) => void;
  readonly onCompare: (a: PointValues, b: PointValues) => void;
}

/** The results: lines, a map, the trade-off of two measures, all numbers. */
export function StudyPictures({ onOpen, onOpenRun, onCompare }: StudyPicturesProps) {
  const loaded = useStore(studyRuns.store, (state) => state.loaded);
  const rows = useStore(studyRuns.store, (state) => state.rows);
  const found = useStore(studyRuns.store, (state) => state.found);
  const { draft, view, chosen, beside } = useStore(studyPage.store);
  const [isSecondNext, setSecondNext] = useState(false);
  const summary = useSummary(loaded, rows);
  const shown = useMemo(() => (loaded === undefined ? [] : shownPoints(loaded.plan)), [loaded]);
  const axes = useMemo(() => viewAxes(shown), [shown]);
  const columns = useMemo(() => variedAxes(shown).map(({ column }) => column), [shown]);
  const base = useMemo(() => (loaded === undefined ? NO_BASE : basePoints(loaded)), [loaded]);
  if (loaded === undefined || view === undefined) return null;
  const scenario = [...loaded.scenarios.values()][0];
  const { search } = loaded.study;
  const { points } = summary;
  const choose: PointChoice["choose"] = (point, isBeside) => {
    studyPage.choose(point, isBeside || isSecondNext);
    setSecondNext(false);
  };
  const choice = { chosen, beside, baseOf: base.of, choose };
  const [missing] = base.missing;
  const part = { points, scenario, base, choice };
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
      <NarrowFold title={t("Choose what the pictures show")}>
        <ViewBar view={view} axes={axes} loaded={loaded} scenario={scenario} />
      </NarrowFold>
      {missing === undefined || draft === undefined ? null : (
        <MissingBase
          missing={missing}
          scenario={scenario}
          onAdd={() => void studyPage.change(withOwnPoint(draft, missing.gaps, scenario))}
        />
      )}
      <Notes loaded={loaded} rows={rows} summary={summary} />
      <div className="sweep-pictures grid">
        <Lines {...part} axes={axes} view={view} />
        <PointMap {...part} axes={axes} view={view} />
        <Front {...part} loaded={loaded} />
        <Numbers
          points={points}
          columns={columns}
          metrics={loaded.plan.asked.map(columnName)}
          scenario={scenario}
          choice={choice}
        />
      </div>
      <PointPanel
        choice={choice}
        points={points}
        metrics={loaded.plan.asked.map(columnName)}
        rules={rulesOf(loaded.plan)}
        rows={rows}
        columns={columns}
        scenario={scenario}
        isSecondNext={isSecondNext}
        onSecondNext={setSecondNext}
        loaded={loaded}
        {...{ onOpen, onOpenRun, onCompare }}
      />
    </>
  );
}

function useSummary(loaded: LoadedStudy | undefined, rows: readonly StudyRow[]): StudySummary {
  const rules = loaded === undefined ? NO_RULES : rulesOf(loaded.plan);
  return useMemo(() => summarise(rows, loaded?.study.compare, rules), [rows, loaded, rules]);
}

interface NotesProps {
  readonly loaded: LoadedStudy;
  readonly rows: readonly StudyRow[];
  readonly summary: StudySummary;
}

/** What is to be known of the intervals. */
function Notes({ loaded, rows, summary }: NotesProps) {
  const notes = useMemo(() => summaryNotes(loaded.plan, rows, summary), [loaded, rows, summary]);
  return notes.map((note) => (
    <p key={note} className="sweep-run__note">
      {translatedMessage(note)}
    </p>
  ));
}

function searchedMetric({ plan }: LoadedStudy, of: string, scenario: Scenario | undefined) {
  const column = plan.metrics.find((one) => isNamed(one, of));
  return metricLabel(column === undefined ? of : columnName(column), scenario);
}

interface ViewBarProps {
  readonly view: View;
  readonly axes: readonly ViewAxis[];
  readonly loaded: LoadedStudy;
  readonly scenario: Scenario | undefined;
}

function ViewBar({ view, axes, loaded, scenario }: ViewBarProps) {
  const metrics = loaded.plan.asked.map(columnName);
  const columns = axes.map(({ column }) => column);
  const look = (change: Partial<View>) => studyPage.look({ ...view, ...change });
  /** Columns that neither picture has along an axis, or only one of them. */
  const held = axes.filter(
    ({ column }) => column !== view.x && (column !== view.series || column !== view.y),
  );
  return (
    <div className="sweep-view flex wrap">
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

interface NumbersProps {
  readonly points: readonly PointSummary[];
  readonly columns: readonly string[];
  readonly metrics: readonly string[];
  readonly scenario: Scenario | undefined;
  readonly choice: PointChoice;
}

function Numbers({ points, columns, metrics, scenario, choice }: NumbersProps) {
  const [first] = points;
  if (first === undefined) return null;
  return (
    <details className="sweep-numbers across">
      <summary className="press target">{t("All numbers: mean ± 95 % interval")}</summary>
      <div className="sweep-numbers__scroll scroll">
        <table className="t-12 digits">
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

interface MissingBaseProps {
  readonly missing: Missing;
  readonly scenario: Scenario | undefined;
  readonly onAdd: () => void;
}

/** No circle is in the pictures: why, and the way to have one. */
export function MissingBase({ missing: { name, gaps }, scenario, onAdd }: MissingBaseProps) {
  const values = gaps.axes
    .flatMap(({ columns }) => columns.filter(({ isOfRun }) => !isOfRun))
    .map(({ column, value }) => `${columnLabel(column, scenario)} ${fieldText(value)}`)
    .join(" · ");
  const reason =
    gaps.set.length > 0
      ? t("It differs in what is the same at every point: {fields}.", { fields: gaps.set.join(", ") })
      : t("It has {values}.", { values });
  return (
    <p className="t-12 ink-2">
      {t("No point is “{scenario}” as it is.", { scenario: name })}{" "}
      {values === "" && gaps.set.length === 0 ? null : reason}{" "}
      {values === "" || gaps.set.length > 0 ? null : (
        <button type="button" className="btn btn--small" onClick={onAdd}>
          {t("Add this point")}
        </button>
      )}
    </p>
  );
}
