/** Points as the student's own page counts them: what a learning platform is told. Grading runs everything again. */
import { type Lab, pointsOf } from "./lab.ts";
import { isDone, type Progress, progressIn } from "./progress.ts";

export interface Score {
  readonly points: number;
  readonly of: number;
  /** Nothing is left to do. */
  readonly complete: boolean;
}

export function scoreOf(lab: Lab, progress: Progress): Score {
  let points = 0;
  for (const step of lab.steps) {
    const { answers, task, hints } = progressIn(progress, step.id);
    const earned = step.questions
      .filter(({ id }) => ["right", "locked"].includes(answers[id]?.state ?? "open"))
      .reduce((sum, question) => sum + question.points, task?.points ?? 0);
    const cost = step.hints.slice(0, hints).reduce((sum, hint) => sum + hint.cost, 0);
    points += Math.max(0, earned - cost);
  }
  return {
    points,
    of: lab.steps.reduce((sum, step) => sum + pointsOf(step), 0),
    complete: lab.steps.every((step) => isDone(progress, step)),
  };
}
