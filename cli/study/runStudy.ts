/** Makes the remaining runs of a study on all cores, and keeps each result as soon as it is available. */
import { runsOf, type StudyPlan, type StudyPoint, type StudyRun } from "../../lib/study/plan.ts";
import { pointText, rowKey, rowOf, rowsByKey, type StudyRow } from "../../lib/study/row.ts";
import { completeRows, searchCases, searchStep } from "../../lib/study/search.ts";
import { isInShard, pointSeedsWanted, type Shard } from "../../lib/study/seeds.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { InputError } from "../command.ts";
import { MachineRefused } from "../machinePool.ts";
import type { RunOutcome } from "../machinesElsewhere.ts";
import type { Progress } from "../progress.ts";

interface StudyWork {
  readonly subject: string;
  readonly plan: StudyPlan;
  readonly shard: Shard;
  /** Runs only the points that the study's search requests. */
  readonly isSearch: boolean;
  readonly command: string;
  readonly pool: { readonly run: (scenario: Scenario, warmUpCycles: number) => Promise<RunOutcome> };
  readonly progress: Progress;
  /** Rows from an earlier, interrupted run. */
  readonly known: readonly StudyRow[];
  readonly keep: (row: StudyRow) => Promise<void>;
  /** Resolves when the remaining runs are no longer needed. */
  readonly stop: Promise<unknown>;
}

export interface StudyEnd {
  /** Rows in the order of points and seeds. Complete unless the run was stopped. */
  readonly rows: readonly StudyRow[];
  /** Number of known runs. A stop rule may request more. */
  readonly wanted: number;
  readonly isComplete: boolean;
  readonly broken: readonly BrokenLaw[];
}

export interface BrokenLaw {
  readonly run: string;
  readonly law: number;
}

export async function runStudy(work: StudyWork): Promise<StudyEnd> {
  const rows = new Map(rowsByKey(work.known));
  const broken: BrokenLaw[] = [];
  const { points } = work.plan;
  const runsAt = (point: StudyPoint, place: number) => ownRuns(work, point, place, rows);
  const wanted = points.map((point, place) =>
    work.isSearch ? knownOf(runsAt(point, place), rows).length : runsAt(point, place).length,
  );
  const tell = () =>
    work.progress.expect(
      wanted.reduce((sum, one) => sum + one, 0),
      work.known.length,
    );
  tell();
  let isStopped = false;
  const stopped = work.stop.then(() => {
    isStopped = true;
  });
  const pointWork = async (point: StudyPoint, place: number) => {
    while (!isStopped) {
      const runs = runsAt(point, place);
      wanted[place] = runs.length;
      tell();
      const missing = runs.filter((run) => !rows.has(runKey(run)));
      if (missing.length === 0) return;
      await Promise.all(
        missing.map(async (run) => {
          const row = await runOne(work, run, broken);
          if (isStopped) return;
          await work.keep(row);
          rows.set(rowKey(row), row);
          work.progress.advance();
        }),
      );
    }
  };
  const all = async () => {
    if (work.isSearch) await searchWork(work.plan, rows, pointWork, () => isStopped);
    else await Promise.all(points.map(pointWork));
  };
  await Promise.race([stopped, all()]);
  const inOrder = points.flatMap((point, place) => knownOf(runsAt(point, place), rows));
  const asked = wanted.reduce((sum, one) => sum + one, 0);
  const isComplete = !isStopped || (inOrder.length === asked && !work.isSearch);
  return { rows: inOrder, wanted: asked, isComplete, broken };
}

type Rows = ReadonlyMap<string, StudyRow>;

const knownOf = (runs: readonly StudyRun[], rows: Rows): readonly StudyRow[] =>
  runs.flatMap((run) => rows.get(runKey(run)) ?? []);

/** Runs all searches of the study in parallel, each of them point by point. */
async function searchWork(
  plan: StudyPlan,
  rows: Rows,
  run: (point: StudyPoint, place: number) => Promise<void>,
  isStopped: () => boolean,
): Promise<void> {
  const places = new Map(plan.points.map((point, place) => [point, place]));
  const rowsOf = completeRows(plan, rows);
  await Promise.all(
    searchCases(plan).map(async (one) => {
      for (
        let step = searchStep(plan, one, rowsOf);
        step.kind === "ask";
        step = searchStep(plan, one, rowsOf)
      ) {
        if (isStopped()) return;
        await Promise.all(step.points.map((point) => run(point, places.get(point) ?? 0)));
      }
    }),
  );
}

const runKey = ({ point, seed }: StudyRun): string => rowKey({ point: point.values, seed });

/** The runs of the point in this shard that its rows have shown to be needed. */
function ownRuns(
  { plan, shard }: StudyWork,
  point: StudyPoint,
  place: number,
  rows: ReadonlyMap<string, StudyRow>,
): readonly StudyRun[] {
  const { study } = plan;
  const isOwn = (seedIndex: number) => isInShard(study, shard, place, seedIndex);
  if (study.stop !== undefined && !isOwn(0)) return [];
  const wanted = pointSeedsWanted(plan, point, (seed) => rows.get(rowKey({ point: point.values, seed })));
  return runsOf(plan, point, 0, wanted).filter((_, index) => isOwn(index));
}

async function runOne(
  { subject, plan, pool, command }: StudyWork,
  run: StudyRun,
  broken: BrokenLaw[],
): Promise<StudyRow> {
  const name = `${pointText(run.point.values)} seed=${run.seed}`.trim();
  const outcome = await pool.run(run.scenario, plan.study.warmUpCycles).catch((error: unknown) => {
    if (!(error instanceof MachineRefused)) throw error;
    throw new InputError({ subject, field: name, reason: error.message });
  });
  if (outcome.brokenLaw !== 0) broken.push({ run: name, law: outcome.brokenLaw });
  return rowOf(plan, run, outcome, command);
}
