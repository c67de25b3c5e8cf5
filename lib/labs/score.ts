/** Points as the student's own page counts them: what a learning platform is told. Grading runs everything again. */
import { type Lab, pointsOf, type Question } from "./lab.ts";
import { textsCount } from "./points.ts";
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
    const have = step.questions.filter(({ id }) =>
      ["right", "locked"].includes(answers[id]?.state ?? "open"),
    );
    const sumOf = (questions: readonly Question[]) => questions.reduce((sum, { points }) => sum + points, 0);
    const texts = sumOf(have.filter(({ kind }) => kind === "text"));
    const apart = sumOf(have) - texts + (task?.points ?? 0);
    const earned = apart + (textsCount(step, apart) ? texts : 0);
    const cost = step.hints.slice(0, hints).reduce((sum, hint) => sum + hint.cost, 0);
    points += Math.max(0, earned - cost);
  }
  return {
    points,
    of: lab.steps.reduce((sum, step) => sum + pointsOf(step), 0),
    complete: lab.steps.every((step) => isDone(progress, step)),
  };
}
