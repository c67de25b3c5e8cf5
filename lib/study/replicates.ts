/** Decides which rows of a study belong to one point, and the relation between them. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Study } from "../../scenarios/study/study.ts";
import { UNITS } from "../expressions/dimension.ts";
import { type Amount, amountIn, type MaximumOf, zeroOf } from "../sweep/amount.ts";
import { type Column, columnName } from "../sweep/column.ts";
import { type About, type Basis, isResampled, PLAIN } from "./interval.ts";
import type { PointValues, StudyPlan, StudyPoint } from "./plan.ts";
import { pointKey } from "./row.ts";

/** Facts of the study that a summary needs beside its rows. */
export interface Rules {
  /** The column whose values are windows of a capture. */
  readonly windows: string | undefined;
  readonly about: (metric: string, point: PointValues) => About;
  /** The metric that counts the whole of this share. */
  readonly wholeOf: (metric: string) => string | undefined;
  /** Only for a condition that says that a share is 0: the column that counts the whole of that share. */
  readonly noneOf: (metric: string) => { readonly column: string; readonly isResampled: boolean } | undefined;
  /** Says whether the metric is the greatest latency or the highest fill of a run. Undefined for other metrics. */
  readonly maximumOf: (metric: string) => MaximumOf | undefined;
  /** Only for maxima of latencies: the report estimates the value that one of this many runs exceeds. */
  readonly worstOf: number | undefined;
}

export const NO_RULES: Rules = {
  windows: undefined,
  about: () => PLAIN,
  wholeOf: () => undefined,
  noneOf: () => undefined,
  maximumOf: () => undefined,
  worstOf: undefined,
};

const WINDOWS_COLUMN = "window";

/** Undefined if no axis of the study is of kind windows. */
export function windowsColumn({ axes }: Pick<Study, "axes">): string | undefined {
  const axis = axes.find(({ kind }) => kind === "windows");
  return axis?.kind === "windows" ? (axis.name ?? WINDOWS_COLUMN) : undefined;
}

function basisOf(study: Pick<Study, "axes">, scenario: Pick<Scenario, "traffic">): Basis {
  if (windowsColumn(study) !== undefined) return "windows";
  return isResampled(scenario) ? "resampled" : "seeds";
}

/**
 * The points of pictures and tables: all windows of one capture are one point. Of each, the first row without
 * the window.
 */
export function shownPoints(plan: Pick<StudyPlan, "study" | "points">): readonly StudyPoint[] {
  const windows = windowsColumn(plan.study);
  if (windows === undefined) return plan.points;
  const known = new Map<string, StudyPoint>();
  for (const point of plan.points) {
    const values = withoutColumn(point.values, windows);
    const key = pointKey(values);
    if (!known.has(key)) known.set(key, { ...point, values });
  }
  return [...known.values()];
}

export function shownColumns({ study, columns }: Pick<StudyPlan, "study" | "columns">): readonly string[] {
  const windows = windowsColumn(study);
  return columns.filter((column) => column !== windows);
}

export function withoutColumn(values: PointValues, column: string | undefined): PointValues {
  if (column === undefined || !(column in values)) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== column));
}

const rulesByPlan = new WeakMap<StudyPlan, Rules>();

export function rulesOf(plan: StudyPlan): Rules {
  const rules = rulesByPlan.get(plan) ?? readRules(plan);
  rulesByPlan.set(plan, rules);
  return rules;
}

function readRules(plan: StudyPlan): Rules {
  const windows = windowsColumn(plan.study);
  const points = shownPoints(plan);
  const bases = new Map(
    points.map(({ values, scenario }) => [pointKey(values), basisOf(plan.study, scenario)]),
  );
  const amounts = new Map(plan.metrics.map((column) => [columnName(column), amountOfColumn(plan, column)]));
  const zeros = new Map(
    plan.metrics.map((column) => [
      columnName(column),
      plan.points[0] && zeroOf(plan.points[0].scenario, column.text),
    ]),
  );
  const areResampled = plan.points.some(({ scenario }) => isResampled(scenario));
  const ones = new Map(plan.metrics.map((column) => [columnName(column), oneIn(column)]));
  return {
    windows,
    worstOf: plan.study.worstOf,
    about: (metric, point) => ({
      amount: amounts.get(metric) ?? { kind: "any" },
      one: ones.get(metric) ?? 1,
      basis: bases.get(pointKey(withoutColumn(point, windows))) ?? "seeds",
    }),
    wholeOf: (metric) => {
      const amount = amounts.get(metric);
      return amount?.kind === "share" ? amount.of : undefined;
    },
    noneOf: (metric) => {
      const column = zeros.get(metric);
      return column === undefined ? undefined : { column, isResampled: areResampled };
    },
    maximumOf: (metric) => {
      const amount = amounts.get(metric);
      return amount?.kind === "positive" ? amount.maximumOf : undefined;
    },
  };
}

/** Possibly only later scenarios have the metric. */
function amountOfColumn({ points }: Pick<StudyPlan, "points">, { text }: Column): Amount {
  const [first] = points;
  return first === undefined ? { kind: "any" } : amountIn(first.scenario, text);
}

/** How large 1 is in the column's unit: 100 of %. */
function oneIn({ unit }: Column): number {
  return 1 / (UNITS.get(unit)?.factor ?? 1);
}
