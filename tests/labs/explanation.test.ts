/** Reading the explanation of a step earns nothing: what was left out stays without points, and a later text says so. */
import { describe, expect, test } from "vitest";
import { workFlags } from "../../lib/labs/grade.ts";
import { type GradedAnswer, scoreOfStep } from "../../lib/labs/graded.ts";
import { type LabStep, type Question, stepOf } from "../../lib/labs/lab.ts";
import { mergedProgress } from "../../lib/labs/merge.ts";
import {
  applyAction,
  isDone,
  isExplained,
  type LabAction,
  newProgress,
  openPartsOf,
  type Progress,
  readProgress,
} from "../../lib/labs/progress.ts";
import { submissionOf } from "../../lib/labs/submission.ts";
import { openLab } from "./support.ts";

const lab = await openLab("coalescing");
const quiet = stepIn("quiet");
const design = stepIn("design");
const number = questionIn(quiet, "number");
const text = questionIn(quiet, "text");
const prediction = questionIn(quiet, "prediction");

function stepIn(id: string): LabStep {
  const step = stepOf(lab, id);
  if (step === undefined) throw new Error(`no step ${id}`);
  return step;
}

function questionIn(step: LabStep, kind: Question["kind"]): Question {
  const question = step.questions.find((one) => one.kind === kind);
  if (question === undefined) throw new Error(`no ${kind} in ${step.id}`);
  return question;
}

const does = (start: Progress, ...actions: readonly LabAction[]) =>
  actions.reduce((progress, action, at) => applyAction(progress, action, 100 + at), start);
const answer = (question: Question, value: number | string, right = true): LabAction => ({
  do: "answer",
  step: quiet.id,
  question,
  value,
  right,
});
const explain = { do: "explain", step: quiet.id } as const;
const leave = { do: "give-up", step: quiet.id, question: number.id } as const;
const takeBack = (question: Question): LabAction => ({ do: "take-back", step: quiet, question });
/** All but the number is answered. */
const begun = does(newProgress(lab, 0), answer(prediction, 3), answer(text, "the first of my words"));

function flagsOf(progress: Progress): readonly string[] {
  const graded: GradedAnswer[] = quiet.questions.map(({ id, kind, points }) => ({
    step: quiet.id,
    question: id,
    kind,
    given: progress.steps[quiet.id]?.answers[id]?.value,
    right: progress.steps[quiet.id]?.answers[id]?.state === "right",
    expected: undefined,
    points,
    pending: 0,
    of: points,
  }));
  return workFlags(lab, submissionOf(lab, progress, "5"), graded)
    .filter(({ kind }) => kind === "after-explanation")
    .map(({ text }) => text);
}

describe("the explanation of a step", () => {
  test("appears once all of it is answered", () => {
    expect(isExplained(begun, quiet)).toBe(false);
    expect(isExplained(does(begun, answer(number, 1, false)), quiet)).toBe(false);
    const all = does(begun, answer(number, 2));
    expect(isExplained(all, quiet)).toBe(true);
    expect(flagsOf(all)).toEqual([]);
  });

  test("waits for a request if a question was left out, which then stays without points", () => {
    const left = does(begun, leave);
    expect([isDone(left, quiet), isExplained(left, quiet)]).toEqual([true, false]);
    const back = does(left, takeBack(number), answer(number, 2));
    expect(scoreOfStep(quiet, back).points).toBe(number.points);
    expect(flagsOf(back)).toEqual([]);
    const read = does(left, explain);
    expect(isExplained(read, quiet)).toBe(true);
    expect(does(read, takeBack(number))).toBe(read);
    expect(scoreOfStep(quiet, does(read, takeBack(number), answer(number, 2))).points).toBe(0);
    expect(readProgress(JSON.stringify(read), lab, 0)).toEqual(read);
  });

  test("waits for a request if the task was left, and later designs do not count", () => {
    const { task } = design;
    if (task === undefined) throw new Error("no task");
    const open = does(newProgress(lab, 0), {
      ...{ do: "answer", step: design.id, question: questionIn(design, "text"), value: "x", right: true },
    });
    const left = does(open, { do: "leave-task", step: design.id });
    expect(isExplained(left, design)).toBe(false);
    const met = task.goals.map(() => true);
    const judged = {
      met,
      given: [],
      findings: [],
      reached: [],
      figure: 1,
      points: 9,
      cycle: 1,
      stateHash: "1",
    };
    const tried = { do: "tried", step: design, changes: [], judged } as const;
    expect(scoreOfStep(design, does(left, tried)).points).toBe(9);
    const read = does(left, { do: "explain", step: design.id });
    expect(scoreOfStep(design, does(read, tried)).points).toBe(0);
    expect(openPartsOf(does(read, { do: "take-back", step: design }), design).task).toBe(false);
  });

  test("lets a text be changed, with a remark", () => {
    const all = does(begun, answer(number, 2), takeBack(text));
    expect(isExplained(all, quiet)).toBe(true);
    expect(flagsOf(does(all, answer(text, "the first of my words")))).toEqual([]);
    const changed = does(all, answer(text, "what the explanation says"));
    expect(flagsOf(changed)).toEqual(["texts changed after the explanation was shown: 1"]);
    // ---- before the explanation ----
    const earlier = does(begun, takeBack(text), answer(text, "better words"), answer(number, 2));
    expect(flagsOf(earlier)).toEqual([]);
  });

  test("that was read on one device leaves a trace on an answer of the other", () => {
    const read = does(begun, leave, explain);
    const other = applyAction(begun, answer(number, 1, false), 900);
    for (const merged of [mergedProgress(lab, read, other), mergedProgress(lab, other, read)]) {
      const right = applyAction(merged, answer(number, 2), 901);
      expect(flagsOf(right)).toEqual(["right answers given after the explanation was shown: 1"]);
    }
  });
});
