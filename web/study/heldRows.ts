/** The rows of a study as they come, and the runs that are left. */
import { runsOf, type StudyPlan, type StudyPoint, type StudyRun } from "../../lib/study/plan.ts";
import { pointKey, rowKey, type StudyRow } from "../../lib/study/row.ts";
import { askedPoints, completeRows, type SearchResult, searchResults } from "../../lib/study/search.ts";
import { firstSeed } from "../../lib/study/seeds.ts";
import { pointSeedsWanted } from "../../lib/study/stop.ts";

interface PointLeft {
  readonly pointNumber: number;
  readonly runs: number;
}

export interface HeldRows {
  /** By point, then by seed: as the command writes them. */
  readonly all: () => readonly StudyRow[];
  readonly count: () => number;
  /** A row of the same point and seed takes the place of the one before. */
  readonly enter: (point: StudyPoint, row: StudyRow) => void;
  /** Seed by seed, so that every point has a first value soon. A stop rule adds runs as rows come. */
  readonly runsLeft: () => readonly StudyRun[];
  readonly pointsLeft: () => readonly PointLeft[];
  /** undefined: the study has no search, or it is not at its end. */
  readonly found: () => readonly SearchResult[] | undefined;
}

/** `known`: rows of points that the plan does not have are left out. */
export function holdRows(plan: StudyPlan, known: readonly StudyRow[] = []): HeldRows {
  /** By rowKey. */
  const rows = new Map<string, StudyRow>();
  /** Number of a row's point, by rowKey. */
  const pointOf = new Map<string, number>();
  /** Rows by number of the point. */
  const done = new Map<number, number>();

  function enter(point: StudyPoint, row: StudyRow): void {
    const key = rowKey(row);
    if (!rows.has(key)) done.set(point.number, (done.get(point.number) ?? 0) + 1);
    rows.set(key, row);
    pointOf.set(key, point.number);
  }

  const inOrder = ([key, row]: [string, StudyRow], [otherKey, other]: [string, StudyRow]): number =>
    (pointOf.get(key) ?? 0) - (pointOf.get(otherKey) ?? 0) || row.seed - other.seed;

  function wanted(point: StudyPoint): number {
    return pointSeedsWanted(plan, point, (seed) => rows.get(rowKey({ point: point.values, seed })));
  }

  const points = new Map(plan.points.map((point) => [pointKey(point.values), point]));
  for (const row of known) {
    const point = points.get(pointKey(row.point));
    if (point !== undefined) enter(point, row);
  }

  const rowsOf = completeRows(plan, rows);
  /** Of a search those that it asks for next. */
  const asked = () => (plan.study.search === undefined ? plan.points : askedPoints(plan, rowsOf));

  return {
    all: () => [...rows].toSorted(inOrder).map(([, row]) => row),
    count: () => rows.size,
    enter,
    runsLeft: () =>
      asked()
        .flatMap((point) => runsOf(plan, point, 0, wanted(point)))
        .filter(({ point, seed }) => !rows.has(rowKey({ point: point.values, seed })))
        .toSorted((a, b) => orderOf(plan, a) - orderOf(plan, b)),
    pointsLeft: () =>
      asked().map((point) => ({
        pointNumber: point.number,
        runs: Math.max(0, wanted(point) - (done.get(point.number) ?? 0)),
      })),
    found: () => (plan.study.search === undefined ? undefined : searchResults(plan, rowsOf)),
  };
}

function orderOf({ study, points }: StudyPlan, { point, seed }: StudyRun): number {
  return (seed - firstSeed(study, point.number)) * points.length + point.number;
}
