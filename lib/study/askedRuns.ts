/** Compares the runs that a study asks for with the existing rows. Finds missing runs and rows that the study does not
 * ask for. With a stop rule or a search, the runs depend on the values of the rows. */
import type { PointValues, StudyPlan, StudyPoint } from "./plan.ts";
import { pointText, rowKey, rowsByKey, type StudyRow } from "./row.ts";
import { completeRows, type RowsOf, type SearchCase, searchCases, searchStep } from "./search.ts";
import { firstSeed, pointSeedsWanted, seedLimit } from "./seeds.ts";

interface RunName {
  readonly point: PointValues;
  readonly seed: number;
}

export interface AskedRuns {
  /** Number of runs that follow from the rows. A missing run may lead to further runs. */
  readonly count: number;
  /** Missing runs in the order of points and seeds. */
  readonly missing: readonly RunName[];
  /** Rows of the study's points with seeds that it does not ask for, or of points that its search does not ask for.
   * Rows that depend on a missing run are not included. */
  readonly unasked: readonly StudyRow[];
}

/** `isSearch`: the points are the ones that the study's search asks for, not all. */
export function askedRuns(plan: StudyPlan, rows: readonly StudyRow[], isSearch: boolean): AskedRuns {
  const known = rowsByKey(rows);
  const byPoint = seedsByPoint(rows);
  const asked = isSearch
    ? searchedPoints(plan, completeRows(plan, known))
    : { points: plan.points, isOpen: false };
  const ofPoints = new Map(asked.points.map((point) => [point.values, point]));
  const missing: RunName[] = [];
  const unasked: StudyRow[] = [];
  let count = 0;
  for (const { values } of plan.points) {
    const point = ofPoints.get(values);
    const seeds = byPoint.get(values) ?? [];
    const rowsOf = (some: readonly number[]) =>
      some.flatMap((seed) => known.get(rowKey({ point: values, seed })) ?? []);
    if (point === undefined) {
      if (!asked.isOpen) unasked.push(...rowsOf(seeds));
      continue;
    }
    const wanted = pointSeedsWanted(plan, point, (seed) => known.get(rowKey({ point: values, seed })));
    const first = firstSeed(plan.study, point.number);
    const there = new Set(seeds);
    const absent = Array.from({ length: wanted }, (_, at) => first + at).filter((seed) => !there.has(seed));
    count += wanted;
    missing.push(...absent.map((seed) => ({ point: values, seed })));
    const limit = absent.length > 0 ? seedLimit(plan.study) : wanted;
    unasked.push(...rowsOf(seeds.filter((seed) => seed < first || seed >= first + limit)));
  }
  return { count, missing, unasked };
}

/** Rows share the point objects of the plan (RowFormat). */
function seedsByPoint(rows: readonly StudyRow[]): ReadonlyMap<PointValues, readonly number[]> {
  const byPoint = new Map<PointValues, number[]>();
  for (const { point, seed } of rows) {
    const seeds = byPoint.get(point);
    if (seeds === undefined) byPoint.set(point, [seed]);
    else seeds.push(seed);
  }
  return byPoint;
}

interface Searched {
  readonly points: readonly StudyPoint[];
  /** True if the search asks for a point whose rows are incomplete. Its further points are then not known. */
  readonly isOpen: boolean;
}

function searchedPoints(plan: StudyPlan, rowsOf: RowsOf): Searched {
  const all = searchCases(plan).map((one) => searchedOf(plan, one, rowsOf));
  return {
    points: all.flatMap(({ points }) => points),
    isOpen: all.some(({ isOpen }) => isOpen),
  };
}

/** Replays a search from its start. It gets the rows of a point once it has asked for the point. */
function searchedOf(plan: StudyPlan, of: SearchCase, rowsOf: RowsOf): Searched {
  const asked = new Set<StudyPoint>();
  const known: RowsOf = (point) => (asked.has(point) ? rowsOf(point) : undefined);
  for (;;) {
    const step = searchStep(plan, of, known);
    if (step.kind === "done") return { points: [...asked], isOpen: false };
    for (const point of step.points) asked.add(point);
    if (step.points.some((point) => rowsOf(point) === undefined)) return { points: [...asked], isOpen: true };
  }
}

/** True if rows come from a search. `irqscope sweep` runs all points, even if the study has a search. */
export const isSearchCommand = (command: string): boolean => command.startsWith("irqscope search ");

/** A screenful. */
const LISTED = 20;

const runText = ({ point, seed }: RunName): string => `${pointText(point)} seed=${seed}`.trim();

/** The first names, and the number of the others. */
export function runsText(runs: readonly RunName[]): string {
  const more = runs.length > LISTED ? ` and ${runs.length - LISTED} more` : "";
  return `${runs.slice(0, LISTED).map(runText).join(", ")}${more}`;
}

/** `20 of the 24 runs that the study asks for; missing: ring=4 seed=1`. Undefined if no run is missing. */
export function missingText({ count, missing }: AskedRuns): string | undefined {
  if (missing.length === 0) return undefined;
  const there = count - missing.length;
  return `${there} of the ${count} runs that the study asks for; missing: ${runsText(missing)}`;
}
