/** A submission has every number and option that was typed, and the time of each answer. No earlier test looked at them. */
import { expect, test } from "vitest";
import type { Question } from "../../lib/labs/lab.ts";
import { mergedProgress } from "../../lib/labs/merge.ts";
import {
  applyAction,
  newProgress,
  type Progress,
  progressIn,
  readProgress,
} from "../../lib/labs/progress.ts";
import {
  digestOfSubmission,
  readSubmission,
  submissionOf,
  submissionText,
} from "../../lib/labs/submission.ts";
import { readSuspendText, suspendText } from "../../lib/labs/suspend.ts";
import { openLab } from "./support.ts";

const lab = await openLab("rings");
const step = "even";
const question = numberIn(step);

function numberIn(id: string): Question {
  const found = lab.steps.find((one) => one.id === id)?.questions.find(({ kind }) => kind === "number");
  if (found === undefined) throw new Error(`no number in ${id}`);
  return found;
}

/** `isSolved`: the last value is right. */
function typed(values: readonly number[], isSolved = true) {
  return values.reduce(
    (progress, value, index) =>
      applyAction(
        progress,
        { do: "answer", step, question, value, right: isSolved && index === values.length - 1 },
        1000 + index,
      ),
    newProgress(lab, 0),
  );
}

test("a submission has the values before the last one, in their order, and the time of the last one", () => {
  const progress = typed([1, 2, 2, 951]);
  expect(readProgress(JSON.stringify(progress), lab, 0)).toEqual(progress);
  const read = readSubmission(submissionText(submissionOf(lab, progress, "1")));
  expect(read).toMatchObject({
    ok: true,
    submission: {
      version: 2,
      answers: [{ step: "even", question: "frame", value: 951, attempts: 4, at: 1003, earlier: [1, 2, 2] }],
    },
  });
});

test("at most 50 earlier values are kept, the latest ones", () => {
  const [answer] = submissionOf(lab, typed(Array.from({ length: 80 }, (_, at) => at)), "1").answers;
  expect(answer).toMatchObject({ value: 79, attempts: 80 });
  expect(answer?.earlier).toEqual(Array.from({ length: 50 }, (_, at) => at + 29));
});

test("a submission of version 1, without times, is still read", () => {
  const { digest: _, ...old } = { ...submissionOf(lab, typed([951]), "1"), version: 1 as const };
  const answers = old.answers.map(({ at: _at, ...answer }) => answer);
  const body = { ...old, answers };
  expect(readSubmission(submissionText({ ...body, digest: digestOfSubmission(body) })).ok).toBe(true);
});

test("two devices keep the values that were typed on either, also if the platform had no room for them", () => {
  const earlierOf = (progress: Progress) => progressIn(progress, step).answers[question.id]?.earlier;
  const [one, other] = [typed([1, 2, 2, 951]), typed([3, 4], false)];
  for (const merged of [mergedProgress(lab, one, other), mergedProgress(lab, other, one)]) {
    expect(earlierOf(merged)?.toSorted()).toEqual([1, 2, 2, 3, 4]);
    expect(earlierOf(mergedProgress(lab, one, merged))).toEqual(earlierOf(merged));
    expect(earlierOf(mergedProgress(lab, merged, other))).toEqual(earlierOf(merged));
  }
  const answer = progressIn(one, step).answers[question.id];
  const { earlier: _, ...short } = answer ?? { value: 0, attempts: 0, state: "open" as const };
  const shortened = {
    ...one,
    steps: { [step]: { ...progressIn(one, step), answers: { [question.id]: short } } },
  };
  expect(earlierOf(mergedProgress(lab, shortened, one))).toEqual([1, 2, 2]);
});

test("a learning platform keeps the answers without their earlier values if space is short", () => {
  const steps = Object.fromEntries(
    lab.steps.map(({ id }, at) => {
      const earlier = Array.from({ length: 50 }, (_, index) => Math.sin(at * 50 + index));
      const answers = Object.fromEntries(
        ["a", "b", "c"].map((name) => [name, { value: at, attempts: 51, state: "open" as const, earlier }]),
      );
      return [id, { answers, hints: 0, seconds: 0, taskLeft: false }];
    }),
  );
  const kept = readSuspendText(suspendText({ ...newProgress(lab, 0), steps }).text);
  expect(kept?.steps.design?.answers.a).toEqual({ value: lab.steps.length - 1, attempts: 51, state: "open" });
});
