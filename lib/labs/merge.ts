/** Merges progress of one lab from two places, such as two tabs. Work done in either place counts. */
import { isBetter } from "./judge.ts";
import { type Lab, stepOf } from "./lab.ts";
import {
  type AnswerProgress,
  asJudged,
  EARLIER_LIMIT,
  isFieldPlace,
  type Progress,
  progressIn,
  type StepProgress,
} from "./progress.ts";

/** If both have decided the same thing differently, the decision of `kept` stays, because a prediction is made once.
 * The running design comes from `kept`, except for the steps that run here. */
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
  const merged = { ...kept, student, steps, runs: { ...own.runs, ...kept.runs } };
  const handedInAt = Math.max(kept.handedInAt ?? -1, own.handedInAt ?? -1);
  // The student continued on the other side after the submission.
  return {
    ...merged,
    handedInAt: handedInAt >= 0 && handedInAt >= lastWorkAt(merged) ? handedInAt : undefined,
  };
}

function lastWorkAt({ steps }: Progress): number {
  const times = Object.values(steps).flatMap(({ answers, task, taskLeftAt }) => [
    ...[taskLeftAt ?? 0, task?.at ?? 0],
    ...Object.values(answers).map(({ at }) => at ?? 0),
  ]);
  return Math.max(0, ...times);
}

function mergedStep(
  lab: Lab,
  id: string,
  kept: StepProgress,
  own: StepProgress,
  runsHere: boolean,
): StepProgress {
  const answers: Record<string, AnswerProgress> = {};
  const asked = stepOf(lab, id)?.questions ?? [];
  const predictions = asked.filter(({ kind }) => kind === "prediction").map((question) => question.id);
  for (const question of new Set([...Object.keys(kept.answers), ...Object.keys(own.answers)])) {
    const one = mergedAnswer(kept.answers[question], own.answers[question], predictions.includes(question));
    if (one !== undefined) answers[question] = one;
  }
  const trying = (runsHere ? own : kept).trying;
  const design = later(kept.design, own.design);
  const task = design === kept.design ? betterTask(lab, id, kept, own) : betterTask(lab, id, own, kept);
  const left = later(leftAt(kept), leftAt(own));
  const aside = design === own.design ? (own.aside ?? kept.aside) : (kept.aside ?? own.aside);
  const drafts = mergedDrafts(kept, own, answers, design);
  return {
    answers,
    hints: Math.max(kept.hints, own.hints),
    seconds: Math.max(kept.seconds, own.seconds),
    taskLeft: left?.taskLeft ?? false,
    ...(left?.at === undefined ? {} : { taskLeftAt: left.at }),
    ...(kept.explained || own.explained ? { explained: true as const } : {}),
    ...(task === undefined ? {} : { task }),
    ...(trying === undefined ? {} : { trying }),
    ...(design === undefined ? {} : { design }),
    ...(aside === undefined ? {} : { aside }),
    ...(drafts === undefined ? {} : { drafts }),
  };
}

type Timed = { readonly at?: number | undefined };

/** The later of two changes. `kept` counts if times are missing or equal. */
function later<T extends Timed>(kept: T | undefined, own: T | undefined): T | undefined {
  if (kept === undefined || own === undefined) return kept ?? own;
  return (own.at ?? 0) > (kept.at ?? 0) ? own : kept;
}

/** Progress without a time was stored before a left task could be taken back, so the task stays left. */
function leftAt({ taskLeft, taskLeftAt }: StepProgress) {
  return taskLeft || taskLeftAt !== undefined ? { taskLeft, at: taskLeftAt } : undefined;
}

/** Drafts of both. A draft is dropped if the other side answered or ran it later. */
function mergedDrafts(
  kept: StepProgress,
  own: StepProgress,
  answers: StepProgress["answers"],
  design: StepProgress["design"],
): StepProgress["drafts"] {
  const drafts: Record<string, NonNullable<StepProgress["drafts"]>[string]> = {};
  for (const place of new Set([...Object.keys(kept.drafts ?? {}), ...Object.keys(own.drafts ?? {})])) {
    const draft = later(kept.drafts?.[place], own.drafts?.[place]);
    const isIn = (one: StepProgress) => one.drafts?.[place] !== undefined;
    const answer = answers[place];
    const overAt = isFieldPlace(place) ? design?.at : answer?.state === "open" ? undefined : answer?.at;
    const isOver = !(isIn(kept) && isIn(own)) && (overAt ?? -1) >= (draft?.at ?? 0);
    if (draft !== undefined && !isOver) drafts[place] = draft;
  }
  return Object.keys(drafts).length === 0 ? undefined : drafts;
}

function mergedAnswer(
  kept: AnswerProgress | undefined,
  own: AnswerProgress | undefined,
  isPrediction: boolean,
): AnswerProgress | undefined {
  if (kept === undefined || own === undefined) return kept ?? own;
  const chosen = chosenAnswer(kept, own, isPrediction);
  const earlier = isPrediction ? (chosen.earlier ?? []) : earlierIn(chosen, chosen === kept ? own : kept);
  return {
    ...chosen,
    attempts: Math.max(kept.attempts, own.attempts),
    ...(earlier.length === 0 ? {} : { earlier: [...earlier] }),
  };
}

/** Earlier values of both sides. The other device has others, and a platform may have had no room for them. */
function earlierIn({ earlier = [], value }: AnswerProgress, other: AnswerProgress): readonly number[] {
  const last = other.attempts > 0 && typeof other.value === "number" && other.value !== value;
  const more = [...(other.earlier ?? []), ...(last ? [Number(other.value)] : [])];
  return [...more.filter((one) => !earlier.includes(one)), ...earlier].slice(-EARLIER_LIMIT);
}

/** A right answer is never lost, and a prediction is made once. Otherwise the later answer counts, even if it was
 * withdrawn. */
function chosenAnswer(kept: AnswerProgress, own: AnswerProgress, isPrediction: boolean): AnswerProgress {
  if (kept.state === "right" || own.state === "right") return kept.state === "right" ? kept : own;
  if (kept.at === own.at && isBeginning(kept, own)) return own;
  const isTimed = kept.at !== undefined && own.at !== undefined && kept.at !== own.at;
  if (isTimed && !isPrediction) return later(kept, own) ?? kept;
  if (isTimed) return later(kept, own) === own ? kept : own;
  if (kept.state !== "open" || own.state !== "open") return kept.state !== "open" ? kept : own;
  return own.attempts > kept.attempts ? own : kept;
}

/** True for a text that a learning platform has truncated, compared with the whole text. */
function isBeginning(one: AnswerProgress, whole: AnswerProgress): boolean {
  return one.cut === true && typeof one.value === "string" && String(whole.value).startsWith(one.value);
}

/** Of two equal designs, the one from the side on which the student worked last. */
function betterTask(lab: Lab, id: string, last: StepProgress, other: StepProgress): StepProgress["task"] {
  const rules = stepOf(lab, id)?.task;
  if (last.task === undefined || other.task === undefined || rules === undefined)
    return last.task ?? other.task;
  return isBetter(rules, asJudged(other.task), asJudged(last.task)) ? other.task : last.task;
}
