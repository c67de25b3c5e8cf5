/** The runs of a study that are still to be made, on all cores, each kept as soon as it is there. */
import { runsOf, type StudyPlan, type StudyPoint, type StudyRun } from "../../lib/study/plan.ts";
import { pointText, rowOf, type StudyRow } from "../../lib/study/row.ts";
import { isInShard, type Shard } from "../../lib/study/shard.ts";
import { seedsWanted, stopValues } from "../../lib/study/stop.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { InputError } from "../command.ts";
import { MachineRefused } from "../machinePool.ts";
import type { RunOutcome } from "../machinesElsewhere.ts";
import type { Progress } from "../progress.ts";
import { keyOf } from "./rowStore.ts";

export interface StudyWork {
  readonly subject: string;
  readonly plan: StudyPlan;
  readonly shard: Shard;
  readonly command: string;
  readonly pool: { readonly run: (scenario: Scenario, warmUpCycles: number) => Promise<RunOutcome> };
  readonly progress: Progress;
  /** Of an earlier, interrupted run. */
  readonly known: readonly StudyRow[];
  readonly keep: (row: StudyRow) => Promise<void>;
  /** Resolves when the rest is not waited for. */
  readonly stop: Promise<unknown>;
}

export interface StudyEnd {
  /** In the order of points and seeds; all of them unless it was stopped. */
  readonly rows: readonly StudyRow[];
  /** As far as it is known: a stop rule may ask for more. */
  readonly wanted: number;
  readonly isComplete: boolean;
  readonly broken: readonly BrokenLaw[];
}

export interface BrokenLaw {
  readonly run: string;
  readonly law: number;
}

export async function runStudy(work: StudyWork): Promise<StudyEnd> {
  const rows = new Map(work.known.map((row) => [keyOf(row), row]));
  const broken: BrokenLaw[] = [];
  const { points } = work.plan;
  const wanted = points.map((point, place) => ownRuns(work, point, place, rows).length);
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
      const runs = ownRuns(work, point, place, rows);
      wanted[place] = runs.length;
      tell();
      const missing = runs.filter((run) => !rows.has(runKey(run)));
      if (missing.length === 0) return;
      await Promise.all(
        missing.map(async (run) => {
          const row = await runOne(work, run, broken);
          if (isStopped) return;
          await work.keep(row);
          rows.set(keyOf(row), row);
          work.progress.advance();
        }),
      );
    }
  };
  await Promise.race([stopped, Promise.all(points.map(pointWork))]);
  const inOrder = points.flatMap((point, place) =>
    ownRuns(work, point, place, rows).flatMap((run) => rows.get(runKey(run)) ?? []),
  );
  const all = wanted.reduce((sum, one) => sum + one, 0);
  return { rows: inOrder, wanted: all, isComplete: !isStopped || inOrder.length === all, broken };
}

const runKey = ({ point, seed }: StudyRun): string => keyOf({ point: point.values, seed });

/** The runs of the point that are of this part of the study, as far as its rows say which it needs. */
function ownRuns(
  { plan, shard }: StudyWork,
  point: StudyPoint,
  place: number,
  rows: ReadonlyMap<string, StudyRow>,
): readonly StudyRun[] {
  const { study } = plan;
  const isOwn = (seedIndex: number) => isInShard(study, shard, place, seedIndex);
  if (study.stop !== undefined && !isOwn(0)) return [];
  const values = stopValues(plan, point, (seed) => rows.get(keyOf({ point: point.values, seed })));
  return runsOf(plan, point, 0, seedsWanted(study, values)).filter((_, index) => isOwn(index));
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
