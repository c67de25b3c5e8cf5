/** A study and its scenarios as a list of runs. All points are checked before any of them runs. */
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import { firstRepeated } from "../../scenarios/base/values.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import type { Study, StudyValue } from "../../scenarios/study/study.ts";
import { pathText } from "../expressions/index.ts";
import { canonicalText, digestOf } from "../labs/digest.ts";
import { withContextsSet } from "../scenarioFields/withContexts.ts";
import { amountIn, zeroOf } from "../sweep/amount.ts";
import { type Column, columnName, isNamed, readColumn, usualColumns } from "../sweep/column.ts";
import { sharing } from "../sweep/plan.ts";
import { isResampled } from "./interval.ts";
import {
  type AxisStep,
  axisSteps,
  columnsOf,
  fixedSettings,
  planWork,
  SCENARIO_COLUMN,
  type Setting,
} from "./points.ts";
import { searchColumnFault, searchedTexts, searchFault } from "./searchMethods.ts";
import { firstSeed, seedLimit } from "./seeds.ts";
import { scenarioNames } from "./sources.ts";
import { withTarget } from "./targets.ts";
import { windowCycles, withWindow } from "./windows.ts";

/** Values by column. */
export type PointValues = Readonly<Record<string, StudyValue>>;

export interface StudyPoint {
  /** Number of the point, from 0, counting refused points. */
  readonly number: number;
  readonly values: PointValues;
  /** The scenario with the point's first seed. */
  readonly scenario: Scenario;
}

export interface StudyRun {
  readonly point: StudyPoint;
  readonly seed: number;
  readonly scenario: Scenario;
}

/** A point that is not a valid scenario, with the first of its errors. */
interface RefusedPoint {
  readonly number: number;
  readonly values: PointValues;
  readonly field: string;
  readonly message: string;
  readonly errorCount: number;
}

export interface StudyPlan {
  readonly study: Study;
  /** 16 hexadecimal digits of a hash of everything that decides the results: scenarios, fixed fields, axes, warm-up,
   * metrics. Seeds, stop rule and words do not count, because rows of fewer seeds belong to the same study. */
  readonly studyHash: string;
  /** Columns that identify a point: the scenario if there are several, then the axes. */
  readonly columns: readonly string[];
  /** Columns of a row. */
  readonly metrics: readonly Column[];
  /** The columns without metrics that are measured only for the intervals of others. */
  readonly asked: readonly Column[];
  readonly points: readonly StudyPoint[];
  readonly refused: readonly RefusedPoint[];
  /** Ordered by point and seed. With a stop rule, the runs before it is first evaluated. */
  readonly runs: readonly StudyRun[];
}

export type StudyPlanResult =
  | { readonly ok: true; readonly plan: StudyPlan }
  | { readonly ok: false; readonly errors: readonly ScenarioError[] };

const STUDY_POINT_LIMIT = 10_000;
export const STUDY_RUN_LIMIT = 200_000;

const failed = (field: string, message: string) => ({ ok: false, errors: [{ field, message }] }) as const;

/** `scenarios` are keyed by the names from scenarioSources. */
export function planStudy(study: Study, scenarios: ReadonlyMap<string, Scenario>): StudyPlanResult {
  const steps = planSteps(study, scenarios);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does the same as planStudy, point by point. */
export function* planSteps(
  study: Study,
  scenarios: ReadonlyMap<string, Scenario>,
): Generator<undefined, StudyPlanResult> {
  const columns = columnsOf(study);
  if (!columns.ok) return columns;
  const names = scenarioNames(study);
  const all = names.length > 1 ? [SCENARIO_COLUMN, ...columns.value] : columns.value;
  if (study.compare !== undefined && !all.includes(study.compare))
    return failed("compare", `"${study.compare}" is not a column; there are: ${all.join(", ")}`);
  const unsearchable = searchColumnFault(study, all);
  if (unsearchable !== undefined) return { ok: false, errors: [unsearchable] };
  const points: StudyPoint[] = [];
  const refused: RefusedPoint[] = [];
  let units = 0;
  for (const [index, name] of names.entries()) {
    const scenario = scenarios.get(name);
    if (scenario === undefined) return failed(`scenarios[${index}]`, `"${name}" is not loaded`);
    const from = { points: points.length + refused.length, units };
    const read = yield* pointsOf(study, name, scenario, from);
    if (!read.ok) return names.length === 1 ? read : { ...read, errors: read.errors.map(inScenario(name)) };
    units = read.value.units;
    points.push(...read.value.points);
    refused.push(...read.value.refused);
  }
  const runCount = points.length * seedLimit(study);
  if (runCount > STUDY_RUN_LIMIT)
    return failed(
      "seeds",
      `give ${runCount} runs with ${points.length} points; the limit is ${STUDY_RUN_LIMIT}`,
    );
  const metrics = metricsOf(study, points, scenarios);
  if (!metrics.ok) return metrics;
  const fault = searchFault(study, points) ?? stopFault(study, points);
  if (fault !== undefined) return { ok: false, errors: [fault] };
  const { asked, wholes } = metrics.value;
  const measured = [...asked, ...wholes];
  const studyHash = hashOf(study, scenarios, measured);
  const plan = { study, studyHash, columns: all, metrics: measured, asked, points, refused };
  const runs = points.flatMap((point) => runsOf(plan, point, 0, study.seeds.count));
  return { ok: true, plan: { ...plan, runs } };
}

/** Refuses a stop rule for resampled captures, because more seeds do not make their range narrower. */
function stopFault({ stop }: Study, points: readonly StudyPoint[]): ScenarioError | undefined {
  if (stop === undefined || points.every(({ scenario }) => !isResampled(scenario))) return undefined;
  const message =
    "adds seeds until an interval is narrow, and with resample no seed makes the range for such traffic narrower: each is a replicate of the same capture; windows of a longer capture do (an axis of kind windows)";
  return { field: "stop", message };
}

const inScenario =
  (name: string) =>
  ({ field, message }: ScenarioError): ScenarioError => ({ field, message: `in "${name}": ${message}` });

/** Runs of a point from its seed number `from` (counted from 0) up to, but not including, `to`. */
export function runsOf(
  { study }: Pick<StudyPlan, "study">,
  point: StudyPoint,
  from: number,
  to: number,
): readonly StudyRun[] {
  const first = firstSeed(study, point.number);
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => {
    const seed = first + from + at;
    return { point, seed, scenario: { ...point.scenario, seed } };
  });
}

/** Totals of the scenarios before this one. */
interface From {
  readonly points: number;
  /** Units of planWork. */
  readonly units: number;
}

interface Points extends Pick<From, "units"> {
  readonly points: readonly StudyPoint[];
  readonly refused: readonly RefusedPoint[];
}

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly ScenarioError[] };

/** Points of one scenario. */
function* pointsOf(
  study: Study,
  name: string,
  scenario: Scenario,
  { points: from, units }: From,
): Generator<undefined, Read<Points>> {
  const fixed = fixedSettings(study, scenario);
  if (!fixed.ok) return fixed;
  const axes = axisSteps(study, scenario);
  if (!axes.ok) return axes;
  const total = axes.value.reduce((product, steps) => product * steps.length, 1);
  if (from + total > STUDY_POINT_LIMIT)
    return failed("axes", `make ${from + total} points or more; the limit is ${STUDY_POINT_LIMIT}`);
  const twice = twiceSet([...fixed.value, ...axes.value.flatMap(([first = []]) => first)]);
  if (twice !== undefined) return failed("axes", `set ${twice} twice`);
  const work = planWork(scenario, fixed.value, axes.value, units);
  if ("refused" in work) return failed("axes", work.refused);
  const points: StudyPoint[] = [];
  const refused: RefusedPoint[] = [];
  const several = scenarioNames(study).length > 1;
  for (let at = 0; at < total; at++) {
    const settings = combination(axes.value, at);
    const number = from + at;
    const values: PointValues = Object.fromEntries([
      ...(several ? [[SCENARIO_COLUMN, name] as const] : []),
      ...settings.map(({ column, shown }) => [column, shown] as const),
    ]);
    const made = scenarioAt(study, scenario, [...fixed.value, ...settings], firstSeed(study, number));
    if (made.ok) points.push({ number, values, scenario: made.scenario });
    else
      refused.push({ number, values, field: made.field, message: made.message, errorCount: made.errorCount });
    yield undefined;
  }
  return { ok: true, value: { points, refused, units: work.units } };
}

/** The last axis changes fastest. */
function combination(axes: readonly (readonly AxisStep[])[], number: number): readonly Setting[] {
  let rest = number;
  const steps: AxisStep[] = [];
  for (const axis of axes.toReversed()) {
    steps.unshift(axis[rest % axis.length] ?? []);
    rest = Math.floor(rest / axis.length);
  }
  return steps.flat();
}

function twiceSet(settings: readonly Setting[]): string | undefined {
  const names = settings.map(({ target }) => (target.kind === "path" ? pathText(target.path) : target.kind));
  return names[firstRepeated(names)];
}

type Made =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly field: string; readonly message: string; readonly errorCount: number };

function scenarioAt(study: Study, base: Scenario, settings: readonly Setting[], seed: number): Made {
  const window = settings.find(({ target }) => target.kind === "window");
  const recorded = window === undefined ? base : windowAt(base, window);
  const placed = settings
    .filter(({ target }) => target.kind === "contexts")
    .reduce((here, { value }) => withContextsSet(here, value), recorded);
  let here: unknown = { ...placed, seed };
  for (const { target, value, place } of settings) {
    if (target.kind !== "path") continue;
    const set = withTarget(here, target, value);
    if (typeof set === "string") return { ok: false, field: place, message: set, errorCount: 1 };
    here = set.scenario;
  }
  if (window !== undefined && settings.every((one) => !isRunLength(one))) here = asLongAs(window, here);
  const parsed = parseScenario(here);
  if (!parsed.ok) {
    const { field = "scenario", message = "is not valid" } = parsed.errors[0] ?? {};
    return { ok: false, field, message, errorCount: parsed.errorCount };
  }
  const { runCycles } = parsed.scenario;
  if (study.warmUpCycles >= runCycles)
    return {
      ok: false,
      field: "warmUpCycles",
      message: `must be below the run length, ${runCycles}`,
      errorCount: 1,
    };
  return { ok: true, scenario: sharing(parsed.scenario, here, recorded) };
}

function windowAt(base: Scenario, { target, value }: Setting): Scenario {
  return target.kind === "window" ? withWindow(base, target.milliseconds, Number(value)) : base;
}

const isRunLength = ({ target }: Setting) =>
  target.kind === "path" && target.path.length === 1 && target.path[0] === "runCycles";

/** An invalid scenario is returned unchanged, because it is reported elsewhere. */
function asLongAs({ target }: Setting, here: unknown): unknown {
  const parsed = parseScenario(here);
  return target.kind !== "window" || !parsed.ok
    ? here
    : { ...parsed.scenario, runCycles: windowCycles(parsed.scenario, target.milliseconds) };
}

/**
 * A metric must exist in at least one scenario of the study. At points of other scenarios it has no value.
 */
function metricsOf(
  study: Study,
  points: readonly StudyPoint[],
  scenarios: ReadonlyMap<string, Scenario>,
): Read<{ readonly asked: readonly Column[]; readonly wholes: readonly Column[] }> {
  const bases = scenarioNames(study).flatMap((name) => scenarios.get(name) ?? []);
  const [firstPoint] = points;
  const known = firstPoint === undefined ? bases : [firstPoint.scenario, ...bases];
  const [first] = known;
  const texts = study.metrics.length > 0 || first === undefined ? study.metrics : usualColumns(first);
  const columns: Column[] = [];
  const asked = texts.map((text, index) => ({ text, place: `metrics[${index}]`, isSearched: false }));
  for (const { text, place, isSearched } of [...asked, ...searchedTexts(study)]) {
    const reads = known.map((scenario) => readColumn(scenario, text));
    const read = reads.find(({ ok }) => ok) ?? reads[0];
    if (read === undefined) continue;
    if (!read.ok) return failed(`${place}: ${text}`, read.message);
    const name = columnName(read.column);
    if (columns.every((one) => columnName(one) !== name)) columns.push(read.column);
    else if (!isSearched) return failed(place, `"${name}" is listed twice`);
  }
  const wholes = wholesOf(known, columns);
  const { stop } = study;
  if (stop !== undefined && columns.every((one) => !isNamed(one, stop.metric)))
    return failed(
      "stop.metric",
      `"${stop.metric}" is none of the metrics: ${columns.map(columnName).join(", ")}`,
    );
  return { ok: true, value: { asked: columns, wholes } };
}

/** Columns that count the whole of a share, if no requested column does. They are needed because zero of a hundred
 * frames is weaker evidence than zero of a million. */
function wholesOf(scenarios: readonly Scenario[], columns: readonly Column[]): readonly Column[] {
  const wholes = new Map<string, Column>();
  for (const { text } of columns)
    for (const scenario of scenarios) {
      const amount = amountIn(scenario, text);
      const of = amount.kind === "share" ? amount.of : zeroOf(scenario, text);
      if (of === undefined) continue;
      const read = readColumn(scenario, of);
      if (read.ok && columns.every((one) => columnName(one) !== columnName(read.column)))
        wholes.set(columnName(read.column), read.column);
    }
  return [...wholes.values()];
}

function hashOf(
  { set, axes, warmUpCycles, commonSeeds, seeds }: Study,
  scenarios: ReadonlyMap<string, Scenario>,
  metrics: readonly Column[],
): string {
  const bases = Array.from(
    scenarios,
    ([name, { name: _, description, source, story, knobs, ...machine }]) => ({
      name,
      machine,
    }),
  );
  const seedsOf = commonSeeds ? {} : { first: seeds.first };
  return digestOf(
    canonicalText({ set, axes, warmUpCycles, seedsOf, metrics: metrics.map(columnName), bases }),
  );
}
