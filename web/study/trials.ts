/** Short runs of some points, for an estimate before the first whole run of a study. */
import type { TimedRun } from "../../lib/study/estimate.ts";
import type { StudyPlan, StudyPoint } from "../../lib/study/plan.ts";
import type { MachinePool } from "../engine/machinePool.ts";

/** So many points, evenly from the first to the last. */
const TRIAL_POINTS = 3;
/** The first length; a trial becomes four times as long until its cycles take LEAST_SECONDS or it is the whole run. */
const FIRST_CYCLES = 1_000_000;
const GROWTH = 4;
/** That its cycles take, beside what each run takes. Less says more about timers and messages than about the machine. */
const LEAST_SECONDS = 0.15;
/** Below that one long wait for a processor may be all of it: the trial is run again, and the shorter time counts. */
const SURE_SECONDS = 0.6;
/** What a run takes beside its cycles is told by a very short one. */
const SHORT_CYCLES = 10_000;

/** Rejects as the pool does. `now` in milliseconds. */
export async function* trials(
  pool: MachinePool,
  { points }: StudyPlan,
  now: () => number,
): AsyncGenerator<TimedRun> {
  async function secondsOf({ scenario }: StudyPoint, runCycles: number): Promise<number> {
    const begin = now();
    await pool.run({ ...scenario, runCycles }, 0);
    return (now() - begin) / 1000;
  }
  const places = Array.from({ length: TRIAL_POINTS }, (_, index) =>
    Math.round((index * (points.length - 1)) / (TRIAL_POINTS - 1)),
  );
  const tried = [...new Set(places)].flatMap((place) => points[place] ?? []);
  for (const [index, point] of tried.entries()) {
    const { runCycles } = point.scenario;
    let long = Math.min(runCycles, FIRST_CYCLES);
    // The core has to be there, and compiled by the browser.
    if (index === 0) await secondsOf(point, long);
    const short = Math.min(long - 1, SHORT_CYCLES);
    const before = Math.min(await secondsOf(point, short), await secondsOf(point, short));
    let after = await secondsOf(point, long);
    for (;;) {
      if (after - before < SURE_SECONDS) after = Math.min(after, await secondsOf(point, long));
      if (after - before >= LEAST_SECONDS || long === runCycles) break;
      long = Math.min(runCycles, long * GROWTH);
      after = await secondsOf(point, long);
    }
    const perCycle = Math.max(0, after - before) / (long - short);
    yield { pointNumber: point.number, seconds: before + perCycle * runCycles };
  }
}
