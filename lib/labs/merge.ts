/** Merges progress of one lab from two places, such as two tabs: what was done in either counts as done. */
import { isBetter } from "./judge.ts";
import { type Lab, stepOf } from "./lab.ts";
import { type AnswerProgress, asJudged, type Progress, progressIn, type StepProgress } from "./progress.ts";

/** If both have decided the same thing differently, the decision of `kept` stays, because a prediction is made once.
 * The running design is that of `kept`, except for the steps that run here. */
export function mergedProgress(
  lab: Lab,
  kept: Progress,
  own: Progress,
  runsHere: (step: string) => boolean = () => false,
): Progress {
  const steps: Record<string, StepProgress> = {};
  for (const id of new Set([...Object.keys(kept.steps), ...Object.keys(own.steps)]))
    steps[id] = mergedStep(lab, id, progressIn(kept, id), progressIn(own, id), runsHere(id));
  const student = {
    name: kept.student.name || own.student.name,
    number: kept.student.number || own.student.number,
  };
  return { ...kept, student, steps, runs: { ...own.runs, ...kept.runs } };
}

function mergedStep(
  lab: Lab,
  id: string,
  kept: StepProgress,
  own: StepProgress,
  runsHere: boolean,
): StepProgress {
  const answers: Record<string, AnswerProgress> = {};
  for (const question of new Set([...Object.keys(kept.answers), ...Object.keys(own.answers)])) {
    const one = mergedAnswer(kept.answers[question], own.answers[question]);
    if (one !== undefined) answers[question] = one;
  }
  const { task, trying, ...rest } = kept;
  const design = runsHere ? own.trying : trying;
  const best = betterTask(lab, id, kept, own);
  return {
    ...rest,
    answers,
    hints: Math.max(kept.hints, own.hints),
    seconds: Math.max(kept.seconds, own.seconds),
    taskLeft: kept.taskLeft || own.taskLeft,
    ...(best === undefined ? {} : { task: best }),
    ...(design === undefined ? {} : { trying: design }),
  };
}

function mergedAnswer(
  kept: AnswerProgress | undefined,
  own: AnswerProgress | undefined,
): AnswerProgress | undefined {
  if (kept === undefined || own === undefined) return kept ?? own;
  const decided = kept.state !== "open" ? kept : own.state !== "open" ? own : undefined;
  const attempts = Math.max(kept.attempts, own.attempts);
  return { ...(decided ?? (own.attempts > kept.attempts ? own : kept)), attempts };
}

function betterTask(lab: Lab, id: string, kept: StepProgress, own: StepProgress): StepProgress["task"] {
  const rules = stepOf(lab, id)?.task;
  if (kept.task === undefined || own.task === undefined || rules === undefined) return kept.task ?? own.task;
  return isBetter(rules, asJudged(own.task), asJudged(kept.task)) ? own.task : kept.task;
}
