/** The worst case of a study as a run for the page. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Measured } from "../metrics/measure.ts";
import type { MaximumOf } from "../sweep/amount.ts";
import { type Column, columnName, columnValues } from "../sweep/column.ts";
import type { StudyPlan } from "./plan.ts";
import { rulesOf } from "./replicates.ts";
import { pointKey, type StudyRow } from "./row.ts";

export interface GreatestRun {
  readonly column: Column;
  readonly maximumOf: MaximumOf;
  readonly value: number;
  readonly row: StudyRow;
  /** Number of the point, from 0. */
  readonly number: number;
  readonly scenario: Scenario;
}

/** For each metric that is a maximum, the row with the greatest value. */
export function greatestRuns(plan: StudyPlan, rows: readonly StudyRow[]): readonly GreatestRun[] {
  const rules = rulesOf(plan);
  return plan.asked.flatMap((column) => {
    const name = columnName(column);
    const maximumOf = rules.maximumOf(name);
    if (maximumOf === undefined) return [];
    const measuredIn = ({ metrics }: StudyRow) => metrics[name] ?? Number.NEGATIVE_INFINITY;
    const row = rows.reduce<StudyRow | undefined>(
      (best, one) =>
        measuredIn(one) > (best === undefined ? Number.NEGATIVE_INFINITY : measuredIn(best)) ? one : best,
      undefined,
    );
    const run = row && runOfRow(plan, row);
    return row === undefined || run === undefined
      ? []
      : [{ column, maximumOf, value: measuredIn(row), row, ...run }];
  });
}

/** Undefined if the plan has no such point. */
export function runOfRow(
  plan: Pick<StudyPlan, "points">,
  row: StudyRow,
): Pick<GreatestRun, "number" | "scenario"> | undefined {
  const key = pointKey(row.point);
  const point = plan.points.find(({ values }) => pointKey(values) === key);
  return point && { number: point.number, scenario: { ...point.scenario, seed: row.seed } };
}

export interface Reach {
  readonly scenario: Scenario;
  readonly warmUpCycles: number;
  /** A metric that never falls during a run. */
  readonly column: Column;
  readonly value: number;
}

export function isReachedIn({ scenario, column, value }: Reach, measured: Measured): boolean {
  const [found] = columnValues([column], scenario, measured);
  return found !== undefined && Number(found) >= value;
}
