/** Points as the student's own page counts them. The page reports them to a learning platform. Grading runs everything
 * again. */
import { type Lab, type LabStep, pointsOf } from "./lab.ts";
import { isDone, type Progress, progressIn } from "./progress.ts";

interface StepScore {
  /** Does not include `pending`. */
  readonly points: number;
  /** Points of texts, which only a teacher can judge. */
  readonly pending: number;
  readonly of: number;
}

export interface Score extends StepScore {
  /** True if there is nothing left to do. */
  readonly complete: boolean;
}

export function scoreOf(lab: Lab, progress: Progress): Score {
  const scores = lab.steps.map((step) => scoreOfStep(step, progress));
  const sumOf = (read: (score: StepScore) => number) => scores.reduce((sum, score) => sum + read(score), 0);
  return {
    points: sumOf(({ points }) => points),
    pending: sumOf(({ pending }) => pending),
    of: sumOf(({ of }) => of),
    complete: lab.steps.every((step) => isDone(progress, step)),
  };
}

/** The cost of hints reduces the earned points first, then the pending points. */
export function scoreOfStep(step: LabStep, progress: Progress): StepScore {
  const { answers, task, hints } = progressIn(progress, step.id);
  const sumIn = (state: string, isText: boolean) =>
    step.questions
      .filter(({ id, kind }) => (kind === "text") === isText && answers[id]?.state === state)
      .reduce((sum, question) => sum + question.points, 0);
  const earned = sumIn("right", false) + (task?.points ?? 0);
  const waiting = sumIn("locked", true);
  const cost = costOf(step, hints);
  const paid = Math.min(earned, cost);
  return {
    points: earned - paid,
    pending: Math.max(0, waiting - (cost - paid)),
    of: pointsOf(step),
  };
}

/** Cost of the first hints of a step, in points. */
export function costOf({ hints }: LabStep, taken: number): number {
  return hints.slice(0, taken).reduce((sum, { cost }) => sum + cost, 0);
}
