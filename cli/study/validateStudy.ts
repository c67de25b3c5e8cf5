/** `irqscope validate` of a study: its points, its runs, and how long they take. */
import { availableParallelism } from "node:os";
import { type CoreModule, createMachine } from "../../core-wasm/binding/index.ts";
import type { StudyPlan, StudyPoint } from "../../lib/study/plan.ts";
import { pointText } from "../../lib/study/row.ts";
import { searchSize } from "../../lib/study/search.ts";
import { seedLimit } from "../../lib/study/seeds.ts";
import { transientOf, transientWarnings } from "../../lib/study/warmUp.ts";
import { studyWarnings } from "../../lib/study/warnings.ts";
import { ERROR_LIMIT } from "../../scenarios/base/limits.ts";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { openCore } from "../core.ts";
import { MachinePool } from "../machinePool.ts";
import { durationText } from "../progress.ts";
import { loadStudy } from "./loadStudy.ts";

type ValidatedStudy =
  | {
      readonly ok: true;
      readonly name: string;
      readonly estimate: StudyEstimate;
      readonly warnings: readonly ScenarioError[];
    }
  /** Points whose scenario is not valid. */
  | { readonly ok: false; readonly errors: readonly ScenarioError[]; readonly errorCount: number };

/** Throws InputError if the study itself is faulty. */
export async function validateStudy(file: string, json: unknown): Promise<ValidatedStudy> {
  const { plan } = await loadStudy(file, json);
  if (plan.refused.length > 0) {
    const errors = plan.refused
      .slice(0, ERROR_LIMIT)
      .map(({ values, field, message }) => ({ field: pointText(values), message: `${field}: ${message}` }));
    return { ok: false, errors, errorCount: plan.refused.length };
  }
  const estimate = await estimateStudy(await openCore(), plan);
  const warnings = [...studyWarnings(plan), ...(await warmUpWarnings(plan))];
  return { ok: true, name: plan.study.name, estimate, warnings };
}

/** Longest run of a point that is tried in order to find warm-up warnings. */
const TRANSIENT_SECONDS = 2;

/** Warnings for the first and the last point, if their runs are short. */
async function warmUpWarnings({ study, points }: StudyPlan): Promise<readonly ScenarioError[]> {
  const core = await openCore();
  const looked = [...new Set([points[0], points.at(-1)])].flatMap((point) => point ?? []);
  return looked.flatMap(({ values, scenario }) => {
    const until = performance.now() + 1000 * TRANSIENT_SECONDS;
    const found = transientOf(core, scenario, () => performance.now() < until);
    const said = found === undefined ? [] : transientWarnings(found, scenario.runCycles, study.warmUpCycles);
    const place = pointText(values);
    return said.map((message) => ({
      field: "warmUpCycles",
      message: place === "" ? message : `${place}: ${message}`,
    }));
  });
}

/** `36 points, 180 runs, about 20 s with 2 jobs`. */
export function estimateText({
  points,
  leastRuns,
  mostRuns,
  jobs,
  leastSeconds,
  mostSeconds,
}: StudyEstimate): string {
  const runs = leastRuns === mostRuns ? `${leastRuns}` : `${leastRuns} to ${mostRuns}`;
  const [least, most] = [durationText(leastSeconds), durationText(mostSeconds)];
  const time = least === most ? least : `${least} to ${most}`;
  return `${points} point${points === 1 ? "" : "s"}, ${runs} runs, about ${time} with ${jobs} job${jobs === 1 ? "" : "s"}`;
}

// ---- estimate of the time of a study on this computer, from short runs of some of its points ----

export interface StudyEstimate {
  readonly points: number;
  readonly refused: number;
  /**
   * Runs before the first evaluation of the stop rule. `mostRuns` is their number if the rule never stops a
   * point.
   */
  readonly leastRuns: number;
  readonly mostRuns: number;
  readonly jobs: number;
  /** Start-up time of the command and its jobs. */
  readonly startSeconds: number;
  /** Time for the minimum and the maximum number of runs, including the start. */
  readonly leastSeconds: number;
  readonly mostSeconds: number;
}

/** Number of points that are tried, spread evenly from the first to the last. */
const TRIALS = 6;
const TRIAL_SECONDS = 0.25;
const SLICE_CYCLES = 20_000;

async function estimateStudy(
  core: CoreModule,
  plan: StudyPlan,
  jobs = availableParallelism(),
): Promise<StudyEstimate> {
  const { points, refused, study } = plan;
  // A sweep loads the same modules that this process has loaded by now.
  const startSeconds = process.uptime() + (await jobStartSeconds(points[0]));
  const tried = trialPoints(points);
  // The first run is slow until V8 has compiled the core, but a study has many runs.
  for (const point of tried.slice(0, 1)) trial(core, point);
  const speeds = tried.map((point) => trial(core, point));
  const ofPoints = points.reduce((sum, { scenario }, place) => {
    const { setUpSeconds, secondsPerCycle } = speeds[nearestTrial(place, points.length)] ?? NO_TIME;
    return sum + setUpSeconds + secondsPerCycle * scenario.runCycles;
  }, 0);
  // Largest number of points that a search may request.
  const { least, most } = searchSize(plan);
  const leastRuns = least * study.seeds.count;
  const mostRuns = most * seedLimit(study);
  const used = Math.min(jobs, Math.max(1, leastRuns));
  const seconds = (runs: number) =>
    points.length === 0 ? 0 : startSeconds + ((ofPoints / points.length) * runs) / used;
  return {
    points: points.length,
    refused: refused.length,
    leastRuns,
    mostRuns,
    jobs,
    startSeconds,
    leastSeconds: seconds(leastRuns),
    mostSeconds: seconds(mostRuns),
  };
}

/** Time until a job has loaded program and core and gives its first result. */
async function jobStartSeconds(point: StudyPoint | undefined): Promise<number> {
  if (point === undefined) return 0;
  const beganAt = performance.now();
  const pool = new MachinePool(1);
  try {
    await pool.run({ ...point.scenario, runCycles: 1 }, 0);
  } finally {
    await pool.end();
  }
  return (performance.now() - beganAt) / 1000;
}

function trialPoints(points: readonly StudyPoint[]): readonly StudyPoint[] {
  if (points.length <= TRIALS) return points;
  return Array.from({ length: TRIALS }, (_, at) =>
    Math.round((at * (points.length - 1)) / (TRIALS - 1)),
  ).flatMap((index) => points[index] ?? []);
}

/**
 * Neighbouring points differ only in the last axis, so a point takes as long as the nearest point that was
 * tried.
 */
function nearestTrial(place: number, points: number): number {
  return points <= TRIALS ? place : Math.round((place * (TRIALS - 1)) / (points - 1));
}

interface Trial {
  readonly setUpSeconds: number;
  readonly secondsPerCycle: number;
}

const NO_TIME: Trial = { setUpSeconds: 0, secondsPerCycle: 0 };

function trial(core: CoreModule, { scenario }: StudyPoint): Trial {
  const beganAt = performance.now();
  const machine = createMachine(core, compileScenario(scenario));
  const readyAt = performance.now();
  let at = readyAt;
  /** Measuring starts here. Earlier, V8 may still compile code that this machine is the first to use. */
  let from = { cycle: 0, at: readyAt };
  while (machine.cycle < scenario.runCycles && at - readyAt < 1000 * TRIAL_SECONDS) {
    machine.step(Math.min(scenario.runCycles, machine.cycle + SLICE_CYCLES));
    at = performance.now();
    const isHalf = at - readyAt >= (1000 * TRIAL_SECONDS) / 2;
    if (isHalf && from.cycle === 0 && machine.cycle < scenario.runCycles) from = { cycle: machine.cycle, at };
  }
  const counts = machine.cycle > from.cycle && at > from.at;
  const [cycles, milliseconds] = counts
    ? [machine.cycle - from.cycle, at - from.at]
    : [machine.cycle, at - readyAt];
  return {
    setUpSeconds: (readyAt - beganAt) / 1000,
    secondsPerCycle: milliseconds / 1000 / Math.max(1, cycles),
  };
}
