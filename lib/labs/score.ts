/** Points as the student's own page counts them: what a learning platform is told. Grading runs everything again. */
import { type Lab, type LabStep, pointsOf } from "./lab.ts";
import { isDone, type Progress, progressIn } from "./progress.ts";

export interface Score {
  /** Without what is pending. */
  readonly points: number;
  /** Of texts, which nothing but a teacher can judge. */
  readonly pending: number;
  readonly of: number;
  /** Nothing is left to do. */
  readonly complete: boolean;
}

export function scoreOf(lab: Lab, progress: Progress): Score {
  let points = 0;
  let pending = 0;
  for (const step of lab.steps) {
    const { answers, task, hints } = progressIn(progress, step.id);
    const sumIn = (state: string, isText: boolean) =>
      step.questions
        .filter(({ id, kind }) => (kind === "text") === isText && answers[id]?.state === state)
        .reduce((sum, question) => sum + question.points, 0);
    const earned = sumIn("right", false) + (task?.points ?? 0);
    const waiting = sumIn("locked", true);
    const cost = Math.min(earned + waiting, costOf(step, hints));
    points += earned - Math.min(earned, cost);
    pending += waiting - Math.max(0, cost - earned);
  }
  return {
    points,
    pending,
    of: lab.steps.reduce((sum, step) => sum + pointsOf(step), 0),
    complete: lab.steps.every((step) => isDone(progress, step)),
  };
}

/** Of the first hints of a step, in points. */
export function costOf({ hints }: LabStep, taken: number): number {
  return hints.slice(0, taken).reduce((sum, { cost }) => sum + cost, 0);
}
