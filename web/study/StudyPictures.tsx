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
import { type BasePoints, basePoints, NO_BASE } from "./basePoints.ts";
import { withOwnPoint } from "./draft/axes.ts";
import {
  columnLabel,
  fieldText,
  measuredText,
  metricLabel,
  type StudyWords,
  studyWords,
  titleOf,
} from "./labels.ts";
import type { LoadedStudy } from "./loadStudy.ts";
import { PlaceAnswer, PlaceSliders } from "./PlaceBar.tsx";
import { type PointChoice, PointPanel } from "./PointPanel.tsx";
import { Choose, Front, Lines, type PartProps, PointMap } from "./pictures.tsx";
import { SearchAnswer } from "./SearchAnswer.tsx";
import { studyPage, studyRuns } from "./studyHere.ts";

interface StudyPicturesProps {
  /** True while all pictures are shown at once. */
  readonly isEditing: boolean;
  readonly onOpen: (point: PointValues) => void;
  readonly onOpenRun: (run: Scenario, cycle: number | undefined) => void;
  readonly onCompare: (a: PointValues, b: PointValues) => void;
}

/** The results: the answer at one place with its lines, then everything else. */
export function StudyPictures({ isEditing, onOpen, onOpenRun, onCompare }: StudyPicturesProps) {
  const loaded = useStore(studyRuns.store, (state) => state.loaded);
  const rows = useStore(studyRuns.store, (state) => state.rows);
  const found = useStore(studyRuns.store, (state) => state.found);
  const { view, chosen, beside } = useStore(studyPage.store);
  const [isSecondNext, setSecondNext] = useState(false);
  const summary = useSummary(loaded, rows);
  const shown = useMemo(() => (loaded === undefined ? [] : shownPoints(loaded.plan)), [loaded]);
  const axes = useMemo(() => viewAxes(shown), [shown]);
  const columns = useMemo(() => variedAxes(shown).map(({ column }) => column), [shown]);
  const base = useMemo(() => (loaded === undefined ? NO_BASE : basePoints(loaded)), [loaded]);
  const words = useMemo(() => loaded && studyWords(loaded), [loaded]);
  if (loaded === undefined || words === undefined || view === undefined) return null;
  const { search } = loaded.study;
  const { points } = summary;
  const metrics = loaded.plan.asked.map(columnName);
  const choose: PointChoice["choose"] = (point, isBeside) => {
    studyPage.choose(point, isBeside || isSecondNext);
    setSecondNext(false);
  };
  const choice = { chosen, beside, baseOf: base.of, choose };
  const look = (change: Partial<View>) => studyPage.look({ ...view, ...change });
  const part = { points, words, base, choice, view, axes };
  return (
    <>
      {found === undefined || search === undefined ? null : (
        <SearchAnswer
          search={search}
          results={found}
          metric={search.over.includes(search.of) ? undefined : searchedMetric(loaded, search.of, words)}
          chosen={chosen}
          onChoose={(point) => studyPage.choose(point, false)}
        />
      )}
      {points.length === 0 ? null : (
        <>
          <div className="sweep-view row wrap">
            <PlaceSliders view={view} axes={axes} words={words} onMove={studyPage.move} />
            <Choose
              label={t("Measure|study")}
              value={view.metric}
              options={metrics.map((name) => [name, titleOf(metricLabel(name, words))])}
              onChoose={(metric) => look({ metric })}
            />
          </div>
          <PlaceAnswer {...part} />
          <Lines {...part} place={axes.length > 1 ? (view.fixed[view.x] ?? undefined) : undefined} />
        </>
      )}
      <MorePictures {...part} {...{ isEditing, columns, loaded, rows, summary }} onLook={look} />
      <PointPanel
        choice={choice}
        points={points}
        metrics={metrics}
        rules={rulesOf(loaded.plan)}
        rows={rows}
        columns={columns}
        words={words}
        isSecondNext={isSecondNext}
        onSecondNext={setSecondNext}
        loaded={loaded}
        {...{ onOpen, onOpenRun, onCompare }}
      />
    </>
  );
}

interface MoreProps extends PartProps {
  /** Omits the columns that have only one value. */
  readonly columns: readonly string[];
  readonly isEditing: boolean;
  readonly loaded: LoadedStudy;
  readonly rows: readonly StudyRow[];
  readonly summary: StudySummary;
  readonly onLook: (change: Partial<View>) => void;
}

/** Pictures that an answer does not need: other axes, a map, the trade-off, all numbers. */
function MorePictures({ isEditing, columns, loaded, rows, summary, onLook, ...part }: MoreProps) {
  const { points, view, axes, words, base, choice } = part;
  return (
    <details className="sweep-more" open={isEditing}>
      <summary className="press target t-13 w-600">{t("More pictures and all numbers")}</summary>
      <ViewBar view={view} axes={axes} words={words} onLook={onLook} />
      <MissingBase base={base} words={words} />
      <Notes loaded={loaded} rows={rows} summary={summary} />
      {points.length === 0 ? null : (
        <div className="sweep-pictures grid">
          <PointMap {...part} />
          <Front {...part} loaded={loaded} />
          <Numbers
            points={points}
            columns={columns}
            metrics={loaded.plan.asked.map(columnName)}
            words={words}
            choice={choice}
          />
        </div>
      )}
    </details>
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

/** Remarks about the intervals. */
function Notes({ loaded, rows, summary }: NotesProps) {
  const notes = useMemo(() => summaryNotes(loaded.plan, rows, summary), [loaded, rows, summary]);
  return notes.map((note) => (
    <p key={note} className="sweep-run__note">
      {translatedMessage(note)}
    </p>
  ));
}

function searchedMetric({ plan }: LoadedStudy, of: string, words: StudyWords) {
  const column = plan.metrics.find((one) => isNamed(one, of));
  return metricLabel(column === undefined ? of : columnName(column), words);
}

interface ViewBarProps {
  readonly view: View;
  readonly axes: readonly ViewAxis[];
  readonly words: StudyWords;
  readonly onLook: (change: Partial<View>) => void;
}

/** Choice of the role of each axis: horizontal, as lines, or fixed. */
function ViewBar({ view, axes, words, onLook }: ViewBarProps) {
  const columns = axes.map(({ column }) => column);
  /** The lines have all values of this column, and the map has one of them. */
  const held = axes.filter(({ column }) => column === view.series && column !== view.y);
  return (
    <div className="sweep-view flex wrap">
      <Choose
        label={t("Across")}
        value={view.x}
        options={columns.map((column) => [column, columnLabel(column, words)])}
        onChoose={(x) =>
          onLook({
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
          ...columns.filter((one) => one !== view.x).map((one) => [one, columnLabel(one, words)] as const),
        ]}
        onChoose={(series) => onLook({ series: series === "" ? undefined : series })}
      />
      {held.map(({ column, values }) => (
        <Choose
          key={column}
          label={columnLabel(column, words)}
          value={JSON.stringify(view.fixed[column] ?? null)}
          options={values.map((value) => [JSON.stringify(value), fieldText(value)])}
          onChoose={(value) => onLook({ fixed: { ...view.fixed, [column]: JSON.parse(value) } })}
        />
      ))}
    </div>
  );
}

interface NumbersProps {
  readonly points: readonly PointSummary[];
  readonly columns: readonly string[];
  readonly metrics: readonly string[];
  readonly words: StudyWords;
  readonly choice: PointChoice;
}

function Numbers({ points, columns, metrics, words, choice }: NumbersProps) {
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
                  {columnLabel(column, words)}
                </th>
              ))}
              <th scope="col">{t("Seeds")}</th>
              {metrics.map((name) => (
                <th key={name} scope="col" title={name}>
                  {titleOf(metricLabel(name, words))}
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
  readonly base: BasePoints;
  readonly words: StudyWords;
}

/** Explains why no picture has a circle, and offers a button that adds one. */
function MissingBase({ base: { missing }, words }: MissingBaseProps) {
  const draft = useStore(studyPage.store, (state) => state.draft);
  const [first] = missing;
  if (first === undefined || draft === undefined) return null;
  const { name, gaps } = first;
  const values = gaps.axes
    .flatMap(({ columns }) => columns.filter(({ isOfRun }) => !isOfRun))
    .map(({ column, value }) => `${columnLabel(column, words)} ${fieldText(value)}`)
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
        <button
          type="button"
          className="btn btn--small"
          onClick={() => void studyPage.change(withOwnPoint(draft, gaps, words.scenario))}
        >
          {t("Add this point")}
        </button>
      )}
    </p>
  );
}
