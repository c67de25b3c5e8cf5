/** `irqscope validate` of a study: its points, its runs, and how long they take. */
import type { StudyPlan } from "../../lib/study/plan.ts";
import { pointText } from "../../lib/study/row.ts";
import { transientOf, transientWarnings } from "../../lib/study/warmUp.ts";
import { studyWarnings } from "../../lib/study/warnings.ts";
import { ERROR_LIMIT } from "../../scenarios/base/limits.ts";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import { openCore } from "../core.ts";
import { durationText } from "../progress.ts";
import { estimateStudy, type StudyEstimate } from "./estimate.ts";
import { loadStudy } from "./loadStudy.ts";

type ValidatedStudy =
  | {
      readonly ok: true;
      readonly name: string;
      readonly estimate: StudyEstimate;
      readonly warnings: readonly ScenarioError[];
    }
  /** Points that are no valid scenario. */
  | { readonly ok: false; readonly errors: readonly ScenarioError[]; readonly errorCount: number };

/** Throws InputError where the study itself is wrong. */
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

/** Of a point. */
const TRANSIENT_SECONDS = 2;

/** Of the first and the last point, where their runs are over soon. */
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
