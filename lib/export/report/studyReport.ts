/** Writes a study as one HTML page without other files: the questions, figures, all means with intervals, differences
 * for each seed, and how to run it again. */
import { withoutDefaults } from "../../../scenarios/base/walk.ts";
import { formatJson, minimalScenario } from "../../../scenarios/format/format.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { builtinScenario } from "../../../scenarios/index.ts";
import { type Study, type StudyValue, studySchema } from "../../../scenarios/study/study.ts";
import { askedRuns, isSearchCommand } from "../../study/askedRuns.ts";
import { toldInterval } from "../../study/interval.ts";
import type { PointValues, StudyPlan } from "../../study/plan.ts";
import type { ReachedGreatest } from "../../study/reachedGreatest.ts";
import { rulesOf, shownColumns, shownPoints } from "../../study/replicates.ts";
import { pointText, rowsByKey, type StudyRow } from "../../study/row.ts";
import { cellOf } from "../../study/rowFormat.ts";
import { completeRows, type SearchResult, searchResults, type Tried } from "../../study/search.ts";
import { scenarioSources } from "../../study/sources.ts";
import { ADJUSTED_LIMIT, type MetricSummary, type StudySummary } from "../../study/summary.ts";
import { planSummary } from "../../study/summaryJson.ts";
import { summaryNotes } from "../../study/summaryNotes.ts";
import { linesOf, usualView, type ViewAxis, viewAxes } from "../../study/views.ts";
import { columnName } from "../../sweep/column.ts";
import { type Html, html, pageOf, tableOf } from "./html.ts";
import { lineFigure } from "./lineFigure.ts";

export interface StudyReport {
  readonly plan: StudyPlan;
  /** Scenarios by name. The report contains those from files, so that it can be run again without them. */
  readonly scenarios: ReadonlyMap<string, Scenario>;
  /** Has at least one row. All rows are from one version. */
  readonly rows: readonly StudyRow[];
  readonly greatest: readonly ReachedGreatest[];
}

const NOTHING = "–";
const SHORT = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 5, useGrouping: false });
const HALF = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 2, useGrouping: false });
const WHOLE = new Intl.NumberFormat("en-US");
/** Most figures for one metric. Further combinations of the other axes are only in the table. */
const FIGURE_LIMIT = 6;

export function studyReportHtml({ plan, scenarios, rows, greatest }: StudyReport): string {
  const { study } = plan;
  const summary = planSummary(plan, rows);
  return pageOf(
    study.name,
    rows[0]?.program ?? "",
    html`${study.description === "" ? html`` : html`<p>${study.description}</p>`}
<h2>What ran</h2>
${provenance(plan, rows)}
${searches(plan, rows)}
<h2>What came of it</h2>
<p>Means ${rulesOf(plan).windows === undefined ? "over the seeds" : "over the windows"} with their 95 % intervals: by Student's t; of shares and counts by Wilson's score, as [low, high] where they lie unevenly.</p>
${summaryNotes(plan, rows, summary).map((note) => html`<p>${note}</p>`)}
${plan.asked.map(columnName).map((metric) => figuresOf(plan, summary.points, metric))}
<h2>All points</h2>
${allPoints(plan, summary.points)}
${greatestTable(greatest)}
${differences(plan, summary)}
<h2>To run it again</h2>
<details><summary>${study.name}, as JSON</summary><pre>${formatJson(wholeStudy(study, scenarios))}</pre></details>`,
  );
}

function wholeStudy(study: Study, scenarios: ReadonlyMap<string, Scenario>): unknown {
  return {
    ...(withoutDefaults(studySchema, study) as object),
    scenarios: scenarioSources(study).map(({ name, of }, index) => {
      const scenario = scenarios.get(name);
      const isFile = of.kind === "from" && builtinScenario(of.from) === undefined;
      return isFile && scenario !== undefined
        ? { name, scenario: minimalScenario(scenario) }
        : study.scenarios[index];
    }),
  };
}

function provenance(plan: StudyPlan, rows: readonly StudyRow[]): Html {
  const { study, studyHash, points } = plan;
  const [first] = rows;
  const versions = new Set(rows.map(({ program, model }) => `irqscope ${program}, model ${model}`));
  const seeds = rows.map(({ seed }) => seed);
  const axes = study.axes.map((axis) =>
    axis.kind === "field"
      ? `${axis.name ?? axis.field}: ${typeof axis.values === "string" ? axis.values : axis.values.map(shown).join(", ")}`
      : axis.kind === "together"
        ? axis.fields.map(({ field, values }) => `${field}: ${values.map(shown).join(", ")}`).join(" with ")
        : axis.kind === "windows"
          ? `windows of ${axis.milliseconds} ms of the capture`
          : `a table of ${axis.fields.join(", ")}`,
  );
  return tableOf(
    ["", ""],
    [
      ["scenarios", study.scenarios.map((one) => (typeof one === "string" ? one : one.name)).join(", ")],
      ...Object.entries(study.set).map(([field, value]) => [`${field} at every point`, shown(value)]),
      ["varied", axes.join("; ")],
      ["points", String(points.length)],
      ["runs", runsText(plan, rows)],
      ["seeds", `${Math.min(...seeds)} to ${Math.max(...seeds)}`],
      ...(study.warmUpCycles === 0 ? [] : [["warm-up", `${study.warmUpCycles} cycles, in no number`]]),
      ["study hash", studyHash],
      ["versions", [...versions].join("; ")],
      ["command", first?.command ?? NOTHING],
    ],
  );
}

function runsText(plan: StudyPlan, rows: readonly StudyRow[]): string {
  const { count, missing } = askedRuns(plan, rows, isSearchCommand(rows[0]?.command ?? ""));
  return missing.length === 0
    ? String(rows.length)
    : `${rows.length} of the ${count} that the study asks for`;
}

const shown = (value: StudyValue): string => cellOf(value);

function searches(plan: StudyPlan, rows: readonly StudyRow[]): Html {
  const { search } = plan.study;
  if (search === undefined) return html``;
  const results = searchResults(plan, completeRows(plan, rowsByKey(rows)));
  if (results === undefined) return html``;
  const cases = Object.keys(results[0]?.of.values ?? {});
  const conditions = search.subjectTo.length === 0 ? "" : ` with ${search.subjectTo.join(" and ")}`;
  const line = (result: SearchResult) => [
    cases.map((column) => shown(result.of.values[column] ?? null)).join(", "),
    ...search.over.map((column) =>
      result.best === undefined ? NOTHING : shown(result.best.point.values[column] ?? null),
    ),
    result.best === undefined ? NOTHING : goalText(result.best),
    String(result.tried.length),
    result.contradictions.length > 0 ? "not from one value on" : result.isSettled ? "" : "not settled",
  ];
  return html`<h2>${search.goal === "minimize" ? "Least" : "Greatest"} ${search.of}${conditions}</h2>
${tableOf([cases.join(", "), ...search.over, search.of, "points", ""], results.map(line))}`;
}

function goalText({ goal, measured }: Tried): string {
  const seed = measured?.greatest?.value === goal ? `, seed ${measured.greatest.row.seed}` : "";
  return measured === undefined || measured.mean === goal
    ? measured === undefined
      ? SHORT.format(goal)
      : meanText(measured)
    : `${SHORT.format(goal)}${seed}; mean ${meanText(measured)}`;
}

type Points = StudySummary["points"];

function figuresOf(plan: StudyPlan, points: Points, metric: string): Html {
  const axes = viewAxes(shownPoints(plan));
  const usual = usualView(axes, [metric], plan.study.compare);
  const held = axes.filter(({ column }) => column !== usual.x && column !== usual.series);
  const values = axes.find(({ column }) => column === usual.x)?.values ?? [];
  const figures = combinations(held)
    .slice(0, FIGURE_LIMIT)
    .flatMap((fixed) => {
      const view = { ...usual, metric, fixed };
      const figure = lineFigure({
        ...{ lines: linesOf(points, axes, view), x: usual.x, series: usual.series, metric, values },
      });
      const caption = [
        metric,
        ...Object.entries(fixed).map(([column, value]) => `${column} ${shown(value)}`),
      ];
      return figure === undefined
        ? []
        : [
            html`<figure>${figure}<figcaption>${caption.join(", ")}</figcaption></figure>
`,
          ];
    });
  return html`${figures}`;
}

function combinations(axes: readonly ViewAxis[]): readonly PointValues[] {
  return axes.reduce<readonly PointValues[]>(
    (all, { column, values }) => all.flatMap((one) => values.map((value) => ({ ...one, [column]: value }))),
    [{}],
  );
}

function meanText(of: MetricSummary): string {
  const { mean, basis, simulationError } = of;
  if (!Number.isFinite(mean)) return NOTHING;
  const told = toldInterval(of);
  const error = basis === "resampled" && simulationError > 0 ? ` ± ${HALF.format(simulationError)}` : "";
  switch (told.kind) {
    case "none":
      return `none in ${WHOLE.format(told.of)}: below ${HALF.format(told.below)}${error}`;
    case "mean":
      return `${SHORT.format(mean)}${error}`;
    case "half":
      return `${SHORT.format(mean)}${halfText(told.half)}`;
    case "ends":
      return `${SHORT.format(mean)} [${HALF.format(told.low)}, ${HALF.format(told.high)}]${error}`;
  }
}

const halfText = (half: number): string => (half === 0 ? "" : ` ± ${HALF.format(half)}`);

function allPoints(plan: StudyPlan, points: Points): Html {
  const names = plan.asked.map(columnName);
  const columns = shownColumns(plan);
  const isCut = rulesOf(plan).windows !== undefined;
  const [first = "", ...others] = columns;
  const rows = points.map(({ point, seeds, runs, metrics }) => [
    ...(columns.length === 0 ? [""] : columns.map((column) => shown(point[column] ?? null))),
    ...(isCut ? [String(Math.round(runs / seeds.length))] : []),
    String(seeds.length),
    ...names.map((name) => {
      const one = metrics[name];
      return one === undefined ? NOTHING : meanText(one);
    }),
  ]);
  return tableOf([first, ...others, ...(isCut ? ["windows"] : []), "seeds", ...names], rows);
}

function greatestTable(greatest: readonly ReachedGreatest[]): Html {
  if (greatest.length === 0) return html``;
  const head = ["metric", "value", "at", "point", "seed", "reached in cycle", "link"];
  const rows = greatest.map(({ column, value, row, number, cycle, link }) => [
    ...[columnName(column), SHORT.format(value), pointText(row.point), String(number + 1), String(row.seed)],
    ...[cycle === undefined ? NOTHING : WHOLE.format(cycle), link ?? NOTHING],
  ]);
  return html`<h2>Greatest of all runs</h2>
<p>The link goes behind the address of irqscope's page and opens the run at the cycle.</p>
${tableOf(head, rows)}`;
}

function differences(plan: StudyPlan, { compared, differences: all }: StudySummary): Html {
  if (compared === undefined || all.length === 0) return html``;
  const names = plan.asked.map(columnName);
  const columns = shownColumns(plan);
  const rows = all.map(({ a, b, metrics }) => [
    ...columns.map((column) => shown(b[column] ?? null)),
    shown(a[compared] ?? null),
    ...names.map((name) => {
      const one = metrics[name];
      if (one === undefined || one.verdict === "unknown") return NOTHING;
      if (one.verdict === "same") return `equal in all ${one.pairs} pairs`;
      const mark = one.verdict !== "shown" ? "" : one.adjusted < ADJUSTED_LIMIT ? " **" : " *";
      return `${SHORT.format(one.difference)}${halfText(one.halfWidth)}${mark}`;
    }),
  ]);
  return html`<h2>Differences by ${compared}</h2>
<p>${rulesOf(plan).windows === undefined ? "Seed by seed" : "Window by window"}; *: 0 is outside the 95 % interval, of many differences of one in twenty by chance alone; **: also when all of them are tested together (Holm).</p>
${tableOf([...columns, "less", ...names], rows)}`;
}
