/** The result of grading a submission. */
import type { NotSubmission } from "./handedIn.ts";
import type { AnswerValue, Finding } from "./judge.ts";
import { type Lab, type LabStep, pointsOf, type Question } from "./lab.ts";
import { isDone, type Progress, progressIn } from "./progress.ts";
import type { Submission } from "./submission.ts";

export type FlagKind =
  | "not-reproduced"
  | "edited"
  | "other-model"
  | "other-edition"
  | "unknown"
  | "identical"
  | "similar"
  | "same-student"
  /** A goal is met in the student's page and missed with values that grading has drawn. */
  | "drawn"
  /** A figure is better than the best known one. */
  | "better"
  | "seed"
  | "no-work"
  /** Answers that were given or changed after the explanation of their step was shown. */
  | "after-explanation"
  | "roster"
  | "late";

/** Two texts to one question, or two programs, for a teacher to read side by side. */
export interface TextPair {
  readonly place: string;
  readonly isProgram?: boolean;
  readonly here: string;
  readonly there: string;
}

export interface Flag {
  readonly kind: FlagKind;
  readonly text: string;
  /** The other file, if the remark is about two. It has the same remark. */
  readonly pair?: { readonly file: string; readonly texts: readonly TextPair[] };
}

export interface GradedAnswer {
  readonly step: string;
  readonly question: string;
  readonly kind: Question["kind"];
  readonly given: AnswerValue | undefined;
  readonly right: boolean;
  readonly expected: number | undefined;
  readonly points: number;
  /** Points of texts that have enough words. A teacher awards them. */
  readonly pending: number;
  readonly of: number;
}

/** The actual contents where they differ from the goal. */
interface GradedFinding extends Finding {
  /** Its text. */
  readonly goal: string;
  /** Set if only a machine with values that grading has drawn misses the goal. */
  readonly draw?: string | undefined;
  /** Opens that machine with the student's design. */
  readonly link?: string | undefined;
}

export interface GradedTask {
  readonly step: string;
  readonly met: readonly boolean[];
  readonly findings: readonly GradedFinding[];
  readonly figure: number | undefined;
  readonly points: number;
  readonly of: number;
}

export interface Graded {
  readonly file: string;
  readonly status: "graded";
  readonly submission: Submission;
  /** Does not include `pending`. */
  readonly score: number;
  /** Points of texts that a teacher must read, minus the cost of hints beyond the score. */
  readonly pending: number;
  readonly of: number;
  readonly answers: readonly GradedAnswer[];
  readonly tasks: readonly GradedTask[];
  /** Points that hints have cost. */
  readonly hints: number;
  readonly flags: readonly Flag[];
}

/** A file that was handed in as a submission but is not one. */
export interface Refused {
  readonly file: string;
  readonly status: "refused";
  readonly reason: string;
}

/** A file that is not a submission. */
type PassedOver = NotSubmission & { readonly file: string };

/** Result of one file before it is compared with the others. */
export type Judged = Graded | Refused | PassedOver;

interface StepScore {
  /** Does not include `pending`. */
  readonly points: number;
  /** Points of texts, which only a teacher can judge. */
  readonly pending: number;
  readonly of: number;
}

interface Score extends StepScore {
  /** True if there is nothing left to do. */
  readonly complete: boolean;
}

/** Points as the student's own page counts them. The page reports them to a learning platform. Grading runs everything
 * again. */
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
