/** The seeds of a point, and how many of them it needs. The number depends only on the values of the point's own first
 * seeds. So it does not depend on the order of runs, the number of computers or interruptions. */
import type { Study } from "../../scenarios/study/study.ts";
import { allEqual } from "../metrics/intervals.ts";
import { columnName, isNamed } from "../sweep/column.ts";
import { type About, intervalOf, PLAIN } from "./interval.ts";
import type { StudyPlan, StudyPoint } from "./plan.ts";
import { rulesOf } from "./replicates.ts";
import { rowKey, type StudyRow } from "./row.ts";

/** Greatest number of seeds for a point. */
export function seedLimit({ seeds, stop }: Pick<Study, "seeds" | "stop">): number {
  return stop?.maximumSeeds ?? seeds.count;
}

/** The same for all points, unless the study wants different seeds for each. */
export function firstSeed(study: Pick<Study, "seeds" | "stop" | "commonSeeds">, pointNumber: number): number {
  return study.seeds.first + (study.commonSeeds ? 0 : pointNumber * seedLimit(study));
}

/** A part of a study, so that several computers share it. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

export const WHOLE_STUDY: Shard = { index: 1, count: 1 };

/** True if a run belongs to this part: every n-th run in the order of points and seeds. With a stop rule it is every
 * n-th point with all its seeds, because the runs of the point decide their number. `place` is the index of the point
 * among those that run. */
export function isInShard(
  { seeds, stop }: Pick<Study, "seeds" | "stop">,
  { index, count }: Shard,
  place: number,
  seedIndex: number,
): boolean {
  const at = stop === undefined ? place * seeds.count + seedIndex : place;
  return at % count === index - 1;
}

/** Number of seeds that the point needs. The point is finished when this many values are known. `values` are the known
 * values of the stop rule's metric, by seed from the first one onwards; undefined for a run without a value. Equal
 * values are no reason to stop: a share of 0 in a few runs does not mean ± 0. */
export function seedsWanted(
  study: Pick<Study, "seeds" | "stop">,
  values: readonly (number | undefined)[],
  about: About = PLAIN,
): number {
  const { seeds, stop } = study;
  let wanted = seeds.count;
  if (stop === undefined) return wanted;
  while (wanted < stop.maximumSeeds && values.length >= wanted) {
    const known = values.slice(0, wanted).map((value) => value ?? Number.NaN);
    if (!allEqual(known) && intervalOf(known, about).halfWidth <= stop.halfWidth) break;
    wanted = Math.min(wanted + stop.batch, stop.maximumSeeds);
  }
  return wanted;
}

/** Computes the same from the rows of a point. */
export function pointSeedsWanted(
  plan: StudyPlan,
  point: StudyPoint,
  rowOfSeed: (seed: number) => Pick<StudyRow, "metrics"> | undefined,
): number {
  return seedsWanted(plan.study, stopValues(plan, point, rowOfSeed), stopAbout(plan, point));
}

function stopAbout(plan: StudyPlan, point: StudyPoint): About {
  const { stop } = plan.study;
  const column = plan.metrics.find((one) => stop !== undefined && isNamed(one, stop.metric));
  return column === undefined ? PLAIN : rulesOf(plan).about(columnName(column), point.values);
}

/** The values that `seedsWanted` asks for, of the seeds of a point from its first onwards, up to the first that has no
 * row. */
export function stopValues(
  plan: Pick<StudyPlan, "study" | "metrics">,
  point: StudyPoint,
  rowOfSeed: (seed: number) => Pick<StudyRow, "metrics"> | undefined,
): readonly (number | undefined)[] {
  const { stop } = plan.study;
  const column = plan.metrics.find((one) => stop !== undefined && isNamed(one, stop.metric));
  const values: (number | undefined)[] = [];
  if (column === undefined) return values;
  const first = firstSeed(plan.study, point.number);
  for (let index = 0; index < seedLimit(plan.study); index++) {
    const row = rowOfSeed(first + index);
    if (row === undefined) break;
    values.push(row.metrics[columnName(column)] ?? undefined);
  }
  return values;
}

/** Points with the maximum number of seeds and an interval that is wider than the stop rule allows. */
export function wideStill(plan: StudyPlan, rows: readonly StudyRow[]): readonly StudyPoint[] {
  const { stop } = plan.study;
  if (stop === undefined) return [];
  const ofRun = new Map(rows.map((row) => [rowKey(row), row]));
  return plan.points.filter((point) => {
    const values = stopValues(plan, point, (seed) => ofRun.get(rowKey({ point: point.values, seed })));
    const known = values.map((value) => value ?? Number.NaN);
    const { halfWidth } = intervalOf(known, stopAbout(plan, point));
    return values.length >= seedLimit(plan.study) && !(halfWidth <= stop.halfWidth);
  });
}
